"""The rulebook of the game, and the registers that its chapters fill: checks, outcomes, effects, rolls."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from rules.blitzkrieg.model import Position

HERE = Path(__file__).parent
RULES_VERSION = "1"
"""Rises with every change that could change a verdict; a report names it."""

BOOK = Rulebook.load(HERE / "ledger.yaml")
EFFECTS = Effects()

rule = BOOK.rule
outcome = BOOK.outcome
effect = EFFECTS.on

RollEffect = Callable[[Any], "Position"]
R = TypeVar("R", bound=RollEffect)


class Rolls:
    """What dice lead to, by the purpose they are rolled for."""

    def __init__(self) -> None:
        self._effects: dict[str, RollEffect] = {}

    def on(self, *purposes: str) -> Callable[[R], R]:
        """Registers what a roll for these purposes leads to."""

        def register(function: R) -> R:
            for purpose in purposes:
                if purpose in self._effects:
                    raise ValueError(f"{purpose} has an effect already")
                self._effects[purpose] = function
            return function

        return register

    @property
    def effects(self) -> Mapping[str, RollEffect]:
        """All effects by purpose."""
        return self._effects


ROLLS = Rolls()
roll = ROLLS.on
