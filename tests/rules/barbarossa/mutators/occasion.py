"""An occasion to break a rule: a moment of a legal game, and what one can see in it without the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Battle, Counter
from rules.barbarossa.state.model import Position, Unit
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.actions import Action
from tests.rules.shared.mutating import Acts, Breaches, Staged

__all__ = ["BREACHES", "Acts", "Occasion", "Staged", "breaks"]

MOVES = ("cautious_move", "march", "fire_on_move")
"""Orders with a route that are carried out in step 10."""


@dataclass(frozen=True)
class Occasion:
    """A moment of a legal game: the position, and what is done in it next."""

    battle: Battle
    before: Position
    action: Action

    # ------------------------------------------------------------------------------------------------------- units
    def printed(self, unit: str) -> Counter:
        """A unit as it is printed."""
        return self.battle.units[unit]

    def unit(self, unit: str) -> Unit:
        """A unit now."""
        return self.before.units[unit]

    def side(self, unit: str) -> str:
        """Whose unit it is."""
        return self.battle.units[unit].side

    def left(self, unit: str) -> int:
        """How many losses the unit can still take."""
        return self.printed(unit).size - self.unit(unit).losses

    def has(self, unit: str, order: str) -> bool:
        """True if the order is printed on the unit's card."""
        return order in self.printed(unit).card.orders

    @cached_property
    def on_board(self) -> tuple[str, ...]:
        """The ground units that stand in a hex of the board."""
        grid = self.battle.ground.grid
        return tuple(
            name
            for name, unit in self.before.units.items()
            if unit.standing and unit.hex in grid and not self.printed(name).flies
        )

    @cached_property
    def seen(self) -> tuple[str, ...]:
        """Those of them that everybody sees."""
        return tuple(name for name in self.on_board if not (self.unit(name).hidden or self.unit(name).off_board))

    @cached_property
    def aircraft(self) -> tuple[str, ...]:
        """The aircraft that are still in play."""
        return tuple(name for name, unit in self.before.units.items() if self.printed(name).flies and not unit.out)

    def foes(self, unit: str) -> Iterator[str]:
        """The enemies that are seen on the ground."""
        return (name for name in self.seen if self.side(name) != self.side(unit))

    def friends(self, unit: str) -> Iterator[str]:
        """The other units of the side that are seen on the ground."""
        return (name for name in self.seen if self.side(name) == self.side(unit) and name != unit)

    def at(self, place: str, side: str = "") -> tuple[str, ...]:
        """The ground units in a hex, hidden ones too; or those of a side."""
        return tuple(
            name for name in self.on_board if self.unit(name).hex == place and (not side or self.side(name) == side)
        )

    def melee(self, unit: str) -> bool:
        """True for a unit with an enemy in its hex."""
        return any(self.side(name) != self.side(unit) for name in self.at(self.unit(unit).hex))

    @cached_property
    def fit(self) -> tuple[str, ...]:
        """Ground units that are seen and that nothing ails: not suppressed, bound, carried or in smoke."""
        return tuple(name for name in self.seen if self._hale(name) and not self.melee(name))

    def _hale(self, name: str) -> bool:
        unit = self.unit(name)
        ails = unit.suppressed or unit.flagged or unit.bound or unit.carrier or unit.shelter
        return not ails and not (unit.smoked and unit.smoked >= self.before.round - 1)

    @cached_property
    def still(self) -> tuple[str, ...]:
        """Fit units that have not fired or moved in this round and could still."""
        fired = {name.partition(" ")[0] for name in self.before.fired}
        return tuple(
            name
            for name in self.fit
            if name not in fired
            and len(self.before.stepped.get(name, ())) < 2
            and name not in self.before.halted
            and not any(shot.unit == name for shot in self.before.shots)
        )

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """Units that could be given an order now: orders are open, and they have none."""
        if self.before.state != "REVEAL" or set(self.before.opened) != set(self.battle.sides):
            return ()
        return tuple(name for name in self.fit if self._free(name))

    @cached_property
    def grounded(self) -> tuple[str, ...]:
        """Aircraft that are ready and could be given an order now."""
        if self.before.state != "REVEAL" or set(self.before.opened) != set(self.battle.sides):
            return ()
        return tuple(name for name in self.aircraft if self._free(name) and self.unit(name).air and self.led(name))

    def _free(self, name: str) -> bool:
        return self.unit(name).order is None and self.unit(name).running is None

    def led(self, unit: str) -> bool:
        """True if the unit's side has a headquarters on the board that is not suppressed."""
        return any(
            self.printed(name).is_a("hq") and self.side(name) == self.side(unit) and not self.unit(name).suppressed
            for name in self.on_board
        )

    # ------------------------------------------------------------------------------------------------------ ground
    def terrain(self, place: str) -> str:
        """The terrain of a hex; empty beyond the board."""
        return self.battle.ground.hexes[place].terrain if place in self.battle.ground.hexes else ""

    def level(self, place: str) -> int:
        """The height of a hex."""
        return self.battle.ground.hexes[place].level

    def near(self, place: str) -> tuple[str, ...]:
        """The hexes around a hex."""
        return tuple(self.battle.ground.grid.neighbours(place))

    def away(self, start: str, goal: str) -> int:
        """How many hexes away."""
        return self.battle.ground.grid.distance(start, goal)

    def paved(self, start: str, goal: str) -> bool:
        """True if a road, a village or a town leads from one hex to the next."""
        hexes = self.battle.ground.hexes
        return goal in hexes[start].roads or all(hexes[each].terrain in {"village", "town"} for each in (start, goal))

    def plain(self, place: str) -> bool:
        """True for a hex of plain on the level of the board in which nothing and nobody is."""
        empty = not self.at(place) and not any(place in {each.hex, each.side} for each in self.structures)
        return self.terrain(place) == "plain" and self.level(place) == 0 and empty

    @property
    def structures(self) -> tuple[Any, ...]:
        """All structures."""
        return tuple(self.before.structures.values())

    @cached_property
    def places(self) -> tuple[str, ...]:
        """All hexes of the board."""
        return tuple(self.battle.ground.hexes)

    # ------------------------------------------------------------------------------------------------------ orders
    def order(self, unit: str, order: str, **fields: Any) -> do.Order:
        """An order of the unit's own side."""
        return do.Order(by=self.side(unit), unit=unit, order=order, **fields)

    def given(self, *orders: str) -> do.Order | None:
        """The order that is opened now, if it is one of these."""
        action = self.action
        return action if isinstance(action, do.Order) and action.order in orders else None

    def would(self, unit: str, order: str, **fields: Any) -> Position:
        """The position in which the unit had been given another order."""
        after = self.before.unit(unit, order=self.order(unit, order, **fields), running=None, boxes=0)
        due = tuple(each for each in after.due if not any(getattr(act, "unit", "") == unit for act in each.options))
        after = after.but(due=due)
        if order in {*MOVES, "assault"} and self.before.state in {"S6", "S10"}:
            after = after.but(stepped={**after.stepped, unit: (self.unit(unit).hex,)})
        return after

    def instead(self, unit: str, order: str, *actions: Action, **fields: Any) -> Staged[Position]:
        """Actions of a unit that had been given another order."""
        return Staged(self.would(unit, order, **fields), actions)

    def moves(self, unit: str, *route: str, steps: int = 0) -> Staged[Position]:
        """A unit walks along a route that it would have been ordered to walk, all of it or so many hexes."""
        walk = tuple(do.Step(unit=unit, hex=place) for place in route[: steps or None])
        return self.instead(unit, "cautious_move", *walk, route=route)

    def ordered(self, unit: str) -> str:
        """The order in force; empty if there is none."""
        order = self.unit(unit).order
        return order.order if order else ""

    @property
    def on(self) -> do.Advance:
        """The marker goes on to what comes next."""
        now = self.before.state
        if now not in ORDER:
            return do.Advance(to=ORDER[0])
        if now == ORDER[-1]:
            return do.Advance(to=ORDER[0] if self.before.round < self.battle.rounds else "OVER")
        return do.Advance(to=ORDER[ORDER.index(now) + 1])


BREACHES: Breaches[Occasion] = Breaches()
breaks = BREACHES.breaks
