"""A case: an action, the position before it, the battle it belongs to, and what can be asked of them."""

from collections.abc import Iterable
from functools import cached_property
from typing import Generic, TypeVar

from rules.caporetto.battle import QUARTERS, Battle, Counter, Face, Ground
from rules.caporetto.book import outcome
from rules.caporetto.layout import Layout
from rules.caporetto.model import Position, Unit
from rules.engine import case
from rules.engine.actions import Action
from rules.engine.hexes import Hexes

A_co = TypeVar("A_co", bound=Action, covariant=True)
LIMBERED, BUILDING = "Limbered", "Building"
FRONT, GUNS = "CAP-A100", 5
"""Of which side the printed morale counts where somebody may surrender; and at which level guns do."""


def alike(values: Iterable[bool]) -> bool | None:
    """What all say; nothing where some say so and others do not."""
    found = set(values)
    return None if len(found) > 1 else found == {True}


class Case(case.Case[Battle, Position, A_co], Generic[A_co]):
    """What a check and an effect of this game look at."""

    layout: Layout

    def on(self, layout: Layout) -> "Case[A_co]":
        """The same case, with a layout that is known already."""
        self.layout = layout
        return self

    @property
    def ground(self) -> Ground:
        """The country as it is by now."""
        return self.layout.ground

    @property
    def grid(self) -> Hexes:
        """The hexes of the map."""
        return self.battle.ground.grid

    def unit(self, name: str) -> Unit:
        """The unit as it is now."""
        return self.before.units[name]

    def counter(self, name: str) -> Counter:
        """The unit as it is printed."""
        return self.battle.units[name]

    def side(self, name: str) -> str:
        """Whose unit it is."""
        return self.battle.units[name].side

    def face(self, name: str) -> Face:
        """The values of the side of a unit that is up."""
        counter, unit = self.battle.units[name], self.before.units[name]
        if counter.kind.guns:
            return counter.faces[LIMBERED in unit.marks]
        return counter.faces[0 if counter.kind.builds else min(unit.lost, len(counter.faces) - 1)]

    def allowance(self, name: str) -> int:
        """Its movement allowance, in quarters of a point."""
        return 0 if BUILDING in self.unit(name).marks and not self.mends(name) else self.face(name).movement * QUARTERS

    def mends(self, name: str) -> bool:
        """Whether engineers may be at work at a trench that was lowered, in their hex."""
        unit = self.unit(name)
        return BUILDING in unit.marks and unit.hex in self.before.trenches

    def steps(self, name: str) -> int:
        """How many steps it has left."""
        counter = self.counter(name)
        one = counter.kind.guns or counter.kind.builds
        whole = int(counter.kind.bears) if one or not counter.kind.bears else len(counter.faces)
        return whole - self.unit(name).lost

    def left(self, name: str) -> int:
        """The logistic points that are left for a unit; none for those who use none."""
        return self.before.points.get(self.battle.purse(name), 0)

    def threshold(self, name: str) -> int:
        """The level of disorganisation at which it may surrender: that of the side that is up, as we read it."""
        return self._printed(name, front=self.switches.taken(FRONT) == "front")

    def other_threshold(self, name: str) -> int:
        """The same by the other reading, as long as nobody has settled that question."""
        return self.threshold(name) if self.switches.reading(FRONT) else self._printed(name, front=True)

    @outcome("CAP-15.4c")
    def _printed(self, name: str, *, front: bool) -> int:
        counter = self.counter(name)
        return GUNS if counter.kind.guns else counter.faces[0].morale if front else self.face(name).morale

    @cached_property
    def acting(self) -> str:
        """The side whose phase of actions it is; nobody's in other phases."""
        return {"ActionAHG": self.battle.sides[0], "ActionIT": self.battle.sides[1]}.get(self.before.stack[0], "")
