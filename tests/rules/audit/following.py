"""The referee beside a log: his position after each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.audit.games import game_of
from rules.audit.judging import Judge
from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position as CardPosition
from rules.barbarossa.state.model import Unit
from rules.blitzkrieg.model import Position
from tests.rules.shared.through import alone
from vassal.timeline import Timeline

Lies = dict[str, tuple[str | bool, ...]]
"""By unit on the map: hex, whether a step is lost, and which of its markers are on."""
MARKERS = ("Neutralised", "OOC", "OPP", "Activated")
MOVES = (do.Hide, do.Show, do.Out, do.Return, do.Enter, do.Leave, do.Merge)
"""While one of these is due, a model of unit cards does not stand yet where the referee has it."""


def followed(timeline: Timeline, game: str = "blitzkrieg") -> Iterator[tuple[int, Any]]:
    """Each step before which something was judged, and the referee's position after it."""
    known_game = game_of(game)
    part = alone(timeline, known_game.seals)
    play = known_game.play(part.witness.board(timeline.start), known_game.switches())
    judge: Judge[Any] = Judge(play.referee, play.reader, play.turn)
    last = 0
    for each in judge.judge(part):
        if each.step != last and judge.position is not None and not judge.position.within("SETUP"):
            yield each.step - 1, judge.position
        last = each.step


def known(position: Position) -> Lies:
    """How the units lie as the referee has it."""
    return {
        name: (unit.hex, unit.steps == 1, unit.neutralised, unit.ooc, unit.opp, unit.activated)
        for name, unit in position.units.items()
        if unit.hex
    }


def settled(position: CardPosition) -> bool:
    """Whether all models stand where the referee has them."""
    return not any(isinstance(each, MOVES) for due in position.due for each in due.options)


def stands(position: CardPosition) -> dict[str, str]:
    """Where models stand as the referee has it."""
    return {name: unit.hex for name, unit in position.units.items() if _is_seen(unit)}


def _is_seen(unit: Unit) -> bool:
    return unit.standing and not unit.carrier and not unit.off_board
