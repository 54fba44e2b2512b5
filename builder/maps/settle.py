"""Villages: houses along the streets, a church, farms and gardens, until the hex is plainly built up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from assets.maps import Map
from builder.landscape.curves import Point, Spot, direction, distance, turned, walk
from builder.landscape.houses import Buildings, House
from builder.landscape.scene import Layer
from builder.maps.emblems import flagged
from builder.maps.keepout import Keepout
from builder.maps.style import Style
from builder.maps.ways import Line, Survey

REACH = 45.0
STREET = 4.4


@dataclass(frozen=True, slots=True)
class Size:
    """How houses are built: how long and deep along the streets and behind them, how many of slate, how many tries."""

    long: tuple[float, float]
    deep: tuple[float, float]
    small: tuple[float, float]
    slates: float
    tries: int


HOUSES = Size((7, 12.5), (5.2, 7.2), (5.6, 9.5), 0.16, 240)
BLOCKS = Size((11, 19), (6.6, 8.6), (6.0, 12.0), 0.5, 620)
"""A town is built of larger houses, closer together, more of them under slate."""


@dataclass
class Villages:
    """The built-up hexes of a map while they are being built."""

    country: Map
    survey: Survey
    style: Style
    ground: Layer
    buildings: Buildings
    keepout: Keepout
    stands: list[tuple[float, float, float]] = field(default_factory=list)
    streets: list[tuple[Point, Point]] = field(default_factory=list)
    size: Size = HOUSES

    def build(self, roads: Sequence[Line]) -> None:
        """Build all built-up hexes along their roads."""
        looks = {key: kind.look for key, kind in self.country.terrains.items()}
        churches = {place.hexes[0] for place in self.country.places.values() if place.kind in {"town", "village"}}
        towns = {name for flag, _ in flagged(self.survey, "town") for name in flag.at}
        for name in towns:
            self.ground.disc(*self.survey.centre(name), self.style.town_floor, 2 * REACH)
        for name in self.country.grid.names:
            look = "town" if name in towns else looks[self.country.terrain[name]]
            if look in {"village", "town"}:
                self.size = BLOCKS if look == "town" else HOUSES
                self._hex(name, roads, name in churches)

    def _hex(self, name: str, roads: Sequence[Line], church: bool) -> None:
        dice = Random(f"{self.country.seed} village {name}")
        middle = self.survey.centre(name)
        spots = list(_near(roads, middle))
        if church:
            self._church(middle, dice)
        for lane in self._lanes(middle, spots, dice):
            spots += lane
        self._farm(middle, dice)
        dice.shuffle(spots)
        for spot in spots:
            for side in (-1, 1):
                self._house_at(spot, side, middle, dice)
        for _ in range(self.size.tries):
            self._stray(middle, dice)

    def _church(self, middle: Point, dice: Random) -> None:
        for radius in (17, 21, 25, 29):
            for turn in dice.sample(range(0, 360, 20), 18):
                dx, dy = direction(turn)
                x, y = middle[0] + dx * radius, middle[1] + dy * radius
                if all(
                    not self.keepout.taken(x + away, y + side)
                    for away in (-12, -8, -4, 0, 4, 8, 11)
                    for side in (-4.5, 4.5)
                ):
                    self.buildings.church(x, y, dice.choice((-8, 0, 6)))
                    for away in (-9, -2, 5, 10):
                        self._occupy(x + away, y, 5.5)
                    return

    def _farm(self, middle: Point, dice: Random) -> None:
        for turn in dice.sample(range(0, 360, 15), 24):
            dx, dy = direction(turn)
            x, y = middle[0] + dx * 34, middle[1] + dy * 34
            angle = dice.randrange(0, 90, 7)
            yard = turned([(ax, ay) for ax in (-9, 0, 9) for ay in (-9, 0, 9)], angle, x, y)
            if self._free(x, y, 11) and not any(self.keepout.taken(*corner) for corner in yard):
                self.buildings.farm(x, y, angle, dice.choice(self.style.roofs))
                self._occupy(x, y, 12.5)
                return

    def _lanes(self, middle: Point, spots: Sequence[Spot], dice: Random) -> Iterator[list[Spot]]:
        """Short lanes from the middle to where no road goes."""
        used = [(spot.x - middle[0], spot.y - middle[1]) for spot in spots]
        start = dice.randrange(0, 60)
        for turn in range(start, start + 360, 60):
            dx, dy = direction(turn)
            clear = all(x * dx + y * dy < 0.8 * distance((0, 0), (x, y)) for x, y in used if abs(x) + abs(y) > 12)
            if not clear:
                continue
            bend = direction(turn + dice.choice((-35, -20, 20, 35)))
            knee = (middle[0] + dx * 20, middle[1] + dy * 20)
            end = (knee[0] + bend[0] * 20, knee[1] + bend[1] * 20)
            lane = list(walk([middle, knee, end], 4, 8))
            if not all(self._free(spot.x, spot.y, 1.5) for spot in lane if distance((spot.x, spot.y), middle) > 12):
                continue
            self.streets += [(middle, knee), (knee, end)]
            self.keepout.line([middle, knee, end], 4)
            yield lane

    def _house_at(self, spot: Spot, side: int, middle: Point, dice: Random) -> None:
        long, deep = dice.uniform(*self.size.long), dice.uniform(*self.size.deep)
        x, y = spot.beside(side * (STREET + deep / 2 + dice.uniform(0.2, 2.4)))
        turn = round(math.degrees(math.atan2(spot.dy, spot.dx))) + dice.choice((-6, -3, 0, 0, 3, 6))
        if dice.random() < 0.22:
            turn += 90
        self._try(House(x, y, long, deep, turn, self._roof(dice)), middle, dice)

    def _stray(self, middle: Point, dice: Random) -> None:
        dx, dy = direction(dice.randrange(360))
        radius = REACH * math.sqrt(dice.random())
        x, y = middle[0] + dx * radius, middle[1] + dy * radius
        turn = dice.randrange(0, 180, 5)
        self._try(
            House(x, y, dice.uniform(*self.size.small), dice.uniform(4.4, 6), turn, self._roof(dice)), middle, dice
        )

    def _try(self, house: House, middle: Point, dice: Random) -> None:
        if distance((house.x, house.y), middle) > REACH or not self._free(house.x, house.y, house.reach + 0.7):
            return
        corners = turned(
            [(x * house.long / 2, y * house.deep / 2) for x in (-1, 1) for y in (-1, 1)], house.turn, house.x, house.y
        )
        if any(self.keepout.taken(x, y) for x, y in corners):
            return
        self.buildings.build(house)
        self._occupy(house.x, house.y, house.reach)
        if dice.random() < 0.6:
            self._garden(house, dice)

    def _garden(self, house: House, dice: Random) -> None:
        deep = dice.uniform(7, 12)
        side = dice.choice((-1, 1))
        near, far = side * house.deep / 2, side * (house.deep / 2 + deep)
        half = house.long / 2 + 1
        self.ground.area(
            turned([(-half, near), (half, near), (half, far), (-half, far)], house.turn, house.x, house.y),
            dice.choice(self.style.garden),
        )

    def _roof(self, dice: Random) -> tuple[int, int, int]:
        return dice.choice(self.style.slates if dice.random() < self.size.slates else self.style.roofs)

    def _free(self, x: float, y: float, reach: float) -> bool:
        if self.keepout.taken(x, y):
            return False
        return all((x - ox) ** 2 + (y - oy) ** 2 >= (reach + other) ** 2 for ox, oy, other in self.stands[-160:])

    def _occupy(self, x: float, y: float, reach: float) -> None:
        self.stands.append((x, y, reach))


def _near(roads: Iterable[Line], middle: Point) -> Iterator[Spot]:
    for road in roads:
        for spot in walk(road.points, 4, 2):
            if distance((spot.x, spot.y), middle) < REACH:
                yield spot
