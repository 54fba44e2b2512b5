"""Grids: which point a point snaps to, what it is called, and where a name lies; to the pixel as the engine does it.

All coordinates are pixels of the board. A grid that stands in a zone still counts from the corner of the board.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

from vassal.arithmetic import floor, round_half_up, single, truncate
from vassal.hashorder import walk
from vassal.numbering import Numbering

Point: TypeAlias = tuple[int, int]
Size: TypeAlias = tuple[int, int]

# Around an even column the hexes beside a point lie up and level, around an odd one level and down.
_BESIDE_EVEN = ((-1, -1), (-1, 0), (1, -1), (1, 0))
_BESIDE_ODD = ((-1, 0), (-1, 1), (1, 0), (1, 1))


class Grid(Protocol):
    """What every kind of grid answers."""

    def snap(self, point: Point) -> Point:
        """Return the point that a piece dropped here is moved to."""
        ...

    def name(self, point: Point) -> str | None:
        """Return the name of the place, or None if the grid gives none."""
        ...

    def point(self, name: str) -> Point | None:
        """Return the point that a name stands for, or None."""
        ...


@dataclass(frozen=True)
class HexGrid:
    """A grid of hexes in columns, or in rows if sideways; `size` is that of the board or zone it fills."""

    size: Size
    dx: float
    dy: float
    x0: int = 0
    y0: int = 32
    sideways: bool = False
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    numbering: Numbering | None = None

    def snap(self, point: Point) -> Point:
        """Return the nearest centre, or the nearest side or corner where these are legal."""
        if not self.snaps:
            return point
        x, y = self._turned(point)
        centre = self._centre_near(x, y)
        targets = [self._side_near(x, y)] if self.edges else []
        if self.corners:
            targets.append(self._corner_near(x, y))
        if not targets:
            return self._turned(centre)
        # A tie goes to the corner.
        target = min(reversed(targets), key=lambda target: _squared(target, (x, y)))
        return self._turned(centre if _squared(centre, target) <= 2 else target)

    def name(self, point: Point) -> str | None:
        """Return the name of the rectangle of the point, which near a corner may be a neighbour's."""
        if self.numbering is None:
            return None
        column, row = self.cell(point)
        odd = column % 2 != 0
        if self._columns_descend:
            column = self._last_column - column
        if self._rows_descend:
            row = self._last_row - row
        if self.numbering.stagger and odd:
            row += -1 if self._rows_descend else 1
        return self.numbering.name(column, row)

    def point(self, name: str) -> Point | None:
        """Return the centre of the hex of that name."""
        cell = self.numbering.cell(name) if self.numbering else None
        if self.numbering is None or cell is None:
            return None
        column, row = cell
        if self._columns_descend:
            column = self._last_column - column
        odd = column % 2 != 0
        if self.numbering.stagger and odd:
            row += 1 if self._rows_descend else -1
        if self._rows_descend:
            row = self._last_row - row
        half = self.dy / 2 if odd else 0.0
        return self._turned((truncate(column * self.dx) + self.x0, truncate(row * self.dy + half) + self.y0))

    @property
    def misplaced(self) -> bool:
        """Tell whether the engine itself, asked for the point of a name, misses by one row.

        It does where rows are staggered and columns are counted down from an odd one: it staggers by the name's column.
        """
        staggers = self.numbering is not None and self.numbering.stagger
        return staggers and self._columns_descend and self._last_column % 2 != 0

    def cell(self, point: Point) -> tuple[int, int]:
        """Return column and row, both from 0, before any numbering."""
        x, y = self._turned(point)
        column = floor((x - self.x0) / self.dx + 0.5)
        shift = self.dy / 2 if round_half_up((x - self.x0) / self.dx) % 2 != 0 else 0.0
        return column, round_half_up((y - self.y0 - shift) / self.dy)

    def centre(self, column: int, row: int) -> Point:
        """Return the centre of a cell, column and row counted from 0 before any numbering."""
        return self._turned(self._centre(column, row))

    def _turned(self, point: Point) -> Point:
        return (point[1], point[0]) if self.sideways else point

    # In a sideways grid the columns of the arithmetic run down the board: what a person calls vertical.

    @property
    def _columns_descend(self) -> bool:
        numbering = self.numbering
        return numbering is not None and (numbering.vertical if self.sideways else numbering.horizontal).descending

    @property
    def _rows_descend(self) -> bool:
        numbering = self.numbering
        return numbering is not None and (numbering.horizontal if self.sideways else numbering.vertical).descending

    @cached_property
    def _last_column(self) -> int:
        return self._most_down if self.sideways else self._most_across

    @cached_property
    def _last_row(self) -> int:
        return self._most_across if self.sideways else self._most_down

    # The height is divided by the width of a hex and the width by its height, in both orientations.

    @cached_property
    def _most_across(self) -> int:
        return floor(self.size[0] / self.dy + 0.5)

    @cached_property
    def _most_down(self) -> int:
        return floor(self.size[1] / self.dx + 0.5)

    def _centre(self, column: int, row: int) -> Point:
        down = truncate(self.dy / 2) if column % 2 != 0 else 0
        return truncate(self.dx * column + self.x0), truncate(self.dy * row + down + self.y0)

    def _centre_near(self, x: int, y: int) -> Point:
        column = floor((x - self.x0 + self.dx / 2) / self.dx)
        even = column % 2 == 0
        row = floor((y - self.y0 + (self.dy / 2 if even else 0.0)) / self.dy)
        guess = self._centre(column, row)
        if self._hex_contains(guess, x, y):
            return guess
        for right, down in _BESIDE_EVEN if even else _BESIDE_ODD:
            centre = self._centre(column + right, row + down)
            if self._hex_contains(centre, x, y):
                return centre
        return guess

    def _hex_contains(self, centre: Point, x: int, y: int) -> bool:
        # Corners are found in single precision and rounded; all but the left ones are one pixel further out.
        cx, cy = centre
        radius = single(2 * single(self.dx) / 3)
        half_radius, half_height = radius / 2, single(self.dy) / 2
        left, right = round_half_up(single(cx - radius)), round_half_up(single(cx + radius)) + 1
        inner_left = round_half_up(single(cx - half_radius))
        inner_right = round_half_up(single(cx + half_radius)) + 1
        top, bottom = round_half_up(single(cy - half_height)), round_half_up(single(cy + half_height)) + 1
        if not top <= y < bottom:
            return False
        start, end = (top, cy) if y < cy else (cy, bottom)
        left_start, left_end = (inner_left, left) if y < cy else (left, inner_left)
        right_start, right_end = (inner_right, right) if y < cy else (right, inner_right)
        share, height = y - start, end - start
        # On the left edge is inside, on the right edge is outside.
        beyond_left = (x - left_start) * height >= share * (left_end - left_start)
        return beyond_left and (x - right_start) * height < share * (right_end - right_start)

    def _side_near(self, x: int, y: int) -> Point:
        across = floor((x - self.x0 + self.dx / 4) * 2 / self.dx)
        side_x = truncate(self.dx / 2 * across + self.x0)
        if across % 2 == 0:
            return side_x, truncate(self.dy / 2 * floor((y - self.y0 + self.dy / 4) * 2 / self.dy) + self.y0)
        down = floor((y - self.y0) * 2 / self.dy)
        return side_x, truncate(self.dy / 2 * down + truncate(self.dy / 4) + self.y0)

    def _corner_near(self, x: int, y: int) -> Point:
        down = floor((y - self.y0 + self.dy / 4) * 2 / self.dy)
        third = self.dx / 3
        even = down % 2 == 0
        offset = math.floor(x - self.x0 + third if even else x - self.x0 + third + third)
        across = 2 * self.dx / 3 * truncate(offset * 3 / (2 * self.dx))
        corner_x = truncate(across + self.x0) if even else truncate(across - truncate(third) + self.x0)
        return corner_x, truncate(self.dy / 2 * down + self.y0)


