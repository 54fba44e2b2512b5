"""The free table: points in whole millimetres, and named things with outlines that block or slow.

Nobody lays a piece to the millimetre: `slack` is how far off a point may be, and what lies in that band is open.
"""

import math
from collections.abc import Callable, Iterable, Mapping

from shapely import LineString, Polygon

from rules.engine.answers import Answer, Measured, some
from rules.engine.reach import Reach, flood
from rules.engine.sight import Free, Sight, judged

Point = tuple[int, int]


class Table:
    """A table with things on it; places are points, a point is next to a marked one closer than `contact`."""

    def __init__(
        self, things: Mapping[str, Iterable[Point]], marks: Iterable[Point] = (), contact: int = 1, slack: int = 0
    ) -> None:
        self._corners = {name: tuple(outline) for name, outline in things.items()}
        self._outlines = {name: Polygon(outline) for name, outline in self._corners.items()}
        self._marks = tuple(marks)
        self._contact = contact
        self._slack = slack

    def measure(self, start: Point, goal: Point) -> Measured:
        """The distance in millimetres, as exactly as pieces lie."""
        square = (goal[0] - start[0]) ** 2 + (goal[1] - start[1]) ** 2
        root = math.isqrt(square)
        return Measured(root, root if root * root == square else root + 1, 0 if start == goal else 2 * self._slack)

    def distance(self, start: Point, goal: Point) -> int:
        """The distance in millimetres, rounded up: what a leg of this length costs at most."""
        return self.measure(start, goal).long

    def neighbours(self, place: Point) -> tuple[Point, ...]:
        """The marked points in contact with a point."""
        return tuple(mark for mark in self._marks if mark != place and self.distance(place, mark) <= self._contact)

    def crossed(self, start: Point, goal: Point) -> tuple[str, ...]:
        """The things whose inside a straight leg goes through, by name."""
        leg = LineString([start, goal])
        return tuple(name for name, outline in self._outlines.items() if leg.relate_pattern(outline, INSIDE))

    def reach(self, start: Point, cost: Callable[[Point, Point], int | None], budget: int) -> Reach[Point]:
        """The marked points and corners that can be reached by straight legs."""
        waypoints = {*self._marks, *(corner for corners in self._corners.values() for corner in corners)}

        def steps(place: Point) -> Iterable[tuple[Point, int]]:
            for goal in sorted(waypoints - {place}):
                price = cost(place, goal)
                if price is not None:
                    yield goal, price

        return flood(start, steps, budget)

    def sight(self, start: Point, goal: Point, free: Free) -> Sight:
        """Whether a straight line is free of the things that block; open where it passes one within the slack.

        Touching an edge or a corner does not block where points are exact.
        """
        asked = ((name, free(name)) for name in self._outlines)
        return judged(
            ((name,), some((answer, self._passes(name, start, goal))))
            for name, answer in asked
            if answer is not Answer.YES
        )

    def _passes(self, name: str, start: Point, goal: Point) -> Answer:
        leg, outline = LineString([start, goal]), self._outlines[name]
        if not self._slack:
            return Answer.of(not leg.relate_pattern(outline, INSIDE))
        if leg.relate_pattern(outline.buffer(-self._slack), INSIDE):
            return Answer.NO
        return Answer.OPEN if leg.distance(outline) <= self._slack else Answer.YES


INSIDE = "T********"
"""How shapely writes that two things have more than their edges in common."""
