"""A case: an action, the position before it, the battle it belongs to, and what can be asked of them."""

from functools import cached_property
from typing import Generic, TypeVar

from rules.barbarossa.state.battle import Battle, Counter, Hex
from rules.barbarossa.state.model import Position, Structure, Unit
from rules.engine import case
from rules.engine.actions import Action

A_co = TypeVar("A_co", bound=Action, covariant=True)


class Case(case.Case[Battle, Position, A_co], Generic[A_co]):
    """What a check and an effect of this game look at."""

    # ------------------------------------------------------------------------------------------------ printed facts
    def counter(self, unit: str) -> Counter:
        """The unit as it is printed."""
        return self.battle.units[unit]

    def side(self, unit: str) -> str:
        """Whose unit it is."""
        return self.battle.units[unit].side

    def enemies(self, unit: str, other: str) -> bool:
        """True if two units are of different sides."""
        return self.side(unit) != self.side(other)

    def land(self, place: str) -> Hex:
        """The ground of a hex."""
        return self.battle.ground.hexes[place]

    def charted(self, chart: str, row: str, column: str) -> int:
        """A number of a chart; 0 where it has none."""
        found = self.battle.charts[chart].get(row, column)
        return found if isinstance(found, int) else 0

    # -------------------------------------------------------------------------------------------------- state now
    def unit(self, unit: str) -> Unit:
        """The unit now."""
        return self.before.units[unit]

    def size(self, unit: str) -> int:
        """How many losses the unit can still take."""
        return self.counter(unit).size - self.before.units[unit].losses

    def lies_dead(self, unit: str) -> bool:
        """True for a unit that had lost its last step before, by rights and by its card, and is left on the board."""
        name, losses = f"{unit} losses", self.unit(unit).losses
        lost = min(losses, self.before.marked.get(name, losses), self.before.before_step.get(unit, 0))
        return lost >= self.counter(unit).size and not self.unit(unit).out and name not in self.before.rightly

    def structure(self, name: str) -> Structure:
        """A structure now."""
        return self.before.structures[name]

    def order(self, unit: str) -> str:
        """The order in force; empty without one, or if it was never opened."""
        order = self.before.units[unit].order
        return order.order if order else ""

    def ordered(self, unit: str, *orders: str) -> bool:
        """True if one of these orders is in force."""
        return self.order(unit) in orders

    def ordered_to(self, unit: str, word: str) -> bool:
        """True if an order of a group or a list is in force."""
        return self.battle.among(self.order(unit), word)

    def by(self, unit: str, what: str) -> str:
        """The rule by which something is asked of the order of a unit; empty if nothing is."""
        return self.battle.printed(self.order(unit)).by.get(what, "")

    def unopened(self, unit: str) -> bool:
        """True if the unit has an order that nobody has seen: what it says is unknown."""
        order = self.before.units[unit].order
        return order is not None and not order.order

    @property
    def ordering(self) -> bool:
        """True while orders are written or opened."""
        return self.before.state in {"PLANNING", "REVEAL"}

    def written_yet(self, unit: str) -> bool:
        """True while orders are written or opened, and that of the unit is not known."""
        return self.ordering and self.before.units[unit].order is None

    # ---------------------------------------------------------------------------------------------------- the board
    @cached_property
    def occupants(self) -> dict[str, list[str]]:
        """The ground units in each hex, hidden ones and those in structures too."""
        found: dict[str, list[str]] = {}
        for name, unit in self.before.units.items():
            if unit.standing and not self.battle.units[name].flies:
                found.setdefault(unit.hex, []).append(name)
        return found

    def there(self, place: str, side: str) -> tuple[str, ...]:
        """The ground units of a side in a hex."""
        return tuple(name for name in self.occupants.get(place, ()) if self.battle.units[name].side == side)

    def foes(self, unit: str, place: str) -> tuple[str, ...]:
        """The unit's enemies on the ground of a hex."""
        return self.there(place, self.battle.enemy(self.side(unit)))

    def friends(self, unit: str, place: str) -> tuple[str, ...]:
        """The other ground units of the unit's side in a hex."""
        return tuple(name for name in self.there(place, self.side(unit)) if name != unit)

    def aboard(self, carrier: str) -> tuple[str, ...]:
        """Who is carried or towed by a unit."""
        return tuple(name for name, unit in self.before.units.items() if unit.carrier == carrier and not unit.out)

    def headquarters(self, side: str) -> tuple[str, ...]:
        """The headquarters of a side on the board."""
        return tuple(
            name
            for name, unit in self.before.units.items()
            if unit.standing and self.battle.units[name].side == side and self.battle.units[name].is_a("hq")
        )

    def riding(self, side: str) -> tuple[str, ...]:
        """The headquarters of a side that others carry: their models are off the board, they are not."""
        staff = (name for name in self.before.units if self.side(name) == side and self.counter(name).is_a("hq"))
        carriers = {name: self.before.units[name].carrier for name in staff if not self.before.units[name].out}
        on_board = (name for name, carrier in carriers.items() if carrier in self.before.units)
        return tuple(name for name in on_board if self.before.units[carriers[name]].standing)
