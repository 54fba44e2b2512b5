"""How the units lie: who stands where, which hexes are in whose zone of control, who is near. Worked out when asked."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from rules.caporetto.battle import Battle, Ground
from rules.caporetto.model import Unit
from rules.engine import tracing, zones

SUPPLY = 5
"""So many hexes lead from a unit to a road."""


class Layout:
    """All units of a position, as they lie."""

    def __init__(self, battle: Battle, units: Mapping[str, Unit], ground: Ground) -> None:
        self.battle, self.units, self.ground = battle, units, ground
        self._zone: dict[str, frozenset[str]] = {}
        self._beside: dict[str, frozenset[str]] = {}
        self._fed: dict[tuple[str, frozenset[str]], Mapping[str, int]] = {}

    @cached_property
    def occupants(self) -> Mapping[str, tuple[str, ...]]:
        """By hex: the units in it, headquarters left out."""
        found: dict[str, list[str]] = {}
        for name, unit in self.units.items():
            if unit.hex and not self.battle.units[name].kind.hq:
                found.setdefault(unit.hex, []).append(name)
        return {place: tuple(names) for place, names in found.items()}

    def there(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in a hex."""
        return tuple(name for name in self.occupants.get(place, ()) if self.battle.units[name].side == side)

    def fighters(self, place: str, side: str) -> tuple[str, ...]:
        """The combat units of a side in a hex."""
        return tuple(name for name in self.there(place, side) if self.battle.units[name].kind.combat)

    @cached_property
    def _holders(self) -> Mapping[str, frozenset[str]]:
        """By side: the hexes from which it exerts zones of control."""
        found: dict[str, set[str]] = {side: set() for side in self.battle.sides}
        for place, names in self.occupants.items():
            for name in names:
                counter = self.battle.units[name]
                if counter.kind.zoc:
                    found[counter.side].add(place)
        return {side: frozenset(places) for side, places in found.items()}

    def zone(self, side: str) -> frozenset[str]:
        """The hexes in the zones of control of a side."""
        if side not in self._zone:
            self._zone[side] = zones.controlled(self.ground.control[side], self._holders[side])
        return self._zone[side]

    def threatened(self, place: str, side: str) -> bool:
        """Whether a hex lies in an enemy zone of control of a side's units."""
        return place in self.zone(self.battle.enemy(side))

    def beside(self, side: str) -> frozenset[str]:
        """The hexes in which units of a side stand, and those next to them."""
        if side not in self._beside:
            near = self.ground.grid.neighbours
            places = [place for place in self.occupants if self.there(place, side)]
            self._beside[side] = frozenset(places).union(*map(near, places))
        return self._beside[side]

    def nearest(self, place: str, side: str) -> int:
        """How far the nearest unit of a side is."""
        return min((self.ground.grid.distance(place, at) for at in self.occupants if self.there(at, side)), default=99)

    # ------------------------------------------------------------------------------------------------------- supply
    def _distances(self, side: str, cut: frozenset[str] = frozenset()) -> Mapping[str, int]:
        """By hex: how far it is from it to a road that leads to a source, over hexes that bar no line."""
        if (side, cut) not in self._fed:
            ground, enemy = self.ground, self.battle.enemy(side)
            near_enemy, threat = self.beside(enemy), self.zone(enemy)
            roads = tracing.fed(ground.net, ground.sources[side], lambda place: place not in near_enemy | cut)

            def free(place: str) -> bool:
                if self.there(place, enemy):
                    return False
                return place not in threat or bool(self.there(place, side))

            self._fed[side, cut] = tracing.spread(roads, self._back, free, SUPPLY)
        return self._fed[side, cut]

    def _back(self, place: str) -> Iterator[str]:
        """The hexes from which a line across country goes into a hex."""
        ground = self.ground
        for other in ground.grid.neighbours(place):
            side = ground.side(other, place)
            if not side.rock and not (side.isonzo and not side.bridge):
                yield other

    def supplied(self, place: str, side: str, cut: frozenset[str] = frozenset()) -> bool:
        """Whether a line of supply leads from a hex, which itself bars nothing, and over no road in some hexes."""
        ground, distances = self.ground, self._distances(side, cut)
        first = (
            other
            for other in ground.grid.neighbours(place)
            if not (ground.side(place, other).isonzo and not ground.side(place, other).bridge)
        )
        return tracing.joined(place, first, distances, SUPPLY)
