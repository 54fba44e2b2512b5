"""The rulebook of the game, and the registers that its chapters fill: checks, outcomes, effects, rolls, the clock."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rules.engine.dice import Rolls
from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from rules.barbarossa.state.case import Case
    from rules.barbarossa.state.model import Position

HERE = Path(__file__).parent

BOOK = Rulebook.load(HERE / "ledger.yaml")
EFFECTS = Effects()
ROLLS = Rolls()

rule = BOOK.rule
outcome = BOOK.outcome
effect = EFFECTS.on
roll = ROLLS.on

Hook = Callable[["Case[Any]", "Position"], "Position"]
H = TypeVar("H", bound=Hook)


class Clock:
    """What happens of itself when a step begins or ends: every chapter adds its part."""

    def __init__(self) -> None:
        self._dawns: dict[str, list[Hook]] = {}
        self._begins: dict[str, list[Hook]] = {}
        self._ends: dict[str, list[Hook]] = {}

    def dawns(self, *steps: str) -> Callable[[H], H]:
        """Registers what happens before anything else when one of these steps begins."""
        return _into(self._dawns, steps)

    def begins(self, *steps: str) -> Callable[[H], H]:
        """Registers what happens when one of these steps begins, in the order of registration."""
        return _into(self._begins, steps)

    def ends(self, *steps: str) -> Callable[[H], H]:
        """Registers what happens when one of these steps ends, before the next one begins."""
        return _into(self._ends, steps)

    def go(self, case: "Case[Any]", position: "Position", step: str, to: str) -> "Position":
        """The position after a step has ended and another one has begun."""
        for hook in self._ends.get(step, ()):
            position = hook(case, position)
        position = position.but(stack=(to,))
        for hook in (*self._dawns.get(to, ()), *self._begins.get(to, ())):
            position = hook(case, position)
        return position


def _into(hooks: dict[str, list[Hook]], steps: tuple[str, ...]) -> Callable[[H], H]:
    def register(function: H) -> H:
        for step in steps:
            hooks.setdefault(step, []).append(function)
        return function

    return register


CLOCK = Clock()
dawns = CLOCK.dawns
begins = CLOCK.begins
ends = CLOCK.ends

Entering = Callable[["Case[Any]", "Position", str, str], "Position"]
"""From a case, the position after a step, the unit and the hex it came from, to the position with what follows."""
E = TypeVar("E", bound=Entering)


class Following:
    """What else happens when a unit has entered a hex: every chapter adds its part."""

    def __init__(self) -> None:
        self._hooks: list[Entering] = []

    def on(self, function: E) -> E:
        """Registers what happens to a unit that has entered a hex."""
        self._hooks.append(function)
        return function

    def entered(self, case: "Case[Any]", after: "Position", unit: str, origin: str) -> "Position":
        """The position with all that follows from a unit having entered a hex."""
        for hook in self._hooks:
            after = hook(case, after, unit, origin)
        return after


FOLLOWING = Following()
on_entering = FOLLOWING.on

Settling = Callable[["Case[Any]", "Position"], "Position"]
S = TypeVar("S", bound=Settling)


class Blows:
    """What follows when the dice of a blow have fallen: every chapter adds its part."""

    def __init__(self) -> None:
        self._hooks: list[Settling] = []

    def on(self, function: S) -> S:
        """Registers what follows from a blow."""
        self._hooks.append(function)
        return function

    def fallen(self, case: "Case[Any]", after: "Position") -> "Position":
        """The position with all that follows from the dice."""
        for hook in self._hooks:
            after = hook(case, after)
        return after


BLOWS = Blows()
after_blow = BLOWS.on
