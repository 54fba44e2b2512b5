"""A step that is being read: what it shows, the position before it, what comes after it."""

from typing import TYPE_CHECKING

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import OF_FORMATION
from rules.engine import step
from rules.engine.actions import Action

if TYPE_CHECKING:
    from rules.blitzkrieg.reading import BlitzkriegReader


class Step(step.Step[Position, "BlitzkriegReader"]):
    """A step that is being read."""

    reader: "BlitzkriegReader"

    @property
    def battle(self) -> Battle:
        """What does not change."""
        return self.reader.battle

    def owed(self, kind: type[Action], unit: str) -> bool:
        """Whether an action of a kind is due of a unit."""
        return any(
            isinstance(option, kind) and getattr(option, "unit", "") == unit
            for due in self.position.due
            for option in due.options
        )

    def marked(self, unit: str, marker: str) -> str:
        """What bears a marker: the piece, or its formation."""
        return self.battle.units[unit].formation if marker in OF_FORMATION else unit

    def aboard(self, unit: str) -> frozenset[str]:
        """Who rides on a unit."""
        return frozenset(name for name, state in self.position.units.items() if state.aboard == unit)

    def is_so(self, bearer: str, marker: do.MarkerName, *, on: bool) -> bool:
        """Whether a marker is on or off already: putting the piece right says nothing."""
        if marker in OF_FORMATION:
            formation = self.position.formations.get(bearer)
            return formation is not None and getattr(formation, marker) == on
        return bearer in self.position.units and getattr(self.position.units[bearer], marker) == on
