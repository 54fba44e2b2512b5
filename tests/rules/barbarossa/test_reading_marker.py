"""Where the marker goes, and what it is read to have skipped."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Owed
from rules.engine.evidence import Record
from rules.engine.obligations import Due
from tests.rules.barbarossa.drafting import BOTH
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.spoken import acts, at, late, marker, moved_on, reads, rec, shown, soldier


# ------------------------------------------------------------------------------------------------- a marker left behind
def guard() -> Field:
    return soldier().order("S1", "open_fire", target="G1")


def test_a_marker_that_catches_up_later_was_only_forgotten() -> None:
    made = guard()
    assert late(at(), marker("S4"), made=made, now="S1") == ["S2", "S3"]
    assert late(at(), marker("S3"), made=made, now="S1") == ["S2", "S3"]
    assert late(at(), marker("S2"), made=made, now="S1") == ["S2", "S3"]
    assert late(at(), marker("S2"), rec("halt"), made=made, now="S1") == []
    assert late(at(), marker("S2"), marker("S4"), made=made, now="S1") == ["S2", "S3"]
    assert late(at(), made=made, now="S1") == ["S2", "S3"]
    assert late(at(), moved_on("S2", old="2 S1"), rec("halt"), marker("S3"), made=made, now="S2") == ["S3"]
    assert late(at(), moved_on("S2", old="2 S2"), marker("S3"), made=made, now="S2") == []
    assert late(at(), marker("S4"), made=made, now="S3") == []
    assert late(at(), marker("S4"), made=made, now="S4") == []
    assert late(at(), marker("PLANNING", 3), made=made, now="S1") == ["S2", "S3"]
    assert late(at(), moved_on("S4", 1, old="2 S1"), made=made, now="S1") == []


def test_who_does_something_of_an_earlier_step_first_was_early() -> None:
    made = guard().unit("S2", "infantry", "0505").order("S2", "suppressive_fire", target="G1")
    early = rec("fire", "G1", p="SUPPRESS", by=["S2"], h="0501")
    assert late(at(), early, marker("S4"), made=made, now="S1") == []
    assert late(at(), at(), marker("S4"), made=made, now="S1") == ["S2", "S3"]


@pytest.mark.parametrize("steps", [0, 1, 40])
def test_a_marker_that_nobody_touches_any_more_was_forgotten(steps: int) -> None:
    made = guard()
    ahead = tuple(shown(rec("halt", "hut"), at=number_) for number_ in range(2, 2 + steps))
    found = acts(made, made.position("S1"), at(), then=ahead)
    assert [each.to for each in found if isinstance(each, do.Advance)] == ["S2", "S3"]
    fights = shown(rec("roll", "", p="ROLLOFF", who=["S1"], res="3"), at=99)
    stormed = acts(made, made.position("S1"), rec("hide"), then=[*ahead, fights])
    assert [each for each in stormed if isinstance(each, do.Advance)] == []


@pytest.mark.parametrize(("now", "comes"), [("S12", ["PLANNING"]), ("S11", []), ("PLANNING", [])])
def test_orders_that_are_sealed_after_the_last_step_are_those_of_a_new_round(now: str, comes: list[str]) -> None:
    made = soldier()
    found = reads(made, made.position(now), rec("commit", "", s="Soviet"))
    on = [each for each in found if isinstance(each.action, do.Advance)]
    assert [each.action.to for each in on if isinstance(each.action, do.Advance)] == comes
    assert all((each.how, each.missing) == ("inferred", "declaration") for each in on)
    assert isinstance(found[-1].action, do.OrdersDone)


def test_the_step_of_a_deed_is_that_of_the_order_of_its_unit() -> None:

    def comes_to(order: str, record: Record, *, now: str = "S1", kind: str = "infantry", **state: Any) -> str:
        made = Field().unit("S1", kind, "0505", **state).unit("G1", "infantry", "0501")
        if order:
            made.order("S1", order, route=("0504",))
        return (["", *late(record, marker("S12"), marker("PLANNING", 3), made=made, now=now)])[-1]

    assert comes_to("suppressive_fire", at("SUPPRESS")) == "S2"
    assert comes_to("open_fire", at("SUPPRESS")) == ""
    assert comes_to("open_fire", at("FIRE")) == "S3"
    assert comes_to("indirect_fire", at("INDIRECT")) == "S3"
    assert comes_to("bombard_location", at("BOMBARD")) == "S3"
    assert comes_to("defend", at("DEFEND")) == "S10"
    assert comes_to("ambush", at("AMBUSH")) == ""
    assert comes_to("fire_on_move", at("MOVE")) == "S10"
    assert comes_to("open_fire", at("SMOKE")) == ""
    assert comes_to("assault", rec("step", h="0504", a="Assault")) == "S6"
    assert comes_to("march", rec("step", h="0504", a="Move")) == "S10"
    assert comes_to("march", rec("step", h="0506", a="Move")) == ""
    assert comes_to("dismount", rec("step", h="0504", a="Move")) == "S10"
    assert comes_to("", rec("step", h="0504", a="Move")) == ""
    assert comes_to("march", rec("step", h="0504", a="Fly"), kind="fighter") == ""
    assert comes_to("ambush", rec("hide")) == "S8"
    assert comes_to("wait", rec("hide")) == ""
    assert comes_to("remove_wire", rec("complete", h="0505")) == "S9"
    assert comes_to("dig_in", rec("complete", h="0505")) == "S12"
    assert comes_to("wait", rec("complete", h="0505")) == ""
    assert comes_to("", rec("roll", "", p="ROLLOFF", who=["S1"], res="3")) == "S6"
    assert comes_to("dig_in", rec("mark", what="boxes", v=1, was=0)) == "S12"
    assert comes_to("dig_in", rec("mark", what="boxes", v=2, was=1)) == ""
    assert comes_to("dig_in", rec("mark", what="boxes", v=2, was=1), boxes=1) == "S12"
    assert comes_to("dig_in", rec("mark", what="boxes", v=1, was=2)) == ""
    assert comes_to("", rec("mark", what="boxes", v=1, was=0)) == ""
    assert comes_to("dig_in", rec("mark", what="ammo", v=1, was=0)) == ""
    assert comes_to("", rec("halt")) == ""


@pytest.mark.parametrize(
    ("owed", "now", "expected"),
    [
        (("S4",), "S3", "S4"), (("S7",), "S3", "S7"), (("S11", "S7"), "S3", "S7"), (("S4",), "S4", ""), ((), "S3", ""),
        (("S3", "S7"), "S3", ""),
    ],
)  # fmt: skip
def test_a_test_belongs_to_the_step_in_which_it_is_owed(owed: tuple[str, ...], now: str, expected: str) -> None:
    made = soldier()
    tests = tuple(Owed("S1", "losses", step) for step in owed)
    fell = rec("roll", "", p="TEST", who=["S1"], res="3,3")
    found = late(fell, marker("S12"), marker("PLANNING", 3), made=made, now=now, owed=tests)
    assert (["", *found])[-1] == expected
    others = tuple(Owed("G1", "losses", step) for step in owed)
    assert late(fell, marker("S12"), made=made, now=now, owed=others) == []


def test_a_unit_that_is_to_recover_tests_in_step_twelve() -> None:
    fell = rec("roll", "", p="TEST", who=["S1"], res="3,3")
    for state, comes in (("suppressed", []), ("flagged", []), ("both", ["S12"])):
        made = soldier(suppressed=state != "flagged", flagged=state != "suppressed")
        assert late(fell, marker("S12"), made=made, now="S11") == comes


def test_an_aircraft_that_has_to_go_home_at_once_does_not_wait_for_step_five() -> None:
    made = Field().unit("S1", "fighter", "0505")
    home = Due("BAR-9.6i", (do.Return(unit="S1"),), until="S4")
    assert late(rec("out", what="Returned"), marker("S5"), made=made, now="S4", due=(home,)) == []
    assert late(rec("out", what="Returned"), marker("S5"), made=made, now="S4") == ["S5"]


# --------------------------------------------------------------------------------------------------- the marker goes on
def goes_to(*records: Record, now: str, made: Field | None = None, turn: int = 2, **facts: Any) -> list[str]:
    made = made or soldier()
    position = made.position(now, ready=BOTH, opened=BOTH, **facts).but(round=turn)
    found = acts(made, position, *records)
    return [each.to for each in found if isinstance(each, do.Advance)]


@pytest.mark.parametrize(
    ("now", "record", "states"),
    [
        ("S3", moved_on("S4"), ["S4"]),
        ("S3", moved_on("S6"), ["S4", "S5", "S6"]),
        ("S3", moved_on("S3"), []),
        ("S3", moved_on("Lunch"), []),
        ("S3", moved_on("S2", old="2 S3"), ["S2"]),
        ("S3", moved_on("S2"), []),
        ("S3", moved_on("S2", old="2 S1"), []),
        ("S5", moved_on("S4", old="2 S3"), []),
        ("S12", moved_on("Planning", 3), ["PLANNING"]),
        ("S11", moved_on("Planning", 3), ["S12", "PLANNING"]),
        ("S11", moved_on("Reveal", 3), ["S12", "PLANNING", "REVEAL"]),
        ("S3", moved_on("S3", 3), [*(f"S{n}" for n in range(4, 13)), "PLANNING", "REVEAL", "S1", "S2", "S3"]),
        ("S12", moved_on("Planning", 2), ["PLANNING"]),
        ("S12", moved_on("S1", 2, old="2 S11"), ["PLANNING", "REVEAL", "S1"]),
        ("S12", moved_on("S10", 2, old="2 S9"), []),
        ("SETUP", moved_on("Planning", 1), ["PLANNING"]),
        ("PLANNING", moved_on("S1"), ["REVEAL", "S1"]),
    ],
)
def test_where_the_marker_goes(now: str, record: Record, states: list[str]) -> None:
    assert goes_to(record, now=now) == states


def test_a_marker_that_goes_on_and_back_has_gone_where_it_ends() -> None:
    assert goes_to(moved_on("S4"), moved_on("S5"), moved_on("S4"), now="S3") == ["S4"]
    assert goes_to(moved_on("S4"), moved_on("S3"), now="S3") == []
    assert goes_to(moved_on("S4"), moved_on("S5"), now="S3")[0] == "S4"
    assert goes_to(moved_on("S4"), rec("halt"), moved_on("S3", old="2 S4"), now="S3") == ["S4"]
