"""The registers of a game: its rulebook, and what its chapters say for themselves as they are imported."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rules.engine.dice import Roll, RollEffect, Rolls
from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

R = TypeVar("R", bound=RollEffect)


class Registers:
    """Checks and outcomes by rule, effects by verb, what dice lead to by purpose."""

    def __init__(self, folder: Path) -> None:
        self.book = Rulebook.load(folder / "ledger.yaml")
        self.effects, self.rolls = Effects(), Rolls()
        self.rule, self.outcome, self.effect = self.book.rule, self.book.outcome, self.effects.on

    def roll(self, *purposes: str) -> Callable[[R], R]:
        """Registers what a roll for these purposes leads to; dice for any other change nothing."""
        if Roll not in self.effects.kinds:
            self.effects.on(Roll)(self.rolls.follow)
        return self.rolls.on(*purposes)
