"""Curves: smooth lines through points, and walking along them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]
STEPS = 10


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a line: where it is, which way the line goes there (of length 1), how far from the start."""

    x: float
    y: float
    dx: float
    dy: float
    along: float

    def beside(self, right: float) -> Point:
        """The point so far to the right of the line."""
        return self.x - self.dy * right, self.y + self.dx * right


def smooth(points: Sequence[Point], steps: int = STEPS) -> list[Point]:
    """A line of short pieces through all points without kinks (Catmull-Rom)."""
    if len(points) < 3:
        return list(points)
    ends = [_beyond(points[0], points[1]), *points, _beyond(points[-1], points[-2])]
    found = [points[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        found.extend(_between(a, b, c, d, index / steps) for index in range(1, steps + 1))
    return found


def _beyond(end: Point, before: Point) -> Point:
    return 2 * end[0] - before[0], 2 * end[1] - before[1]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, -(t**2) + t**3)
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, (a, b, c, d), strict=True)) / 2 for axis in (0, 1)
    )
    return x, y


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(distance(a, b) for a, b in pairwise(line))


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return math.sqrt((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2)


def walk(line: Sequence[Point], step: float, start: float = 0.0) -> Iterator[Spot]:
    """Places on the line at equal distances, from `start` on."""
    due, done = start, 0.0
    for a, b in pairwise(line):
        long = distance(a, b)
        if long == 0:
            continue
        dx, dy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
        while due <= done + long:
            share = due - done
            yield Spot(a[0] + dx * share, a[1] + dy * share, dx, dy, due)
            due += step
        done += long


def part(line: Sequence[Point], start: float, end: float) -> list[Point]:
    """The piece of a line between two distances from its start."""
    found: list[Point] = []
    done = 0.0
    for a, b in pairwise(line):
        long = distance(a, b)
        if long and done + long >= start and done <= end:
            low, high = max(0.0, (start - done) / long), min(1.0, (end - done) / long)
            if not found:
                found.append(_on(a, b, low))
            found.append(_on(a, b, high))
        done += long
    return found


def _on(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def moved(line: Sequence[Point], right: float) -> list[Point]:
    """The line drawn so far to the right of itself."""
    found = []
    last = len(line) - 1
    for index, (x, y) in enumerate(line):
        before, after = line[max(index - 1, 0)], line[min(index + 1, last)]
        long = distance(before, after) or 1.0
        found.append((x - (after[1] - before[1]) / long * right, y + (after[0] - before[0]) / long * right))
    return found


def crossings(line: Sequence[Point], other: Sequence[Point]) -> Iterator[Spot]:
    """Where a line crosses another, as places on the first."""
    done = 0.0
    boxes = [(min(c[0], d[0]), max(c[0], d[0]), min(c[1], d[1]), max(c[1], d[1]), c, d) for c, d in pairwise(other)]
    for a, b in pairwise(line):
        long = distance(a, b)
        left, right = min(a[0], b[0]), max(a[0], b[0])
        top, bottom = min(a[1], b[1]), max(a[1], b[1])
        for x0, x1, y0, y1, c, d in boxes:
            if x0 > right or x1 < left or y0 > bottom or y1 < top:
                continue
            share = _crossing(a, b, c, d)
            if share is not None and long:
                x, y = _on(a, b, share)
                yield Spot(x, y, (b[0] - a[0]) / long, (b[1] - a[1]) / long, done + share * long)
        done += long


def _crossing(a: Point, b: Point, c: Point, d: Point) -> float | None:
    turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if turn == 0:
        return None
    here = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / turn
    there = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / turn
    return here if 0 <= here < 1 and 0 <= there < 1 else None


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def clipped(polygon: Sequence[Point], a: float, b: float, c: float) -> list[Point]:
    """The part of a convex polygon where a·x + b·y <= c."""
    found: list[Point] = []
    for index, (x, y) in enumerate(polygon):
        px, py = polygon[index - 1]
        here, before = a * x + b * y - c, a * px + b * py - c
        if (here > 0) != (before > 0):
            share = before / (before - here)
            found.append((px + (x - px) * share, py + (y - py) * share))
        if here <= 0:
            found.append((x, y))
    return found


_TURNS = tuple(
    (round(math.cos(math.radians(angle)), 9), round(math.sin(math.radians(angle)), 9)) for angle in range(360)
)


def direction(degrees: int) -> Point:
    """The direction of a whole angle, clockwise from the right; the same on every machine."""
    return _TURNS[degrees % 360]


def turned(points: Iterable[Point], degrees: int, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Points around (0, 0), turned clockwise and moved to (x, y)."""
    cos, sin = direction(degrees)
    return [(x + cos * px - sin * py, y + sin * px + cos * py) for px, py in points]
