"""Bookkeeping that honest players do early, late or by another reading, and what is wrong with cards all the same."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Mark, Out, State
from rules.engine.dice import Roll
from rules.engine.ruling import Ruling
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import read


def fight(defence: int = 2) -> Field:
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", defence=defence)
    return made.order("S1", "open_fire", target="G1").order("G1", "wait")


def hits(count: int) -> Roll:
    return Roll(purpose="FIRE", who="S1", dice=(*(1,) * count, *(6,) * (10 - count)))


# ------------------------------------------------------------------------------------------------------ corrections
def test_a_wrong_number_may_be_put_right():
    """BAR-3.3c, BAR-3.7b"""
    made = fight()
    wrong, right = Mark(unit="G1", what="losses", value=3), Mark(unit="G1", what="losses", value=2)
    played = made.play(made.at("S3"), do.Fire(unit="S1", target="G1"), hits(4), wrong, right, do.Advance(to="S4"))

    assert [ruling.verdict for ruling in played.rulings[2:4]] == ["illegal", "legal"]
    assert not [rule for ruling in played.rulings[4:] for rule in ruling.rules if rule == "BAR-3.3c"]


def test_points_come_back_that_were_paid_before_anything_was_fired():
    """BAR-3.8b, BAR-6.3b"""
    made = fight()
    early, back = Mark(unit="S1", what="ammo", value=5), Mark(unit="S1", what="ammo", value=6)
    start = made.play(made.position("S2"), early).position
    cancelled = start.unit("S1", order=None, suppressed=True, fallen=True)

    assert made.play(cancelled, back).legal
    unpaid = made.play(start, back, do.Advance(to="S3"), do.Fire(unit="S1", target="G1"), hits(0), do.Advance(to="S4"))
    assert breaks(unpaid.last, "BAR-6.3b")
    assert breaks(made.play(made.position("S2"), Mark(unit="S1", what="ammo", value=7)).last, "BAR-3.8a")


# ------------------------------------------------------------------------------------------------------------ early
def test_an_assault_is_paid_before_the_first_step_or_after_it():
    """BAR-5.6e, BAR-3.8b"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    made.order("S1", "assault", target="G1", route=("0504",)).order("G1", "wait")
    pays = Mark(unit="S1", what="ammo", value=5)
    storm, blow = do.Step(unit="S1", hex="0504", fights=True), do.Strike(unit="S1", target="G1")

    assert made.play(made.at("S6"), pays, storm, blow).legal
    assert made.play(made.at("S6"), storm, blow, pays).legal
    assert breaks(made.play(made.at("S6"), pays, Mark(unit="S1", what="ammo", value=4)).last, "BAR-3.8b")


def test_who_pays_while_orders_are_written_is_not_accused_of_it():
    """BAR-3.8b"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    start, pays = made.position("PLANNING"), Mark(unit="S1", what="ammo", value=5)
    assert made.play(start, pays).last.verdict == "undecided"
    assert breaks(made.play(start, Mark(unit="S1", what="ammo", value=1)).last, "BAR-3.8b")

    opened = made.play(start, pays).position.but(stack=("S3",))
    fires = do.Fire(unit="S1", target="G1")
    made.order("S1", "open_fire", target="G1")
    opened = opened.unit("S1", order=made.units["S1"].order)
    assert not any("ammo" in str(due.options) for due in made.play(opened, fires).position.due)


def test_the_box_of_an_ambush_is_marked_with_the_order():
    """BAR-6.6g, BAR-5.12a"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    box = State(unit="S1", status="ambush")

    assert made.order("S1", "ambush", hex="0505", facing="N", number=2).play(made.position("S1"), box).legal
    assert not made.play(made.position("S1"), box).position.units["S1"].hidden
    assert made.order("S1").play(made.position("S1"), box).last.verdict == "undecided"
    assert breaks(made.order("S1", "wait").play(made.position("S1"), box).last, "BAR-5.12a")


@pytest.mark.parametrize("state", ["PLANNING", "REVEAL"])
def test_what_a_new_order_ends_is_wiped_when_it_is_given(state: str):
    """BAR-5.14d, BAR-6.6k, BAR-11.5g"""
    dig = do.Order(unit="S1", order="dig_in", facing="N")
    made = Draft().unit("S1", "infantry", "0505", running=dig, boxes=1)
    made.unit("S2", "infantry", "0605", hidden=True, off_board=True).unit("S3", "infantry", "0705", shelter="t")
    made.built("t", "trench", "0705", facing="N")
    start = made.position(state, opened=BOTH)

    assert made.play(start, Mark(unit="S1", what="boxes", value=0)).legal
    assert made.play(start, State(unit="S2", status="ambush", on=False)).legal
    assert made.play(start, State(unit="S3", status="dug-in", on=False)).legal
    assert breaks(made.play(made.position("S3"), Mark(unit="S1", what="boxes", value=0)).last, "BAR-5.14b")


