"""A case: an action, the position before it, the battle it belongs to, and what can be asked of them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle, Chit, Command, Counter, Face
from rules.blitzkrieg.model import Activation, Formation, Position, Unit
from rules.engine import case
from rules.engine.actions import Action
from rules.engine.lately import Lately

A_co = TypeVar("A_co", bound=Action, covariant=True)


class Case(case.Case[Battle, Position, A_co], Generic[A_co]):
    """What a check and an effect of this game look at."""

    # ------------------------------------------------------------------------------------------------ printed facts
    def counter(self, unit: str) -> Counter:
        """The piece as it is printed."""
        return self.battle.units[unit]

    def command(self, formation: str) -> Command:
        """The formation as it is printed."""
        return self.battle.formations[formation]

    def chit(self, chit: str) -> Chit:
        """The chit as it is printed."""
        return self.battle.chits[chit]

    def face(self, unit: str) -> Face:
        """The values of the side that is up."""
        counter = self.battle.units[unit]
        return counter.front if self.before.units[unit].steps > 1 else counter.back

    # -------------------------------------------------------------------------------------------------- state now
    def unit(self, unit: str) -> Unit:
        """The piece now."""
        return self.before.units[unit]

    def formation(self, formation: str) -> Formation:
        """The formation now."""
        return self.before.formations[formation]

    def formation_of(self, unit: str) -> str:
        """The formation the unit acts with: its own, or the one it is assigned to."""
        return self.before.units[unit].formation

    def members(self, formation: str, on_map: bool = True) -> tuple[str, ...]:
        """The units of a formation, attached ones and HQ included."""
        return tuple(
            name for name, unit in self.before.units.items() if unit.formation == formation and (unit.hex or not on_map)
        )

    def side(self, unit: str) -> str:
        """Whose piece it is."""
        return self.battle.units[unit].side

    @property
    def activation(self) -> Activation | None:
        """The activation that is going on."""
        return self.before.activation

    @property
    def passive(self) -> str:
        """The side that may only react."""
        return self.battle.enemy(self.before.active)

    def is_active(self, unit: str) -> bool:
        """True if the unit's formation is the activated one."""
        activation = self.before.activation
        return activation is not None and self.before.units[unit].formation in activation.formations

    def actives(self) -> Iterator[str]:
        """The units on the map that may act now."""
        for formation in self.before.activation.formations if self.before.activation else ():
            yield from self.members(formation)

    def shaken(self, unit: str) -> bool:
        """True for a unit that is neutralised; not so once its marker has only to be taken off."""
        return self.before.units[unit].neutralised and not comes_off(self.before, unit)

    def exhausted(self, unit: str) -> bool:
        """True if the unit's formation carries an Exhaustion marker."""
        return self._formation_state(unit).exhausted

    def demoralised(self, unit: str) -> bool:
        """True if the unit's formation carries a Demoralised marker."""
        return self._formation_state(unit).demoralised

    def _formation_state(self, unit: str) -> Formation:
        return self.before.formations.get(self.before.units[unit].formation, PLAIN)

    # ---------------------------------------------------------------------------------------------------- the map
    @cached_property
    def occupants(self) -> Mapping[str, Sequence[str]]:
        """The pieces in each hex."""
        return OCCUPANTS.of(self.battle, self.before.units)

    @cached_property
    def reduced(self) -> dict[str, int]:
        """By set-up: how many steps its pieces on the map have lost."""
        return {
            name: sum(2 - self.unit(each).steps for each in setup.units if self.unit(each).on_map)
            for name, setup in self.battle.setups.items()
        }

    @cached_property
    def riders(self) -> dict[str, list[str]]:
        """Who rides on each carrier."""
        found: dict[str, list[str]] = {}
        for name, unit in self.before.units.items():
            if unit.aboard:
                found.setdefault(unit.aboard, []).append(name)
        return found

    def there(self, place: str, side: str) -> tuple[str, ...]:
        """The pieces of a side in a hex."""
        return tuple(name for name in self.occupants.get(place, ()) if self.battle.units[name].side == side)

    def fighters(self, place: str, side: str) -> tuple[str, ...]:
        """The pieces of a side in a hex, HQs left out."""
        return tuple(name for name in self.there(place, side) if not self.battle.units[name].kind.hq)

    def enemy_adjacent(self, unit: str) -> bool:
        """True while an enemy combat unit is adjacent."""
        foe = self.battle.enemy(self.side(unit))
        return any(self.fighters(near, foe) for near in self.battle.ground.grid.neighbours(self.before.units[unit].hex))


def _occupants(_: Battle, units: Mapping[str, Unit]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for name, unit in units.items():
        if unit.hex:
            found.setdefault(unit.hex, []).append(name)
    return found


OCCUPANTS = Lately(_occupants)


def comes_off(position: Position, unit: str) -> bool:
    """True for a unit whose Neutralised marker is still to be taken off, and says nothing any more."""
    off = (do.Mark(piece=unit, marker="neutralised", on=False),)
    return any(due.must and due.options == off for due in position.due)


PLAIN = Formation()
