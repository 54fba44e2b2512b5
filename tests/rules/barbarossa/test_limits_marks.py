"""What is marked unasked or paid in advance; range, dice and accuracy."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state import harm
from rules.barbarossa.state.marks import prepayable, undue
from rules.barbarossa.state.model import READY
from rules.barbarossa.state.values import Allowed, accuracy, apart, column, firepower, melee_accuracy, place_of
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Ruling
from tests.rules.barbarossa.drafting import BOTH
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import played, words

GUN = {"set_up": {"boxes": 1}}


def soldier(**state: Any) -> Field:
    return Field().unit("S1", "infantry", "0505", **state)


# ----------------------------------------------------------------------------------------------- what is marked unasked
def said(made: Field, action: Any, state: str = "S3", **position: Any) -> str:
    """Why something is wrong that nothing made due; empty if it is not."""
    found = undue(made.case(made.position(state, **position), action=action))
    return words(Ruling((found,) if found else ()))


@pytest.mark.parametrize(
    ("what", "value", "rule"),
    [
        ("losses", 0, ""), ("losses", 1, "BAR-3.3c"), ("ammo", 6, ""), ("ammo", 5, "BAR-3.8b"), ("ammo", 7, ""),
        ("boxes", -1, "BAR-5.14b"), ("air", 1, "BAR-9.3f"), ("smoke", 1, "BAR-3.8e"), ("mines", 1, "BAR-3.8e"),
        ("defence", 2, ""), ("defence", 1, "BAR-3.5c"), ("defence", 3, "BAR-3.5c"),
        ("bravery", 8, ""), ("bravery", 10, ""), ("bravery", 7, "BAR-3.4c"), ("bravery", 9, "BAR-3.4c"),
    ],
)  # fmt: skip
def test_numbers_that_nobody_changed_stay(what: Any, value: int, rule: str) -> None:
    """BAR-3.3c, BAR-3.4c, BAR-3.5c, BAR-3.8b, BAR-3.8e, BAR-5.14b, BAR-9.3f"""
    assert said(soldier(), do.Mark(unit="S1", what=what, value=value)) == rule


def test_a_time_box_before_its_step_is_told_once() -> None:
    """BAR-5.14b"""
    made = soldier(boxes=1).order("S1", "dig_in")
    found = made.judged(made.position("S3"), do.Mark(unit="S1", what="boxes", value=2)).last.findings
    assert [each.why for each in found] == ["boxes.step"]


@pytest.mark.parametrize(("purpose", "rule"), [
    ("FIRE", "BAR-5.1a"), ("MELEE", "BAR-5.6g"), ("MINES", "BAR-7.6f"), ("SEARCH", "BAR-9.14b"), ("FUN", "BAR-5.1a"),
])  # fmt: skip
def test_dice_that_nobody_asked_for(purpose: str, rule: str) -> None:
    """BAR-5.1a, BAR-5.6g"""
    roll = Roll(purpose=purpose, who="S1", dice=(1, 1))
    assert {said(soldier(), roll, state) for state in ("S2", "S3", "S6")} == {rule}
    assert said(soldier(suppressed=True), roll, "S12") == rule
    assert said(soldier(suppressed=True, flagged=True), roll, "S12") == rule
    assert said(soldier(suppressed=True), roll, "S11") == rule
    aboard = Field().unit("S1", "infantry", carrier="S2").unit("S2", "truck", "0505")
    assert said(aboard, roll, "S10") == (f"{rule}?BAR-A88" if purpose == "MINES" else rule)


@pytest.mark.parametrize(
    ("status", "on", "state", "rule"),
    [
        ("suppressed", True, {}, "BAR-5.11a"),
        ("suppressed", False, {}, ""),
        ("suppressed", False, {"suppressed": True}, "BAR-5.11h"),
        ("suppressed", True, {"suppressed": True}, ""),
        ("suppressed", True, {"out": True}, ""),
        ("flag", True, {}, "BAR-5.11f"),
        ("flag", True, {"suppressed": True}, ""),
        ("flag", False, {"flagged": True}, ""),
        ("flag", False, {"flagged": True, "suppressed": True}, "BAR-5.11f"),
        ("ambush", True, {}, "BAR-5.12a"),
        ("ambush", False, {"hidden": True}, "BAR-5.12a"),
        ("dug-in", True, {}, "BAR-11.5e"),
        ("dug-in", False, {"shelter": "t"}, "BAR-11.5e"),
        ("bound", True, {}, "BAR-5.6h"),
        ("bound", False, {"bound": ("G1",)}, ""),
        ("set-up", False, {"orders": GUN}, "BAR-7.1d"),
        ("set-up", True, {"set_up": False, "orders": GUN}, "BAR-7.1d"),
        ("set-up", False, {}, ""),
        ("set-up", True, {"set_up": False}, ""),
        ("transported", True, {}, ""),
        ("towed", True, {}, ""),
        ("air-combat", True, {}, "BAR-9.9e"),
    ],
)
def test_boxes_that_nothing_made_due(status: Any, on: bool, state: dict[str, Any], rule: str) -> None:
    """BAR-5.11a, BAR-5.11f, BAR-5.11h, BAR-5.12a, BAR-11.5e, BAR-5.6h, BAR-7.1d, BAR-9.9e"""
    assert said(soldier(**state), do.State(unit="S1", status=status, on=on)) == rule


def test_a_box_of_melee_goes_with_enemies_in_the_hex() -> None:
    """BAR-5.6h"""
    bound = do.State(unit="S1", status="bound")
    assert said(soldier().unit("G1", "infantry", "0505"), bound) == ""
    assert said(soldier().unit("G1", "infantry", "0504"), bound) == "BAR-5.6h"
    off = do.State(unit="S1", status="bound", on=False)
    assert said(soldier(bound=("G1",)).unit("G1", "infantry", "0505"), off) == "BAR-5.6h"


@pytest.mark.parametrize("state", ["PLANNING", "REVEAL", "S1", "S3"])
def test_boxes_that_go_with_the_order(state: str) -> None:
    """BAR-6.6g, BAR-11.5g"""
    early = state in {"PLANNING", "REVEAL"}
    on, off = do.State(unit="S1", status="ambush"), do.State(unit="S1", status="ambush", on=False)
    out = do.State(unit="S1", status="dug-in", on=False)
    assert said(soldier().order("S1", "ambush"), on, state) == ""
    assert said(soldier().order("S1", ""), on, state) == "BAR-6.6g?order"
    assert said(soldier(hidden=True), off, state) == ("" if early else "BAR-5.12a")
    assert said(soldier(shelter="t"), out, state) == ("" if early else "BAR-11.5e")
    assert said(soldier(), do.State(unit="S1", status="dug-in"), state) == "BAR-11.5e"


@pytest.mark.parametrize(
    ("order", "boxes", "rule"), [("set_up", 1, ""), ("set_up", 0, "BAR-7.1d"), ("pack_up", 1, "BAR-7.1d")]
)
def test_a_weapon_is_set_up_when_its_work_is_done(order: str, boxes: int, rule: str) -> None:
    """BAR-7.1d"""
    made = Field().unit("S1", "mg", "0505", set_up=False, running=do.Order(unit="S1", order=order), boxes=boxes)
    assert said(made, do.State(unit="S1", status="set-up"), "S12") == rule
    idle = Field().unit("S1", "mg", "0505", set_up=False)
    assert said(idle, do.State(unit="S1", status="set-up"), "S12") == "BAR-7.1d"


def test_pieces_that_are_taken_off_unasked() -> None:
    """BAR-3.3d, BAR-6.4k, BAR-3.7b"""
    made = soldier().unit("S2", "infantry", "0505", out=True).built("s", "smoke", "0501").built("t", "trench", "0501")
    found = {piece: said(made, do.Out(piece=piece)) for piece in ("S1", "S2", "s", "t", "hut")}
    assert found == {"S1": "BAR-3.3d", "S2": "", "s": "BAR-6.4k", "t": "BAR-3.7b", "hut": ""}
    assert said(made, do.Mark(unit="nobody", what="ammo", value=1)) == "BAR-3.7b"
    assert said(made, do.Halt(unit="S1")) == "BAR-3.7b"


# ------------------------------------------------------------------------------------------------------ paid in advance
def ahead(order: str, state: str, kind: str = "infantry", fired: dict[str, int] | None = None, **unit: Any) -> int:
    made = Field().unit("S1", kind, "0505", **unit)
    if order:
        made.order("S1", order)
    return prepayable(made.case(made.position(state, fired=fired or {})), "S1")


@pytest.mark.parametrize(
    ("order", "points", "last"),
    [
        ("open_fire", 1, "S3"), ("suppressive_fire", 3, "S2"), ("ambush", 1, "S10"), ("assault", 1, "S6"),
        ("wait", 0, "S1"), ("march", 0, "S1"),
    ],
)  # fmt: skip
def test_what_an_order_costs_is_paid_up_to_its_step(order: str, points: int, last: str) -> None:
    """BAR-3.8b, BAR-6.1b, BAR-5.6e"""
    states = ["REVEAL", *(f"S{number}" for number in range(1, 13))]
    for state in states:
        expected = points if states.index(state) <= states.index(last) else 0
        assert ahead(order, state) == expected, state
    assert ahead(order, "PLANNING") == 0


def test_defend_is_paid_at_any_time_of_its_round() -> None:
    """BAR-6.1b"""
    assert [ahead("defend", state) for state in ("REVEAL", "S1", "S10", "S12")] == [1, 1, 1, 1]
    assert ahead("defend", "S12", fired={"S1": 1}) == 0
    assert ahead("open_fire", "S1", fired={"S1 paid": 1}) == 0
    assert ahead("suppressive_fire", "S1", fired={"S1 paid": 1}) == 2
    assert ahead("assault", "S6", fired={"S1 melee": 1}) == 0
    assert ahead("assault", "S6", fired={"S1 paid": 1}) == 0


def test_while_orders_are_written_it_may_be_any_order_of_the_card() -> None:
    """BAR-3.8b"""
    assert [ahead("", state) for state in ("PLANNING", "REVEAL", "S1")] == [3, 3, 0]
    assert ahead("", "PLANNING", orders={"open_fire": {}, "wait": {}}) == 1
    assert ahead("", "PLANNING", orders={"wait": {}}) == 0
    assert ahead("", "PLANNING", fired={"S1 paid": 1}) == 2
    made = soldier(bound=("G1",))
    case = made.case(made.position("PLANNING"))
    assert [prepayable(case, "S1", order) for order in ("wait", "assault", "suppressive_fire", "none")] == [1, 1, 3, 1]
    free = soldier().case(soldier().position("PLANNING"))
    assert [prepayable(free, "S1", order) for order in ("wait", "assault", "none")] == [0, 1, 0]


def test_in_a_melee_everybody_pays_one_point() -> None:
    """BAR-5.6e"""
    made = soldier().unit("G1", "infantry", "0505")

    def points(state: str, **position: Any) -> int:
        return prepayable(made.case(made.position(state, **position)), "S1")

    assert [points("S6"), points("S7"), points("S5")] == [1, 0, 0]
    assert points("S6", fired={"S1 paid": 1}) == 0
    assert points("S6", fired={"S1 melee": 1}) == 0
    alone = soldier().unit("G1", "infantry", "0504")
    assert prepayable(alone.case(alone.position("S6")), "S1") == 0


def test_points_that_are_paid_early_are_noted_and_come_back_if_the_order_is_cancelled() -> None:
    """BAR-3.8b"""
    made = soldier().unit("G1", "infantry", "0504").order("S1", "suppressive_fire", target="G1")
    one = played(made, made.position("S1"), do.Mark(unit="S1", what="ammo", value=5))
    assert (one.legal, one.position.fired, one.position.units["S1"].ammo) == (True, {"S1 paid": 1}, 5)
    three = played(made, one.position, do.Mark(unit="S1", what="ammo", value=3))
    assert (three.legal, three.position.fired) == (True, {"S1 paid": 3})
    assert not played(made, three.position, do.Mark(unit="S1", what="ammo", value=2)).legal
    cancelled = three.position.unit("S1", order=None)
    back = played(made, cancelled, do.Mark(unit="S1", what="ammo", value=6))
    assert (back.legal, back.position.fired["S1 paid"], back.position.units["S1"].ammo) == (True, 0, 6)
    assert played(made, cancelled, do.Mark(unit="S1", what="ammo", value=4)).legal
    fired = cancelled.but(fired={**cancelled.fired, "S1": 1})
    assert not played(made, fired, do.Mark(unit="S1", what="ammo", value=6)).legal


@pytest.mark.parametrize(
    ("value", "air", "at", "order", "state", "rule"),
    [
        (0, READY, "", "air_strike", "S5", ""),
        (3, READY, "", "recon", "REVEAL", ""),
        (0, READY, "", "air_strike", "S6", "BAR-9.3f"),
        (0, READY, "", "air_strike", "PLANNING", "BAR-9.3f"),
        (0, READY, "", "wait", "S5", "BAR-9.3f"),
        (0, READY, "0505", "air_strike", "S5", "BAR-9.3f"),
        (0, 3, "", "air_strike", "S5", "BAR-9.3f"),
        (-1, READY, "", "air_strike", "S5", "BAR-9.3f"),
        (5, READY, "", "air_strike", "S5", "BAR-9.3f"),
    ],
)
def test_the_boxes_of_an_aircraft_are_wiped_as_it_takes_off(
    *, value: int, air: int, at: str, order: str, state: str, rule: str
) -> None:
    """BAR-9.3f"""
    made = Field().unit("S1", "stuka", at, air=air).order("S1", order, hex="0505")
    wipes = do.Mark(unit="S1", what="air", value=value)
    assert said(made, wipes, state) == rule
    if not rule:
        came = played(made, made.position(state, opened=BOTH), wipes)
        assert came.position.units["S1"].air == air


@pytest.mark.parametrize(("state", "value", "rule"), [
    ("PLANNING", 0, ""), ("REVEAL", 1, ""), ("S12", 3, "BAR-5.14b"), ("REVEAL", -1, "BAR-5.14b"),
    ("S1", 0, "BAR-5.14b"),
])  # fmt: skip
def test_boxes_of_old_work_are_wiped_as_orders_are_given(state: str, value: int, rule: str) -> None:
    """BAR-5.14d"""
    made = soldier(boxes=2, running=do.Order(unit="S1", order="dig_in"))
    assert said(made, do.Mark(unit="S1", what="boxes", value=value), state) == rule


@pytest.mark.parametrize(
    ("what", "value", "order", "used", "rule"),
    [
        ("mines", 0, "lay_mines", (), ""),
        ("mines", 0, "place_charges", (), "BAR-3.8e"),
        ("charges", 0, "place_charges", (), ""),
        ("mines", 0, "wait", ("mines",), ""),
        ("mines", 0, "wait", ("charges",), "BAR-3.8e"),
        ("mines", -1, "lay_mines", (), "BAR-3.8e"),
        ("mines", 2, "lay_mines", (), "BAR-3.8e"),
        ("mines", 0, "", (), ""),
    ],
)
def test_stocks_are_struck_off_by_who_uses_them(
    what: Any, value: int, order: str, used: tuple[str, ...], rule: str
) -> None:
    """BAR-3.8e"""
    for field in ("order", "running"):
        given = do.Order(unit="S1", order=order)
        made = Field().unit("S1", "pioneers", "0505", used=frozenset(used), **{field: given})
        assert said(made, do.Mark(unit="S1", what=what, value=value)) == rule


@pytest.mark.parametrize(
    ("what", "value", "rule"),
    [("losses", -1, "BAR-3.3a"), ("losses", 6, "BAR-3.3a"), ("ammo", -1, "BAR-3.8a"), ("ammo", 7, "BAR-3.8a"),
    ("ammo", 6, ""),
     ("losses", 0, "")],
)  # fmt: skip
def test_a_card_has_no_more_than_is_printed(what: Any, value: int, rule: str) -> None:
    """BAR-3.3a, BAR-3.8a"""
    made = soldier()
    rules = played(made, made.position("S3"), do.Mark(unit="S1", what=what, value=value)).rules
    assert (rule in rules) is bool(rule)
    assert (not rules) is (not rule)


# ------------------------------------------------------------------------------------------------------- range and dice
def reach(made: Field, goal: str, start: str = "0505", unit: str = "S1") -> tuple[Any, ...] | None:
    found = accuracy(made.case(made.position("S3")), unit, start, goal)
    return None if found is None else (found.ours, found.also, found.doubtful)


@pytest.mark.parametrize(("goal", "expected"), [("0505", 3), ("0504", 2), ("0503", 1), ("0502", None)])
def test_the_accuracy_of_a_distance(goal: str, expected: int | None) -> None:
    """BAR-3.12a, BAR-3.12c"""
    assert reach(soldier(), goal) == (None if expected is None else (expected, (), ()))


@pytest.mark.parametrize(
    ("low", "distance", "expected"),
    [
        (0, 0, (4, (), ())),
        (0, 1, (3, (), ((4, "BAR-A09"),))),
        (0, 2, (3, (), ())),
        (0, 3, (2, (), ())),
        (0, 4, (1, (), ())),
        (0, 5, None),
        (1, 1, (3, (), ())),
        (1, 2, (2, (), ((3, "BAR-A09"),))),
        (1, 3, (1, (), ((2, "BAR-A09"),))),
        (1, 4, (1, (), ((1, "BAR-A09"),))),
        (1, 5, None),
        (2, 4, None),
        (2, 2, (2, (), ((3, "BAR-A09"),))),
    ],
)
def test_from_a_hill_one_shoots_farther(low: int, distance: int, expected: Any) -> None:
    """BAR-12.14c, BAR-12.14d"""
    places = ("0506", "0505", "0504", "0503", "0502", "0501")
    made = Field().unit("S1", "infantry", "0506", accuracy=[4, 3, 2, 1])
    made.ground(*places[1:], level=low).ground("0506", level=2)
    assert reach(made, places[distance], "0506") == expected


def test_dice_fall_with_the_losses_and_not_below_none() -> None:
    """BAR-3.11b, BAR-3.11c"""
    assert [column((5, 4, 3), losses) for losses in range(5)] == [5, 4, 3, 3, 3]
    assert column((), 0) == 0


def dice(kind: Any, target: str = "infantry", shooter: str = "infantry", *, now: int = 0, then: int = 0,
         state: str = "S3", passed: bool = False, beside: bool = False, rulings: tuple[str, ...] = (),
         **unit: Any) -> Allowed:  # fmt: skip
    made = Field().unit("S1", shooter, "0505", losses=now, **unit)
    position = made.position(state).but(before_step={"S1": then})
    return firepower(made.case(position, rulings=rulings), "S1", target, kind, beside=beside, passed=passed)


@pytest.mark.parametrize(
    ("kind", "shooter", "then", "expected"),
    [
        ("fire", "infantry", 0, Allowed(10)),
        ("fire", "infantry", 1, Allowed(8)),
        ("fire", "infantry", 9, Allowed(2)),
        ("suppress", "infantry", 0, Allowed(15)),
        ("suppress", "light", 0, Allowed(9)),
        ("suppress", "mg", 1, Allowed(8, also=(7,))),
        ("ambush", "infantry", 0, Allowed(11)),
        ("defend", "infantry", 0, Allowed(10)),
        ("move", "light", 0, Allowed(4)),
        ("move", "light", 2, Allowed(0)),
        ("indirect", "howitzer", 0, Allowed(6)),
        ("bombard", "howitzer", 0, Allowed(9)),
    ],
)
def test_how_many_dice_a_shot_has(kind: str, shooter: str, then: int, expected: Allowed) -> None:
    """BAR-3.11a, BAR-5.13d, BAR-6.2e, BAR-8.7f, BAR-10.3b"""
    assert dice(kind, shooter=shooter, then=then, now=then) == expected


def test_dice_in_movement_count_losses_of_the_same_pulse_or_not() -> None:
    """BAR-4.3e"""
    assert dice("defend", now=2, then=0) == Allowed(10)
    assert dice("defend", now=2, then=0, state="S10") == Allowed(10, also=(6,))
    assert dice("defend", now=2, then=2, state="S10") == Allowed(6)
    assert dice("defend", now=2, then=0, state="S10", passed=True) == Allowed(10, also=(10, 8, 6))
    assert dice("defend", now=2, then=2, state="S10", passed=True) == Allowed(6, also=(10, 8, 6))


def test_dice_of_area_fire_and_of_shots_back() -> None:
    """BAR-10.4c, BAR-9.11d"""
    assert dice("bombard", shooter="rockets", beside=True) == Allowed(4)
    assert dice("bombard", shooter="rockets", beside=True, then=1) == Allowed(2)
    assert dice("bombard", "light_tank", shooter="rockets", beside=True) == Allowed(0)
    assert dice("fire", "light_tank", shooter="rockets") == Allowed(0)
    assert dice("react", "aircraft") == Allowed(5)
    assert dice("react", "aircraft", shooter="flak") == Allowed(2, doubtful=((6, "BAR-A110"),))
    for reading, ours, other in (("melee", 2, 6), ("table", 6, 2)):
        settled = Allowed(ours, settled=((other, "BAR-A110"),))
        assert dice("react", "aircraft", shooter="flak", rulings=(f"BAR-A110={reading}",)) == settled
    assert dice("react", "aircraft", then=2) == Allowed(3)


@pytest.mark.parametrize(
    ("kind", "weak", "land", "expected"),
    [
        ("infantry", False, "plain", Allowed(3)),
        ("infantry", True, "plain", Allowed(1)),
        ("infantry", False, "town", Allowed(4)),
        ("infantry", True, "town", Allowed(2, also=(1,))),
        ("light", False, "town", Allowed(2)),
        ("infantry", False, "forest", Allowed(3)),
    ],
)
def test_how_well_a_unit_strikes_vehicles(kind: str, weak: bool, land: str, expected: Allowed) -> None:
    """BAR-3.12b, BAR-5.11e, BAR-12.9e"""
    made = Field().unit("S1", kind, "0505", suppressed=weak).unit("G1", "truck", "0505").ground("0505", terrain=land)
    assert melee_accuracy(made.case(made.position("S6")), "S1", "G1") == expected


def test_where_a_unit_is_that_others_carry() -> None:
    """BAR-10.7a"""
    made = Field().unit("S1", "infantry", carrier="S2").unit("S2", "truck", carrier="S3").unit("S3", "airlift", "0505")
    made.unit("S4", "infantry", carrier="nobody").unit("S5", "infantry", carrier="S6").unit("S6", "truck", carrier="S5")
    case = made.case(made.position())
    assert [place_of(case, name) for name in ("S1", "S2", "S3", "S4", "S5")] == ["0505", "0505", "0505", "", ""]
    assert (apart(case, "0505", "0503"), apart(case, "0601", "0600"), apart(case, "0505", "nowhere")) == (2, 1, 99)


@pytest.mark.parametrize(
    ("hits", "also", "marked", "out", "may"),
    [
        (7, (6,), 4, False, 0),
        (7, (6,), 5, False, 1),
        (6, (7,), 5, False, 1),
        (6, (7,), 4, False, 1),
        (6, (5,), 3, False, 0),
    ],
)
def test_by_which_number_a_unit_is_destroyed_its_players_say(
    *, hits: int, also: tuple[int, ...], marked: int, out: bool, may: int
) -> None:
    """BAR-3.3d, BAR-3.3c"""
    made = Field().unit("S1", "infantry", "0505", defence=2, size=5)
    start = made.position("S3")
    struck = harm.hit(made.case(start), start, "S1", hits, "fire", also=also)
    came = played(made, struck, do.Mark(unit="S1", what="losses", value=marked))
    assert came.legal
    unit = came.position.units["S1"]
    assert (unit.losses, unit.out) == (marked, out)
    assert sum(do.Out(piece="S1") in due.options for due in came.due) >= may


def test_a_unit_that_was_destroyed_by_our_reading_lives_by_an_accepted_one() -> None:
    """BAR-3.3d"""
    made = Field().unit("S1", "infantry", "0505", out=True, losses=5)
    off = Due("BAR-3.3d", (do.Out(piece="S1"),), "S3")
    start = made.position("S3").owing(off).but(marked={"S1 losses": 0}, accepted={"S1 losses": (4,)})
    lives = played(made, start, do.Mark(unit="S1", what="losses", value=4)).position
    assert (lives.units["S1"].losses, lives.units["S1"].out) == (4, False)
    assert off not in lives.due
    dies = played(made, start, do.Mark(unit="S1", what="losses", value=5)).position
    assert dies.units["S1"].out
    hurt = Field().unit("S1", "infantry", "0505", losses=2)
    well = hurt.position("S3").but(marked={"S1 losses": 0}, accepted={"S1 losses": (1,)}).owing(off)
    kept = played(hurt, well, do.Mark(unit="S1", what="losses", value=1)).position
    assert (kept.units["S1"].losses, kept.units["S1"].out, off in kept.due) == (1, False, True)
