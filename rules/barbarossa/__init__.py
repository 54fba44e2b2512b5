"""Barbarossa 1941: secret orders, opened together and carried out in twelve simultaneous steps.

The chapters are imported in one order, whoever asks first: what they register comes in that order, and with it the
moves of a random game.
"""

from rules.barbarossa import game

__all__ = ["game"]
