"""Works of pioneers that a strict reading of what is written would forbid, and the book does not."""

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks, doubts
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import played, words
from tests.rules.shared.played import Played


# ---------------------------------------------------------------------------------- what the book has no field for
@pytest.mark.parametrize(("stands", "written"), [("pontoon", "bridge"), ("bridge", "pontoon")])
def test_charges_at_a_bridge_are_charges_at_a_bridge_of_either_kind(stands: str, written: str):
    """BAR-7.9a, BAR-7.9c, BAR-7.9e"""
    made = Draft().ground("0506", terrain="river").built("x", stands, "0506").unit("S1", "pioneers", "0506")
    assert made.said("S1", "place_charges", choice=written).legal
    assert breaks(made.said("S1", "place_charges", choice="bunker"), "BAR-7.9c")

    given = do.Order(unit="S1", order="place_charges", choice=written)
    made.unit("S1", "pioneers", "0506", running=given, boxes=1, order=given)
    blown = made.play(made.at("S12"), do.Mark(unit="S1", what="boxes", value=2), do.Complete(unit="S1"))
    assert blown.legal
    assert not {"bridge", "pontoon"} & {each.kind for each in blown.position.structures.values()}


def test_a_ruin_is_no_bridge_to_blow_up():
    """BAR-7.9c"""
    made = Draft().ground("0506", terrain="river").built("x", "destroyed-bridge", "0506")
    assert breaks(made.unit("S1", "pioneers", "0506").said("S1", "place_charges", choice="bridge"), "BAR-7.9c")


def test_who_gives_the_supply_is_not_shown_if_it_is_not_the_transport_that_was_named():
    """BAR-7.14b, BAR-7.14c"""
    made = Draft().unit("S1", "infantry", "0506", ammo=2).unit("S2", "truck", "0506").unit("S3", "truck", "0505")
    for unit in ("S1", "S2"):
        assert [each.missing for each in made.said(unit, "receive_supply", target="S3").findings] == ["partner"]
    assert breaks(made.said("S3", "receive_supply", target="S1"), "BAR-7.14b")

    def opened(*units: str) -> Played:
        return made.opened(*(do.Order(unit=unit, order="receive_supply", target="S3") for unit in units))

    assert opened("S1", "S2").last.legal
    assert breaks(opened("S1").last, "BAR-7.14c")
    assert breaks(Draft().unit("S1", "infantry", "0506").unit("S3", "truck", "0505").said(
        "S1", "receive_supply", target="S3"
    ), "BAR-7.14b")  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ at a ford
def ford() -> Draft:
    """S1 and S2 beside the ford 0505; S3 and S4 farther down, beside the river and the ford."""
    made = Draft().ground("0505", terrain="ford").unit("S1", "pioneers", "0506").unit("S2", "pioneers", "0506")
    return made.unit("S3", "pioneers", "0508").unit("S4", "pioneers", "0508")


def test_a_bridge_at_a_ford_is_open():
    """BAR-7.13a, BAR-7.13b, BAR-7.13d"""
    beside = [each.rule for each in ford().said("S1", "build_pontoon", hex="0505").findings]
    assert beside == ["BAR-7.13a", "BAR-7.13b"]
    assert doubts(ford().said("S1", "build_pontoon", hex="0505"), "BAR-A130")
    within = ford().ground("0404", "0605", terrain="river").said("S1", "build_pontoon", hex="0505")
    assert [each.rule for each in within.findings] == ["BAR-7.13a"]
    assert doubts(within, "BAR-A130")


def test_a_bridge_at_a_ford_by_either_reading():
    """BAR-7.13a, BAR-7.13b"""
    for place, rule in (("0505", "BAR-7.13a"), ("0605", "BAR-7.13b")):
        made = ford().ground("0605", terrain="river" if rule == "BAR-7.13a" else "plain")
        assert breaks(made.said("S1", "build_pontoon", hex=place, rulings=("BAR-A130=river",)), rule)
    assert ford().said("S1", "build_pontoon", hex="0505", rulings=("BAR-A130=water",)).legal


