"""A unit that is bound in melee and carries on an order of several rounds: whether it may is open."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read

ON = do.Resume(unit="S1", by="soviet")
OPEN = "Undecided BAR-5.6i order.bound-resumes"


def digs(*, bound: bool) -> Field:
    """S1 has one of its two boxes; G1 stands in its hex, or nobody."""
    made = Field().unit("G1", "infantry", "0505" if bound else "0101", bound=("S1",) if bound else ())
    given = do.Order(unit="S1", order="dig_in", side="0504")
    return made.unit("S1", "infantry", "0505", running=given, boxes=1, bound=("G1",) if bound else ())


def opened(*, bound: bool, rulings: tuple[str, ...] = ()) -> list[str]:
    made = digs(bound=bound)
    done = made.play(made.position("REVEAL", opened=("german", "soviet")), ON, rulings=rulings)
    return [f"{type(each).__name__} {each.rule} {each.why}" for each in done.last.findings]


@pytest.mark.parametrize(
    ("bound", "ruling", "told"),
    [
        (False, "", []),
        (True, "", [OPEN]),
        (True, "BAR-A133=carries", []),
        (True, "BAR-A133=fights", [OPEN.replace("Undecided", "Illegal")]),
        (False, "BAR-A133=fights", []),
    ],
)
def test_whether_a_bound_unit_carries_on_is_open(bound: bool, ruling: str, told: list[str]):
    """BAR-5.6i"""
    assert opened(bound=bound, rulings=(ruling,) if ruling else ()) == told


@pytest.mark.parametrize(("bound", "told"), [(True, [OPEN]), (False, [])])
def test_who_carries_on_though_he_is_bound_is_told_in_doubt(bound: bool, told: list[str]):
    """BAR-5.6i"""
    made = digs(bound=bound)
    position = made.position("REVEAL", ready=("german", "soviet"))
    waits = [] if bound else [do.Order(unit="G1", order="wait", by="german")]
    assert accused(read(made, position, do.Reveal(by="german"), *waits, do.Reveal(by="soviet"), ON)) == told


@pytest.mark.parametrize(
    ("bound", "marked", "told"),
    [
        (True, True, []),
        (True, False, ["Undecided BAR-7.16f due.undone"]),
        (False, False, ["Illegal BAR-7.16f due.undone"]),
        (False, True, []),
    ],
)
def test_the_box_of_who_is_bound_is_demanded_of_nobody_for_certain(bound: bool, marked: bool, told: list[str]):
    """BAR-5.14b, BAR-7.16f"""
    made = digs(bound=bound)
    made.units["S1"] = made.position("S12").unit("S1", order=made.units["S1"].running).units["S1"]
    box: list[Action] = [do.Mark(unit="S1", what="boxes", value=2)] * marked
    done = [do.Complete(unit="S1", structure="trench.1")] * marked
    found = accused(read(made, made.at("S12"), *box, *done, do.Advance(to="PLANNING")))
    assert [each for each in found if "due.undone" in each] == told
