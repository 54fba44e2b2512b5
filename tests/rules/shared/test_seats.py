"""Who sits where: what is done with a piece is its side's act; that it was played from the other seat is said once."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.engine.actions import subject
from rules.engine.ruling import Finding, Illegal, Notice
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.accused import heard
from tests.rules.shared.proof.breaches import breaches
from tests.rules.shared.proof.people import LENGTH, MANNERS, Game
from tests.rules.shared.proof.windows import Window, windows

KITS = kits()
MOST = 30
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


def remarks(window: Window, strokes: Any) -> list[Finding]:
    """What is remarked of seats in a log."""
    said = heard(window, strokes, (Notice,)) or ()
    return [each for one in said for each in one.findings if each.why == "seat.other"]


@of_each_game
def test_a_decision_from_another_seat_is_a_remark_for_the_side_of_the_piece(kit: Kit[Any, Any]) -> None:
    met = 0
    for window in islice(windows(kit, Random(5), LENGTH, each=4, settled=True), MOST):
        referee = window.edition().referee
        for turn in window.turns:
            owner = kit.side(named(turn.action)) if turn.action.own and named(turn.action) in kit.units else ""
            for seat in window.kit.temper.sides if owner else ():
                done = type(turn.action)(**{**fields(turn.action), "by": seat})
                said = [each for each in referee.judge(turn.before, done).findings if each.why == "seat.other"]
                assert referee.doer(turn.before, done) == owner
                assert [each.owner for each in said] == ([owner] if seat != owner else [])
                met += seat != owner
    assert met or not kit.accuses


@of_each_game
def test_of_one_who_plays_both_sides_it_is_said_once(kit: Kit[Any, Any]) -> None:
    most = 0
    for window in islice(windows(kit, Random(5), LENGTH, each=4, settled=True), MOST):
        made = MANNERS["plays_both_sides"](Game(window, Random(1)))
        if made is not None:
            most = max(most, len(remarks(window, made)))
    assert most <= 1


@of_each_game
def test_a_breach_from_the_other_seat_is_charged_to_the_side_of_the_piece(kit: Kit[Any, Any]) -> None:
    """The guilty twin, by the referee: who sat at the board does not bear it."""
    met = 0
    for window in islice(windows(kit, Random(6), LENGTH, each=4, settled=True), MOST):
        referee = window.edition().referee
        for breach in breaches(window, Random(1)):
            position = window.before
            for action in breach.actions[: breach.at]:
                position = referee.play(position, action)
            action = breach.actions[breach.at]
            owner = kit.side(named(action)) if action.own and named(action) in kit.units else ""
            other = next((each for each in kit.temper.sides if each != owner), "") if owner else ""
            if other:
                done = type(action)(**{**fields(action), "by": other})
                found = referee.judge(position, done).findings
                assert any(isinstance(each, Illegal) and each.rule == breach.finding.rule for each in found)
                assert referee.doer(position, done) == owner
                met += 1
    assert met or not kit.accuses


def named(action: Any) -> str:
    """The first piece that an action names."""
    return subject(action).partition(",")[0]


def fields(action: Any) -> dict[str, Any]:
    """What an action says."""
    return {name: getattr(action, name) for name in action.__struct_fields__}
