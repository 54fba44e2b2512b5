"""A random game in the order in which people play it: whatever they do later, earlier or at once, nobody is accused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.engine.ruling import Finding, Notice
from rules.engine.writing import Entry, Go
from tests.rules.barbarossa.logs import game, judged, timeline
from tests.rules.barbarossa.printing import shop
from tests.rules.shared.play import Turn
from vassal import savefile

Shown = tuple[Turn[Position], list[Entry]]
"""What is done, and what the log shows of it."""
LATE = frozenset({"S2", "S3", "S6", "S10", "S12"})
"""Steps of which the marker is told only when they are over."""


def as_played(shown: list[Shown]) -> Iterator[Shown]:
    """As the generator plays."""
    yield from shown


def dragged(shown: list[Shown]) -> Iterator[Shown]:
    """Who moves in step 10 is dragged to his goal at once; what happened on the way is rolled then."""
    for moving, part in groupby(shown, key=lambda each: (each[0].before.round, each[0].before.state)):
        steps = list(part)
        if moving[1] == "S10":
            steps = list(_at_once(steps))
        yield from steps


def _at_once(steps: list[Shown]) -> Iterator[Shown]:
    goals = {turn.action.unit: turn.action.hex for turn, _ in steps if isinstance(turn.action, do.Step)}
    for turn, entries in steps:
        if not isinstance(turn.action, do.Step):
            yield turn, entries
        elif turn.action.unit in goals:
            yield turn, [_to(entry, goals.pop(turn.action.unit)) for entry in entries]


def _to(entry: Entry, place: str) -> Entry:
    return Entry(entry.side, tuple(Go(deed.piece, place) if isinstance(deed, Go) else deed for deed in entry.deeds))


def one_after_the_other(shown: list[Shown]) -> Iterator[Shown]:
    """In step 10 each model goes all its way before the next one begins."""
    ways: dict[tuple[int, str], list[Shown]] = {}
    for each in shown:
        turn = each[0]
        if isinstance(turn.action, do.Step) and turn.before.state == "S10":
            ways.setdefault((turn.before.round, turn.action.unit), []).append(each)
    for each in shown:
        turn = each[0]
        if isinstance(turn.action, do.Step) and turn.before.state == "S10":
            yield from ways.pop((turn.before.round, turn.action.unit), ())
        else:
            yield each


def forgetful(shown: list[Shown]) -> Iterator[Shown]:
    """The marker goes on only when the step is over, and then twice."""
    held: list[Shown] = []
    for each in shown:
        action = each[0].action
        if isinstance(action, do.Advance) and action.to in LATE:
            held.append(each)
            continue
        if isinstance(action, do.Advance):
            yield from held
            held.clear()
        yield each


@pytest.mark.parametrize("habit", [as_played, dragged, one_after_the_other, forgetful])
def test_nobody_is_accused_whatever_the_habits(habit: Callable[[list[Shown]], Iterator[Shown]]) -> None:
    turns = game("crossroads", 1, 450)
    scribe, writer = shop().scribe("crossroads"), shop().writer("crossroads")
    writer.foresee([turn.action for turn in turns])

    for _, entries in habit([(turn, list(writer.entries(turn.before, turn.action))) for turn in turns]):
        scribe.write(entries)

    log = savefile.read(savefile.encode(scribe.log()))
    found: list[Finding] = [each for said, _ in judged(timeline(log)) for each in said.findings]
    assert [each for each in found if not isinstance(each, Notice)] == []
    assert max(turn.before.round for turn in turns) > 2
