"""What the referee alone says of small positions, and how it is written in a line.

A finding is written as its rule, in doubt with `?` and its ruling or what is missing, a remark with `~`. The positions
are made for one limit each, and many could not come about like this: so they do not go through logs, as plays do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.model import Position
from rules.engine.actions import Action
from rules.engine.ruling import Illegal, Ruling, Undecided
from tests.rules.barbarossa.drafting import BOTH
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.shared.played import Played, play_all


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
    return play_all(referee(made.battle(), SWITCHES.settle_all(rulings)), position, actions)


def begun(made: Field, state: str) -> Position:
    """The position when a step has just begun: the clock has come there from the one before."""
    before = {"S1": "REVEAL", **{f"S{number}": f"S{number - 1}" for number in range(2, 13)}}[state]
    return played(made, made.position(before, ready=BOTH, opened=BOTH), do.Advance(to=state)).position


def opening(made: Field, unit: str, order: str = "", *, rulings: Iterable[str] = (), **fields: Any) -> Ruling:
    """What is said of an order when it is opened."""
    given = do.Order(unit=unit, order=order, **fields)
    return played(made, made.position("REVEAL", opened=BOTH), given, rulings=rulings).last