def test_a_bridge_on_dry_land_or_far_from_its_builders_is_none_by_any_reading():
    """BAR-7.13a, BAR-7.13b, BAR-7.13d"""
    assert breaks(ford().said("S1", "build_pontoon", hex="0507"), "BAR-7.13a")
    assert breaks(ford().said("S3", "build_pontoon", hex="0505"), "BAR-7.13b")
    far = ford().ground("0507", terrain="river").said("S3", "build_pontoon", hex="0505")
    assert breaks(far, "BAR-7.13d")


def test_over_a_pontoon_bridge_at_a_ford_one_goes_on():
    """BAR-11.7b, BAR-12.15a, BAR-12.15c, BAR-12.15d"""
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0505", "0504"))
    made = Draft().ground("0505", terrain="ford").unit("G1", "infantry", "0506")
    made.order("G1", "cautious_move", route=("0505", "0504"))
    assert breaks(made.play(made.at("S10"), *steps).last, "BAR-12.15c")
    made.built("p", "pontoon", "0505")
    assert made.play(made.at("S10"), *steps).legal


# --------------------------------------------------------------------------------------- pioneers who care for nothing
BLAST = Roll(purpose="MINES", who="G1", dice=(6,) * 8)


def careless(order: str = "dig_in", *, by: str = "S1") -> Field:
    """G1, pioneers, in a known minefield of the enemy, with an order that has its step 9."""
    made = Field().unit("G1", "pioneers", "0506").order("G1", order, facing="N")
    return made.built("m", "minefield", "0506", variety="anti-personnel", owner="soviet", by=by)


def until(state: str) -> tuple[do.Advance, ...]:
    """The marker goes on from step 1."""
    return tuple(do.Advance(to=f"S{number}") for number in range(2, int(state[1:]) + 1))


def test_whether_mines_explode_as_soon_as_the_order_is_shown_is_open():
    """BAR-7.7c"""
    made = careless()
    early = made.play(made.at("S1"), BLAST, *until("S10"))
    assert doubts(early.rulings[0], "BAR-A44")
    assert all(ruling.legal for ruling in early.rulings[1:])
    later = made.play(made.at("S3"), BLAST)
    assert doubts(later.last, "BAR-A44")
    assert doubts(made.play(later.position, *until("S9")[2:], BLAST).last, "BAR-A44")
    assert made.play(made.at("S1"), *until("S9"), BLAST, do.Advance(to="S10")).legal
    assert breaks(made.play(made.at("S1"), *until("S10")).last, "BAR-7.7c")


def test_mines_explode_by_either_reading():
    """BAR-7.7c"""
    made, step, reveal = careless(), ("BAR-A44=step",), ("BAR-A44=reveal",)
    start = made.position("REVEAL", ready=BOTH, opened=BOTH)
    first = do.Advance(to="S1")
    assert words(played(made, start, first, BLAST, rulings=step).last) == "BAR-7.7c"
    assert made.play(start, first, *until("S9"), BLAST, do.Advance(to="S10"), rulings=step).legal
    assert made.play(start, first, BLAST, *until("S10"), rulings=reveal).legal
    assert breaks(made.play(start, first, do.Advance(to="S2"), rulings=reveal).last, "BAR-7.7c")
    assert breaks(made.play(start, first, BLAST, *until("S9"), BLAST, rulings=reveal).last, "BAR-7.6f")


def test_dice_at_the_reveal_itself():
    """BAR-7.7c"""
    made = careless()
    start = made.position("REVEAL", ready=BOTH, opened=BOTH)
    assert words(played(made, start, BLAST).last) == "BAR-7.7c?BAR-A44"
    assert words(played(made, start, BLAST, rulings=("BAR-A44=step",)).last) == "BAR-7.7c"
    assert played(made, start, BLAST, do.Advance(to="S1"), *until("S10"), rulings=("BAR-A44=reveal",)).legal
    assert words(played(made, start, BLAST, BLAST).last) == "BAR-7.7c?BAR-A44 ~marks.again"


