"""Roads, railways and streams of a map as smooth lines on the land."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random

from assets.maps import Map, Water, Way
from builder.landscape.curves import Point, distance, smooth
from builder.maps.layout import Layout, corners, numbers_at

DRAWN_TOWARD = 0.5
FARTHEST = 17.0
APART = (9.0, 11.0)
CLEAR = (21.0, 13.5)
BIN = 52


@dataclass(frozen=True)
class Line:
    """A way or a water with the line that it takes across the land."""

    way: Way | Water
    points: tuple[Point, ...]


class Survey:
    """Where ways run: through the middle of a hex where several meet, else a little to the inner side of the bend."""

    def __init__(self, country: Map, sheet: Layout) -> None:
        self.country = country
        self.sheet = sheet
        self.links: dict[str, set[str]] = defaultdict(set)
        self.numbers: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for x, y in numbers_at(sheet).values():
            self.numbers[int(x // BIN), int(y // BIN)].append((x, y))
        for way in country.ways.values():
            if way.kind not in {"railway", "track"}:
                for name, after in pairwise(way.path):
                    self.links[name].add(after)
                    self.links[after].add(name)

    def centre(self, name: str) -> Point:
        """The centre of a hex on the land, in units from the corner of the neat line."""
        x, y = self.sheet.centre(name)
        return x - self.sheet.field.left, y - self.sheet.field.top

    @cached_property
    def middles(self) -> tuple[Point, ...]:
        """The centres of all places of the map."""
        return tuple(map(self.centre, self.country.grid.names))

    @property
    def reach(self) -> float:
        """No farther from a corner lie the centres of the places that meet in it."""
        return 80.0 if self.country.grid.kind != "hexes" else 66.0

    @property
    def meeting(self) -> int:
        """How many places meet in a corner."""
        return 3 if self.country.grid.kind == "hexes" else 4

    def side(self, one: str, other: str) -> tuple[Point, Point]:
        """The ends of the side between two places."""
        (x, y), (to_x, to_y) = self.centre(one), self.centre(other)
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        around = [(x + dx, y + dy) for dx, dy in corners(self.country.grid)]
        a, b = sorted(around, key=lambda corner: distance(corner, middle))[:2]
        return (a, b) if a < b else (b, a)

    def roads(self) -> list[Line]:
        """The lines of all roads, lanes and tracks."""
        found = []
        for way in self.country.ways.values():
            if way.kind != "railway":
                points = [self._bend(name, self.links[name]) for name in way.path]
                line = smooth(self._winding(way, self._led_out(way, points)))
                found.append(Line(way, tuple(self._clear(line))))
        return found

    def _led_out(self, way: Way, points: list[Point]) -> list[Point]:
        """The points of a way, those outside of the map moved far enough away."""
        found = list(points)
        for end, inner in ((0, 1), (-1, -2)):
            if way.path[end] not in self.country.grid:
                (x, y), (ix, iy) = found[end], found[inner]
                found[end] = (2 * x - ix, 2 * y - iy)
        return found

    def _winding(self, way: Way, points: list[Point]) -> list[Point]:
        """The points of a way with others between them, to the left and right in turn."""
        if not way.winding:
            return points
        dice = Random(f"{self.country.seed} winding {way.id}")
        found = [points[0]]
        side = dice.choice((-1, 1))
        for before, after in pairwise(points):
            dx, dy = after[0] - before[0], after[1] - before[1]
            away = side * way.winding / 100 * dice.uniform(0.6, 1.2)
            found.append(((before[0] + after[0]) / 2 - dy * away, (before[1] + after[1]) / 2 + dx * away))
            found.append(after)
            side = -side
        return found

    def railways(self) -> list[Line]:
        """The lines of all railways, which keep off the roads."""
        found = []
        for way in self.country.ways.values():
            if way.kind == "railway":
                points = self._led_out(way, [self._bend(name, set(around)) for name, around in _around(way.path)])
                shifted = [(x + APART[0], y + APART[1]) for x, y in points]
                found.append(Line(way, tuple(self._clear(smooth(eased(shifted))))))
        return found

    def waters(self) -> list[Line]:
        """The lines of all streams and rivers, with small bends of their own."""
        found = []
        for water in self.country.waters.values():
            dice = Random(f"{self.country.seed} {water.id}")
            points = [self._mean(point.split("/")) for point in water.course]
            for end, inner in ((0, 1), (-1, -2)):
                if any(name not in self.country.grid for name in water.course[end].split("/")):
                    (x, y), (ix, iy) = points[end], points[inner]
                    points[end] = (2 * x - ix, 2 * y - iy)
            bent = [points[0]]
            for before, after in pairwise(points):
                away = distance(before, after) * 0.2
                middle = ((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
                bent.append((middle[0] + dice.uniform(-away, away), middle[1] + dice.uniform(-away, away)))
                bent.append((after[0] + dice.uniform(-5, 5), after[1] + dice.uniform(-5, 5)))
            found.append(Line(water, tuple(self._clear(smooth(eased(bent), 8)))))
        return [self._joined(line, found) for line in found]

    def _joined(self, line: Line, others: Iterable[Line]) -> Line:
        """The water, led into another that its course ends at."""
        end = line.way.course[-1] if isinstance(line.way, Water) else ""
        for other in others:
            if other is not line and isinstance(other.way, Water) and end in other.way.course:
                x, y = line.points[-1]
                mouth = min(other.points, key=lambda point: distance(point, (x, y)))
                return Line(line.way, (*line.points[:-3], mouth))
        return line

    def _clear(self, line: list[Point]) -> list[Point]:
        """The line, led around the numbers of the hexes; its ends stay."""
        for _ in range(3):
            pushed = [self._pushed(point) for point in line]
            line = [line[0], *eased(pushed)[1:-1], line[-1]]
        return line

    def _pushed(self, point: Point) -> Point:
        for x, y in self._numbers_near(point):
            dx, dy = (point[0] - x) / CLEAR[0], (point[1] - y) / CLEAR[1]
            away = distance((0, 0), (dx, dy))
            if away < 1:
                dx, dy = (dx / away, dy / away) if away > 0.05 else (1.0, 0.0)
                point = (x + dx * CLEAR[0], y + dy * CLEAR[1])
        return point

    def numbered(self, point: Point) -> bool:
        """Whether a point lies on or close to the number of a hex."""
        return any(abs(point[0] - x) < 14 and abs(point[1] - y) < 8 for x, y in self._numbers_near(point))

    def _numbers_near(self, point: Point) -> list[Point]:
        column, row = int(point[0] // BIN), int(point[1] // BIN)
        return [spot for x in (-1, 0, 1) for y in (-1, 0, 1) for spot in self.numbers.get((column + x, row + y), ())]

    def _mean(self, names: list[str]) -> Point:
        points = [self.centre(name) for name in names]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def _bend(self, name: str, around: set[str]) -> Point:
        x, y = self.centre(name)
        dice = Random(f"{self.country.seed} bend {name}")
        stray = (dice.uniform(-3.5, 3.5), dice.uniform(-3.5, 3.5))
        if len(around) != 2:
            return (x, y) if len(around) > 2 else (x + stray[0], y + stray[1])
        mx, my = self._mean(sorted(around))
        dx, dy = (mx - x) * DRAWN_TOWARD, (my - y) * DRAWN_TOWARD
        far = distance((0, 0), (dx, dy))
        share = min(1.0, FARTHEST / far) if far else 1.0
        return x + dx * share + stray[0], y + dy * share + stray[1]


def _around(path: Iterable[str]) -> list[tuple[str, tuple[str, ...]]]:
    names = list(path)
    return [
        (name, tuple(names[max(0, index - 1) : index] + names[index + 1 : index + 2]))
        for index, name in enumerate(names)
    ]


def eased(points: list[Point]) -> list[Point]:
    """The same line with gentler bends: each point moved half way toward the middle of its neighbours."""
    inner = [
        ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
    ]
    return [points[0], *inner, points[-1]]
