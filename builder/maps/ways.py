"""Roads, railways and streams of a map as smooth lines on the land."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from assets.maps import Map, Water, Way
from builder.landscape.curves import Point, distance, smooth
from builder.maps.layout import Layout

DRAWN_TOWARD = 0.5
FARTHEST = 17.0
APART = (12.0, -9.0)


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
        for way in country.ways.values():
            if way.kind not in {"railway", "track"}:
                for name, after in pairwise(way.path):
                    self.links[name].add(after)
                    self.links[after].add(name)

    def centre(self, name: str) -> Point:
        """The centre of a hex on the land, in units from the corner of the neat line."""
        x, y = self.sheet.centre(name)
        return x - self.sheet.field.left, y - self.sheet.field.top

    def roads(self) -> list[Line]:
        """The lines of all roads, lanes and tracks."""
        found = []
        for way in self.country.ways.values():
            if way.kind != "railway":
                points = [self._bend(name, self.links[name]) for name in way.path]
                found.append(Line(way, tuple(smooth(self._winding(way, self._led_out(way, points))))))
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
                found.append(Line(way, tuple(smooth(_eased(shifted)))))
        return found

    def waters(self) -> list[Line]:
        """The lines of all streams and rivers, with small bends of their own."""
        found = []
        for water in self.country.waters.values():
            dice = Random(f"{self.country.seed} {water.id}")
            points = [self._mean(point.split("/")) for point in water.course]
            bent = [points[0]]
            for before, after in pairwise(points):
                away = distance(before, after) * 0.2
                middle = ((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
                bent.append((middle[0] + dice.uniform(-away, away), middle[1] + dice.uniform(-away, away)))
                bent.append((after[0] + dice.uniform(-5, 5), after[1] + dice.uniform(-5, 5)))
            found.append(Line(water, tuple(smooth(bent, 8))))
        return found

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


def _eased(points: list[Point]) -> list[Point]:
    """The same line with gentler bends: each point moved half way toward the middle of its neighbours."""
    inner = [
        ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
    ]
    return [points[0], *inner, points[-1]]
