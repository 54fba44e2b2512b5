"""Markers on the map: nobody lays, moves, turns or takes one away without an order; what is put right is no wrong."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Deed, Entry, Go, New, Put, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read, said

ENDS = do.Advance(to="S10")


def waiting() -> Field:
    """Two units far from each other that do nothing."""
    made = Field().unit("S1", "infantry", "0505").order("S1", "wait")
    return made.unit("G1", "infantry", "0101").order("G1", "wait")


def did(kind: str, number: int, *deeds: Deed, face: str = "") -> Entry:
    return Entry("soviet", (*deeds, Say("place", Ref(kind, number), {"face": face})))


def laid(kind: str, place: str, number: int = 1) -> Entry:
    """A marker out of the window of pieces."""
    return did(kind, number, New(Ref(kind, number), place))


def moved(kind: str, place: str, number: int = 1) -> Entry:
    return did(kind, number, Go(Ref(kind, number), place))


def turned(kind: str, face: str, number: int = 1) -> Entry:
    return did(kind, number, Put(Ref(kind, number), "Face", face, always=False), face=face)


def taken(kind: str, number: int = 1) -> Entry:
    return Entry("soviet", (Go(Ref(kind, number), "$Home$-$Box$", sent=True), Say("remove", Ref(kind, number))))


def found(made: Field, *done: Action | Entry, step: str = "S9") -> list[str]:
    return accused(read(made, made.at(step), *done, do.Advance(to=f"S{int(step[1:]) + 1}")))


# ------------------------------------------------------------------------------------------------------ out of nothing
@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("trench", "BAR-11.5b"), ("bunker", "BAR-11.6b"), ("pontoon", "BAR-11.7a"), ("minefield", "BAR-7.5b"),
        ("path", "BAR-7.17c"), ("smoke", "BAR-6.4f"), ("cargo", "BAR-9.18f"), ("wire", "BAR-2.1c"),
        ("teeth", "BAR-2.1c"),
    ],
)  # fmt: skip
def test_no_structure_comes_without_an_order(kind: str, rule: str):
    """BAR-2.1c, BAR-6.4f, BAR-7.5b, BAR-7.17c, BAR-9.18f, BAR-11.5b, BAR-11.6b, BAR-11.7a"""
    assert found(waiting(), laid(kind, "0505")) == [f"Illegal {rule} structure.unbuilt"]


def test_a_marker_that_is_taken_away_again_was_never_there():
    """BAR-11.5b"""
    assert found(waiting(), laid("trench", "0505"), taken("trench")) == []


def test_who_honours_what_lies_on_the_table_is_not_accused():
    """BAR-6.4f, BAR-6.4i"""
    made = waiting().order("S1", "march", route=("0504",))
    honours = do.Halt(unit="S1")
    assert found(made, laid("smoke", "0504"), ENDS, honours, step="S9")[:1] == ["Illegal BAR-6.4f structure.unbuilt"]
    assert len(found(made, laid("smoke", "0504"), ENDS, honours, do.Advance(to="S11"), step="S9")) == 1


# --------------------------------------------------------------------------------------------------- moved and turned
def dug() -> Field:
    return waiting().built("t", "trench", "0505", facing="N")


@pytest.mark.parametrize("kind", ["trench", "bunker"])
def test_what_stands_on_the_board_stays_where_it_is(kind: str):
    """BAR-2.1c"""
    made = waiting().built("t", kind, "0505", facing="N")
    assert found(made, moved(kind, "0504")) == ["Illegal BAR-2.1c structure.moved"]
    assert found(made, moved(kind, "0504"), moved(kind, "0505")) == []


@pytest.mark.parametrize("kind", ["wire", "teeth"])
def test_what_lies_along_a_side_is_not_moved_to_the_hex_beyond_it(kind: str):
    """BAR-2.1c"""
    made = waiting().built("t", kind, "0505", side="0504", facing="N")
    there, back = (did(kind, 1, Go(Ref(kind, 1), place), face="N") for place in ("0504", "0505"))
    assert found(made, there) == ["Illegal BAR-2.1c structure.moved"]
    assert found(made, there, back) == []


def test_a_trench_is_not_turned():
    """BAR-2.1c"""
    known = turned("trench", "NE"), turned("trench", "N"), ENDS
    assert found(dug(), *known, turned("trench", "NE"), do.Advance(to="S11")) == ["Illegal BAR-2.1c structure.moved"]
    assert found(dug(), *known, turned("trench", "NE"), turned("trench", "N"), do.Advance(to="S11")) == []


def test_a_marker_that_is_taken_away_is_put_back():
    """BAR-3.7b"""
    assert found(dug(), taken("trench")) == ["Illegal BAR-3.7b marks.removed"]
    assert found(dug(), taken("trench"), laid("trench", "0505", 2)) == []
    assert found(dug(), taken("trench"), moved("trench", "0505")) == []


# ------------------------------------------------------------------------------------------------------- work that ends
def working(order: str, **fields: object) -> Field:
    """S1, pioneers, marks its last box for some work in 0505."""
    made = Field().unit("S1", "pioneers", "0505", boxes=1).order("S1", order, **fields)
    made.units["S1"] = made.position("S12").unit("S1", running=made.units["S1"].order).units["S1"]
    return made.unit("G1", "infantry", "0101").ground("0505", terrain="forest" if order == "clear_path" else "plain")


LAST = do.Mark(unit="S1", what="boxes", value=2)
WORK = {
    "lay_mines": ("minefield", {"choice": "dummy"}),
    "clear_path": ("path", {}),
    "dig_in": ("trench", {"facing": "N"}),
}


@pytest.mark.parametrize("order", WORK)
@pytest.mark.parametrize("box_first", [True, False])
def test_a_marker_ends_the_work_for_which_it_is_laid(order: str, box_first: bool):
    """BAR-7.5d, BAR-7.16f, BAR-7.17c"""
    kind, fields = WORK[order]
    made, marker = working(order, **fields), laid(kind, "0505")
    done = [LAST, marker] if box_first else [marker, LAST]
    judged = read(made, made.at("S12"), *done, do.Advance(to="PLANNING"))
    assert [each for each in accused(judged) if not each.startswith("Undecided")] == []


@pytest.mark.parametrize("order", WORK)
def test_a_marker_before_its_time_is_work_that_is_not_done(order: str):
    """BAR-7.5d, BAR-7.16f, BAR-7.17c"""
    kind, fields = WORK[order]
    made = working(order, **fields)
    assert any("work.unfinished" in each for each in accused(read(made, made.at("S9"), laid(kind, "0505"), ENDS)))


def test_supply_that_is_dropped_without_a_word():
    """BAR-9.18f"""
    made = Field().unit("G9", "hq", "0109").unit("G1", "airlift", "0505", air=0, stores={"cargo": 1})
    made.order("G1", "drop_supply", hex="0505", entry="0600", number=1).unit("S1", "infantry", "1101")
    box = Entry("german", (New(Ref("cargo", 1), "0505"), Say("place", Ref("cargo", 1), {})))
    judged = read(made, made.at("S9"), box)
    assert accused(judged) == []
    assert [type(each.action) for each in judged] == [do.Drop]


# ---------------------------------------------------------------------------------------------------------------- smoke
def test_one_order_lays_smoke_once():
    """BAR-6.4b, BAR-6.4f"""
    made = (
        Field().unit("S1", "mortar", "0505", facing="N").order("S1", "smoke", hex="0502").unit("G1", "infantry", "0402")
    )
    smoke, shell = do.Smoke(unit="S1", hex="0502", also="0501"), do.Mark(unit="S1", what="smoke", value=1)
    assert found(made, smoke, shell, step="S3") == []
    again = do.Smoke(unit="S1", hex="0502", also="0602"), do.Mark(unit="S1", what="smoke", value=0)
    assert "Illegal BAR-6.4f structure.unbuilt" in found(made, smoke, shell, *again, step="S3")
    twice = made.judged(made.at("S3"), smoke, shell, *again)
    assert twice.rules == ("BAR-6.4f",)


def test_smoke_of_a_unit_that_has_not_aimed():
    """BAR-6.4f"""
    made = Field().unit("S1", "mortar", "0505", facing="N").order("S1", "smoke", hex="0502")
    made.unit("G1", "infantry", "0402")
    shell = do.Mark(unit="S1", what="smoke", value=1)
    assert found(made, laid("smoke", "0502"), laid("smoke", "0501", 2), shell, step="S3") == []
    assert "Illegal BAR-6.4f structure.unbuilt" in found(made, laid("smoke", "0909"), step="S3")


@pytest.mark.parametrize(("facing", "told"), [
    ("N", []),
    ("NE", ["Undecided BAR-5.3c smoke.field"]),
    ("S", ["Illegal BAR-6.4f structure.unbuilt"] * 2),
])  # fmt: skip
def test_smoke_by_an_order_of_which_it_is_open_whether_it_can_be_laid_is_its_own(facing: str, told: list[str]):
    """BAR-6.4f, BAR-5.3c"""
    made = Field().unit("S1", "mortar", "0505", facing=facing).order("S1", "smoke", hex="0502")
    made.unit("G1", "infantry", "0402")
    shell = do.Mark(unit="S1", what="smoke", value=1)
    assert found(made, laid("smoke", "0502"), laid("smoke", "0501", 2), shell, step="S3") == told


# ---------------------------------------------------------------------------------------------------- a fallen bridge
@pytest.mark.parametrize("ruin_first", [True, False])
def test_a_bridge_that_is_shot_down_lies_in_ruins(ruin_first: bool):
    """BAR-11.1d"""
    made = Field().unit("G1", "howitzer", "0505", facing="N").order("G1", "open_fire", target="b")
    made.ground("0502", terrain="river").built("b", "bridge", "0502", hits=1).unit("S1", "infantry", "1101")
    shot = do.Fire(unit="G1", target="b"), Roll(purpose="FIRE", who="G1", dice=(1,) * 2 + (6,) * 4)
    swap = [taken("bridge"), laid("destroyed-bridge", "0502")]
    judged = read(made, made.at("S3"), *shot, *(swap[::-1] if ruin_first else swap), said("G1"))
    assert not any("structure" in each or "marks.removed" in each for each in accused(judged))
