"""Mutators: each breaks one rule in an otherwise legal game, so that one can see whether the referee names it.

A mutator looks at an `Occasion`, a moment of a legal game, and says what would break its rule there: one action, or a
few of which the last one does. It knows of the rules only what it needs for that, and never asks the referee.
"""

from tests.rules.blitzkrieg.mutators import (
    columns,
    command,
    composition,
    cup,
    fighting,
    fire,
    guns,
    movement,
    placing,
    reactions,
    results,
    shaken,
    sightlines,
)
from tests.rules.blitzkrieg.mutators.occasion import BREACHES, Occasion, mutants

CHAPTERS = (
    cup,
    command,
    movement,
    fire,
    reactions,
    sightlines,
    guns,
    placing,
    results,
    shaken,
    fighting,
    composition,
    columns,
)
"""Importing them fills the list."""

__all__ = ["BREACHES", "CHAPTERS", "Occasion", "mutants"]
