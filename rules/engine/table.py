"""The free table: points in whole millimetres, and named things with outlines that block or slow."""

import math
from collections.abc import Callable, Iterable, Mapping

from shapely import LineString, Polygon

from rules.engine.reach import Reach, flood
from rules.engine.sight import Sight

Point = tuple[int, int]


class Table:
    """A table with things on it; places are points, a point is next to a marked one closer than `contact`."""

    def __init__(self, things: Mapping[str, Iterable[Point]], marks: Iterable[Point] = (), contact: int = 1) -> None:
        self._corners = {name: tuple(outline) for name, outline in things.items()}
        self._outlines = {name: Polygon(outline) for name, outline in self._corners.items()}
        self._marks = tuple(marks)
        self._contact = contact

    def distance(self, start: Point, goal: Point) -> int:
        """The distance in millimetres, rounded up: what is in range is never a hair too far."""
        square = (goal[0] - start[0]) ** 2 + (goal[1] - start[1]) ** 2
        root = math.isqrt(square)
        return root if root * root == square else root + 1

    def neighbours(self, place: Point) -> tuple[Point, ...]:
        """The marked points in contact with a point."""
        return tuple(mark for mark in self._marks if mark != place and self.distance(place, mark) <= self._contact)

    def crossed(self, start: Point, goal: Point) -> tuple[str, ...]:
        """The things whose inside a straight leg goes through, by name."""
        leg = LineString([start, goal])
        return tuple(name for name, outline in self._outlines.items() if leg.relate_pattern(outline, "T********"))

    def reach(self, start: Point, cost: Callable[[Point, Point], int | None], budget: int) -> Reach[Point]:
        """The marked points and corners that can be reached by straight legs."""
        waypoints = {*self._marks, *(corner for corners in self._corners.values() for corner in corners)}

        def steps(place: Point) -> Iterable[tuple[Point, int]]:
            for goal in sorted(waypoints - {place}):
                price = cost(place, goal)
                if price is not None:
                    yield goal, price

        return flood(start, steps, budget)

    def sight(self, start: Point, goal: Point, blocks: Callable[[str], bool]) -> Sight:
        """Whether a straight line is free of the things that block; touching an edge or a corner does not."""
        stopped = tuple(name for name in self.crossed(start, goal) if blocks(name))
        return Sight(clear=not stopped, blocked_by=stopped)
