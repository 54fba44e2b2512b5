"""The last marker of a turn is the first of the next: whoever acts by it at once has taken it up."""

from __future__ import annotations

import pytest

from rules.audit.judged import Judged
from rules.blitzkrieg import actions as do
from rules.engine.writing import Go, Ref, Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, accused, at_the_table, said

END = do.EndActivation()
HELD = Hand("german", (Go(Ref("X"), "hand-german", sent=True), Say("chit", Ref("X"), {"what": "Hold"})))
REPEATED = do.PlayRepeat(chit="X", formation="A")


def field(kind: str, place: str = "kept") -> Field:
    made = Field().formation("A", "german", hq="0807").formation("F", "french", hq="0811").formation("B", "german")
    made.unit("a1", "infantry", "A", "0807").unit("f1", "infantry", "F", "0912")
    return made.chit("X", "german", kind, place)


def told(made: Field, *done: Done) -> list[str]:
    return accused(at_the_table(made, made.position(), *done))


@pytest.mark.parametrize("kind", ["general", "repeat"])
def test_the_marker_that_was_kept_is_held_without_a_word_of_its_draw(kind: str):
    """BLZ-5.6d, BLZ-5.1a"""
    assert told(field(kind), HELD, do.Draw(chit="F")) == []
    assert "BLZ-5.1a" in told(field(kind, "cup"), HELD, do.Draw(chit="F")), "it was not drawn"


def test_a_repeat_that_was_kept_is_played_without_a_word_of_its_draw():
    """BLZ-5.6d, BLZ-5.3m"""
    goes = do.Move(units=("a1",), hex="0806"), END

    assert told(field("repeat"), REPEATED, *goes) == []
    assert told(field("repeat", "off"), REPEATED, *goes) != []


def test_the_repeat_of_a_general_is_played_before_the_one_that_was_drawn_and_is_held():
    """BLZ-5.3n, BLZ-5.1a"""
    made = field("repeat", "cup").chit("G", "german", "general", "cup").chit("G.repeat", "german", "repeat", "off")
    given = do.Draw(chit="G"), do.PlayGeneral(chit="G", option="repeat"), do.Hold(chit="G.repeat")
    turned = do.Mark(piece="A HQ", marker="activated")
    plays = do.PlayRepeat(chit="G.repeat", formation="A"), turned, do.Move(units=("a1",), hex="0806"), END

    assert told(made, *given, do.Draw(chit="X"), *plays, HELD, do.Draw(chit="F")) == []
    assert told(made, *given, do.Draw(chit="X"), HELD, *plays, do.Draw(chit="F")) != [], "two are in hand"


def test_a_repeat_that_a_general_gave_is_not_certainly_in_hand_for_nothing_lies_there():
    """BLZ-5.3n"""
    made = field("repeat", "cup").chit("G", "german", "general", "cup").chit("G.repeat", "german", "repeat", "off")
    made.chit("Y", "german", "repeat", "off")
    given, drawn = (do.Draw(chit="G"), do.PlayGeneral(chit="G", option="repeat")), (do.Draw(chit="X"), HELD)

    def found(*done: Done, **chits: str) -> list[Judged]:
        made.places.update(chits)
        return at_the_table(made, made.position(), *done, *drawn, do.Draw(chit="F"))

    unsure = found(*given)
    assert accused(unsure) == []
    assert "BLZ-5.3n" in said(unsure)
    assert "BLZ-5.3n" in accused(found(Y="held")), "one lies in the hand"


def test_a_kept_marker_that_is_forgotten_is_told_once_to_whoever_draws_first():
    """BLZ-5.6d"""
    made = field("general").chit("Z", "french", "general", "cup")
    wrong = do.Draw(chit="F"), do.Skip(chit="F"), do.Draw(chit="B"), do.Skip(chit="B"), do.Draw(chit="Z")
    judged = at_the_table(made, made.position(), *wrong)

    assert [(each.step, each.findings[0].rule) for each in judged if not each.legal] == [(1, "BLZ-5.6d")]
    assert told(made, HELD, *wrong) == []


@pytest.mark.parametrize(("kind", "rule"), [("general", "BLZ-5.5n"), ("repeat", "BLZ-5.3n")])
def test_of_a_second_marker_in_hand_that_is_the_last_of_the_turn_nothing_is_asked_but_that_it_is_kept(
    kind: str, rule: str
):
    """BLZ-5.3n, BLZ-5.5n, BLZ-5.6d"""
    declined = do.Draw(chit="X"), do.Skip(chit="X"), do.EndPhase(reason="empty")

    def found(**others: str) -> list[str]:
        made = field(kind, "cup").chit("Y", "german", kind, "held")
        made.places.update({"A": "used", "B": "used", "F": "used", **others})
        return told(made, *declined)

    assert found() == ["BLZ-5.6d"], "it is not played in this turn"
    assert rule in found(F="cup"), "it is not the last"


def test_of_the_repeat_that_a_general_gives_is_said_that_it_is_played_at_once():
    """BLZ-5.3n"""
    made = field("repeat", "held").chit("G", "german", "general", "cup").chit("G.repeat", "german", "repeat", "off")
    given = do.Draw(chit="G"), do.PlayGeneral(chit="G", option="repeat")
    turned, goes = do.Mark(piece="A HQ", marker="activated"), do.Move(units=("a1",), hex="0806")

    judged = at_the_table(made, made.position(), *given, do.Draw(chit="F"))
    assert [each.why for one in judged for each in one.findings] == ["cup.given-at-once"]
    plays = *given, do.PlayRepeat(chit="G.repeat", formation="A"), turned, goes, END
    assert said(at_the_table(made, made.position(), *plays, do.Draw(chit="F"))) == []
