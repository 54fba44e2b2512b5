"""A pair under a General is activated by the key that says so, on an HQ or a marker, in whatever order (5.5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.writing import Keep, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, accused, at_the_table

COMMITS = do.PlayGeneral(chit="de.general", option="pair")
WAITS = do.Draw(chit="A"), do.Defer(chit="A"), do.Draw(chit="B")
ACTS = do.Move(units=("a1",), hex="0806"), do.Move(units=("b1",), hex="0304"), do.EndActivation()


def field() -> Field:
    made = Field().formation("A", "german", hq="0807").formation("B", "german", hq="0305")
    made.formation("C", "german", hq="0315").formation("F", "french", hq="0811")
    made.unit("a1", "infantry", "A", "0807").unit("b1", "infantry", "B", "0305").unit("c1", "infantry", "C", "0315")
    return made.chit("de.general", "german", "general", "held")


def together(piece: str) -> Hand:
    form = Keep("HX_Form", Ref(piece), fact="Formation"), Keep("HX_FormName", Ref(piece), fact="FormationName")
    return Hand("german", (*form, Say("act", Ref(piece), {"what": "Pair"})))


FIRST, SECOND = together("A HQ"), together("B HQ")


def told(*done: Done) -> list[str]:
    made = field()
    return accused(at_the_table(made, made.position(), *done))


@pytest.mark.parametrize("order", [*permutations((COMMITS, FIRST, SECOND))])
def test_the_general_and_the_two_formations_are_named_in_any_order(order: tuple[Done, ...]):
    """BLZ-5.5b, BLZ-5.5c"""
    assert told(*WAITS, *order, *ACTS, do.Draw(chit="F")) == []


@pytest.mark.parametrize("key", [FIRST, SECOND])
def test_who_says_it_of_one_formation_has_said_it_of_both(key: Hand):
    """BLZ-5.5c"""
    assert told(*WAITS, COMMITS, key, *ACTS) == []
    assert "BLZ-5a" in told(*WAITS, COMMITS, key, do.Move(units=("c1",), hex="0314"), *ACTS), "a third one is not"


def test_said_again_after_it_has_acted_it_activates_nobody_once_more():
    """BLZ-5.5c"""
    assert told(*WAITS, COMMITS, FIRST, SECOND, *ACTS[:1], SECOND, *ACTS[1:]) == []


def test_a_pair_that_no_general_joins_is_told():
    """BLZ-5.5c"""
    declined = do.Draw(chit="A"), do.Skip(chit="A"), do.Draw(chit="B")
    made = field().chit("de.general", "german", "general", "cup")

    assert "BLZ-5.5c" in accused(at_the_table(made, made.position(), *declined, FIRST, SECOND, *ACTS))
    assert told(*declined, COMMITS, FIRST, SECOND, *ACTS) == []


def test_a_formation_that_has_not_waited_for_the_other_is_no_part_of_a_pair():
    """BLZ-5.5c"""
    assert "BLZ-5.5c" in told(do.Draw(chit="B"), COMMITS, together("C HQ"), SECOND, *ACTS[1:])


def test_a_general_that_is_spent_joins_no_second_pair():
    """BLZ-5.5l"""
    made = field().formation("D", "german", hq="0317")
    again = do.Draw(chit="C"), do.Skip(chit="C"), do.Draw(chit="D"), COMMITS, do.Activate(chit="D")
    first = *WAITS, COMMITS, FIRST, SECOND, *ACTS

    assert "BLZ-5.5l" in accused(at_the_table(made, made.position(), *first, *again))


@pytest.mark.parametrize("chits", ["AB", "BA"])
def test_either_of_a_pair_may_be_activated_first_by_the_plain_key(chits: str):
    """BLZ-5.5c, BLZ-5.1a, BLZ-5.3l"""
    first, second = (do.Activate(chit=chit) for chit in chits)
    alone = field().chit("de.general", "german", "general", "cup")

    assert told(*WAITS, COMMITS, first, second, *ACTS, do.Draw(chit="F")) == []
    assert "BLZ-5.1a" in accused(at_the_table(alone, alone.position(), *WAITS, do.Activate(chit="A"), *ACTS[:1]))
    assert told(*WAITS, COMMITS, do.Activate(chit="C"), *ACTS) != [], "nobody has drawn it"
