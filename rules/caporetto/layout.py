"""How the units lie: who stands where, which hexes are in whose zone of control, who is near. Worked out when asked."""

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

from rules.caporetto.battle import Battle, Ground
from rules.caporetto.book import outcome
from rules.caporetto.model import Unit
from rules.engine import tracing, zones

T = TypeVar("T")
SUPPLY = 5
"""So many hexes lead from a unit to a road."""
CLEAR, FOG, BLIZZARD = "clear", "fog", "blizzard"
LOW = 2
"""Fog lies on no higher level."""
ROADS, ROCK, WADING = "CAP-A20", "CAP-A47", "CAP-A75"
"""Who cuts a road, how far from a unit supplies go over rock, and whether they go through the Isonzo."""


class Layout:
    """All units of a position, as they lie, under the sky of a turn."""

    def __init__(
        self, battle: Battle, units: Mapping[str, Unit], ground: Ground, turn: int = 0, *, villages: bool = False
    ) -> None:
        self.battle, self.units, self.ground, self._turn = battle, units, ground, turn
        self._villages = villages
        """True where villages stop zones of control as towns do."""
        sky = battle.charts.weather.get(turn, {})
        self._sky = sky if {*sky.values()} - {CLEAR} else {}
        self._known: dict[Hashable, Any] = {}

    def once(self, what: Hashable, worked_out: Callable[[], T]) -> T:
        """Something that follows from how the units lie, worked out when it is asked for first."""
        if what not in self._known:
            self._known[what] = worked_out()
        return cast("T", self._known[what])

    @cached_property
    def otherwise(self) -> "Layout":
        """The same units where villages stop zones of control, if they do not here, and the other way round."""
        return Layout(self.battle, self.units, self.ground, self._turn, villages=not self._villages)

    @cached_property
    def _lying(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """By side and hex: its units there."""
        found: dict[str, dict[str, tuple[str, ...]]] = {side: {} for side in self.battle.sides}
        for place, names in self.occupants.items():
            for name in names:
                mine = found[self.battle.units[name].side]
                mine[place] = (*mine.get(place, ()), name)
        return found

    @cached_property
    def _fighting(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """By side and hex: its combat units there."""
        units = self.battle.units
        return {
            side: {
                place: fighters
                for place, names in mine.items()
                if (fighters := tuple(name for name in names if units[name].kind.combat))
            }
            for side, mine in self._lying.items()
        }

    # ------------------------------------------------------------------------------------------------------ weather
    @outcome("CAP-4.4a", "CAP-8.0a", "CAP-8.1b", "CAP-24.11a", "CAP-24.11b", "CAP-25.11a")
    def sky(self, place: str) -> str:
        """What the weather is in a hex, by its level: high mountains, the lowest two, and those between."""
        found = self.ground.hexes[place]
        return self._sky.get("high" if found.high else "low" if found.level <= LOW else "middle", CLEAR)

    @outcome("CAP-8.1i")
    def misty(self, place: str) -> bool:
        """Whether nobody sees into a hex, or out of it: it lies in fog or in a blizzard."""
        return bool(self._sky) and self.sky(place) in {FOG, BLIZZARD}

    @cached_property
    def occupants(self) -> Mapping[str, tuple[str, ...]]:
        """By hex: the units in it, headquarters left out."""
        found: dict[str, list[str]] = {}
        for name, unit in self.units.items():
            if unit.hex and not self.battle.units[name].kind.hq:
                found.setdefault(unit.hex, []).append(name)
        return {place: tuple(names) for place, names in found.items()}

    def there(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in a hex; of nobody none."""
        return self._lying.get(side, {}).get(place, ())

    def fighters(self, place: str, side: str) -> tuple[str, ...]:
        """The combat units of a side in a hex."""
        return self._fighting[side].get(place, ())

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
        return self.once(("zone", side), lambda: self._outside(self._unveiled(side)))

    @outcome("CAP-3.0t")
    def _outside(self, zone: frozenset[str]) -> frozenset[str]:
        """What is left of a zone of control where villages stop it."""
        hexes = self.ground.hexes
        return frozenset(place for place in zone if hexes[place].terrain != "village") if self._villages else zone

    @outcome("CAP-8.1d")
    def _unveiled(self, side: str) -> frozenset[str]:
        """Where a side's zones of control reach: neither into fog and blizzards nor out of them."""
        if not self._sky:
            return zones.controlled(self.ground.control[side], self._holders[side])
        holders = frozenset(place for place in self._holders[side] if not self.misty(place))
        found = zones.controlled(self.ground.control[side], holders)
        return frozenset(place for place in found if not self.misty(place))

    def threatened(self, place: str, side: str) -> bool:
        """Whether a hex lies in an enemy zone of control of a side's units."""
        return place in self.zone(self.battle.enemy(side))

    def beside(self, side: str) -> frozenset[str]:
        """The hexes in which units of a side stand, and those next to them."""
        near, places = self.ground.grid.neighbours, self._lying[side]
        return self.once(("beside", side), lambda: frozenset(places).union(*map(near, places)))

    def nearest(self, place: str, side: str) -> int:
        """How far the nearest unit of a side is."""
        return min((self.ground.grid.distance(place, at) for at in self._lying[side]), default=99)

    # ------------------------------------------------------------------------------------------------------- supply
    def _barred(self, side: str) -> frozenset[str]:
        """The hexes that bar a line of supply across country."""
        enemy = self.battle.enemy(side)
        return (self.zone(enemy) - self._lying[side].keys()) | self._lying[enemy].keys()

    def _distances(
        self, side: str, cut: frozenset[str], beyond: frozenset[str], lenient: frozenset[str]
    ) -> Mapping[str, int]:
        """By hex: how far it is from it to a road that leads to a source, over hexes that bar no line."""
        ground, enemy = self.ground, self.battle.enemy(side)
        closed = (self.zone(enemy) | self._lying[enemy].keys() if ROADS in lenient else self.beside(enemy)) | cut
        barred = self.once(("barred", side), lambda: self._barred(side)) | beyond
        roads = tracing.fed(ground.net, ground.sources[side], lambda place: place not in closed)
        back = ground.waded if WADING in lenient else ground.back
        found = tracing.spread(roads, back, lambda place: place not in barred, SUPPLY)
        if ROCK not in lenient:
            return found
        rocky = {near for pair, side in ground.sides.items() if side.rock for near in pair} - barred
        farther = {place: [found[near] + 1 for near in self._next(place, lenient) if near in found] for place in rocky}
        return {**found, **{place: min(found.get(place, SUPPLY), *near) for place, near in farther.items() if near}}

    def _next(self, place: str, lenient: frozenset[str]) -> tuple[str, ...]:
        """The hexes into which a line of supply leads from a hex, over rock too."""
        near = self.ground.grid.neighbours(place)
        return tuple(other for other in near if WADING in lenient or not self.ground.side(place, other).gorge)

    def supplied(
        self, place: str, side: str, cut: frozenset[str] = frozenset(), lenient: frozenset[str] = frozenset()
    ) -> bool:
        """Whether a line of supply leads from a hex, which itself bars nothing, and over no road in some hexes.

        Of what is a question, some may be read so that more is supplied: roads are cut by zones of control alone, rock
        is crossed a hex farther from the unit too, and the Isonzo where no bridge is.
        """
        first = self._next(place, lenient)
        return any(
            tracing.joined(place, first, self._fed(side, cut, lenient, within), SUPPLY)
            for within in (self.battle.sectors or (None,))
            if within is None or place in within
        )

    def _fed(
        self, side: str, cut: frozenset[str], lenient: frozenset[str], within: frozenset[str] | None
    ) -> Mapping[str, int]:
        """How far it is to a road that leads to a source, in a sector or everywhere."""
        beyond = frozenset[str]() if within is None else self.once(("beyond", within), lambda: self._beyond(within))
        known = ("fed", side, cut, lenient, within)
        return self.once(known, lambda: self._distances(side, cut | beyond, beyond, lenient))

    @outcome("CAP-24.3i")
    def _beyond(self, within: frozenset[str]) -> frozenset[str]:
        """The hexes outside of a sector, through which no line of supply leads."""
        return frozenset(self.ground.hexes) - within
