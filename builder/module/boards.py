"""The boards: one for each map, with its grid, a zone for each box and each space of a track, and the cup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.maps import Grid
from builder.maps.layout import ACROSS, DENSITY, PITCH, SLOT, Item, Layout, Rect
from builder.module.options import Making
from builder.traits.unit import LAND
from vassal.buildfile import component
from vassal.components import Component


def image_name(map_id: str) -> str:
    """The file name of a board's picture."""
    return f"map.{map_id}.png"


def boards(making: Making) -> list[Component]:
    """All boards."""
    return [board(making, map_id) for map_id in making.game.maps]


def board_name(making: Making, map_id: str) -> str:
    """The name of a board, the same in every language."""
    return making.game.maps[map_id].title.en


def board(making: Making, map_id: str) -> Component:
    """The board of a map."""
    sheet = making.sheets[map_id]
    land = component(
        "Zone",
        hex_grid(sheet),
        name=LAND,
        path=_path(sheet.field),
        locationFormat="$gridLocation$",
        useParentGrid=False,
    )
    zones = [_zone(item, sheet) for item in sheet.items.values() if item.kind in ("box", "space")]
    return component(
        "Board",
        component("ZonedGrid", land, *zones),
        name=board_name(making, map_id),
        image=image_name(map_id),
        reversible=False,
    )


def hex_grid(sheet: Layout) -> Component:
    """The grid of the places of a map, named as the game names them."""
    grid = sheet.grid
    scale = sheet.factor
    sideways = grid.straight == "rows"
    first_x, first_y = sheet.hexes[grid.name(0, 0)]
    along, across = (first_y, first_x) if sideways else (first_x, first_y)
    shift = 0
    if grid.shifted == "first":
        # The engine moves the second, fourth ... line; so count begins one line before the map.
        along, across, shift = along - PITCH * scale, across - ACROSS * scale // 2, 1
    numbers = _numbering(grid, sheet.field, shift, sideways, scale)
    return component(
        "HexGrid",
        numbers,
        x0=along,
        y0=across,
        dx=float(PITCH * scale),
        dy=float(ACROSS * scale),
        sideways=sideways,
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=False,
        dotsVisible=False,
        color="0,0,0",
    )


def _numbering(grid: Grid, field: Rect, shift: int, sideways: bool, scale: int) -> Component:
    """Numbers of lines and of places along a line; descending ones count back from what the engine takes for the last."""
    lines, places = (grid.row, grid.column) if sideways else (grid.column, grid.row)
    wide, high = (field.height, field.width) if sideways else (field.width, field.height)
    count = {"lines": grid.rows if sideways else grid.columns, "places": grid.columns if sideways else grid.rows}
    line_down = lines.start not in ("west", "north")
    place_down = places.start not in ("west", "north")
    # The engine divides crosswise, whichever way the lines run.
    last_place = int(field.width / (ACROSS * scale) + 0.5) if sideways else int(field.height / (PITCH * scale) + 0.5)
    last_line = int(field.height / (PITCH * scale) + 0.5) if sideways else int(field.width / (ACROSS * scale) + 0.5)
    del wide, high
    line_off = lines.first - shift if not line_down else lines.first + count["lines"] - 1 + shift - last_line
    place_off = places.first if not place_down else places.first + count["places"] - 1 - last_place
    line_first = (grid.named == "column row") != sideways
    return component(
        "HexGridNumbering",
        first="H" if line_first else "V",
        sep=grid.separator,
        hType="N",
        vType="N",
        hLeading=lines.digits - 1,
        vLeading=places.digits - 1,
        hOff=line_off,
        vOff=place_off,
        hDescend=place_down if sideways else line_down,
        vDescend=line_down if sideways else place_down,
        stagger=False,
        visible=False,
        locationFormat="$gridLocation$",
        color="0,0,0",
        fontSize=9,
    )


def _zone(item: Item, sheet: Layout) -> Component:
    return component(
        "Zone",
        _slots(item, sheet.factor),
        name=item.id,
        path=_path(item.frame),
        locationFormat="$name$",
        useParentGrid=False,
    )


def _slots(item: Item, scale: int) -> Component:
    """Places in a box: rows of counters, filled from the upper left; a space of a track has one."""
    xs, ys = slot_lines(item, scale)
    dx = xs[1] - xs[0] if len(xs) > 1 else item.frame.width * 2
    dy = ys[1] - ys[0] if len(ys) > 1 else item.frame.height * 2
    return component(
        "SquareGrid", x0=xs[0], y0=ys[0], dx=float(dx), dy=float(dy), snapTo=True, visible=False, color="0,0,0"
    )


def slot_lines(item: Item, scale: int) -> tuple[list[int], list[int]]:
    """The columns and rows of places in a box."""
    if item.kind == "space":
        x, y = item.inside.centre
        return [x], [y]
    size = SLOT * scale
    across = max(1, item.inside.width // size)
    down = max(1, item.inside.height // size)
    left = item.inside.left + (item.inside.width - across * size) // 2 + size // 2
    top = item.inside.top + (item.inside.height - down * size) // 2 + size // 2
    return [left + size * rank for rank in range(across)], [top + size * rank for rank in range(down)]


def slot_points(item: Item, scale: int) -> Iterator[tuple[int, int]]:
    """The places in a box, row by row."""
    xs, ys = slot_lines(item, scale)
    yield from ((x, y) for y in ys for x in xs)


def _path(rect: Rect) -> str:
    corners: Iterable[tuple[int, int]] = (
        (rect.left, rect.top),
        (rect.right, rect.top),
        (rect.right, rect.bottom),
        (rect.left, rect.bottom),
    )
    return ";".join(f"{x},{y}" for x, y in corners)


__all__ = ["DENSITY", "board", "board_name", "boards", "hex_grid", "image_name", "slot_lines", "slot_points"]
