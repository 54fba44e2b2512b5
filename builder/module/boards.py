"""The boards: one for each map, with its grid, a zone for each box and each space of a track, and the cup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.lines import LAND
from builder.maps.engine import EngineGrid, engine_grid, outline
from builder.maps.layout import Item, Layout, Rect
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
    lands = [_land(each) for each in (sheet, *sheet.insets.values())]
    zones = [_zone(item, sheet) for item in sheet.items.values() if item.kind in ("box", "space")]
    return component(
        "Board",
        component("ZonedGrid", *lands, *zones),
        name=board_name(making, map_id),
        image=image_name(map_id),
        reversible=False,
    )


def _land(sheet: Layout) -> Component:
    """The zone of the land, or of an inset of it: the same places under the same names, so it is land too."""
    free = sheet.grid.kind == "table"
    return component(
        "Zone",
        *([] if free else [place_grid(sheet)]),
        name=LAND,
        path=";".join(f"{x},{y}" for x, y in outline(sheet)),
        locationFormat="$name$" if free else "$gridLocation$",
        useParentGrid=False,
    )


def place_grid(sheet: Layout) -> Component:
    """The grid of the places of a map, named as the game names them."""
    found = engine_grid(sheet)
    kind, own = ("HexGrid", {"sideways": found.sideways}) if found.kind == "hexes" else ("SquareGrid", {})
    return component(
        kind,
        _numbering(found),
        x0=found.x0,
        y0=found.y0,
        dx=float(found.dx),
        dy=float(found.dy),
        **own,
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=False,
        dotsVisible=False,
        color="0,0,0",
    )


def _numbering(found: EngineGrid) -> Component:
    """Numbers of lines and of places on them."""
    across, down = found.horizontal, found.vertical
    kind, own = ("HexGridNumbering", {"stagger": False}) if found.kind == "hexes" else ("SquareGridNumbering", {})
    return component(
        kind,
        first="H" if found.column_first else "V",
        sep=found.separator,
        hType="N",
        vType="N",
        hLeading=across.leading,
        vLeading=down.leading,
        hOff=across.offset,
        vOff=down.offset,
        hDescend=across.descending,
        vDescend=down.descending,
        **own,
        visible=False,
        locationFormat="$gridLocation$",
        color="0,0,0",
        fontSize=9,
    )


def _zone(item: Item, sheet: Layout) -> Component:
    return component(
        "Zone",
        _slots(item, sheet),
        name=item.id,
        path=_path(item.frame),
        locationFormat="$name$",
        useParentGrid=False,
    )


def _slots(item: Item, sheet: Layout) -> Component:
    """Places in a box: rows of counters, filled from the upper left; a space of a track has one."""
    xs, ys = slot_lines(item, sheet)
    dx = xs[1] - xs[0] if len(xs) > 1 else item.frame.width * 2
    dy = ys[1] - ys[0] if len(ys) > 1 else item.frame.height * 2
    return component(
        "SquareGrid", x0=xs[0], y0=ys[0], dx=float(dx), dy=float(dy), snapTo=True, visible=False, color="0,0,0"
    )


def slot_lines(item: Item, sheet: Layout) -> tuple[list[int], list[int]]:
    """The columns and rows of places in a box."""
    if item.kind == "space":
        x, y = item.spot(sheet.factor)
        return [x], [y]
    size = sheet.slot
    across = max(1, item.inside.width // size)
    down = max(1, item.inside.height // size)
    left = item.inside.left + (item.inside.width - across * size) // 2 + size // 2
    top = item.inside.top + (item.inside.height - down * size) // 2 + size // 2
    return [left + size * rank for rank in range(across)], [top + size * rank for rank in range(down)]


def slot_points(item: Item, sheet: Layout) -> Iterator[tuple[int, int]]:
    """The places in a box, row by row."""
    xs, ys = slot_lines(item, sheet)
    yield from ((x, y) for y in ys for x in xs)


def _path(rect: Rect) -> str:
    corners: Iterable[tuple[int, int]] = (
        (rect.left, rect.top),
        (rect.right, rect.top),
        (rect.right, rect.bottom),
        (rect.left, rect.bottom),
    )
    return ";".join(f"{x},{y}" for x, y in corners)
