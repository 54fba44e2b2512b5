"""How the counters lie: on the board, and as the referee has it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import LAND, is_on
from rules.engine.evidence import Board

Lies = dict[str, tuple[str | bool, ...]]
"""By unit on the map: hex, whether a step is lost, and which of its markers are on."""
MARKERS = ("Neutralised", "OOC", "OPP", "Activated")


def on_board(board: Board, position: Position) -> Mapping[str, object]:
    """How the units lie on the board."""
    return {
        each.piece.name: (each.spot.name, *(is_on(each, marker) for marker in ("Steps", *MARKERS)))
        for each in board.pieces
        if each.piece.name in position.units and each.spot.zone == LAND
    }


def as_judged(position: Position) -> Lies:
    """How the units lie as the referee has it."""
    return {
        name: (unit.hex, unit.steps == 1, unit.neutralised, unit.ooc, unit.opp, unit.activated)
        for name, unit in position.units.items()
        if unit.hex
    }


def at_rest(position: Position) -> bool:
    """Always: what is done is done at once."""
    del position
    return True
