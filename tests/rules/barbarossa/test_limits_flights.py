"""Flights and flak: for each rule the cases on both sides of its limit, and what becomes due."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.air import flight
from rules.barbarossa.state.model import READY, Shot
from rules.engine.obligations import Due
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.hangar import NORTH, plane
from tests.rules.barbarossa.verdicts import In, begun, played

says, did = In("S5").says, In("S5").after


UP = do.TakeOff(unit="G1", hex=NORTH)


# -------------------------------------------------------------------------------------------------------------- whither
@pytest.mark.parametrize(
    ("order", "fields", "expected"),
    [
        ("air_strike", {"hex": "0604"}, "0604"),
        ("", {}, ""),
        ("intercept", {"target": "S1"}, "0303"),
        ("intercept", {"target": "nobody"}, ""),
        ("escort", {"target": "G2"}, "0707"),
        ("escort", {"target": "nobody"}, ""),
        ("escort", {"target": "G3"}, "0707"),
        ("escort", {"target": "G1"}, ""),
    ],
)
def test_where_a_mission_leads(order: str, fields: dict[str, str], expected: str) -> None:
    """BAR-9.5b, BAR-9.19c"""
    made = Field().unit("G1", "fighter", "0505", air=0).order("G1", order, **fields)
    made.unit("S1", "stuka", "0303", air=0).unit("G2", "stuka", "0505", air=0).order("G2", "air_strike", hex="0707")
    made.unit("G3", "fighter", "0505", air=0).order("G3", "escort", target="G2")
    assert flight.goal(made.case(made.position("S5")), "G1") == expected


def test_a_chain_of_escorts_flies_behind_one() -> None:
    """BAR-9.19c"""
    made = Field().unit("G1", "fighter", "0505").unit("G2", "fighter", "0505").unit("G3", "stuka", "0505")
    made.order("G1", "escort", target="G2").order("G2", "escort", target="G3").order("G3", "air_strike", hex="0707")
    made.unit("G4", "fighter", "0505", running=do.Order(unit="G4", order="escort", target="G1")).order("G4", "wait")
    made.unit("G5", "fighter", "0505").unit("G6", "fighter", "0505").order("G5", "escort", target="G6")
    made.order("G6", "escort", target="G5")
    case = made.case(made.position("S5"))
    assert [flight.led_by(case, name) for name in ("G1", "G2", "G3", "G4", "G5")] == ["G3", "G3", "G3", "G3", ""]


def test_the_path_begins_where_the_aircraft_came_in() -> None:
    """BAR-9.5b"""
    made = plane(at="0602")

    def path(**position: Any) -> tuple[tuple[str, ...], ...]:
        return flight.path(made.case(made.position("S5", **position)), "G1")

    assert path() == ()
    assert path(stepped={"G1": (NORTH, "0601", "0602")}) == (("0601",), ("0602",), ("0603",), ("0604",))
    assert path(stepped={"G1": ("0604",)}) == ()
    assert path(stepped={"G1": ("nowhere",)}) == ()
    hunter = plane("intercept", "fighter", "0602", target="S1").unit("S1", "stuka", "0604", air=0)
    found = flight.path(hunter.case(hunter.position("S5", stepped={"G1": (NORTH, "0602")})), "G1")
    assert found == (("0603",), ("0604",))


# ------------------------------------------------------------------------------------------------------------- take-off
def test_who_takes_off_when() -> None:
    """BAR-4.4f, BAR-9.4a, BAR-9.4b, BAR-10.10a"""
    assert says(plane(), UP) == ""
    assert says(plane(), UP, "S4") == "BAR-4.4f"
    assert says(plane("wait"), UP) == "BAR-9.4a"
    assert "BAR-9.4a" not in says(plane(""), UP, "S6")
    assert says(plane(air=READY - 1), UP) == "BAR-9.4b"
    assert says(plane(at="0505", air=READY), UP) == "BAR-9.4b"
    assert says(plane(staff=""), UP) == "BAR-10.10a"
    down = plane(staff="").unit("G9", "hq", "0109", suppressed=True)
    assert says(down, UP) == "BAR-10.10b?BAR-A28"
    assert says(down.unit("G8", "hq", "0209"), UP) == ""
    rides = plane(staff="").unit("G9", "hq", carrier="G8").unit("G8", "truck", "0109")
    assert says(rides, UP) == "BAR-10.10a?BAR-A129"


@pytest.mark.parametrize(
    ("entry", "place", "rule"),
    [(NORTH, NORTH, ""), ("", "0800", ""), (NORTH, "0800", "BAR-9.4c"), (NORTH, "0601", "BAR-9.4c"),
    ("", "0601", "BAR-9.4c"),
     (NORTH, "", "")],
)  # fmt: skip
def test_where_an_aircraft_comes_in(entry: str, place: str, rule: str) -> None:
    """BAR-9.4c"""
    assert says(plane(entry=entry), do.TakeOff(unit="G1", hex=place)) == rule


def test_an_escort_comes_in_where_its_charge_does() -> None:
    """BAR-9.19c, BAR-9.4c"""
    made = (
        plane("escort", "fighter", target="G2").unit("G2", "stuka", air=READY).order("G2", "air_strike", entry="0800")
    )
    case = made.case(made.position("S5"))
    assert flight.entry_of(case, "G1") == "0800"
    led = made.case(made.position("S5", stepped={"G2": ("0400", "0401")}))
    assert flight.entry_of(led, "G1") == "0400"
    itself = plane("escort", "fighter", target="G1")
    assert flight.entry_of(itself.case(itself.position("S5")), "G1") == ""
    nobody = plane("escort", "fighter", target="nobody")
    assert flight.entry_of(nobody.case(nobody.position("S5")), "G1") == NORTH
    assert flight.entry_of(plane("").case(plane("").position("S5")), "G1") == ""


def test_who_takes_off_is_over_its_half_hex_with_its_cargo() -> None:
    """BAR-9.4b, BAR-9.18c"""
    up = did(plane(), UP)
    assert (up.units["G1"].hex, up.units["G1"].air, up.stepped["G1"]) == (NORTH, 0, (NORTH,))
    assert up.marked == {"G1 air": READY}
    assert did(plane("drop_supply", "airlift", number=7), UP).units["G1"].stores["cargo"] == 7
    assert did(plane("recon", "airlift", number=2), UP).units["G1"].stores["cargo"] == 0
    loaded = plane("drop_supply", "airlift", number=7).unit("G1", "airlift", air=READY, stores={"cargo": 3})
    assert (
        did(loaded.order("G1", "drop_supply", hex="0604", entry=NORTH, number=7), UP).units["G1"].stores["cargo"] == 3
    )


# ------------------------------------------------------------------------------------------------------------- the path
def fly(place: str, unit: str = "G1") -> do.Fly:
    return do.Fly(unit=unit, hex=place)


@pytest.mark.parametrize(
    ("trail", "place", "rule"),
    [
        ((NORTH,), "0601", ""),
        ((NORTH,), "0604", ""),
        ((NORTH,), "0605", "BAR-9.5b"),
        ((NORTH,), "0501", "BAR-9.5b"),
        ((NORTH, "0602"), "0603", ""),
        ((NORTH, "0602"), "0601", "BAR-9.6a"),
        ((NORTH, "0602"), "0602", "BAR-9.6a"),
        ((NORTH, "0501"), "0602", ""),
    ],
)
def test_an_aircraft_flies_straight_on(trail: tuple[str, ...], place: str, rule: str) -> None:
    """BAR-9.5b, BAR-9.6a"""
    made = plane(at=trail[-1])
    assert says(made, fly(place), stepped={"G1": trail}) == rule


def test_when_and_who_flies() -> None:
    """BAR-4.4f, BAR-9.5b"""
    made = plane(at=NORTH)
    on = {"G1": (NORTH,)}
    assert says(made, fly("0601"), "S6", stepped=on) == "BAR-4.4f"
    assert "BAR-4.4f" in says(made, fly("0601"))
    assert says(plane("", at=NORTH), fly("0601"), stepped=on) == ""
    covered = Field().unit("G1", "stuka", NORTH, air=0).order("G1")
    assert says(covered, fly("0601"), stepped=on).startswith("BAR-9.5b?order")
    hunter = plane("intercept", "fighter", NORTH, target="S1").unit("S1", "stuka", "", air=READY)
    assert says(hunter, fly("0601"), stepped=on) == "", "it may still take off"
    grounded = plane("intercept", "fighter", NORTH, target="S1").unit("S1", "stuka", "", air=READY - 1)
    assert says(grounded, fly("0601"), stepped=on) == "BAR-9.5b"
    met = plane("intercept", "fighter", NORTH, target="S1").unit("S1", "stuka", NORTH, air=0)
    assert says(met, fly("0601"), stepped=on) == "BAR-9.5b"


@pytest.mark.parametrize(
    ("led", "at", "place", "rule"),
    [
        ((NORTH, "0601", "0602"), NORTH, "0601", ""),
        ((NORTH, "0601", "0602"), NORTH, "0602", ""),
        ((NORTH, "0601", "0602"), "0601", "0602", ""),
        ((NORTH, "0601", "0602"), "0602", "0601", "BAR-9.19c"),
        ((NORTH, "0601", "0602"), "0601", "0603", ""),
        ((NORTH, "0601", "0602"), "0801", "0601", ""),
        ((), NORTH, "0601", ""),
    ],
)
def test_escorts_fly_through_the_hexes_of_their_charge(led: tuple[str, ...], at: str, place: str, rule: str) -> None:
    """BAR-9.19c"""
    made = (
        plane("escort", "fighter", at, target="G2")
        .unit("G2", "stuka", "0602", air=0)
        .order("G2", "air_strike", hex="0604")
    )
    stepped = {"G1": (NORTH, at), **({"G2": led} if led else {})}
    assert says(made, fly(place), stepped=stepped) == rule
    landed = plane("escort", "fighter", at, target="G2").unit("G2", "stuka", "", air=READY)
    if not led:
        assert says(landed, fly(place), stepped=stepped) == "BAR-9.19c"


# ----------------------------------------------------------------------------------------------------------------- flak
def guarded(at: str = "0602", *, order: str = "defend", number: int | None = 2, kind: str = "flak", name: str = "S1",
            goal: str = "0604", **state: Any) -> Field:  # fmt: skip
    made = plane(at=NORTH, goal=goal).unit(name, kind, at, **state)
    return made.order(name, order, facing="N", number=number) if order else made


SHOT = do.Fire(unit="S1", target="G1", kind="flak")


def shots(
    made: Field, place: str, stepped: tuple[str, ...] = (NORTH,), at: str = "", **position: Any
) -> list[tuple[str, bool]]:
    """The shots that are due after the aircraft has flown on: the rule, and whether they must be fired."""
    start = made.position("S5", stepped={"G1": stepped}, **position)
    start = start.unit("G1", hex=at or stepped[-1])
    known = len(start.due)
    found = played(made, start, fly(place)).position
    return [(due.rule, due.must) for due in found.due[known:] if SHOT in due.options]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [("BAR-9.6b", True)]),
        ({"number": None}, [("BAR-9.6b", True)]),
        ({"number": 0}, [("BAR-9.6b", False)]),
        ({"order": "wait"}, []),
        ({"suppressed": True}, []),
        ({"ammo": 0}, []),
        ({"ammo": 1}, [("BAR-9.6b", True)]),
        ({"smoked": 2}, []),
        ({"smoked": 1}, [("BAR-9.6b", True)]),
        ({"out": True}, []),
        ({"at": ""}, []),
        ({"kind": "infantry"}, []),
        ({"name": "G2"}, []),
        ({"targets": {"infantry": [6, 3]}}, []),
    ],
)
def test_which_flak_has_to_fire(changes: dict[str, Any], expected: list[tuple[str, bool]]) -> None:
    """BAR-9.6b"""
    assert shots(guarded(**changes), "0601") == expected


@pytest.mark.parametrize(
    ("at", "place", "expected"),
    [("0604", "0601", False), ("0604", "0602", True), ("0605", "0602", False), ("0605", "0603", True),
    ("0802", "0601", True)],
)  # fmt: skip
def test_flak_fires_when_the_path_comes_into_its_range(at: str, place: str, expected: bool) -> None:
    """BAR-9.6b, BAR-9.6c"""
    made = guarded(at, goal="0609")
    assert shots(made, place) == ([("BAR-9.6b", True)] if expected else [])
    assert shots(made, "0609") == [("BAR-9.6b", True)]
    assert shots(guarded("0902", goal="0609"), "0609") == []


def test_flak_fires_once_as_it_comes_into_range() -> None:
    """BAR-9.6c"""
    made = guarded()
    assert shots(made, "0603", (NORTH, "0601", "0602")) == []
    fired = (Shot("S1", "G1", "flak", step="S5"),)
    assert shots(made, "0601", shots=fired) == []
    others = (
        Shot("S1", "G2", "flak", step="S5"),
        Shot("S2", "G1", "flak", step="S5"),
        Shot("S1", "G1", "react", step="S5"),
    )
    assert shots(made, "0601", shots=others) == [("BAR-9.6b", True)]
    assert shots(made, "0601", due=(Due("BAR-9.6b", (SHOT,), "S5"),)) == []


@pytest.mark.parametrize(("at", "goal", "place", "twice"), [
    ("0604", "0604", "0604", True), ("0604", "0604", "0603", False), ("0603", "0604", "0604", False),
    ("0604", "0609", "0609", False),
])  # fmt: skip
def test_flak_of_the_target_hex_may_fire_twice(at: str, goal: str, place: str, twice: bool) -> None:
    """BAR-9.6d"""
    found = shots(guarded(at, goal=goal), place)
    assert ("BAR-9.6d", False) in found if twice else ("BAR-9.6d", False) not in found


@pytest.mark.parametrize(
    ("place", "fired", "target", "kind", "rule"),
    [
        ("0604", 0, "G1", "flak", ""),
        ("0604", 1, "G1", "flak", ""),
        ("0604", 2, "G1", "flak", "BAR-9.6d"),
        ("0603", 0, "G1", "flak", ""),
        ("0603", 1, "G1", "flak", "BAR-9.6c"),
        ("0604", 0, "G2", "flak", "BAR-9.6b"),
        ("0604", 0, "G1", "infantry", "BAR-9.6b"),
    ],
)
def test_how_often_flak_fires_at_whom(place: str, fired: int, target: str, kind: str, rule: str) -> None:
    """BAR-9.6b, BAR-9.6c, BAR-9.6d"""
    made = (
        plane(at="0604")
        .unit("S1", kind, place)
        .order("S1", "defend", facing="N", number=2)
        .unit("G2", "infantry", "0604")
    )
    done = tuple(Shot("S1", target, "flak", "0604", rolled=(6,), step="S5") for _ in range(fired))
    found = says(made, do.Fire(unit="S1", target=target, kind="flak"), shots=done, stepped={"G1": (NORTH, "0604")})
    flak_rules = {each for each in found.split() if each.startswith("BAR-9.6") and "?" not in each}
    assert flak_rules == ({rule} if rule else set())


# -------------------------------------------------------------------------------------------------------------- patrols
@pytest.mark.parametrize(
    ("watch", "stepped", "place", "met"),
    [
        ({}, (NORTH,), "0603", True),
        ({}, (NORTH,), "0601", False),
        ({}, (NORTH,), "0602", False),
        ({"number": 2}, (NORTH,), "0602", True),
        ({"number": None}, (NORTH,), "0603", False),
        ({"number": None}, (NORTH,), "0604", True),
        ({}, (NORTH, "0603"), "0604", False),
        ({"order": "recon"}, (NORTH,), "0603", False),
        ({"at": "0605"}, (NORTH,), "0603", False),
        ({"out": True}, (NORTH,), "0603", False),
        ({"name": "G2"}, (NORTH,), "0603", False),
    ],
)
def test_a_patrol_meets_who_comes_in(watch: dict[str, Any], stepped: tuple[str, ...], place: str, met: bool) -> None:
    """BAR-9.17i"""
    facts = {"at": "0604", "order": "air_patrol", "number": 1, "name": "S1", "out": False, **watch}
    made = plane(at=stepped[-1], goal="0609")
    made.unit(facts["name"], "fighter", facts["at"], air=0, out=facts["out"])
    made.order(facts["name"], facts["order"], hex="0604", number=facts["number"])
    found = played(made, made.position("S5", stepped={"G1": stepped}), fly(place)).position
    assert any(due.rule == "BAR-9.17i" for due in found.due) is met
    running = plane(at=stepped[-1], goal="0609")
    order = do.Order(unit=facts["name"], order=facts["order"], hex="0604", number=facts["number"])
    running.unit(facts["name"], "fighter", facts["at"], air=0, out=facts["out"], running=order)
    again = played(running, running.position("S5", stepped={"G1": stepped}), fly(place)).position
    assert any(due.rule == "BAR-9.17i" for due in again.due) is met


# ----------------------------------------------------------------------------------------------------------- going home
@pytest.mark.parametrize(
    ("order", "flown", "rounds", "expected"),
    [
        ("recon", 0, 2, True), ("recon", 1, 2, True), ("recon", 2, 2, False), ("recon", 2, None, True),
        ("recon", 3, None, False), ("recon", 3, 9, False), ("air_strike", 0, None, False), ("air_patrol", 0, 1, True),
        ("air_patrol", 1, 1, False), ("drop_supply", 0, None, False),
    ],
)  # fmt: skip
def test_how_long_a_mission_lasts(order: str, flown: int, rounds: int | None, expected: bool) -> None:
    """BAR-9.13f, BAR-9.17h, BAR-9.7b"""
    running = do.Order(unit="G1", order=order, hex="0604", rounds=rounds)
    made = Field().unit("G1", "fighter", "0604", air=0, flown=flown, running=running)
    assert flight.stays(made.case(made.position("S5")), "G1") is expected


def test_escorts_and_interceptors_stay_with_the_other() -> None:
    """BAR-9.19h, BAR-9.12d"""

    def stays(order: str, target: str, at: str = "0604", **other: Any) -> bool:
        running = do.Order(unit="G1", order=order, target=target)
        made = Field().unit("G1", "fighter", "0604", air=0, running=running).unit("S1", "stuka", at, air=0, **other)
        made.unit("G2", "recon", at, air=0, running=do.Order(unit="G2", order="recon", hex="0604", rounds=2), **other)
        made.unit("G3", "stuka", "0604", air=0, running=do.Order(unit="G3", order="air_strike", hex="0604"))
        return flight.stays(made.case(made.position("S5")), "G1")

    assert stays("intercept", "S1")
    assert not stays("intercept", "S1", at="")
    assert not stays("intercept", "S1", out=True)
    assert not stays("intercept", "nobody")
    assert stays("escort", "G2")
    assert not stays("escort", "G2", at="")
    assert not stays("escort", "G3")
    assert not stays("escort", "G1")


def test_step_5_begins_with_the_way_home_or_another_search() -> None:
    """BAR-9.7c, BAR-9.13f"""

    def due(order: str, flown: int = 0, out: bool = False, at: str = "0604") -> list[tuple[str, bool]]:
        running = do.Order(unit="G1", order=order, hex="0604", rounds=2)
        made = Field().unit("G1", "fighter", at, air=0, flown=flown, running=running, out=out).unit("G9", "hq", "0109")
        return [(each.rule, each.must) for each in begun(made, "S5").due]

    assert due("air_strike") == [("BAR-9.7c", True)]
    assert due("recon") == [("BAR-9.14b", False)]
    assert due("recon", flown=2) == [("BAR-9.7c", True)]
    assert due("air_patrol") == []
    assert due("air_strike", out=True) == due("air_strike", at="") == []


HOME = do.Return(unit="G1")


@pytest.mark.parametrize(
    ("order", "flown", "state", "stepped", "said"),
    [
        ("air_strike", 0, "S5", False, ""),
        ("air_strike", 0, "S5", True, "BAR-9.7b"),
        ("air_strike", 0, "S6", False, "BAR-9.7b"),
        ("recon", 0, "S5", False, "BAR-9.7b?BAR-A31"),
        ("recon", 2, "S5", False, ""),
        ("recon", 3, "S5", True, ""),
        ("recon", 2, "S5", True, "BAR-9.7b"),
        ("recon", 0, "S12", False, ""),
        ("air_strike", 0, "S12", False, "BAR-9.7b"),
        ("intercept", 0, "S5", False, ""),
    ],
)
def test_when_an_aircraft_may_go_home(order: str, flown: int, state: str, stepped: bool, said: str) -> None:
    """BAR-9.7b, BAR-9.9s"""
    made = Field().unit("G1", "fighter", "0604", air=0, flown=flown).unit("S1", "stuka", "0604", air=0)
    made.order("G1", order, hex="0604", rounds=2, target="S1")
    assert says(made, HOME, state, stepped={"G1": (NORTH, "0604")} if stepped else {}) == said
    assert says(plane(), HOME) == "BAR-9.7b"


def test_who_lands_marks_its_box_and_is_attacked_no_more() -> None:
    """BAR-9.3b, BAR-9.6j, BAR-9.7e"""
    made = Field().unit("G1", "stuka", "0604", air=0, flown=2, boxes=2, running=do.Order(unit="G1", order="recon"))
    made.order("G1", "air_strike", hex="0604").unit("S1", "flak", "0604").unit("S2", "fighter", "0604")
    dues = (
        Due("a", (HOME,), "S5"), Due("b", (SHOT,), "S5"), Due("c", (do.Duel(unit="S2", target="G1"),), "S5"),
        Due("d", (do.Fire(unit="S1", target="G2", kind="flak"),), "S5"),
        Due("e", (do.Duel(unit="G1", target="S2"),), "S5"),
        Due("f", (do.Fire(unit="G1", target="S1", kind="strike"),), "S6"), Due("g", (do.Halt(unit="G1"),), "S5"),
        Due("h", (do.Fire(unit="S1", target="G1", kind="react"),), "S6"),
        Due("i", (do.Duel(unit="S2", target="G3"),), "S5"),
    )  # fmt: skip
    position = made.position("S5").owing(*dues)
    found = played(made, position, HOME).position
    unit = found.units["G1"]
    assert (unit.hex, unit.flown, unit.running, unit.order, unit.air, unit.boxes) == ("", 0, None, None, 1, 0)
    rest = {due.rule: due.must for due in found.due}
    assert "a" not in rest
    assert {rule: must for rule, must in rest.items() if rule in "bcdefghi"} == {
        "b": False, "c": False, "d": True, "e": False, "f": False, "g": True, "h": True, "i": True,
    }  # fmt: skip
    assert rest["BAR-9.3b"] is True
    spared = flight.no_longer_due(position, "G1", flak=False)
    assert {due.rule for due in spared.due if not due.must} == {"c", "e"}


def test_the_round_ends_with_a_box_for_those_who_stay() -> None:
    """BAR-9.13f, BAR-9.17g"""

    def boxes(order: str, **state: Any) -> tuple[int, bool]:
        made = Field().unit("G1", "fighter", **{"at": "0604", "air": 0, **state})
        if order:
            made.order("G1", order, hex="0604", rounds=3)
        found = begun(made, "S12")
        return found.units["G1"].flown, found.units["G1"].running is not None

    assert boxes("recon") == boxes("air_patrol") == boxes("escort") == boxes("intercept") == (1, True)
    assert boxes("recon", flown=1) == (2, True)
    assert boxes("air_strike") == (0, False)
    assert boxes("") == (0, False)
    assert boxes("recon", at="") == (0, False)
    assert boxes("recon", out=True) == (0, False)


# ------------------------------------------------------------------------------------------------------------- dropping
@pytest.mark.parametrize(
    ("order", "cargo", "at", "place", "state", "said"),
    [
        ("drop_supply", 5, "0604", "0604", "S9", ""),
        ("drop_supply", 0, "0604", "0604", "S9", "BAR-9.18f"),
        ("drop_supply", 5, "0604", "0604", "S8", "BAR-9.18f"),
        ("drop_supply", 5, "0603", "0603", "S9", "BAR-9.18f"),
        ("drop_supply", 5, "0604", "0603", "S9", "BAR-9.18f"),
        ("recon", 5, "0604", "0604", "S9", "BAR-9.16f"),
        ("air_landing", 0, "0604", "0604", "S6", "BAR-9.16f"),
    ],
)
def test_what_is_dropped_when_and_where(*, order: str, cargo: int, at: str, place: str, state: str, said: str) -> None:
    """BAR-9.16f, BAR-9.18f"""
    made = Field().unit("G1", "airlift", at, air=0, stores={"cargo": cargo}).order("G1", order, hex="0604")
    assert set(says(made, do.Drop(unit="G1", hex=place), state).split()) == ({said} if said else set())


def lander(**zone: Any) -> Field:
    made = Field().unit("G1", "airlift", "0604", air=0).order("G1", "air_landing", hex="0604")
    return made.unit("G2", "infantry", carrier="G1", off_board=True).ground("0604", **zone)


def test_where_paratroops_come_down() -> None:
    """BAR-9.16f"""
    drop = do.Drop(unit="G1", hex="0604")
    assert says(lander(), drop, "S6") == ""
    assert says(lander(terrain="river"), drop, "S6") == "BAR-9.16f?BAR-A113"
    assert says(lander().unit("S1", "infantry", "0604"), drop, "S6") == "BAR-9.16f?BAR-A113"
    landed = did(lander(), drop, "S6").units["G2"]
    assert (landed.hex, landed.carrier, landed.off_board) == ("0604", "", False)
    supply = Field().unit("G1", "airlift", "0604", air=0, stores={"cargo": 5}).order("G1", "drop_supply", hex="0604")
    river = supply.ground("0604", terrain="river")
    assert says(river, drop, "S9") == ""
    box = did(supply, do.Drop(unit="G1", hex="0604", piece="box"), "S9")
    assert (box.structures["box"].points, box.structures["box"].owner, box.units["G1"].stores["cargo"]) == (
        5,
        "german",
        0,
    )
    assert "cargo.G1" in did(supply, drop, "S9").structures


@pytest.mark.parametrize(("losses", "cargo", "left"), [(1, 10, 7), (2, 10, 4), (3, 10, 1), (1, 2, 0), (1, 0, 0)])
def test_with_its_losses_a_transport_loses_cargo(losses: int, cargo: int, left: int) -> None:
    """BAR-9.18e"""
    made = Field().unit("G1", "airlift", "0604", air=0, stores={"cargo": cargo}, size=9)
    position = made.position("S5").unit("G1", losses=losses)
    found = flight.spills(made.case(position), position, "G1", losses)
    assert found.units["G1"].stores["cargo"] == left
    assert len(found.due) == (0 if not cargo else 2 if cargo - left > 1 else 1)
