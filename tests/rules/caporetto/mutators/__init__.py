"""Mutators: each breaks one rule in a legal game."""

from tests.rules.caporetto.mutators import combat, deeds, fights, moves, phases, results, works, written
from tests.rules.caporetto.mutators.occasion import BREACHES, Occasion

__all__ = ["BREACHES", "Occasion", "combat", "deeds", "fights", "moves", "phases", "results", "works", "written"]
