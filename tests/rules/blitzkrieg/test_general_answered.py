"""A General is answered by a General, as any other marker is: until it has had an effect (5.5)."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.writing import Go, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, accused, at_the_table, said

NEXT = do.Draw(chit="B"), do.Activate(chit="B"), do.EndActivation()


def field(*, held: bool = False) -> Field:
    made = Field().formation("A", "german", hq="0805").formation("B", "german", hq="0305")
    made.formation("F", "french", hq="0811").formation("H", "french", hq="0311")
    made.unit("a1", "infantry", "A", "0807").unit("shaken", "infantry", "A", "0806", neutralised=True)
    made.chit("de.general", "german", "general", "held" if held else "cup")
    made.chit("de.general.repeat", "german", "repeat", "off")
    return made.chit("fr.general", "french", "general", "held")


def cancel(by: str, chit: str) -> do.PlayGeneral:
    return do.PlayGeneral(chit=by, option="cancel", on=(chit,))


def die(number: int, chit: str = "de.general") -> Roll:
    return Roll(purpose="CANCEL", who=chit, dice=(number,))


def told(made: Field, *done: Done) -> list[str]:
    return accused(at_the_table(made, made.position(), *done))


ANSWER = cancel("fr.general", "de.general")


@pytest.mark.parametrize("number", [3, 4])
def test_a_general_that_cancels_may_itself_be_cancelled_before_its_die_is_thrown(number: int):
    """BLZ-5.5g, BLZ-5.5h, BLZ-5.5j"""
    made = field(held=True)
    attempt = do.Draw(chit="F"), cancel("de.general", "F")
    acts = do.Activate(chit="F"), do.EndActivation()
    thrown = *attempt, ANSWER, die(number)

    assert told(made, *thrown, *((die(5, "F"),) if number > 3 else ()), *acts) == []
    wants = ["BLZ-5.5h"] if number > 3 else []
    assert told(made, *thrown, *acts) == wants, "one that is not cancelled still throws its die"
    assert told(made, *attempt, die(5, "F"), ANSWER, die(number)) != [], "its die has fallen"


@pytest.mark.parametrize("number", [3, 4])
def test_a_general_that_clears_may_be_cancelled_before_a_marker_is_off(number: int):
    """BLZ-5.5e, BLZ-5.5g, BLZ-5.5h, BLZ-8.4i"""
    made = field()
    plays = do.Draw(chit="de.general"), do.PlayGeneral(chit="de.general", option="clear", on=("shaken",))
    off = do.Mark(piece="shaken", marker="neutralised", on=False)
    thrown = *plays, ANSWER, die(number)

    assert told(made, *thrown, *((off,) if number > 3 else ()), *NEXT) == []
    assert told(made, *thrown, off, *NEXT) == ([] if number > 3 else ["BLZ-8.4i"])
    assert "BLZ-5.5g" in told(made, *plays, off, ANSWER, die(number), *NEXT), "it has had its effect"


@pytest.mark.parametrize("number", [3, 4])
def test_a_general_that_becomes_a_repeat_may_be_cancelled_before_that_activates(number: int):
    """BLZ-5.5f, BLZ-5.5g, BLZ-5.5h, BLZ-5.5j"""
    made = field()
    plays = do.Draw(chit="de.general"), do.PlayGeneral(chit="de.general", option="repeat")
    rally = Roll(purpose="RALLY", who="shaken", dice=(6, 6))
    turned = do.Mark(piece="A HQ", marker="activated")
    acts = do.PlayRepeat(chit="de.general.repeat", formation="A"), turned, rally, do.EndActivation()

    assert told(made, *plays, ANSWER, die(number), *(acts if number > 3 else ()), *NEXT) == []
    assert told(made, *plays, *acts[:3], do.Move(units=("a1",), hex="0707"), ANSWER, die(number)) != []
    if number < 4:
        assert told(made, *plays, ANSWER, die(number), *acts) != [], "it activates nobody"


def test_a_general_in_hand_that_nobody_has_played_is_not_cancelled():
    """BLZ-5.5g"""
    assert "BLZ-5.5g" in told(field(held=True), do.Draw(chit="H"), do.Skip(chit="H"), ANSWER, die(2))


@pytest.mark.parametrize(("number", "says"), [(3, []), (4, ["BLZ-5.5h"]), (6, ["BLZ-5.5h"])])
def test_a_marker_that_the_die_has_left_and_that_is_laid_down_as_cancelled_is_told(number: int, says: list[str]):
    """BLZ-5.5h"""
    made = field()
    tried = do.Draw(chit="A"), cancel("fr.general", "A"), die(number, "A")
    laid = Hand("german", (Go(Ref("A"), "used", sent=True), Say("chit", Ref("A"), {"what": "Cancelled"})))
    judged = at_the_table(made, made.position(), *tried, laid, *NEXT)

    assert said(judged) == says
    assert accused(judged) == [], "whoever lets his marker be may do so"
    declined = at_the_table(made, made.position(), do.Draw(chit="A"), laid, *NEXT)
    assert said(declined) == [], "the wrong key, where no die was thrown"
    acts = do.Activate(chit="A"), do.EndActivation()
    put_right = at_the_table(made, made.position(), *tried, laid, *acts)
    assert ("BLZ-5.5h" in said(put_right)) == (number < 4), "who activates it after all has not let it be"


def test_of_which_marker_is_to_be_cancelled_nobody_has_said_is_held_against_nobody():
    """BLZ-5.5g"""
    made = field().chit("de.repeat", "german", "repeat", "held")
    made.places["fr.general"] = "held"
    nameless = at_the_table(made, made.position(), do.PlayGeneral(chit="fr.general", option="cancel"))
    other = at_the_table(made, made.position(), cancel("fr.general", "de.repeat"))

    assert [(each.rule, each.why) for one in nameless for each in one.findings] == [("BLZ-5.5g", "general.no-target")]
    assert accused(nameless) == []
    assert accused(other) == ["BLZ-5.5g"]
