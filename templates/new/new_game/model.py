"""What stays as it is in a scenario (the battle), and what changes (the position)."""

from collections.abc import Mapping

import msgspec

from rules.engine import position
from rules.engine.hexes import Hexes


class Unit(msgspec.Struct, frozen=True):
    """A unit as it is printed: whose it is, how far it moves, where it may be set up."""

    side: str
    movement: int
    zone: frozenset[str]


class Battle(msgspec.Struct, frozen=True):
    """What stays as it is: the map, the units, whose phase is which."""

    id: str
    turns: int
    grid: Hexes
    units: Mapping[str, Unit]
    phases: Mapping[str, str]
    """By phase: the side that moves in it; none in the set-up."""


class Position(position.Position, frozen=True, kw_only=True):
    """What changes: where each unit is (nowhere if it is off the map), and where it was when the phase began."""

    turn: int = 1
    hexes: Mapping[str, str]
    began: Mapping[str, str]