# --------------------------------------------------------------------------------------------------- other readings
def test_who_is_destroyed_by_an_accepted_reading_may_be_taken_off():
    """BAR-3.5e, BAR-3.3d"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", size=1, absorbed=2, shielded=2)
    made.order("S1", "open_fire", target="G1").order("G1", "wait")
    start = made.at("S3")
    played = made.play(start, do.Fire(unit="S1", target="G1"), hits(1))
    dead = played.position.units["G1"].out
    marked = made.play(played.position, Mark(unit="G1", what="losses", value=1), Out(piece="G1"))

    assert marked.legal
    assert dead or marked.position.units["G1"].out


def test_the_defence_that_is_marked_may_hold_a_hill_or_works():
    """BAR-3.5e, BAR-12.14a, BAR-11.5i"""
    made = Field().unit("S1", "infantry", "0505").ground("0505", level=1).order("S1", "wait")
    assert made.play(made.position("S6"), Mark(unit="S1", what="defence", value=3)).legal
    assert breaks(made.play(made.position("S6"), Mark(unit="S1", what="defence", value=4)).last, "BAR-3.5c")

    dug = Field().unit("S1", "infantry", "0505").built("t", "trench", "0505", facing="N")
    dug.order("S1", "defend", facing="N", number=2)
    assert dug.play(dug.position("S1"), Mark(unit="S1", what="defence", value=4)).legal


# ------------------------------------------------------------------------------------------------ stocks and statuses
def test_mines_and_charges_are_struck_off_by_who_uses_them():
    """BAR-3.8e, BAR-7.5h, BAR-7.9g"""
    lay = do.Order(unit="S1", order="lay_mines")
    made = Field().unit("S1", "pioneers", "0505", running=lay, order=lay, boxes=1).unit("S2", "pioneers", "0605")
    made.unit("S3", "pioneers", "0705", used=frozenset({"charges"})).order("S2", "wait")
    start = made.position("S12")

    assert made.play(start, Mark(unit="S1", what="mines", value=0)).legal
    assert made.play(start, Mark(unit="S3", what="charges", value=0)).legal
    assert breaks(made.play(start, Mark(unit="S2", what="mines", value=0)).last, "BAR-3.8e")
    assert breaks(made.play(start, Mark(unit="S1", what="charges", value=0)).last, "BAR-3.8e")


def test_aircraft_in_a_fight_mark_that_they_are():
    """BAR-9.9e"""
    made = Field().unit("S1", "fighter", "0505", air=0).unit("S2", "infantry", "0605")
    start = made.position("S5")

    assert made.play(
        start, State(unit="S1", status="air-combat"), State(unit="S1", status="air-combat", on=False)
    ).legal
    assert breaks(made.play(start, State(unit="S2", status="air-combat")).last, "BAR-9.9e")


def test_a_weapon_is_marked_as_set_up_with_its_last_box():
    """BAR-7.1c, BAR-7.1d"""
    sets = do.Order(unit="S1", order="set_up", hex="0505")
    made = Field().unit("S1", "mortar", "0505", set_up=False, packed=True, order=sets, running=sets, boxes=2)
    box = State(unit="S1", status="set-up")

    assert made.play(made.position("S12"), box).legal
    again = made.position("S12").unit("S1", boxes=0)
    assert breaks(made.play(again, box).last, "BAR-7.1d")


@pytest.mark.parametrize(
    ("ordered", "legal"), [("open_fire", True), ("assault", True), ("wait", False), ("none", False)]
)
def test_a_point_paid_early_is_judged_by_the_order_that_comes_to_light(ordered: str, legal: bool):
    """BAR-3.8b"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    played = made.play(made.position("PLANNING"), Mark(unit="S1", what="ammo", value=5, ordered=ordered))

    assert played.legal if legal else breaks(played.last, "BAR-3.8b")


@pytest.mark.parametrize(
    ("order", "verdict"),
    [({"order": "open_fire", "target": "G1"}, "legal"), ({"order": "wait"}, "illegal"), (None, "undecided")],
)
def test_a_log_that_opens_the_order_settles_what_was_paid_before(order: dict[str, str] | None, verdict: str):
    """BAR-3.8b"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    pays = Mark(unit="S1", what="ammo", value=5)
    sealed = [do.OrdersDone(by=side) for side in BOTH]
    shown = (do.Reveal(by="soviet"), do.Order(unit="S1", by="soviet", **order), do.Reveal(by="german")) if order else ()
    judged = read(made, made.position("PLANNING"), pays, *sealed, do.Advance(to="REVEAL"), *shown)

    found = next(each for each in judged if isinstance(each.action, Mark))
    assert Ruling(found.findings).verdict == verdict
    assert {finding.rule for finding in found.findings} == (set() if verdict == "legal" else {"BAR-3.8b"})
