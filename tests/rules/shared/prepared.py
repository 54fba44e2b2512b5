"""Occasions that random games seldom give: prepared positions as data, in which the mutators look for theirs.

Each is a case like those of the book (`cases/occasions-*.yaml` of a game): how it stands, what is legally done in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.referee import Referee
from tests.rules.shared.casebook import folder
from tests.rules.shared.cases import Written, actions_of, read
from tests.rules.shared.play import Turn

B = TypeVar("B")
P = TypeVar("P", bound=Position)
OCCASIONS = "occasions-*.yaml"


@dataclass(frozen=True)
class Stage(Generic[B, P]):
    """The prepared positions of a game."""

    game: str
    stands: Callable[[Mapping[str, Any]], tuple[B, P]]
    """What does not change, and the position, as they are written."""
    kinds: Mapping[str, type[Action]]
    """The verbs of what is done."""
    referee: Callable[[B], Referee[P]]

    @cached_property
    def written(self) -> dict[str, Written]:
        """The prepared positions by name."""
        paths = sorted(folder(self.game).glob(OCCASIONS))
        return {f"{case.id} {case.title}": case for path in paths for case in read(path)}

    @cached_property
    def _stood(self) -> dict[str, tuple[B, P]]:
        return {name: self.stands(case.start) for name, case in self.written.items()}

    def battle(self, name: str) -> B:
        """What does not change in a prepared position."""
        return self._stood[name][0]

    def play(self, name: str) -> Iterator[Turn[P]]:
        """What is done in a prepared position, action by action."""
        battle, position = self._stood[name]
        judge = self.referee(battle)
        for action in actions_of(self.written[name], self.kinds):
            yield Turn(position, action)
            position = judge.play(position, action)

    def games(self) -> Iterator[tuple[str, Sequence[Turn[P]]]]:
        """Every prepared position with what is done in it."""
        for name in self.written:
            yield name, list(self.play(name))

    def wrong(self) -> list[tuple[str, Action, tuple[str, ...]]]:
        """What is done in a prepared position that is not legal, with the rules: it should be nothing."""
        return [
            (name, turn.action, ruling.rules)
            for name, game in self.games()
            for turn in game
            if not (ruling := self.referee(self.battle(name)).judge(turn.before, turn.action)).legal
        ]
