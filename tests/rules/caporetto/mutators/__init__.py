"""Mutators: each breaks one rule in a legal game."""

from tests.rules.caporetto.mutators import deeds, moves, phases
from tests.rules.caporetto.mutators.occasion import BREACHES, Occasion

__all__ = ["BREACHES", "Occasion", "deeds", "moves", "phases"]
