"""Paths: closed outlines made of straight lines (curves are flattened as they are built), and what can be done to them.

Lengths are in the units of the drawing; the y axis points down. Outlines run clockwise on the page, holes the other way
round, and every operation keeps it so: where outlines overlap, the path is their union.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Contour = tuple[Point, ...]
Matrix = tuple[float, float, float, float, float, float]
Cap = Literal["round", "flat", "square"]
Join = Literal["round", "mitre", "bevel"]

STEPS = 10
"""Straight pieces for a quarter of a circle."""

ROUND = 0.5522847498307936
"""How far the handles of a cubic curve reach that comes closest to a quarter of a circle."""


@dataclass(frozen=True)
class Path:
    """A shape, as the closed outlines that bound it."""

    contours: tuple[Contour, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        return hash(self.contours)

    def __add__(self, other: Path) -> Path:
        """Both shapes together."""
        return Path(self.contours + other.contours)

    @functools.cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        xs = [x for contour in self.contours for x, _ in contour]
        ys = [y for contour in self.contours for _, y in contour]
        return min(xs), min(ys), max(xs), max(ys)

    def moved(self, dx: float, dy: float) -> Path:
        """The shape, moved right and down."""
        return self.transformed((1, 0, 0, 1, dx, dy))

    def scaled(self, sx: float, sy: float | None = None) -> Path:
        """The shape, larger or smaller as seen from the origin; mirrored by a negative factor."""
        return self.transformed((sx, 0, 0, sx if sy is None else sy, 0, 0))

    def turned(self, degrees: float, about: Point = (0.0, 0.0)) -> Path:
        """The shape, turned clockwise about a point."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = about
        return self.transformed((cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y))

    def transformed(self, matrix: Matrix) -> Path:
        """The shape under the matrix that SVG writes `matrix(a b c d e f)`."""
        a, b, c, d, e, f = matrix
        step = 1 if a * d - b * c > 0 else -1
        return Path(
            tuple(
                tuple((a * x + c * y + e, b * x + d * y + f) for x, y in contour)[::step] for contour in self.contours
            )
        )

    def fitted(self, left: float, top: float, width: float, height: float) -> Path:
        """The shape, as large as fits into a box, in the middle of it."""
        x0, y0, x1, y1 = self.bounds
        scale = min(width / (x1 - x0), height / (y1 - y0))
        dx = left + (width - scale * (x1 - x0)) / 2 - scale * x0
        dy = top + (height - scale * (y1 - y0)) / 2 - scale * y0
        return self.transformed((scale, 0, 0, scale, dx, dy))

    def outline(self, width: float, join: Join = "round") -> Path:
        """The line of this width along the outlines, half of it inside and half outside."""
        lines = [LineString([*contour, contour[0]]) for contour in self.contours]
        return _path(shapely.union_all([_buffer(line, width / 2, "round", join) for line in lines]))

    def grown(self, by: float, join: Join = "round") -> Path:
        """The shape, larger by so much on all sides; smaller for a negative amount."""
        return _path(_buffer(self.area, by, "round", join))

    def minus(self, other: Path) -> Path:
        """What of the shape is not in the other."""
        return _path(self.area.difference(other.area))

    def within(self, other: Path) -> Path:
        """What of the shape is in the other as well."""
        return _path(self.area.intersection(other.area))

    def joined(self) -> Path:
        """The same shape without overlaps of its own."""
        return _path(self.area)

    @functools.cached_property
    def area(self) -> BaseGeometry:
        """The shape as a geometry without overlaps."""
        shells = [Polygon(contour).buffer(0) for contour in self.contours if _turn(contour) > 0]
        for hole in (Polygon(contour).buffer(0) for contour in self.contours if _turn(contour) < 0):
            around = [index for index, shell in enumerate(shells) if shell.buffer(1e-6).covers(hole)]
            if around:
                inner = min(around, key=lambda index: shells[index].area)
                shells[inner] = shells[inner].difference(hole)
        return shapely.union_all(shells)


