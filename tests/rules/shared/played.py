"""What actions led to in a case, and what was said of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.engine.actions import Action
from rules.engine.obligations import Due
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.ruling import Ruling

P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Played(Generic[P]):
    """The position after actions, and the rulings on them."""

    position: P
    rulings: tuple[Ruling, ...]
    made_due: frozenset[str] = frozenset()
    """The rules by which something became due on the way."""

    @property
    def last(self) -> Ruling:
        """The ruling on the last action."""
        return self.rulings[-1]

    @property
    def rules(self) -> tuple[str, ...]:
        """All rules named as broken or in doubt, in order."""
        return tuple(rule for ruling in self.rulings for rule in ruling.rules)

    @property
    def legal(self) -> bool:
        """True if every action was."""
        return all(ruling.legal for ruling in self.rulings)

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due now."""
        return self.position.due


def play_all(referee: Referee[P], position: P, actions: Iterable[Action]) -> Played[P]:
    """What becomes of the position, and what is said of each action."""
    said, made_due = list[Ruling](), set[str]()
    for action in actions:
        known = position.due
        position, ruling = referee.step(position, action)
        said.append(ruling)
        made_due |= {due.rule for due in position.due if due not in known}
    return Played(position, tuple(said), frozenset(made_due))
