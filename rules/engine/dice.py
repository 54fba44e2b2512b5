"""Dice: a roll always has a purpose, and the single dice are kept."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from rules.engine.actions import Action


class Roll(Action, frozen=True):
    """Dice rolled for a purpose, for somebody: the dice are part of the stream of actions."""

    follows: ClassVar[bool] = True
    about: ClassVar[str] = "who"

    purpose: str
    who: str = ""
    dice: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.dice)


def throw(count: int, rng: Random, faces: int = 6) -> tuple[int, ...]:
    """Dice from a source of chance that is handed in."""
    return tuple(rng.randint(1, faces) for _ in range(count))


@cache
def ways(count: int, faces: int = 6) -> Mapping[int, int]:
    """In how many ways so many dice make each total."""
    tally: dict[int, int] = {}
    for dice in product(range(1, faces + 1), repeat=count):
        tally[sum(dice)] = tally.get(sum(dice), 0) + 1
    return MappingProxyType(tally)


def representatives(count: int, faces: int = 6) -> tuple[tuple[int, ...], ...]:
    """One set of dice for each total, the lowest first: enough where only the sum is read."""
    seen: dict[int, tuple[int, ...]] = {}
    for dice in product(range(1, faces + 1), repeat=count):
        seen.setdefault(sum(dice), dice)
    return tuple(seen[total] for total in sorted(seen))


RollEffect = Callable[[Any], Any]
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
    def purposes(self) -> frozenset[str]:
        """All purposes of which something follows."""
        return frozenset(self._effects)

    def follow(self, case: Any) -> Any:
        """The position after the dice: what their purpose says, and the same one if it says nothing."""
        effect = self._effects.get(case.action.purpose)
        return effect(case) if effect else case.before