def polygon(*points: Point) -> Path:
    """The shape with these corners, in either order."""
    return Path((_clockwise(points),))


def rectangle(left: float, top: float, width: float, height: float) -> Path:
    """An upright rectangle."""
    return polygon((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def rounded(left: float, top: float, width: float, height: float, radius: float) -> Path:
    """An upright rectangle with round corners."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return rectangle(left, top, width, height)
    right, bottom = left + width, top + height
    corners = (
        (right - r, top + r, -90),
        (right - r, bottom - r, 0),
        (left + r, bottom - r, 90),
        (left + r, top + r, 180),
    )
    return Path((tuple(point for x, y, start in corners for point in arc(x, y, (r, r), start, start + 90)),))


def ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    """An upright ellipse about a point."""
    return Path((tuple(arc(x, y, (rx, ry), 0, 360))[:-1],))


def circle(x: float, y: float, radius: float) -> Path:
    """A circle about a point."""
    return ellipse(x, y, radius, radius)


def sector(x: float, y: float, radius: float, start: float, end: float) -> Path:
    """A slice of a circle, angles in degrees clockwise from the right."""
    return polygon((x, y), *arc(x, y, (radius, radius), start, end))


def star(x: float, y: float, radii: tuple[float, float], points: int, turn: float = -90) -> Path:
    """A star, one of its points in the direction of `turn`."""
    step = 180 / points
    return polygon(*(polar(x, y, radii[n % 2], turn + n * step) for n in range(2 * points)))


def line(*points: Point, width: float, cap: Cap = "flat", join: Join = "mitre") -> Path:
    """A line of this width along the points."""
    return _path(_buffer(LineString(points), width / 2, cap, join))


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at a distance from another, the angle clockwise from the right."""
    return x + radius * math.cos(math.radians(degrees)), y + radius * math.sin(math.radians(degrees))


def arc(x: float, y: float, radii: tuple[float, float], start: float, end: float) -> list[Point]:
    """The points of a part of an ellipse, both ends included."""
    rx, ry = radii
    count = max(2, math.ceil(abs(end - start) / 90 * STEPS))
    angles = [math.radians(start + (end - start) * n / count) for n in range(count + 1)]
    return [(x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in angles]


def nested(contours: Sequence[Sequence[Point]]) -> Path:
    """The shape bounded by these outlines, where one inside another is a hole, and so on inwards."""
    shapes = [Polygon(contour).buffer(0) for contour in contours]
    found = []
    for index, contour in enumerate(contours):
        around = [shape for other, shape in enumerate(shapes) if other != index]
        depth = sum(shape.covers(shapes[index]) for shape in around)
        outline = _clockwise(contour)
        found.append(outline if depth % 2 == 0 else outline[::-1])
    return Path(tuple(found))


def together(paths: Iterable[Path]) -> Path:
    """All shapes as one."""
    return Path(tuple(contour for path in paths for contour in path.contours))


def _buffer(shape: BaseGeometry, by: float, cap: Cap, join: Join) -> BaseGeometry:
    return shape.buffer(by, quad_segs=STEPS, cap_style=cap, join_style=join, mitre_limit=4.0)


def _path(shape: BaseGeometry) -> Path:
    contours: list[Contour] = []
    parts = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    for part in parts:
        if isinstance(part, Polygon) and not part.is_empty:
            contours.append(_clockwise(part.exterior.coords[:-1]))
            contours.extend(_clockwise(ring.coords[:-1])[::-1] for ring in part.interiors)
    return Path(tuple(contours))


def _clockwise(points: Iterable[Sequence[float]]) -> Contour:
    contour = tuple((float(x), float(y)) for x, y in points)
    return contour if _turn(contour) >= 0 else contour[::-1]


def _turn(contour: Contour) -> float:
    """Twice the area, positive for an outline that runs clockwise on the page."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(contour, contour[1:] + contour[:1], strict=True))
