"""A case: an action, the position before it, the battle it belongs to, and the readings that are settled."""

from typing import Generic, Protocol, Self, TypeVar

from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.grid import Grid
from rules.engine.position import Position
from rules.engine.ruling import Undecided
from rules.engine.switches import Switches


class Battle(Protocol):
    """What stays as it is while a scenario is played."""

    @property
    def grid(self) -> Grid:
        """The places of its map."""
        ...


B = TypeVar("B", bound=Battle)
X = TypeVar("X", bound=Position)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class Case(Generic[B, X, A_co]):
    """What a check and an effect look at; each game adds what can be asked of it."""

    def __init__(self, battle: B, switches: Switches, before: X, action: A_co) -> None:
        self.battle, self.switches, self.before, self.action = battle, switches, before, action
        self.forbidden = False
        """True for the effect of a deed that broke a rule, or that followed from one that did."""
        self.disputed: tuple[Undecided, ...] = ()
        """For the effect of a deed: the open questions by one reading of which it breaks a rule."""

    def distance(self, start: str, goal: str) -> int:
        """How many steps away a place of the map is: the own one is at 0, an adjacent one at 1."""
        return self.battle.grid.distance(start, goal)

    def within(self, start: str, goal: str, most: int) -> Answer:
        """Whether a place is at most so far away; open if either is no place of the map."""
        return self.battle.grid.measure(start, goal).within(most)

    def beside(self, start: str, goal: str) -> bool:
        """True for two places of the map that are one step apart."""
        return goal in self.battle.grid.neighbours(start)

    def then(self, after: X) -> Self:
        """The same action, looked at from the position after a part of it."""
        made = type(self)(self.battle, self.switches, after, self.action)
        made.forbidden, made.disputed = self.forbidden, self.disputed
        return made
