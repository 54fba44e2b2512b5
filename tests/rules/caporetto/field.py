"""A field for cases: units of a battle where a case puts them, all others off the map, and a referee."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from typing import Self

from msgspec import structs

import assets
from rules.caporetto.actions import Disorganise, Resolve
from rules.caporetto.battle import Battle
from rules.caporetto.game import referee, start
from rules.caporetto.loading import GAME, load
from rules.caporetto.model import Acting, Position, Unit
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.loading import switches_of
from tests.rules.shared.played import Played, play_all

SWITCHES = switches_of(assets.load(GAME))
BATTLES = ("monte-maggiore", "legend", "cividale", "miracle")
PART = range(14, 18)
"""The columns of the bridgehead of Tolmein."""


@cache
def battle(scenario: str) -> Battle:
    """What does not change in a scenario."""
    return load(scenario)


class Field:
    """A case in the making: a phase, and units that are put somewhere."""

    def __init__(self, phase: str = "Rest", scenario: str = "monte-maggiore", turn: int = 7) -> None:
        self.scenario, self._phase, self._turn = scenario, phase, turn
        self._units: dict[str, Unit] = {}
        self._more: dict[str, object] = {}

    def put(self, name: str, place: str, *marks: str, **state: object) -> Self:
        """A unit stands in a hex, with these states."""
        self._units[name] = structs.replace(Unit(), hex=place, marks=frozenset(marks), **state)
        return self

    def all_set_up(self, columns: Container[int] = range(100)) -> Self:
        """All units stand where the scenario places them, or those that it places in some columns."""
        for name, place in self.battle().placement.items():
            if (
                place[:2].isdecimal()
                and int(place[:2]) in columns
                and place in self.battle().ground.grid
                and not self.battle().units[name].kind.hq
            ):
                self.put(name, place, lost=int(name in self.battle().reduced))
        return self

    def acting(self, formation: str, place: str = "", kind: str = "normal", **more: object) -> Self:
        """A formation acts, and all of its units that were put somewhere are in command."""
        counter = self.battle().formations[formation]
        own = [name for name in self._units if self.battle().units[name].formation == formation]
        sure = frozenset(name for name in own if name != counter.hq)
        there = place or self._units[own[0]].hex
        now = Acting(formation, counter.hq, counter.side, there, kind, sure)
        return self.but(stack=(self._phase, "Acting"), acting=structs.replace(now, **more))

    def but(self, **more: object) -> Self:
        """Something else of the position; a number of logistic points is that of the one purse."""
        if isinstance(points := more.get("points"), int):
            more["points"] = {"": points}
        self._more.update(more)
        return self

    def battle(self) -> Battle:
        """The battle."""
        return battle(self.scenario)

    def position(self) -> Position:
        """The position."""
        begun = start(self.battle())
        units = {**dict.fromkeys(begun.units, Unit()), **self._units}
        more = {"stack": (self._phase,), **self._more}
        return begun.but(turn=self._turn, units=units, idle=False, **more)

    def play(self, position: Position, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
        """What becomes of a position, and what is said of each action."""
        return play_all(referee(self.battle(), SWITCHES.settle_all(rulings)), position, actions)

    def does(self, *actions: Action, rulings: Iterable[str] = ()) -> Played[Position]:
        """What is said of actions in the case."""
        return self.play(self.position(), *actions, rulings=rulings)


def begin(scenario: str) -> Position:
    """The position with which games of a scenario begin: of the long campaign, a part of the front stands."""
    made = battle(scenario)
    if not made.campaign:
        return start(made)
    first = "Artillery" if made.parted else made.phases[1]
    return Field(first, scenario, made.first).all_set_up(PART).position().but(idle=True)


def thrown(purpose: str, place: str, die: int) -> tuple[Action, ...]:
    """Dice for a hex, and how they fall."""
    return Resolve(hex=place, purpose=purpose), Roll(purpose=purpose, dice=(die,))


def more(unit: str) -> Disorganise:
    """One more point of disorganisation."""
    return Disorganise(unit=unit, change="more")
