"""Play: random games by a player who tries what is proposed, and counts of positions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.referee import Referee

P = TypeVar("P", bound=Position)
Generator = Callable[[P], Iterable[Action]]
"""Lists the legal actions of a position; a roll stands there once for each result that differs."""


class Turn(msgspec.Struct, Generic[P], frozen=True):
    """One action of a game and the position it was done in."""

    before: P
    action: Action


class Player(ABC, Generic[P]):
    """Plays all sides: of what a game proposes, the first thing that its referee finds legal is done."""

    last: tuple[type[Action], ...] = ()
    """Verbs after which a game is over."""

    def __init__(self, referee: Referee[P]) -> None:
        self.referee = referee

    @abstractmethod
    def tries(self, position: P) -> Iterable[Action]:
        """What could be done, what is to be tried first before the rest."""

    @abstractmethod
    def candidates(self, position: P) -> Iterable[Action]:
        """All that could be done, but for what is legal only if it is made good later; each roll once, as it falls."""

    def play(self, position: P, limit: int) -> Iterator[Turn[P]]:
        """Every action with the position before it, until it is over, nothing can be done or there were so many."""
        for _ in range(limit):
            found = self.turn(position)
            if found is None:
                return
            action, after = found
            yield Turn(position, action)
            if isinstance(action, self.last):
                return
            position = after

    def turn(self, position: P) -> tuple[Action, P] | None:
        """A legal action and the position after it."""
        for action in self.tries(position):
            after, ruling = self.referee.step(position, action)
            if ruling.legal:
                return action, after
        return None


def perft(referee: Referee[P], legal: Generator[P], position: P, depth: int) -> int:
    """How many sequences of legal actions there are, so many actions deep."""
    if depth == 0:
        return 1
    actions = tuple(legal(position))
    if depth == 1:
        return len(actions)
    return sum(perft(referee, legal, referee.play(position, action), depth - 1) for action in actions)
