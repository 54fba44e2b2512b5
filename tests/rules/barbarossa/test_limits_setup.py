"""Boxes, orders that go on, the set-up, who is winning, and the assistant."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.asked import BarbarossaAssistant, odds
from rules.barbarossa.game import referee
from rules.barbarossa.orders import planning
from rules.barbarossa.setup import beginning as setup
from rules.barbarossa.state.battle import Arrival, Begin, Objective, Victory
from rules.barbarossa.state.model import READY, Position, Structure
from rules.barbarossa.turn import upkeep, victory
from rules.engine.actions import Action
from rules.engine.obligations import Due
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.barbarossa.verdicts import In, begun, played, words

says, after = In("S12").says, In("S12").after


# ----------------------------------------------------------------------------------------------------------- time boxes
@pytest.mark.parametrize(
    ("changes", "boxes"),
    [
        ({}, 1),
        ({"boxes": 1}, 2),
        ({"boxes": 2}, 2),
        ({"suppressed": True}, 0),
        ({"smoked": 2}, 0),
        ({"smoked": 1}, 1),
        ({"out": True}, 0),
    ],
)
def test_who_is_at_work_marks_a_box_each_round(changes: dict[str, Any], boxes: int) -> None:
    """BAR-5.14b, BAR-7.16f"""
    made = Draft().unit("S1", "infantry", "0505", **changes).order("S1", "dig_in", facing="N")
    found = played(made, made.position("S11"), do.Advance(to="S12")).position
    assert found.units["S1"].boxes == boxes
    assert any(due.rule == "BAR-7.16f" and isinstance(due.options[0], do.Complete) for due in found.due) is (
        changes == {"boxes": 1}
    )


@pytest.mark.parametrize(
    ("air", "at", "out", "after_"),
    [
        (1, "", False, 2),
        (3, "", False, 4),
        (4, "", False, 4),
        (0, "", False, 0),
        (2, "0505", False, 2),
        (2, "", True, 2),
    ],
)
def test_aircraft_on_their_airfields_prepare(air: int, at: str, out: bool, after_: int) -> None:
    """BAR-9.3c, BAR-9.3d"""
    made = Field().unit("S1", "stuka", at, air=air, out=out)
    assert begun(made, "S12").units["S1"].air == after_


def test_how_many_boxes_an_order_has() -> None:
    """BAR-5.14a, BAR-6.6j"""

    def boxes(kind: str, order: str) -> int:
        made = Draft().unit("S1", kind, "0505").order("S1", order)
        return upkeep.total_boxes(made.case(made.position("S12")), "S1")

    assert [
        boxes("infantry", "dig_in"),
        boxes("light", "ambush"),
        boxes("infantry", "ambush"),
        boxes("infantry", "wait"),
    ] == [2, 2, 0, 0]
    assert boxes("mg", "set_up") == 1
    assert Field().unit("S1", "mg", "0505").units["S1"].boxes == 0
    idle = Draft().unit("S1", "infantry", "0505")
    assert upkeep.total_boxes(idle.case(idle.position("S12")), "S1") == 0


@pytest.mark.parametrize(
    ("value", "air", "said"), [(1, 0, ""), (2, 1, "BAR-9.3c"), (1, 3, ""), (4, 3, "BAR-9.3c"), (3, 3, "")]
)
def test_preparation_boxes_are_marked_one_by_one(value: int, air: int, said: str) -> None:
    """BAR-9.3c"""
    made = Field().unit("S1", "stuka", air=air)
    found = words(played(made, made.position("S12"), do.Mark(unit="S1", what="air", value=value)).last).split()
    assert ("BAR-9.3c" in found) is bool(said)


# ------------------------------------------------------------------------------------------------------- planning again
@pytest.mark.parametrize(
    ("running", "order", "kept", "boxes"),
    [
        ("dig_in", "dig_in", True, 1), ("dig_in", "wait", False, 0), ("ambush", "ambush", True, 1),
        ("", "wait", False, 0),
    ],
)  # fmt: skip
def test_a_new_order_wipes_the_old_work(running: str, order: str, kept: bool, boxes: int) -> None:
    """BAR-4.2c, BAR-5.14d"""
    old = do.Order(unit="S1", order=running, facing="N") if running else None
    made = Draft().unit("S1", "infantry", "0505", running=old, boxes=1 if running else 0)
    facts = {"facing": "NE" if running == "ambush" else "N"} if order != "wait" else {}
    found = after(made, do.Order(unit="S1", order=order, by="soviet", **facts), "REVEAL", opened=BOTH).units["S1"]
    assert (found.running is not None, found.boxes) == (kept, boxes)
    assert found.order is not None
    packs = after(Draft().unit("S1", "mg", "0505"), do.Order(unit="S1", order="pack_up"), "REVEAL", opened=BOTH)
    assert not packs.units["S1"].set_up


def test_old_work_goes_on_or_is_given_up() -> None:
    """BAR-5.14a, BAR-4.2f"""
    old = do.Order(unit="S1", order="dig_in", facing="N")
    made = Draft().unit("S1", "infantry", "0505", running=old, boxes=1)
    assert after(made, do.Resume(unit="S1"), "REVEAL", opened=BOTH).units["S1"].order == old
    broken = after(made, do.BreakOff(unit="S1"), "REVEAL", opened=BOTH)
    assert (broken.units["S1"].running, broken.units["S1"].boxes, broken.fired) == (None, 0, {"S1 broke off": 1})
    bare = Draft().unit("S1", "infantry", "0505")
    for action in (do.Resume(unit="S1"), do.BreakOff(unit="S1")):
        assert says(bare, action, "REVEAL", opened=BOTH) == "BAR-5.14a"
        assert says(made, action, "REVEAL", opened=BOTH) == ""
    lapsed = Draft().unit("S1", "infantry", "0505", lapsed=old, lapsed_boxes=1)
    assert says(lapsed, do.Resume(unit="S1"), "REVEAL", opened=BOTH) == "BAR-5.14a?BAR-A72"
    back = after(lapsed, do.Resume(unit="S1"), "REVEAL", opened=BOTH).units["S1"]
    assert (back.order, back.running, back.boxes, back.lapsed) == (old, old, 1, None)

    def stays(**state: Any) -> bool:
        made = Draft().unit("S1", "infantry", "0505", running=old, **state)
        return (
            planning.still_in_its_box(made.case(made.position("REVEAL")), made.position("REVEAL")).units["S1"].order
            == old
        )

    assert stays()
    assert stays(smoked=2)
    assert not stays(flagged=True)
    assert not stays(smoked=1)


def test_orders_from_the_other_seat_are_remarked_from_any_other_not_and_none_comes_too_early() -> None:
    """BAR-4.2a"""
    made = Draft().unit("S1", "infantry", "0505")
    order = do.Order(unit="S1", order="wait")

    def said(by: str, state: str = "REVEAL") -> list[str]:
        return says(made, msgspec.structs.replace(order, by=by), state, opened=BOTH).split()

    assert said("soviet") == said("") == said("umpire") == []
    assert said("german") == ["~seat.other"]
    assert "BAR-4.2a" in said("soviet", "PLANNING")


# ----------------------------------------------------------------------------------------------------------- the set-up
def scenario(**more: Any) -> Draft:
    made = (
        Draft()
        .unit("S1", "infantry")
        .unit("S2", "mg")
        .unit("S3", "stuka")
        .unit("S4", "hq")
        .unit("S5", "at-gun")
        .unit("S6", "truck")
    )
    begins = {
        "S1": Begin("0505"), "S2": Begin("0506", "N"), "S3": Begin("0101"), "S4": Begin("0507"),
        "S5": Begin("", carrier="S6"),
        "S6": Begin("0508"),
    }  # fmt: skip
    return made.given(begins=begins, **more)


@pytest.mark.parametrize(
    ("unit", "place", "facing", "said"),
    [
        ("S1", "0505", "", ""), ("S1", "0504", "", "BAR-2.1c"), ("S1", "9999", "", "BAR-2.1c"), ("S2", "0506", "N", ""),
        ("S2", "0506", "S", "BAR-2.1c"), ("S2", "0506", "", "BAR-5.3d"), ("S3", "0101", "", "BAR-9.2a"),
        ("S4", "0507", "", ""),
        ("S5", "0508", "N", "BAR-2.1c"), ("S5", "", "N", ""), ("nobody", "0505", "", "BAR-2.1c?unit"),
        ("S4", "", "", "BAR-10.6d BAR-2.1c"),
    ],
)  # fmt: skip
def test_units_stand_where_the_scenario_says(unit: str, place: str, facing: str, said: str) -> None:
    """BAR-2.1c, BAR-5.3d, BAR-9.2a, BAR-10.6d"""
    made = scenario()
    assert says(made, do.Place(unit=unit, hex=place, facing=facing), "SETUP") == said


def test_reinforcements_are_not_placed() -> None:
    """BAR-2.1c"""
    late = Draft().unit("S1", "infantry").given(arrivals=(Arrival("a", 2, "soviet", ("S1",), frozenset({"0101"})),))
    assert says(late, do.Place(unit="S1", hex="0505"), "SETUP") == "BAR-2.1c"
    bought = Draft().unit("S1", "infantry")
    assert says(bought, do.Place(unit="S1", hex="0505"), "SETUP") == ""
    placed = after(bought, do.Place(unit="S1", hex="0505", facing="N"), "SETUP").units["S1"]
    assert (placed.hex, placed.facing) == ("0505", "N")


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("losses", 0, ""),
        ("losses", 1, "BAR-3.3b"),
        ("ammo", 6, ""),
        ("ammo", 5, "BAR-3.8a"),
        ("air", READY, ""),
        ("air", 3, "BAR-9.2b"),
    ],
)
def test_units_begin_untouched(what: Any, value: int, said: str) -> None:
    """BAR-3.3b, BAR-3.8a, BAR-9.2b"""
    made = Draft().unit("S1", "infantry", "0505")
    found = words(played(made, made.position("SETUP"), do.Mark(unit="S1", what=what, value=value)).last).split()
    assert [each for each in found if each in {"BAR-3.3b", "BAR-9.2b"} or (each == "BAR-3.8a" and what == "ammo")] == (
        [said] if said else []
    )


def choosing(**more: Any) -> Draft:
    """Two infantry and machine guns to choose from, for 30 points (17 and 17 and 13)."""
    made = Draft().unit("S1", "infantry", cost=17).unit("S2", "infantry", cost=17).unit("S3", "mg", cost=13)
    begins = {"S1": Begin("0505", choice=True), "S2": Begin("0506", choice=True), "S3": Begin("0507", "N", choice=True)}
    return made.given(begins=begins, points={"soviet": 30}, **more)


def chooses(*units: str) -> list[Action]:
    """The units are paid for, and stand where the scenario says."""
    places = {"S1": ("0505", ""), "S2": ("0506", ""), "S3": ("0507", "N")}
    acts = []
    for unit in units:
        place, facing = places[unit]
        acts += [do.Buy(by="soviet", what=unit), do.Place(by="soviet", unit=unit, hex=place, facing=facing)]
    return acts


def said_of_all(made: Draft, *acts: Action) -> list[str]:
    return [words(each) for each in played(made, made.position("SETUP"), *acts).rulings]


def test_what_a_side_chooses_is_paid_for_and_stands_where_the_scenario_says() -> None:
    """BAR-3.9b, BAR-14.1a, BAR-2.1c"""
    made = choosing()
    assert said_of_all(made, *chooses("S1", "S3"), do.Ready(by="soviet")) == [""] * 5
    assert said_of_all(made, do.Ready(by="soviet")) == [""]
    assert said_of_all(made, *chooses("S1", "S2"))[2:] == ["BAR-3.9b", "BAR-3.9b"]
    assert said_of_all(made, chooses("S3")[1]) == ["BAR-3.9b"]
    assert said_of_all(made, chooses("S3")[0], chooses("S1")[1]) == ["", "BAR-3.9b"]
    assert said_of_all(made, chooses("S1")[0], do.Place(by="soviet", unit="S1", hex="0506")) == ["", "BAR-2.1c"]
    assert said_of_all(made, *chooses("S1"), do.Place(by="soviet", unit="S1", hex="")) == ["", "", ""]
    begun = setup.begin(made.battle()).units
    assert [unit.hex for unit in begun.values()] == ["", "", ""]


def test_what_is_paid_for_units_pays_for_no_mines() -> None:
    """BAR-7.5e, BAR-3.9b"""

    def lays(**paid: int) -> str:
        made = Draft().unit("S1", "pioneers", "0505", stores={"mines": 1}).given(points={"soviet": 30})
        order = do.Order(unit="S1", order="lay_mines", choice="anti-tank", by="soviet")
        purse = {"soviet": paid.get("mines", 0) + paid.get("pieces", 0), "soviet pieces": paid.get("pieces", 0)}
        return words(played(made, made.position("REVEAL", opened=BOTH, paid=purse), order).last)

    assert "BAR-7.5e" not in lays(mines=20).split()
    assert "BAR-7.5e" in lays(pieces=30).split()
    assert "BAR-7.5e" in lays().split()
    made = choosing()
    found = played(made, made.position("SETUP"), *chooses("S3"), do.Buy(by="soviet", what="mines")).position
    mines = found.paid["soviet"] - found.paid["soviet pieces"]
    assert (found.paid["soviet pieces"], mines) == (13, setup.price(made.case(found), "mines"))


def test_how_units_begin() -> None:
    """BAR-3.3b, BAR-7.1f, BAR-10.6a, BAR-9.2b"""
    made = scenario(structures={"t": Structure("trench", "0505"), "w": Structure("wire", "0505")})
    made.facts["begins"] = {
        **made.facts["begins"], "S1": Begin("0505", states=("dug-in", "hidden"), stores={"ammo": 2, "mines": 1}),
        "S2": Begin("0506", "N", states=("packed",)),
    }  # fmt: skip
    units = setup.begin(made.battle()).units
    assert (units["S1"].ammo, units["S1"].stores["mines"], units["S1"].hidden, units["S1"].shelter) == (8, 1, True, "t")
    assert units["S1"].off_board
    assert (units["S2"].set_up, units["S2"].packed, units["S2"].facing) == (False, True, "N")
    assert (units["S3"].hex, units["S3"].air) == ("", READY)
    assert (units["S4"].hidden, units["S4"].off_board, units["S4"].hex) == (True, False, "0507")
    assert (units["S5"].carrier, units["S5"].towed, units["S5"].packed, units["S5"].off_board) == (
        "S6",
        True,
        True,
        True,
    )
    assert (units["S6"].set_up, units["S6"].packed, units["S6"].hex, units["S6"].air) == (True, False, "0508", 0)
    later = Draft().unit("S1", "mg").given(arrivals=(Arrival("a", 2, "soviet", ("S1",), frozenset()),))
    assert setup.begin(later.battle()).units["S1"].packed


@pytest.mark.parametrize(
    ("name", "place", "side", "facing", "said"),
    [
        ("wire.1", "0505", "0504", "", ""), ("wire.1", "0505", "0503", "", "BAR-11.3b"),
        ("wire.1", "0505", "", "N", "BAR-11.3b"),
        ("teeth.1", "0505", "", "", "BAR-11.4b"), ("trench.1", "0505", "", "N", ""),
        ("trench.1", "0505", "", "", "BAR-11.5b"),
        ("bunker.1", "0505", "", "", ""), ("bunker.1", "0606", "", "", "BAR-11.6c"),
        ("bunker.1", "0707", "", "", "BAR-11.6o"),
    ],
)  # fmt: skip
def test_where_structures_are_built(name: str, place: str, side: str, facing: str, said: str) -> None:
    """BAR-11.3b, BAR-11.4b, BAR-11.5b, BAR-11.6c, BAR-11.6o"""
    made = Draft().unit("S1", "infantry", "0505").ground("0606", terrain="river").given(points={"soviet": 99})
    made.built("bunker.9", "bunker", "0707", owner="german")
    built = do.Build(structure=name, hex=place, side=side, facing=facing, by="soviet")
    assert says(made, built, "SETUP", paid={"soviet": 99}) == said
    piece = after(made, built, "SETUP", paid={"soviet": 99}).structures[name]
    assert (piece.kind, piece.hex, piece.side, piece.facing, piece.owner, piece.known) == (
        name.partition(".")[0],
        place,
        side,
        facing,
        "soviet",
        True,
    )


def test_structures_are_the_scenario_s_or_paid() -> None:
    """BAR-2.1c, BAR-3.9b, BAR-11.6b"""
    free = Draft().unit("S1", "infantry", "0505")
    build = do.Build(structure="wire.1", hex="0505", side="0504", by="soviet")
    assert says(free, build, "SETUP") == "BAR-2.1c"
    assert says(free, do.Build(structure="bunker.1", hex="0505", by="soviet"), "SETUP") == "BAR-11.6b BAR-2.1c"
    known = Draft().unit("S1", "infantry", "0505").given(structures={"wire.1": Structure("wire", "0504", side="0505")})
    assert says(known, build, "SETUP") == ""
    assert says(known, msgspec.structs.replace(build, side="0604"), "SETUP") == "BAR-2.1c"
    trench = (
        Draft().unit("S1", "infantry", "0505").given(structures={"trench.1": Structure("trench", "0504", side="0505")})
    )
    turned = do.Build(structure="trench.1", hex="0505", side="0504", by="soviet")
    assert says(trench, turned, "SETUP") == "BAR-2.1c"
    for paid, said in ((6, ""), (5, "BAR-3.9b")):
        bought = Draft().unit("S1", "infantry", "0505").given(points={"soviet": 99})
        assert says(bought, build, "SETUP", paid={"soviet": paid}) == said
    second = (
        Draft()
        .unit("S1", "infantry", "0505")
        .given(points={"soviet": 99})
        .built("wire.2", "wire", "0101", owner="soviet")
    )
    second.built("wire.3", "wire", "0101", owner="german")
    for paid, said in ((12, ""), (11, "BAR-3.9b")):
        assert says(second, build, "SETUP", paid={"soviet": paid}) == said


@pytest.mark.parametrize(("what", "count", "by", "said"), [
    ("wire", 2, "soviet", ""), ("wire", 3, "soviet", "BAR-3.9b"), ("S1", 1, "soviet", "BAR-3.9b"),
    ("S2", 1, "soviet", ""), ("S2", 1, "german", "BAR-14.1a BAR-3.9b"),
    ("moon", 1, "soviet", "BAR-3.9b?price"), ("wire", 1, "umpire", "BAR-3.9b?price"),
])  # fmt: skip
def test_what_is_bought(what: str, count: int, by: str, said: str) -> None:
    """BAR-3.9b, BAR-14.1a"""
    made = Draft().unit("S1", "infantry").unit("S2", "mg").given(points={"soviet": 12})
    assert says(made, do.Buy(what=what, count=count, by=by), "SETUP") == said
    if by == "soviet" and what == "wire":
        found = after(made, do.Buy(what=what, count=count, by=by), "SETUP").paid
        assert found == {"soviet": 6 * count, "soviet pieces": 6 * count}
        assert says(made, do.Buy(what=what, count=count, by=by), "SETUP", paid={"soviet": 1}) == "BAR-3.9b"


def test_a_side_is_ready_when_all_are_there() -> None:
    """BAR-2.1c, BAR-10.6d"""
    made = scenario()

    def said(*missing: str, by: str = "soviet") -> set[str]:
        position = made.position("SETUP")
        for name, place in (("S1", "0505"), ("S2", "0506"), ("S4", "0507"), ("S6", "0508")):
            position = position if name in missing else position.unit(name, hex=place)
        return set(words(played(made, position, do.Ready(by=by)).last).split())

    assert said() == set()
    assert said("S1") == {"BAR-2.1c"}
    assert said("S4") == {"BAR-10.6d"}
    assert said("S1", by="german") == set()
    twins = Draft().unit("S1", "infantry").unit("S2", "infantry").unit("G1", "infantry")
    twins.counters["S2"] = msgspec.structs.replace(twins.counters["S2"], number=1)
    assert "BAR-3.1b" in says(twins, do.Advance(to="PLANNING"), "SETUP").split()
    twins.counters["S2"] = msgspec.structs.replace(twins.counters["S2"], number=2)
    assert "BAR-3.1b" not in says(twins, do.Advance(to="PLANNING"), "SETUP").split()


# ------------------------------------------------------------------------------------------------------- who is winning
def goals(
    kind: str = "points", needed: int = 0, otherwise: str = "soviet", losses: int = 0, **holders: str
) -> tuple[Draft, Position]:
    places = {"0505": Objective("a", "0505", 3), "0606": Objective("b", "0606", 2)}
    goal = Victory(kind, "german", otherwise, places, hold=("0505", "0606"), needed=needed, losses=losses)
    made = Draft().unit("S1", "infantry", "0101").unit("G1", "infantry", "0102").given(victory=goal)
    return made, made.position("S12", holders={name[1:]: side for name, side in holders.items()})


@pytest.mark.parametrize(
    ("facts", "winner"),
    [
        ({"h0505": "german"}, "german"), ({"h0505": "soviet"}, "soviet"), ({}, "soviet"), ({"otherwise": ""}, ""),
        ({"h0505": "german", "h0606": "soviet"}, "german"),
        ({"h0505": "german", "h0606": "soviet", "needed": 2}, "soviet"),
        ({"h0505": "german", "needed": 3}, "german"), ({"h0505": "german", "needed": 4}, "soviet"),
        ({"h0505": "soviet", "otherwise": ""}, "soviet"), ({"h0505": "soviet", "otherwise": "", "needed": 4}, ""),
        ({"kind": "hold", "h0505": "german"}, "soviet"),
        ({"kind": "hold", "h0505": "german", "h0606": "german"}, "german"),
    ],
)  # fmt: skip
def test_who_has_won(facts: dict[str, Any], winner: str) -> None:
    """BAR-2.1b"""
    made, position = goals(**facts)
    assert victory.winner(made.case(position)) == winner


@pytest.mark.parametrize(
    ("per", "out", "losses", "points"),
    [
        (10, True, 5, 1),
        (15, True, 5, 1),
        (16, True, 5, 0),
        (0, True, 5, 0),
        (10, False, 5, 0),
        (10, True, 4, 0),
        (7, True, 5, 2),
    ],
)
def test_points_for_enemies_that_are_destroyed(per: int, out: bool, losses: int, points: int) -> None:
    """BAR-2.1b"""
    made, position = goals(losses=per)
    found = victory.points(made.case(position.unit("S1", out=out, losses=losses)))
    assert found == {"german": points, "soviet": 0}


def test_a_place_is_held_by_who_was_last_alone_in_it() -> None:
    """BAR-2.1b"""

    def holder(*units: tuple[str, dict[str, Any]]) -> str:
        made = Field().unit("G9", "infantry", "0101")
        for name, state in units:
            made.unit(name, state.pop("kind", "infantry"), "0505", **state)
        return victory.alone_in(made.case(made.position("S12")), "0505")

    assert holder(("S1", {})) == "soviet"
    assert holder(("S1", {}), ("G1", {})) == ""
    assert holder(("S1", {}), ("G1", {"kind": "stuka"})) == "soviet"
    assert holder(("S1", {"off_board": True})) == ""
    assert holder(("S1", {"off_board": True, "shelter": "b"})) == "soviet"
    assert holder() == ""


# -------------------------------------------------------------------------------------------------------- the assistant
def assistant(made: Draft) -> BarbarossaAssistant:
    field = made.battle()
    return BarbarossaAssistant(field, referee(field, SWITCHES))


@pytest.mark.parametrize(
    ("dice", "face", "armour", "expected"),
    [
        (1, 3, 0, {"0": (3, 6), "1": (3, 6)}),
        (2, 1, 1, {"0": (35, 36), "1": (1, 36)}),
        (0, 3, 0, {"0": (1, 1)}),
        (1, 0, 0, {"0": (6, 6)}),
        (1, 6, 0, {"1": (6, 6)}),
    ],
)
def test_how_likely_losses_are(dice: int, face: int, armour: int, expected: dict[str, tuple[int, int]]) -> None:
    assert odds(dice, face, armour) == expected


def test_what_the_assistant_says_of_a_position() -> None:
    made = (
        Draft()
        .unit("S1", "infantry", "0505")
        .unit("S2", "infantry", "0606", suppressed=True)
        .unit("S3", "infantry", "0607", suppressed=True, out=True)
    )
    made.unit("G1", "infantry", "0503").unit("G2", "light", "0504").unit(
        "G3",
        "infantry",
        "",
    ).unit("G4", "infantry", "0504", out=True)
    made.order("S1", "open_fire", target="G1").order("S3", "wait")
    asked, position = (
        assistant(made),
        made.position("S3").owing(
            Due("a", (do.Halt(unit="S1"),), "S3"), Due("b", (do.Halt(unit="S2"),), "S3", must=False)
        ),
    )
    told = asked.situation(position)
    assert (told.turn, told.state, told.active, told.out_of_command, len(told.due)) == (2, "S3", ("S1",), ("S2",), 1)
    assert (
        asked.active(position, "S1"),
        asked.active(position.but(stack=("S4",)), "S1"),
        asked.active(position, "S2"),
    ) == (True, False, False)
    covered = position.unit("S1", order=do.Order(unit="S1"))
    assert asked.active(covered, "S1") is False
    targets = asked.targets(position, "S1")
    assert [each.piece for each in targets] == ["G1", "G2"]
    assert targets[0].against == ()
    assert [(item.key, item.value) for item in targets[0].items] == [("dice", 10), ("accuracy", 1), ("defence", 2)]
    assert targets[1].against
    line = asked.line(position, "0505", "0503")
    assert (line.clear, line.distance, line.rule) == (True, 2, "")
    reached = {each.place: len(each.path) for each in asked.reach(position, "S2")}
    assert reached["0605"] == 1
    assert max(reached.values()) == 3
    assert asked.find(position, "S1") == ("S1",)
    assert asked.find(position, "0505") == ("S1",)
    assert asked.find(position, "s2") == ("S2",)
