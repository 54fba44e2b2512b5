"""Barbarossa 1941: secret orders, opened together and carried out in twelve simultaneous steps.

A room for each part of the book; what may be chosen stands beside its rules (`choices`). The chapters are imported in
one order, whoever asks first.
"""

from rules.barbarossa import chapters, game

__all__ = ["chapters", "game"]
