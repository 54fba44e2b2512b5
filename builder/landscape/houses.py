"""Buildings from above: roofs with a ridge, light from the north-west, churches, farms, and a few landmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.landscape.curves import Point, direction, turned
from builder.landscape.scene import Layer, Rgb

SLATE = (104, 110, 122)
WALL = (236, 226, 205)
EDGE = (64, 50, 44)
LIGHT = (-0.7071, -0.7071)


@dataclass(frozen=True, slots=True)
class House:
    """A house: its middle, how long and deep it is, the angle of its ridge, the colour of its roof, how high it is."""

    x: float
    y: float
    long: float
    deep: float
    turn: int
    roof: Rgb
    high: float = 2.2

    @property
    def reach(self) -> float:
        """The radius of a circle that keeps neighbours off."""
        return (self.long + self.deep) * 0.29


@dataclass(frozen=True)
class Buildings:
    """Where buildings are drawn: their roofs, and the shadows that they throw."""

    roofs: Layer
    shadows: Layer
    snow: Rgb | None = None
    """The colour of the snow on all roofs, if there is any."""

    def build(self, house: House) -> None:
        """Add a house with a gable roof, and its shadow."""
        half, deep = house.long / 2, house.deep / 2
        walls = [(-half, -deep), (half, -deep), (half, deep), (-half, deep)]
        self.cast(walls, house)
        self.roofs.area(
            _place([(x * 1.06 + (0.3 if x > 0 else -0.3), y + (0.35 if y > 0 else -0.35)) for x, y in walls], house),
            EDGE,
        )
        self.roofs.area(
            _place([(-half, -deep), (half, -deep), (half, 0), (-half, 0)], house), lit(house.roof, house.turn - 90)
        )
        self.roofs.area(
            _place([(-half, 0), (half, 0), (half, deep), (-half, deep)], house), lit(house.roof, house.turn + 90)
        )
        ridge = tuned(house.roof, 34)
        if self.snow:
            self._cover(house, half, deep, self.snow)
            ridge = tuned(self.snow, -30)
        self.roofs.line(_place([(-half + 0.2, 0), (half - 0.2, 0)], house), ridge, 0.45)

    def _cover(self, house: House, half: float, deep: float, snow: Rgb) -> None:
        """Lay snow on both slopes of a roof; it has slid from the eaves, so that these show."""
        for side in (-1, 1):
            slope = [
                (-half + 0.5, 0),
                (half - 0.5, 0),
                (half - 0.9, side * deep * 0.74),
                (-half + 0.7, side * deep * 0.8),
            ]
            self.roofs.area(_place(slope, house), lit(snow, house.turn + 90 * side, 26))

    def cast(self, outline: Sequence[Point], house: House) -> None:
        """Add the shadow of an upright block with this outline: the outline, its copy, and what lies between."""
        here = _place(outline, house)
        away = [(x + house.high, y + house.high) for x, y in here]
        self.shadows.area(away, EDGE)
        for index in range(len(here)):
            self.shadows.area([here[index - 1], here[index], away[index], away[index - 1]], EDGE)

    def church(self, x: float, y: float, turn: int) -> None:
        """Add a church: nave, choir and a tower with a pointed roof."""
        nave = House(x, y, 13, 7, turn, SLATE, 3.4)
        dx, dy = direction(turn)
        choir = House(x + dx * 8, y + dy * 8, 5, 5, turn, tuned(SLATE, -6), 2.8)
        tower = House(x - dx * 8.4, y - dy * 8.4, 6.4, 6.4, turn, tuned(SLATE, 10), 6.5)
        self.build(choir)
        self.build(nave)
        self.spire(tower)

    def spire(self, house: House) -> None:
        """Add a square tower with a roof of four sides and a cross of light on top."""
        half = house.long / 2
        walls = [(-half, -half), (half, -half), (half, half), (-half, half)]
        self.cast(walls, house)
        self.roofs.area(_place([(x * 1.12, y * 1.12) for x, y in walls], house), EDGE)
        for index in range(4):
            facing = house.turn + 180 + 90 * index - 180 - 90
            corners = [walls[index], walls[(index + 1) % 4]]
            self.roofs.area(_place([*corners, (0, 0)], house), lit(house.roof, facing, 60))
            if self.snow:
                low = [(x * 0.7, y * 0.7) for x, y in corners]
                self.roofs.area(_place([*low, (0, 0)], house), lit(self.snow, facing, 34))
        self.roofs.line(_place([(0, -1.7), (0, 1.7)], house), WALL, 0.7)
        self.roofs.line(_place([(-1.1, -0.5), (1.1, -0.5)], house), WALL, 0.7)

    def farm(self, x: float, y: float, turn: int, roof: Rgb) -> None:
        """Add a farm: four wings around a yard."""
        wings = ((0, -6.5, 17, 4.6, 0), (0, 6.5, 17, 4.6, 0), (-6.6, 0, 8.6, 4, 90), (6.6, 0, 8.6, 4, 90))
        for wx, wy, long, deep, angle in wings:
            ((px, py),) = turned([(wx, wy)], turn, x, y)
            self.build(House(px, py, long, deep, turn + angle, roof, 2.6))

    def windmill(self, x: float, y: float) -> None:
        """Add a windmill as one sees it from the front."""
        foot = House(x, y + 4, 9, 4, 0, SLATE, 4)
        self.cast([(-4, -2), (4, -2), (4, 2), (-4, 2)], foot)
        for grow, colour in ((0.9, EDGE), (0.0, (214, 200, 172))):
            corners = [(-3 - grow, -5), (3 + grow, -5), (4.6 + grow, 6.5 + grow), (-4.6 - grow, 6.5 + grow)]
            self.roofs.area(_at(corners, x, y), colour)
        self.roofs.area(_at([(-4.4, -4.4), (0, -9.6), (4.4, -4.4)], x, y), EDGE)
        self.roofs.area(_at([(-3.2, -5.2), (0, -8.6), (3.2, -5.2)], x, y), self.snow or (128, 92, 72))
        self.roofs.area(_at([(-1.3, 6.5), (1.3, 6.5), (1.3, 2.6), (-1.3, 2.6)], x, y), EDGE)
        for angle in (25, 115, 205, 295):
            dx, dy = direction(angle)
            line = [(x, y - 5), (x + dx * 11, y - 5 + dy * 11)]
            self.roofs.line(line, EDGE, 1.1)
            sail = [(2.6, 0.4), (11, 0.4), (11, 3.2), (2.6, 3.2)]
            self.roofs.area(turned(sail, angle, x, y - 5), EDGE)
            self.roofs.area(
                turned([(3.1, 0.9), (10.5, 0.9), (10.5, 2.7), (3.1, 2.7)], angle, x, y - 5), (246, 240, 224)
            )
        self.roofs.disc(x, y - 5, EDGE, 2.2)

    def watertower(self, x: float, y: float) -> None:
        """Add a water tower as one sees it from the front."""
        foot = House(x, y + 8, 7, 3, 0, SLATE, 5)
        self.cast([(-3, -1.5), (3, -1.5), (3, 1.5), (-3, 1.5)], foot)
        for grow, stem, tank in ((0.9, EDGE, EDGE), (0.0, (206, 196, 178), (226, 218, 202))):
            self.roofs.area(
                _at([(-2.6 - grow, -2), (2.6 + grow, -2), (3.4 + grow, 10 + grow), (-3.4 - grow, 10 + grow)], x, y),
                stem,
            )
            self.roofs.area(
                _at(
                    [
                        (-6 - grow, -10 - grow),
                        (6 + grow, -10 - grow),
                        (6 + grow, -4),
                        (3 + grow, grow),
                        (-3 - grow, grow),
                        (-6 - grow, -4),
                    ],
                    x,
                    y,
                ),
                tank,
            )
        self.roofs.area(_at([(1.5, -9.6), (6, -9.6), (6, -4), (3, 0), (1.5, 0)], x, y), (188, 178, 160))
        self.roofs.area(_at([(0.6, 0.4), (2.6, 0.4), (3.3, 10), (0.8, 10)], x, y), (172, 162, 146))
        self.roofs.area(_at([(-7.6, -9.4), (0, -15), (7.6, -9.4)], x, y), EDGE)
        self.roofs.area(_at([(-5.6, -10.2), (0, -14), (5.6, -10.2)], x, y), self.snow or SLATE)


def lit(colour: Rgb, facing: int, strength: int = 46) -> Rgb:
    """The colour of a slope that faces this way."""
    dx, dy = direction(facing)
    return tuned(colour, round((dx * LIGHT[0] + dy * LIGHT[1]) * strength))


def tuned(colour: Rgb, light: int) -> Rgb:
    """The colour, so much lighter or darker."""
    red, green, blue = (max(0, min(255, part + light)) for part in colour)
    return red, green, blue


def _place(points: Sequence[Point], house: House) -> list[Point]:
    return turned(points, house.turn, house.x, house.y)


def _at(points: Sequence[Point], x: float, y: float) -> list[Point]:
    return [(x + px, y + py) for px, py in points]
