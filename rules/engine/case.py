"""A case: an action, the position before it, the battle it belongs to, and the readings that are settled."""

from typing import Generic, Self, TypeVar

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.switches import Switches

B = TypeVar("B")
X = TypeVar("X", bound=Position)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class Case(Generic[B, X, A_co]):
    """What a check and an effect look at; each game adds what can be asked of it."""

    def __init__(self, battle: B, switches: Switches, before: X, action: A_co) -> None:
        self.battle, self.switches, self.before, self.action = battle, switches, before, action

    def then(self, after: X) -> Self:
        """The same action, looked at from the position after a part of it."""
        return type(self)(self.battle, self.switches, after, self.action)
