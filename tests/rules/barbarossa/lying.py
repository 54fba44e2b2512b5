"""How the models of unit cards lie: on the board, and as the referee has it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.barbarossa import actions as do
from rules.barbarossa.reading.words import LAND
from rules.barbarossa.state.model import Position, Unit
from rules.engine.evidence import Board

MOVES = (do.Hide, do.Show, do.Out, do.Return, do.Enter, do.Leave, do.Merge)
"""While one of these is due, a model does not stand yet where the referee has it."""


def on_board(board: Board, position: Position) -> Mapping[str, object]:
    """Where the models lie; those aboard of another go with it."""
    return {
        each.piece.name: each.spot.name
        for each in board.pieces
        if each.spot.zone == LAND and (unit := position.units.get(each.piece.name)) and not unit.carrier
    }


def as_judged(position: Position) -> dict[str, str]:
    """Where models stand as the referee has it."""
    return {name: unit.hex for name, unit in position.units.items() if _is_seen(unit)}


def at_rest(position: Position) -> bool:
    """Whether all models stand where the referee has them: what is only permitted moves nobody."""
    return not any(isinstance(each, MOVES) for due in position.due if due.must for each in due.options)


def _is_seen(unit: Unit) -> bool:
    return unit.standing and not unit.carrier and not unit.off_board
