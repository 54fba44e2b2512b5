"""What changes: where each unit is and how it is, what was done with it, who acts."""

from collections.abc import Mapping

import msgspec

from rules.engine import position


class Unit(msgspec.Struct, frozen=True):
    """A unit as it is now."""

    hex: str = ""
    box: str = ""
    """Where it lies off the map."""
    lost: int = 0
    """Steps that it has lost."""
    level: int = 0
    """Its disorganisation."""
    marks: frozenset[str] = frozenset()
    """The states that it shows."""
    spent: int = 0
    """Quarters of movement points that it has spent."""
    moved: str = ""
    """The phase, or the action, in which it has moved."""
    way: tuple[tuple[str, int], ...] = ()
    """The hexes that it has left in its move, each with what was spent till then."""
    how: str = ""
    """How it moves: by strategic movement or not."""
    attached: str = ""
    """The formation to which it is attached."""


class Position(position.Position, frozen=True, kw_only=True):
    """What changes."""

    turn: int
    units: Mapping[str, Unit]
    mover: str = ""
    """The unit that is on its way."""
    passed: str = ""
    """The side that has passed since somebody acted."""
    idle: bool = True
    """True as long as nothing was done in the phase."""
    points: int = 0
    """Logistic points that are left."""

    def unit(self, name: str, **changes: object) -> "Position":
        """The same position with one unit changed."""
        return self.but(units={**self.units, name: msgspec.structs.replace(self.units[name], **changes)})
