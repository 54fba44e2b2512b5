"""A moment of a legal game, as the mutators look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.caporetto.battle import Battle
from rules.caporetto.case import Case
from rules.caporetto.game import Cases
from rules.caporetto.model import Position
from rules.engine.actions import Action
from tests.rules.caporetto.field import SWITCHES
from tests.rules.shared.mutating import Breaches


@dataclass(frozen=True)
class Occasion:
    """A moment: the position, and what is done in it next."""

    battle: Battle
    before: Position
    action: Action

    @cached_property
    def case(self) -> Case[Action]:
        """The position as the rules look at it."""
        return Cases(self.battle, SWITCHES)(self.before, self.action)

    def standing(self, *, guns: bool = False) -> Iterator[str]:
        """The units on the map that have not moved yet, headquarters left out."""
        for name, unit in self.before.units.items():
            kind = self.battle.units[name].kind
            if unit.hex and not kind.hq and kind.guns == guns and not unit.moved:
                yield name

    def beside(self, name: str) -> tuple[str, ...]:
        """The hexes next to a unit."""
        return self.battle.ground.grid.neighbours(self.before.units[name].hex)

    def empty(self, place: str) -> bool:
        """Whether nobody stands in a hex that is played on."""
        ground = self.battle.ground
        return place in ground.area and place not in ground.barred and not self.case.layout.occupants.get(place)


BREACHES: Breaches[Occasion] = Breaches()
breaks = BREACHES.breaks