@dataclass(frozen=True)
class SquareGrid:
    """A grid of rectangles; `size` is that of the board or zone it fills."""

    size: Size
    dx: float
    dy: float
    x0: int = 24
    y0: int = 24
    snaps: bool = True
    edges: bool = False
    corners: bool = False
    numbering: Numbering | None = None

    def snap(self, point: Point) -> Point:
        """Return the nearest centre, or the nearest edge or corner where these are legal."""
        if not self.snaps:
            return point
        right, down = point[0] - self.x0, point[1] - self.y0
        # Counted in half cells: even is a centre, odd an edge.
        across, along = round_half_up(right / (0.5 * self.dx)), round_half_up(down / (0.5 * self.dy))
        if not self.corners and not self.edges:
            across, along = 2 * round_half_up(right / self.dx), 2 * round_half_up(down / self.dy)
        elif not self.edges:
            level = along % 2 == 0
            across = 2 * round_half_up(right / self.dx) if level else 1 + 2 * round_half_up(right / self.dx - 0.5)
        elif not self.corners and (along % 2 != 0 or across % 2 == 0):
            across = 2 * round_half_up(right / self.dx)
        return self.x0 + round_half_up(across * self.dx / 2), self.y0 + round_half_up(along * self.dy / 2)

    def name(self, point: Point) -> str | None:
        """Return the name of the cell of the point."""
        if self.numbering is None:
            return None
        column, row = self.cell(point)
        if self.numbering.horizontal.descending:
            column = self._most_across - column
        if self.numbering.vertical.descending:
            row = self._most_down - row
        return self.numbering.name(column, row)

    def point(self, name: str) -> Point | None:
        """Return the centre of the cell of that name."""
        cell = self.numbering.cell(name) if self.numbering else None
        if self.numbering is None or cell is None:
            return None
        column, row = cell
        if self.numbering.horizontal.descending:
            column = self._most_across - column
        if self.numbering.vertical.descending:
            row = self._most_down - row
        return truncate(column * self.dx + self.x0), truncate(row * self.dy + self.y0)

    def cell(self, point: Point) -> tuple[int, int]:
        """Return column and row, both from 0, before any numbering."""
        column = floor((point[0] - self.x0) / self.dx + 0.5)
        # Rows are truncated, not floored: the row above the first is taken for the first.
        return column, truncate((point[1] - self.y0) / self.dy + 0.5)

    @cached_property
    def _most_across(self) -> int:
        return truncate(self.size[0] / self.dx + 0.5)

    @cached_property
    def _most_down(self) -> int:
        return truncate(self.size[1] / self.dy + 0.5)


@dataclass(frozen=True, slots=True)
class Region:
    """A named point."""

    name: str
    at: Point


@dataclass(frozen=True)
class RegionGrid:
    """Named points; the nearest one counts."""

    regions: Sequence[Region] = ()
    snaps: bool = True

    def snap(self, point: Point) -> Point:
        """Return the nearest named point."""
        nearest = self._nearest(point) if self.snaps else None
        return nearest.at if nearest else point

    def name(self, point: Point) -> str | None:
        """Return the name of the nearest named point."""
        nearest = self._nearest(point)
        return nearest.name if nearest else None

    def point(self, name: str) -> Point | None:
        """Return the named point."""
        return next((region.at for region in self._ordered if region.name == name), None)

    def _nearest(self, point: Point) -> Region | None:
        return min(self._ordered, key=lambda region: _squared(region.at, point), default=None)

    @cached_property
    def _ordered(self) -> tuple[Region, ...]:
        by_point = {region.at: region for region in self.regions}
        return tuple(by_point[point] for point in walk(region.at for region in self.regions))


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
