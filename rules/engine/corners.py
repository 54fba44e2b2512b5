"""Corners: lines of sight that begin at a corner of a hex, exactly; along a side both of its hexes count."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from rules.engine.hexes import HEXAGONAL, Hexes
from rules.engine.lattice import Vector
from rules.engine.sight import Line

Point = tuple[Fraction, Fraction]
CORNERS: tuple[Point, ...] = tuple(
    (Fraction(one[0] + other[0], 3), Fraction(one[1] + other[1], 3))
    for one, other in zip(HEXAGONAL.steps, (*HEXAGONAL.steps[1:], HEXAGONAL.steps[0]), strict=True)
)
"""The corners of the hex around the origin, clockwise."""


def lines(grid: Hexes, start: str, goal: str) -> Iterator[Line]:
    """The line from the middle of a hex to that of another one, then those from each of its corners."""
    yield grid.line(start, goal)
    yield from (_named(grid, start, goal, corner) for corner in CORNERS)


def grazing(grid: Hexes, start: str, goal: str) -> Iterator[Line]:
    """Lines from points of a hex that touch corners on their way: if any line is free, one of these, or of `lines`."""
    (x, y), (to_x, to_y) = grid.cells[start], grid.cells[goal]
    yield from (_named(grid, start, goal, point) for point in _points((to_x - x, to_y - y)))


def _named(grid: Hexes, start: str, goal: str, point: Point) -> Line:
    (x, y), (to_x, to_y) = grid.cells[start], grid.cells[goal]
    named = (
        tuple(grid.name_at((x + dx, y + dy)) or "" for dx, dy in cells) for cells in _line(point, (to_x - x, to_y - y))
    )
    return tuple(cells for cells in named if "" not in cells)


@cache
def _points(goal: Vector) -> tuple[Point, ...]:
    """The points on the edge of the hex around the origin from which lines to the goal touch a corner on their way."""
    between = {cell for corner in CORNERS for cells in _line(corner, goal) for cell in cells}
    far = 2 * max(abs(goal[0]), abs(goal[1]), 1) + 2
    found: dict[Point, None] = {}
    for x, y in sorted(between):
        for dx, dy in CORNERS:
            along = ((x + dx - goal[0]) * far, (y + dy - goal[1]) * far)
            part = _within((0, 0), (Fraction(goal[0]), Fraction(goal[1])), along)
            if part is not None:
                found[goal[0] + part[0] * along[0], goal[1] + part[0] * along[1]] = None
    return tuple(found)


@cache
def _line(start: Point, goal: Vector) -> tuple[tuple[Vector, ...], ...]:
    """The cells between the one around the origin and the goal that a line from a point of the first one crosses."""
    along = (goal[0] - start[0], goal[1] - start[1])
    parts: dict[tuple[Fraction, Fraction], list[Vector]] = {}
    for cell in sorted(_beside(goal)):
        part = _within(cell, start, along)
        if part is not None and cell not in {(0, 0), goal}:
            parts.setdefault(part, []).append(cell)
    return tuple(tuple(parts[part]) for part in sorted(parts))


def _within(cell: Vector, start: Point, along: Point) -> tuple[Fraction, Fraction] | None:
    """For which part of the line it lies in a cell, its sides included; none for a mere point."""
    begin, end = Fraction(0), Fraction(1)
    for a, b in HEXAGONAL.forms:
        at = a * (start[0] - cell[0]) + b * (start[1] - cell[1])
        rate = a * along[0] + b * along[1]
        if rate == 0:
            if abs(at) > 1:
                return None
            continue
        low, high = sorted(((-1 - at) / rate, (1 - at) / rate))
        begin, end = max(begin, low), min(end, high)
    return (begin, end) if begin < end else None


def _beside(goal: Vector) -> set[Vector]:
    steps = max(abs(goal[0]), abs(goal[1]), 1)
    middles = ((goal[0] * step // steps, goal[1] * step // steps) for step in range(steps + 1))
    return {(x + dx, y + dy) for x, y in middles for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)}