def test_nobody_is_blown_up_who_clears_or_has_laid_the_mines():
    """BAR-7.7c, BAR-7.6f"""
    for made in (careless("clear_mines"), careless(by="G1")):
        assert breaks(made.play(made.at("S1"), BLAST).last, "BAR-7.6f")
        assert breaks(made.play(made.at("S9"), BLAST).last, "BAR-7.6f")


# ---------------------------------------------------------------------------------------------- how many hands go on
CARD = {"dig_in": {"boxes": 3, "manpower": 2}, "build_pontoon": {"boxes": 3, "manpower": 2}, "wait": {}}
WORKS = pytest.mark.parametrize(
    ("order", "rule", "where"),
    [("dig_in", "BAR-7.16c", {"facing": "N"}), ("build_pontoon", "BAR-7.13c", {"hex": "0505"})],
)
ROUND_OVER = do.Advance(to="PLANNING")


def box(value: int) -> do.Mark:
    """S1 marks a time box."""
    return do.Mark(unit="S1", what="boxes", value=value)


def left_alone(order: str, boxes: int, **where: str) -> Field:
    """S1 has begun a work for two with S2, who waits in this round; three boxes are needed."""
    given = do.Order(unit="S1", order=order, **where)
    made = Field(3).ground("0505", terrain="river")
    made.unit("S1", "pioneers", "0506", orders=CARD, running=given, boxes=boxes, order=given)
    return made.unit("S2", "pioneers", "0506", orders=CARD).order("S2", "wait")


def goes_on(made: Field, *actions: Action, rulings: tuple[str, ...] = ()) -> Played:
    """What is said of actions in step 12."""
    return made.play(made.position("S11"), do.Advance(to="S12"), *actions, rulings=rulings)


@WORKS
def test_whether_fewer_may_carry_on_a_work_is_open(order: str, rule: str, where: dict[str, str]):
    """BAR-7.13c, BAR-7.16c, BAR-5.14b"""
    made = left_alone(order, 1, **where)
    marks = goes_on(made, box(2), ROUND_OVER)
    assert doubts(marks.rulings[1], "BAR-A93")
    assert marks.rulings[1].rules == (rule,)
    assert marks.last.legal
    assert marks.position.units["S1"].boxes == 2
    assert goes_on(made, ROUND_OVER).legal
    assert breaks(goes_on(made, box(3)).last, "BAR-5.14b")


@WORKS
def test_whether_fewer_may_end_a_work_is_open(order: str, rule: str, where: dict[str, str]):
    """BAR-7.13c, BAR-7.13e, BAR-7.16c, BAR-7.16f"""
    made, done = left_alone(order, 2, **where), do.Complete(unit="S1", hex=where.get("hex", ""))
    for actions in ((box(3), done), (done, box(3))):
        played_out = goes_on(made, *actions, ROUND_OVER)
        assert doubts(played_out.rulings[1], "BAR-A93")
        assert [ruling for ruling in played_out.rulings if ruling.verdict == "illegal"] == []
        assert [each.kind for each in played_out.position.structures.values()] in (["trench"], ["pontoon"])
    assert rule in goes_on(made, *actions).rules
    assert goes_on(made, ROUND_OVER).legal
    assert goes_on(made, done).last.verdict == "undecided"
    assert breaks(goes_on(left_alone(order, 1, **where), done).last, "BAR-7.16f" if order == "dig_in" else "BAR-7.13e")


@WORKS
def test_a_work_is_carried_on_by_either_reading(order: str, rule: str, where: dict[str, str]):
    """BAR-7.13c, BAR-7.16c, BAR-7.13e, BAR-7.16f"""
    made, done = left_alone(order, 2, **where), do.Complete(unit="S1", hex=where.get("hex", ""))
    always, start = ("BAR-A93=each_round",), ("BAR-A93=start",)
    assert goes_on(made, ROUND_OVER, rulings=always).legal
    assert breaks(goes_on(made, box(3), rulings=always).last, rule)
    assert breaks(goes_on(made, box(3), done, rulings=always).last, rule)
    assert goes_on(made, box(3), done, ROUND_OVER, rulings=start).legal
    assert not goes_on(made, ROUND_OVER, rulings=start).legal


