"""Mutators: each breaks exactly one rule of the book in an otherwise legal game, and the referee has to name it."""

from rules.engine.play import Mutator

MUTATORS: tuple[Mutator, ...] = ()
