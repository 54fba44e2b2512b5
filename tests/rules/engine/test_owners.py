"""Whose duty it is: every due has an owner, and what was left undone is said of the owner, whoever moves the clock."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from rules.barbarossa import game as barbarossa
from rules.blitzkrieg import game as blitzkrieg
from rules.blitzkrieg.loading import open_switches
from rules.engine.play import Turn
from rules.engine.referee import Referee
from tests.rules.audit import golden
from tests.rules.barbarossa import many

Game = tuple[Referee, Iterator[Turn]]


def a_battle(scenario: str, seed: int) -> Game:
    return blitzkrieg.referee(golden.battle(scenario), open_switches()), golden.play(scenario, seed, 10_000)


def a_line(scenario: str, seed: int) -> Game:
    return barbarossa.referee(many.battle(scenario), many.SWITCHES), many.play(scenario, seed)


GAMES: dict[str, Callable[[], Game]] = {
    **{f"{name} {seed}": (lambda n=name, s=seed: a_battle(n, s)) for name in golden.SCENARIOS for seed in (3,)},
    **{name: (lambda n=name: a_line(n, 3)) for name in many.SCENARIOS},
}


@pytest.mark.parametrize("name", GAMES)
def test_every_due_has_an_owner(name: str) -> None:
    referee, turns = GAMES[name]()
    rules = set()
    for turn in islice(turns, 700):
        for due in turn.before.due:
            rules.add(due.rule)
            assert referee.owner(turn.before, due), due
    assert rules