@WORKS
def test_a_work_is_begun_by_hands_enough_for_certain(order: str, rule: str, where: dict[str, str]):
    """BAR-7.13c, BAR-7.16c"""
    made = Draft(3).ground("0505", terrain="river").unit("S1", "pioneers", "0506", orders=CARD)
    made.unit("S2", "pioneers", "0506", orders=CARD)
    given = {unit: do.Order(unit=unit, order=order, **where) for unit in ("S1", "S2")}
    for rulings in ((), ("BAR-A93=start",), ("BAR-A93=each_round",)):
        assert made.opened(given["S1"], given["S2"], rulings=rulings).legal
        assert breaks(made.opened(given["S1"], do.Order(unit="S2", order="wait"), rulings=rulings).last, rule)
    alone = Field(3).ground("0505", terrain="river").unit("S1", "pioneers", "0506", orders=CARD, order=given["S1"])
    alone.unit("S2", "pioneers", "0506", orders=CARD).order("S2", "wait")
    assert breaks(goes_on(alone, box(1), rulings=("BAR-A93=start",)).last, rule)


@pytest.mark.parametrize("fate", [{"suppressed": True, "fallen": True}, {"out": True, "losses": 5}])
def test_who_lost_its_partner_in_the_round_of_the_order_was_not_too_few(fate: dict[str, Any]):
    """BAR-7.16c"""
    given = {unit: do.Order(unit=unit, order="dig_in", facing="N") for unit in ("S1", "S2")}
    made = Field(3).unit("S1", "infantry", "0506", orders=CARD, order=given["S1"])
    made.unit("S2", "infantry", "0506", orders=CARD, order=given["S2"] if "out" in fate else None, **fate)
    marks = goes_on(made, box(1), ROUND_OVER)
    assert doubts(marks.rulings[1], "BAR-A93")
    assert marks.position.units["S1"].running is not None
    assert goes_on(made, box(1), rulings=("BAR-A93=start",)).legal
    for rulings in ((), ("BAR-A93=start",), ("BAR-A93=each_round",)):
        waits = goes_on(made, ROUND_OVER, rulings=rulings).position
        again = made.play(waits.but(stack=("REVEAL",), ready=BOTH, opened=BOTH), do.Resume(unit="S1"), rulings=rulings)
        assert again.legal
    forbidden = goes_on(made, box(1), rulings=("BAR-A93=each_round",)).last.findings
    assert {each.rule: each.settled for each in forbidden}["BAR-7.16c"] == {"BAR-A93": "each_round"}
    far = made.unit("S2", "infantry", "0504", orders=CARD, order=given["S2"] if "out" in fate else None, **fate)
    assert breaks(goes_on(far, box(1)).last, "BAR-7.16c")


def test_a_work_goes_on_from_round_to_round():
    """BAR-7.16c, BAR-5.14b, BAR-7.16f"""
    given = do.Order(unit="S1", order="dig_in", facing="N")
    made = Field(3).unit("S1", "infantry", "0506", orders=CARD, running=given, boxes=1)
    made.unit("S2", "infantry", "0506", orders=CARD, suppressed=True, flagged=True)
    start = made.position("REVEAL", ready=BOTH, opened=BOTH)
    test = Roll(purpose="TEST", who="S2", dice=(6, 6))
    whole = made.play(start, do.Resume(unit="S1"), do.Advance(to="S1"), *until("S12"), test, box(2), ROUND_OVER)
    assert [ruling.verdict for ruling in whole.rulings if not ruling.legal] == ["undecided"]
    assert doubts(whole.rulings[-2], "BAR-A93")
