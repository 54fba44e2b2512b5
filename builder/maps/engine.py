"""The grid of a map as the engine wants it: origin, spacing and numbering that name each hex as it is printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from shapely import Polygon
from shapely.ops import unary_union

from assets.grids import Axis, Grid
from builder.maps.layout import ACROSS, PITCH, Layout, Point


@dataclass(frozen=True, slots=True)
class Counted:
    """How one of the two numbers of a name is counted: its offset, whether it runs down, its leading digits."""

    offset: int
    descending: bool
    leading: int


@dataclass(frozen=True, slots=True)
class EngineGrid:
    """A grid inside a zone with this outline, in pixels of the board.

    `horizontal` and `vertical` are those of the engine: in a sideways grid the horizontal number counts down the board,
    while `descending` keeps the meaning of the word and belongs to the other number. `column_first`: the horizontal
    number stands first in a name.
    """

    kind: Literal["hexes", "squares"]
    outline: tuple[Point, ...]
    sideways: bool
    x0: int
    y0: int
    dx: float
    dy: float
    column_first: bool
    separator: str
    horizontal: Counted
    vertical: Counted


def engine_grid(sheet: Layout) -> EngineGrid:
    """The engine's grid for a sheet; ValueError for a map without a grid."""
    grid = sheet.grid
    if grid.kind == "table":
        raise ValueError("a table has no grid")
    edge = outline(sheet)
    width = max(x for x, _ in edge) - min(x for x, _ in edge)
    height = max(y for _, y in edge) - min(y for _, y in edge)
    factor = sheet.factor
    if grid.kind == "squares":
        return _squares(sheet, edge, ACROSS * factor, (width, height))
    dx, dy = PITCH * factor, ACROSS * factor
    most_down, most_across = (height + dx // 2) // dx, (width + dy // 2) // dy
    # The engine moves every second line on, beginning with the second; where the first is moved it begins one earlier.
    begin = 1 if grid.parity == 0 else 0
    x, y = sheet.hexes[grid.name(0, 0)]
    if grid.straight == "columns":
        return EngineGrid(
            kind="hexes",
            outline=edge,
            sideways=False,
            x0=x - begin * dx,
            y0=y - (dy // 2 if begin else 0),
            dx=dx,
            dy=dy,
            column_first=grid.named == "column row",
            separator=grid.separator,
            horizontal=_counted(grid, "column", begin, most_across),
            vertical=_counted(grid, "row", 0, most_down),
        )
    down, across = _counted(grid, "row", begin, most_down), _counted(grid, "column", 0, most_across)
    return EngineGrid(
        kind="hexes",
        outline=edge,
        sideways=True,
        x0=y - begin * dx,
        y0=x - (dy // 2 if begin else 0),
        dx=dx,
        dy=dy,
        column_first=grid.named == "row column",
        separator=grid.separator,
        horizontal=replace(down, descending=across.descending),
        vertical=replace(across, descending=down.descending),
    )


def _counted(grid: Grid, axis: str, begin: int, most: int) -> Counted:
    """The numbers along an axis, where the first line of the map is the engine's line `begin`, from 0."""
    along: Axis = grid.column if axis == "column" else grid.row
    count = grid.columns if axis == "column" else grid.rows
    rising = along.start == ("west" if axis == "column" else "north")
    leading = along.digits - 1
    if rising:
        return Counted(along.first - begin, False, leading)
    return Counted(along.first + count - 1 + begin - most, True, leading)


def _squares(sheet: Layout, edge: tuple[Point, ...], side: int, size: Point) -> EngineGrid:
    grid = sheet.grid
    x, y = sheet.hexes[grid.name(0, 0)]
    across, down = int(size[0] / side + 0.5), int(size[1] / side + 0.5)
    return EngineGrid(
        kind="squares",
        outline=edge,
        sideways=False,
        x0=x,
        y0=y,
        dx=side,
        dy=side,
        column_first=grid.named == "column row",
        separator=grid.separator,
        horizontal=_counted(grid, "column", 0, across),
        vertical=_counted(grid, "row", 0, down),
    )


def outline(sheet: Layout) -> tuple[Point, ...]:
    """The edge around all places of a map, in pixels of the board: beyond it there is no place to go to."""
    edge = unary_union([Polygon(points) for points in sheet.shapes]).exterior.coords[:-1]
    return tuple((round(x), round(y)) for x, y in edge)
