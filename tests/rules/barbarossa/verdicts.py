"""What the referee alone says of small positions, and how it is written in a line.

A finding is written as its rule, in doubt with `?` and its ruling or what is missing, a remark with `~`. The positions
are made for one limit each, and many could not come about like this: so they do not go through logs, as plays do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.ruling import Illegal, Ruling, Undecided
from tests.rules.barbarossa.drafting import BOTH
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.shared.played import Played


def words(ruling: Ruling) -> str:
    """The findings of a ruling in a line, sorted."""
    found = []
    for each in ruling.findings:
        if isinstance(each, Illegal):
            found.append(each.rule)
        elif isinstance(each, Undecided):
            found.append(f"{each.rule}?{each.ruling or each.missing}")
        else:
            found.append(f"~{each.why}")
    return " ".join(sorted(found))


def played(made: Field, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
    """What becomes of a position, and what is said of each action."""
    return made.judged(position, *actions, rulings=rulings)


@dataclass(frozen=True)
class In:
    """Cases of one state of the round, unless they name another one."""

    usual: str

    def says(
        self, made: Field, action: Action, state: str = "", *, rulings: Iterable[str] = (), **position: Any
    ) -> str:
        """What is said of an action, in a line."""
        return words(played(made, made.position(state or self.usual, **position), action, rulings=rulings).last)

    def after(self, made: Field, action: Action, state: str = "", **position: Any) -> Position:
        """The position after an action."""
        return played(made, made.position(state or self.usual, **position), action).position


def begun(made: Field, state: str) -> Position:
    """The position when a step has just begun: the clock has come there from the one before."""
    before = {"S1": "REVEAL", **{f"S{number}": f"S{number - 1}" for number in range(2, 13)}}[state]
    return played(made, made.position(before, ready=BOTH, opened=BOTH), do.Advance(to=state)).position


def opening(made: Field, unit: str, order: str, *, rulings: Iterable[str] = (), **fields: Any) -> str:
    """What is said of an order when it is opened, in a line."""
    return In("REVEAL").says(made, do.Order(unit=unit, order=order, **fields), rulings=rulings, opened=BOTH)


def other_reading(ruling: str) -> str:
    """A disputed ruling, settled otherwise than we read it."""
    dispute = SWITCHES.disputes[ruling]
    return f"{ruling}={next(name for name in dispute.readings if name != dispute.default)}"
