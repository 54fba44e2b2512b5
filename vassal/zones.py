"""Zones: parts of a board with a name and perhaps a grid of their own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from vassal.expressions import UNKNOWN, fill, holes
from vassal.grids import Grid, Point

NAME, GRID_LOCATION = "name", "gridLocation"
_MOST_PARTS = 2
_LONGEST_NAME = 200


@dataclass(frozen=True)
class Polygon:
    """An area by its corners; what lies on its left and upper border belongs to it."""

    corners: tuple[Point, ...] = ()

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height of the smallest upright rectangle around the corners."""
        if not self.corners:
            return 0, 0, 0, 0
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def contains(self, point: Point) -> bool:
        """Tell whether the point belongs to the area."""
        x, y = point
        left, top, width, height = self.box
        if len(self.corners) < 3 or not (left <= x < left + width and top <= y < top + height):
            return False
        return sum(_crosses(x, y, upper, lower) for upper, lower in self._edges) % 2 == 1

    @cached_property
    def _edges(self) -> tuple[tuple[Point, Point], ...]:
        pairs = zip((self.corners[-1], *self.corners[:-1]), self.corners, strict=True)
        return tuple((one, other) if one[1] < other[1] else (other, one) for one, other in pairs if one[1] != other[1])


def _crosses(x: int, y: int, upper: Point, lower: Point) -> bool:
    """Tell whether a line from the point to the right crosses the edge."""
    (upper_x, upper_y), (lower_x, lower_y) = upper, lower
    if not upper_y <= y < lower_y or x >= max(upper_x, lower_x):
        return False
    if x < min(upper_x, lower_x):
        return True
    # Divided first, then multiplied, as the engine does: the last bit decides for points on the edge.
    return x - upper_x < (y - upper_y) / (lower_y - upper_y) * (lower_x - upper_x)


@dataclass(frozen=True)
class Zone:
    """A named part of a board; its grid is its own, or the background's, or none."""

    name: str
    area: Polygon
    location_format: str = f"${NAME}$"
    grid: Grid | None = None

    def snap(self, point: Point) -> Point:
        """Return the point that a piece dropped here is moved to."""
        return self.grid.snap(point) if self.grid else point

    def location(self, point: Point) -> str:
        """Return the name of the place, or `UNKNOWN` if only the engine can evaluate the format."""
        inner = self.grid.name(point) if self.grid else None
        name = fill(self.location_format, {NAME: self.name, GRID_LOCATION: inner})
        return UNKNOWN if name is None else name

    def point(self, location: str) -> Point | None:
        """Return a point of the zone that a location's name stands for, or None."""
        if self._pattern is None or len(location) > _LONGEST_NAME:
            return None
        found = self._pattern.fullmatch(location)
        if found is None:
            return None
        if not found.groups():
            return self.middle
        point = self.grid.point(found.groups()[-1]) if self.grid else None
        return point if point and self.area.contains(point) else None

    @cached_property
    def middle(self) -> Point:
        """Return the mean of the corners, or the first corner where the mean lies outside."""
        corners = self.area.corners
        if not corners:
            return 0, 0
        mean = (int(sum(x for x, _ in corners) / len(corners)), int(sum(y for _, y in corners) / len(corners)))
        return mean if self.area.contains(mean) else corners[0]

    @property
    def centre(self) -> Point:
        """Return the middle of the zone's box, where a piece sent to the zone goes."""
        left, top, width, height = self.area.box
        return left + width // 2, top + height // 2

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        parts = {NAME: re.escape(self.name)} | ({GRID_LOCATION: "(.*)"} if self.grid else {})
        tokens = holes(self.location_format)
        if sum(is_hole and text == GRID_LOCATION for text, is_hole in tokens) > _MOST_PARTS:
            return None
        pattern = "".join(parts.get(text, "") if is_hole else re.escape(text) for text, is_hole in tokens)
        return re.compile(pattern) if pattern else None


@dataclass(frozen=True)
class ZonedGrid:
    """Zones on a background; the first zone that contains a point counts."""

    zones: Sequence[Zone] = ()
    background: Grid | None = None

    def zone(self, point: Point) -> Zone | None:
        """Return the zone of the point, or None."""
        return next((zone for zone in self.zones if zone.area.contains(point)), None)

    def named(self, name: str) -> Zone | None:
        """Return the first zone of that name, or None."""
        return next((zone for zone in self.zones if zone.name == name), None)

    def snap(self, point: Point) -> Point:
        """Return where the zone's grid, or the background's outside of all zones, moves a piece to."""
        zone = self.zone(point)
        if zone:
            return zone.snap(point)
        return self.background.snap(point) if self.background else point

    def name(self, point: Point) -> str | None:
        """Return the name of the place, or None if no grid gives one."""
        zone = self.zone(point)
        if zone:
            return zone.location(point)
        return self.background.name(point) if self.background else None

    def point(self, name: str) -> Point | None:
        """Return the point of the first zone that knows the name, else of the background."""
        for zone in self.zones:
            point = zone.point(name)
            if point and zone.area.contains(point):
                return point
        return self.background.point(name) if self.background else None
