"""Cases on the real maps, and a battlefield with the parts of a scenario that a case names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.starting import default_setup
from tests.rules.shared.played import Played, play_all

HANNUT, STONNE = load("hannut"), load("stonne")


class Theatre(Field):
    """A battlefield whose battle has more parts: setups, arrivals, victory and the like."""

    def __init__(self, turn: int = 1, **parts: object) -> None:
        super().__init__(turn)
        self.parts = parts

    def battle(self) -> Battle:
        """What does not change, with the parts of this case."""
        return msgspec.structs.replace(super().battle(), **self.parts)


def play(battle: Battle, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
    """What becomes of a position on a real map, and what is said of each action."""
    return play_all(referee(battle, SWITCHES.settle_all(rulings)), position, actions)


@cache
def script(battle: Battle) -> tuple[Action, ...]:
    """The set-up that comes with the scenario."""
    return default_setup(battle)


def until(battle: Battle, stage: int) -> Position:
    """The position when a step of the set-up begins."""
    position = start(battle)
    for action in script(battle):
        if position.stage == stage:
            break
        position = play(battle, position, action).position
    return position


def before_ready(battle: Battle, stage: int) -> Position:
    """The position when everything of a step is placed."""
    position = until(battle, stage)
    steps = [at for at, action in enumerate(script(battle)) if isinstance(action, do.Ready)]
    first = steps[stage - 1] + 1 if stage else 0
    return play(battle, position, *script(battle)[first : steps[stage]]).position


def opened(battle: Battle) -> Position:
    """The position in the first Administration Phase."""
    return play(battle, start(battle), *script(battle)).position
