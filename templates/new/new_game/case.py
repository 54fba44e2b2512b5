"""A case: an action, the position before it, the battle, and what the chapters ask of them."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from new_game.model import Battle, Position
from rules.engine import case
from rules.engine.actions import Action

A_co = TypeVar("A_co", bound=Action, covariant=True)


class Case(case.Case[Battle, Position, A_co], Generic[A_co]):
    """What a check and an effect look at."""

    @property
    def moving(self) -> str:
        """The side whose phase it is; nobody's in the set-up."""
        return self.battle.phases.get(self.before.state, "")

    def moved(self) -> Iterator[tuple[str, str, str]]:
        """The units that stand elsewhere than when the phase began: which, where they were, where they are."""
        for unit, found in self.before.hexes.items():
            origin = self.before.began.get(unit, "")
            if origin and found and origin != found:
                yield unit, origin, found
