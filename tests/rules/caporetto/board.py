"""A board for worked examples: the grid of the map with open hexes of one level, on which a case puts what it needs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Self

from msgspec import structs

from rules.caporetto.battle import Battle, Counter, Ground, Hex, Side
from rules.caporetto.country import carries, control
from tests.rules.caporetto.field import Field, battle

LEVEL = 3


@cache
def flat(scenario: str) -> Ground:
    """The map, with nothing on it."""
    ground = battle(scenario).ground
    hexes = {place: Hex("open", LEVEL) for place in ground.grid.places}
    zones = {side: control(ground.grid, hexes, {}, side, hexes.keys()) for side in ground.control}
    nowhere = dict.fromkeys(hexes, ())
    return structs.replace(
        ground, hexes=hexes, sides={}, net=nowhere, control=zones, area=frozenset(hexes), barred=frozenset()
    )


class Board(Field):
    """A case on open hexes."""

    def __init__(self, phase: str = "Rest", scenario: str = "monte-maggiore", turn: int = 7) -> None:
        super().__init__(phase, scenario, turn)
        self._hexes: dict[str, dict[str, object]] = {}
        self._sides: dict[tuple[str, str], dict[str, object]] = {}
        self._values: dict[str, dict[str, object]] = {}
        self._backs: dict[str, dict[str, int]] = {}
        self._kinds: dict[str, dict[str, object]] = {}
        self._sources: dict[str, frozenset[str]] = {}
        self._barred: frozenset[str] = frozenset()
        self._known: Battle | None = None

    def barred(self, *places: str) -> Self:
        """Nobody goes into these hexes."""
        self._known, self._barred = None, frozenset(places)
        return self

    def source(self, side: str, place: str) -> Self:
        """Supplies of a side come from a hex."""
        self._known, self._sources[side] = None, frozenset({place})
        return self

    def hex(self, place: str, **facts: object) -> Self:
        """A hex is of another kind."""
        self._known, self._hexes[place] = None, facts
        return self

    def side(self, one: str, other: str, **facts: object) -> Self:
        """Something lies between two hexes."""
        self._known, self._sides[one, other] = None, facts
        return self

    def road(self, *places: str) -> Self:
        """A road leads through hexes."""
        for one, other in pairwise(places):
            self.side(one, other, **{"rates": (2,), **self._sides.get((one, other), {})})
        return self

    def worth(self, name: str, **values: int) -> Self:
        """The counter of a unit says something else on all its sides."""
        self._known, self._values[name] = None, dict(values)
        return self

    def reverse(self, name: str, **values: int) -> Self:
        """The counter of a unit says something else on all its sides but the front."""
        self._known, self._backs[name] = None, dict(values)
        return self

    def kind(self, name: str, **facts: object) -> Self:
        """A unit is of another type."""
        self._known, self._kinds[name] = None, facts
        return self

    def battle(self) -> Battle:
        """The battle on this board."""
        if self._known is None:
            known, base = battle(self.scenario), flat(self.scenario)
            hexes = {
                **base.hexes,
                **{place: structs.replace(base.hexes[place], **f) for place, f in self._hexes.items()},
            }
            sides = {pair: Side(**facts) for pair, facts in self._sides.items()}  # type: ignore[arg-type]
            sides |= {(other, one): side for (one, other), side in sides.items()}
            around = {
                near
                for place in (*self._hexes, *(p for pair in sides for p in pair))
                for near in (place, *base.grid.neighbours(place))
            }
            net = {
                place: tuple(n for n in base.grid.neighbours(place) if carries(sides.get((place, n), Side())))
                for place in around
            }
            zones = {side: {**z, **control(base.grid, hexes, sides, side, around)} for side, z in base.control.items()}
            ground = structs.replace(base, hexes=hexes, sides=sides, net={**base.net, **net}, control=zones)
            ground = structs.replace(ground, sources={**ground.sources, **self._sources}, barred=self._barred)
            units = {name: self._printed(known, name) for name in known.units}
            self._known = structs.replace(known, ground=ground, units=units)
        return self._known

    def _printed(self, known: Battle, name: str) -> Counter:
        counter = known.units[name]
        if name in self._kinds:
            counter = structs.replace(counter, kind=structs.replace(counter.kind, **self._kinds[name]))
        front, *backs = counter.faces
        backs = [structs.replace(face, **self._backs.get(name, {})) for face in backs]
        counter = structs.replace(counter, faces=(front, *backs))
        if name not in self._values:
            return counter
        values = dict(self._values[name])
        own = {key: values.pop(key) for key in ("initiative", "command") if key in values}
        return structs.replace(counter, faces=tuple(structs.replace(face, **values) for face in counter.faces), **own)
