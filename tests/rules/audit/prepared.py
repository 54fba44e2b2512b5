"""Occasions that random games seldom give: prepared positions as data, in which the mutators look for theirs.

Each is a case like those of the book (`cases/occasions-*.yaml`): how it stands, and what is legally done in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.engine.play import Turn
from tests.rules.blitzkrieg.casebook import EXAMPLES, KINDS, stands
from tests.rules.shared.cases import Written, actions_of, read

OCCASIONS = "occasions-*.yaml"


@cache
def written() -> dict[str, Written]:
    """The prepared positions by name."""
    return {f"{case.id} {case.title}": case for path in sorted(EXAMPLES.parent.glob(OCCASIONS)) for case in read(path)}


@cache
def battle(name: str) -> Battle:
    """What does not change in a prepared position."""
    return stands(written()[name].start)[0]


def play(name: str) -> Iterator[Turn[Position]]:
    """What is done in a prepared position, action by action."""
    _, position = stands(written()[name].start)
    judge = referee(battle(name), open_switches())
    for action in actions_of(written()[name], KINDS):
        yield Turn(position, action)
        position = judge.play(position, action)


def games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    """Every prepared position with what is done in it."""
    for name in written():
        yield name, list(play(name))
