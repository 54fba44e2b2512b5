"""Games by what they have: a test that tries something on a unit finds the game that has it."""

from __future__ import annotations

import assets


def with_unit(unit: str) -> str:
    """The game that has a unit of this id."""
    return next(name for name in assets.games() if unit in assets.load(name).units)


def with_cards() -> tuple[str, ...]:
    """The games that have unit cards."""
    return tuple(name for name in assets.games() if assets.load(name).cards)
