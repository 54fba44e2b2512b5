"""Nobody has left out anything before he has done something else."""

from __future__ import annotations

from typing import Any, ClassVar, cast

import msgspec

from rules.audit.chain import Part
from rules.audit.judged import Judged
from rules.audit.spoken import AFTER_WORD, VOID
from rules.audit.waiting import when_known
from rules.engine.actions import Action
from rules.engine.referee import OUT_OF_PLACE
from rules.engine.ruling import Finding, Illegal, Notice


class Move(Action, frozen=True):
    """A piece moves."""

    piece: str = "piece"


class Bell(Action, frozen=True):
    """The marker goes on."""

    clock: ClassVar[bool] = True


class Loss(Action, frozen=True):
    """It follows from something."""

    follows: ClassVar[bool] = True
    piece: str = "piece"


class Place(msgspec.Struct, frozen=True):
    """A part of a story that has nothing but a name."""

    name: str


def owed(*things: str, owner: str = "b") -> Illegal:
    """What somebody has left out."""
    return Illegal("undone", rule="R", owner=owner).of(tuple({"expected": each} for each in things))


def did(step: int, side: str, action: Action, *findings: Finding, good: str = "", first: bool = False) -> Judged:
    """A deed as it was judged."""
    return Judged(
        step, action, "declared", findings, player=side, makes_good=(good,) if good else (), comes_first=first
    )


def later(step: int, why: str = AFTER_WORD) -> Notice:
    """What is said of a deed before which the marker of a step was moved on."""
    return Notice(why, {"log": "log", "step": step}, owner="a")


def told(*judged: Judged) -> list[tuple[int, list[str]]]:
    """By step what is told, with whom it concerns."""
    story = [(cast("Part", Place("log")), each) for each in judged]
    return [(each.step, [_short(each, one) for one in each.findings]) for _, each in when_known(story)]


def _short(judged: Judged, finding: Any) -> str:
    what = " ".join((type(finding).__name__, judged.concerns(finding), finding.why))
    return f"{what} {finding.facts['expected']}" if "expected" in finding.facts else what


MOVE, BELL, LOSS = Move(), Bell(), Loss()


def test_what_was_left_out_is_held_against_who_does_something_else() -> None:
    left = did(1, "a", MOVE, owed("x"))
    assert told(left, did(2, "b", MOVE)) == [(1, ["Illegal b undone x"]), (2, [])]
    assert told(left, did(2, "b", BELL))[0] == (1, ["Illegal b undone x"]), "he goes on himself"
    assert told(did(1, "b", MOVE, owed("x")), did(2, "b", LOSS, good="x"))[0] == (1, ["Illegal b undone x"]), "his own"


def test_who_does_it_next_was_only_not_waited_for() -> None:
    left = did(1, "a", MOVE, owed("x"))
    assert told(left, did(2, "a", MOVE), did(3, "b", LOSS, good="x")) == [(1, ["Notice a late.done"]), (2, []), (3, [])]
    assert told(left, did(2, "b", LOSS), did(3, "b", MOVE, good="x"))[0] == (1, ["Notice a late.done"]), "it follows"


def test_whether_it_would_have_been_done_is_open_where_the_logs_end() -> None:
    assert told(did(1, "a", MOVE, owed("x")), did(2, "a", MOVE)) == [(1, ["Undecided b undone x"]), (2, [])]


def test_of_several_things_each_is_waited_for() -> None:
    left = did(1, "a", MOVE, owed("x", "y"))
    one, two = did(2, "b", MOVE, good="x"), did(3, "b", MOVE, good="y")
    assert told(left, one, two)[0] == (1, ["Notice a late.done"])
    assert told(left, one, did(3, "b", MOVE))[0] == (1, ["Illegal b undone y"])


def test_who_makes_good_something_has_not_left_out_the_rest_yet() -> None:
    left, more = did(1, "a", BELL, owed("x")), did(2, "a", BELL, Illegal("stands", rule="Q", owner="b"))
    found = told(left, more, did(3, "b", MOVE, good="x"), did(4, "b", MOVE, later(2)))
    assert found == [(1, ["Notice a late.done"]), (2, ["Notice a late.done"]), (3, []), (4, [])]
    found = told(left, more, did(3, "b", MOVE, good="x"), did(4, "b", MOVE))
    assert found[:2] == [(1, ["Notice a late.done"]), (2, ["Illegal b stands"])]


def test_what_is_told_of_the_marker_is_not_told_again_of_the_deed_before_which_it_went_on() -> None:
    for why in (AFTER_WORD, VOID):
        assert told(did(1, "a", BELL, owed("x")), did(2, "b", MOVE, later(1, why)))[1] == (2, [])
        assert told(did(1, "a", BELL), did(2, "b", MOVE, later(1, why)))[1] == (2, [f"Notice a {why}"])


def test_who_ends_something_and_plays_on_before_the_other_side_is_done_may_have_played_over_its_head() -> None:
    ended, done = did(1, "a", BELL, owed("x")), did(3, "b", MOVE, good="x")
    assert told(ended, did(2, "a", MOVE), done)[0] == (1, ["Undecided a late.over-the-head"])
    assert told(ended, did(2, "a", BELL), did(2, "a", LOSS), done)[0] == (1, ["Notice a late.done"])
    assert told(did(1, "a", MOVE, owed("x")), did(2, "a", MOVE), done)[0] == (1, ["Notice a late.done"]), (
        "nothing ended"
    )


def test_who_could_not_act_between_two_things_that_were_ended_in_one_go_is_not_accused() -> None:
    said = ["Undecided a late.at-once", "Notice b undone x"]
    first, second = did(1, "a", BELL, owed("x")), did(1, "a", BELL)
    assert told(first, second, did(2, "b", MOVE))[0] == (1, said)
    assert told(second, first, did(2, "b", MOVE))[1] == (1, said)
    assert told(first, did(2, "a", BELL), did(3, "b", MOVE))[0] == (1, ["Illegal b undone x"]), "he could"


def test_who_did_something_only_too_early_because_he_did_not_wait_is_told_no_more_than_that() -> None:
    hasty = did(1, "a", MOVE, owed("x"), Illegal(OUT_OF_PLACE, rule="Q"), Illegal("too far", rule="P"))
    more = did(2, "a", MOVE, Illegal(OUT_OF_PLACE, rule="Q"))
    late, said = did(3, "b", MOVE, good="x"), "Illegal a sequence.not-now"
    assert told(hasty, more, late)[:2] == [(1, ["Notice a late.done", said, "Illegal a too far"]), (2, [said])]
    late = did(3, "b", MOVE, good="x", first=True)
    assert told(hasty, more, late)[:2] == [(1, ["Notice a late.done", "Illegal a too far"]), (2, [])]
    own = did(2, "b", LOSS, Illegal(OUT_OF_PLACE, rule="Q"))
    assert told(hasty, own, late)[1] == (2, ["Illegal b sequence.not-now"])


def test_who_had_said_that_he_was_done_is_not_waited_for() -> None:
    left, word = did(3, "a", BELL, owed("x")), did(2, "b", Action())
    assert told(word, left)[-1] == (3, ["Illegal b undone x"])
    assert told(word, did(2, "b", MOVE), left)[-1] == (3, ["Illegal b undone x"]), "whatever he did after that"
    assert told(word, did(2, "a", BELL), left)[-1] == (3, ["Undecided b undone x"]), "of something else"
    assert told(did(2, "a", Action()), left)[-1] == (3, ["Undecided b undone x"]), "somebody else said so"
