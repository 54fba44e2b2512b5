"""The boards: one for each map, with its grid, a zone for each box and each space of a track, and the cup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shapely import Polygon
from shapely.ops import unary_union

from assets.lines import LAND
from builder.maps.layout import ACROSS, PITCH, SLOT, Item, Layout, Rect, corners
from builder.module.options import Making
from vassal.buildfile import component
from vassal.components import Component


def image_name(map_id: str) -> str:
    """The file name of a board's picture."""
    return f"map.{map_id}.jpg"


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
        path=outline(sheet),
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


def outline(sheet: Layout) -> str:
    """The edge around all places of a map: beyond it there is no place to go to."""
    places = (Polygon(points) for points in sheet.shapes)
    edge = unary_union(list(places)).exterior.coords[:-1]
    return ";".join(f"{round(x)},{round(y)}" for x, y in edge)


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
    numbers = _numbering(sheet, shift, sideways)
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


def _numbering(sheet: Layout, shift: int, sideways: bool) -> Component:
    """Numbers of lines and of places on them; descending ones count back from what the engine takes for the last."""
    grid = sheet.grid
    lines, places = (grid.row, grid.column) if sideways else (grid.column, grid.row)
    of_lines, of_places = (grid.rows, grid.columns) if sideways else (grid.columns, grid.rows)
    wide, high = _extent(sheet)
    # It divides crosswise, whichever way the lines run.
    by_across, by_pitch = int(wide / (ACROSS * sheet.factor) + 0.5), int(high / (PITCH * sheet.factor) + 0.5)
    last_line, last_place = (by_pitch, by_across) if sideways else (by_across, by_pitch)
    lines_back, places_back = lines.start in ("east", "south"), places.start in ("east", "south")
    return component(
        "HexGridNumbering",
        first="H" if (grid.named == "column row") != sideways else "V",
        sep=grid.separator,
        hType="N",
        vType="N",
        hLeading=lines.digits - 1,
        vLeading=places.digits - 1,
        hOff=lines.first + of_lines - 1 + shift - last_line if lines_back else lines.first - shift,
        vOff=places.first + of_places - 1 - last_place if places_back else places.first,
        hDescend=places_back if sideways else lines_back,
        vDescend=lines_back if sideways else places_back,
        stagger=False,
        visible=False,
        locationFormat="$gridLocation$",
        color="0,0,0",
        fontSize=9,
    )


def _extent(sheet: Layout) -> tuple[int, int]:
    """The size of the box around all places."""
    shape = corners(sheet.grid)
    xs, ys = ([point[axis] for point in sheet.hexes.values()] for axis in (0, 1))
    wide, high = (max(each[axis] for each in shape) - min(each[axis] for each in shape) for axis in (0, 1))
    return max(xs) - min(xs) + wide * sheet.factor, max(ys) - min(ys) + high * sheet.factor


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
        x, y = item.spot(scale)
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
