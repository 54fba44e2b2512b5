"""Mutators: each breaks one rule in an otherwise legal game, so that one can see whether the referee names it."""

from tests.rules.barbarossa.mutators import (
    air,
    carrying,
    clock,
    fire,
    ground,
    hiding,
    melee,
    orders,
    orders_air,
    orders_fire,
    orders_move,
    orders_works,
    outcomes,
    results,
    shells,
    works,
)
from tests.rules.barbarossa.mutators.occasion import BREACHES, Occasion

CHAPTERS = (
    orders,
    orders_fire,
    orders_move,
    orders_works,
    orders_air,
    fire,
    shells,
    results,
    outcomes,
    ground,
    melee,
    works,
    carrying,
    hiding,
    air,
    clock,
)
"""Importing them fills the register."""

__all__ = ["BREACHES", "CHAPTERS", "Occasion"]
