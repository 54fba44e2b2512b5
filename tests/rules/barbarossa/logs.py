"""Whole games through logs: as they were played, as they are read from the file, and where the two differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random

import msgspec

from rules.audit.games import game_of
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.barbarossa import actions as do
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.loading import load, open_switches
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.position import fingerprint
from rules.engine.ruling import Notice
from tests.rules.barbarossa.printing import GAME, shop
from tests.rules.barbarossa.randomplay import RandomPlayer
from tests.rules.shared.play import Turn
from tests.rules.shared.through import alone
from vassal import savefile
from vassal.savefile import SaveFile
from vassal.timeline import Timeline


@cache
def battle(scenario: str) -> Battle:
    """What does not change in a scenario."""
    return load(scenario)


@cache
def game(scenario: str, seed: int, limit: int) -> tuple[Turn[Position], ...]:
    """The random game of a seed."""
    player = RandomPlayer(battle(scenario), open_switches(), Random(seed))
    return tuple(player.play(begin(battle(scenario)), limit))


def written(scenario: str, turns: Sequence[Turn[Position]]) -> SaveFile:
    """The log of a game, as it is read from the file."""
    scribe, writer = shop().scribe(scenario), shop().writer(scenario)
    writer.foresee([turn.action for turn in turns])
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
    return savefile.read(savefile.encode(scribe.log()))


def timeline(log: SaveFile) -> Timeline:
    """A log as a sequence of positions."""
    return Timeline.of(log, shop().module)


def judged(log: Timeline) -> Iterator[tuple[Judged, Position]]:
    """Every action that is read, with the referee's position before the step it stands in."""
    known = game_of(GAME)
    part = alone(log, known.seals)
    play = known.play(part.witness.board(log.start), known.switches())
    judge: Judge[Position] = Judge(play.referee, play.reader, play.turn)
    for each in judge.judge(part):
        assert judge.position is not None
        yield each, judge.position


def named(found: Iterable[Judged]) -> list[tuple[int, str, str, str]]:
    """What is said beside remarks: step, kind, message and rule."""
    return [
        (each.step, type(finding).__name__, finding.why, finding.rule)
        for each in found
        for finding in each.findings
        if not isinstance(finding, Notice)
    ]


LOOSE: Mapping[type[Action], tuple[str, ...]] = {
    do.State: ("beside",),
    do.Show: ("hex",),
    do.Leave: ("hex",),
    do.Fire: ("dice", "accuracy"),
    do.Strike: ("dice", "accuracy"),
    do.Complete: ("hex", "structure", "side", "kind"),
}
"""What need not be said of an action, and what the log says all the same; or cannot say."""


def told(action: Action) -> Action:
    """An action without whose it is, and without what need not be said."""
    return msgspec.structs.replace(action, by="", **dict.fromkeys(LOOSE.get(type(action), ()), ""))


def at_each_step(turns: Sequence[Turn[Position]]) -> list[str]:
    """The fingerprints of the positions in which the marker goes on, as they were played."""
    return [_mark(turn.before) for turn in turns if isinstance(turn.action, do.Advance) and turn.action.to != "OVER"]


def as_read(found: Iterable[tuple[Judged, Position]]) -> list[str]:
    """The same, as they were read."""
    return [
        _mark(position) for each, position in found if isinstance(each.action, do.Advance) and each.action.to != "OVER"
    ]


def _mark(position: Position) -> str:
    """A fingerprint of all that a log can show: not what was paid, who called a step done, which blow came first."""
    demands = tuple(due for due in position.due if due.must)
    return fingerprint(position.but(paid={}, done=(), shots=(), due=demands))
