"""One breach does not shield the next of its step: what nobody could have done is told of whoever had no part in it."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.writing import Deed, Go, Put, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Hand, at_the_table

BEGUN = do.Draw(chit="A"), do.Activate(chit="A")
FULL_AGAIN = {unit: Put(Ref(unit), "Steps_Level", "1") for unit in ("company", "other")}


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811").formation("B", "german")
    made.unit("company", "infantry", "A", "0807", steps=1).unit("other", "infantry", "A", "0607", steps=1)
    return made.unit("idle", "infantry", "B", "0404").unit("foe", "tank", "F", "0810")


def moves(unit: str, place: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), place), Say("step", Ref(unit), {"a": "Move", "col": "no"})


def accused(*deeds: Deed) -> list[tuple[str, str]]:
    case = field()
    judged = at_the_table(case, case.position(), *BEGUN, Hand("german", deeds))
    return [(type(each).__name__, each.rule) for one in judged for each in one.findings]


@pytest.mark.parametrize("unit", ["company", "other"])
def test_a_unit_that_is_full_again_beside_a_forbidden_move_is_told_as_well(unit: str):
    """BLZ-1.2a, BLZ-5a"""
    forbidden, legal = moves("idle", "0403"), moves("company", "0806")

    assert accused(*legal) == []
    assert accused(*forbidden) == [("Illegal", "BLZ-5a")]
    assert accused(*forbidden, FULL_AGAIN[unit]) == [("Illegal", "BLZ-5a"), ("Illegal", "BLZ-1.2a")]


def test_what_happens_to_the_unit_of_the_breach_hangs_on_it():
    """BLZ-1.2a, BLZ-7.1b"""
    too_far = accused(*moves("company", "0812"))

    assert len(too_far) == 1
    assert accused(*moves("company", "0812"), FULL_AGAIN["company"]) == too_far
