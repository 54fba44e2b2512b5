"""Play: legal actions listed, random games, counts of positions, and mutators that break one rule each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.referee import Referee

P = TypeVar("P", bound=Position)
Generator = Callable[[P], Iterable[Action]]
"""Lists the legal actions of a position; a roll stands there once for each result that differs."""
Choice = Callable[[Sequence[Action], Random], Action]
"""Picks one of the legal actions."""


class Turn(msgspec.Struct, Generic[P], frozen=True):
    """One action of a game and the position it was done in."""

    before: P
    action: Action


def random_game(
    referee: Referee[P], legal: Generator[P], start: P, *, rng: Random, limit: int, choose: Choice | None = None
) -> Iterator[tuple[P, Action]]:
    """Each position and the legal action chosen in it, until there is none or the limit is reached."""
    position = start
    for _ in range(limit):
        actions = tuple(legal(position))
        if not actions:
            return
        action = choose(actions, rng) if choose else rng.choice(actions)
        yield position, action
        position = referee.play(position, action)


def perft(referee: Referee[P], legal: Generator[P], position: P, depth: int) -> int:
    """How many sequences of legal actions there are, so many actions deep."""
    if depth == 0:
        return 1
    actions = tuple(legal(position))
    if depth == 1:
        return len(actions)
    return sum(perft(referee, legal, referee.play(position, action), depth - 1) for action in actions)


class Mutation(msgspec.Struct, frozen=True):
    """A game in which one rule is broken: the actions, and where the referee must name the rule."""

    rule: str
    at: int
    actions: tuple[Action, ...]


class Mutator(Protocol):
    """Breaks exactly one rule in an otherwise legal game."""

    rule: str

    def mutate(self, game: Sequence[Turn[Any]], rng: Random) -> Mutation | None:
        """The game with the rule broken once; None if the game gives no occasion."""
        ...
