"""What a person wants to know of a module, as plain data for tables and JSON."""

from collections.abc import Iterator
from typing import TypeAlias

from vassal.boards import Board
from vassal.components import Component
from vassal.equipment import Level
from vassal.grids import Grid, HexGrid, RegionGrid, SquareGrid
from vassal.maps import AtStart, GameMap
from vassal.module import Module
from vassal.zones import ZonedGrid

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
Row: TypeAlias = dict[str, Plain]


def summary(module: Module) -> Row:
    """Return name and versions, what the module holds, and what is wrong with it."""
    said = module.metadata
    return {
        "name": module.name,
        "version": module.version,
        "engine": module.engine,
        "description": module.root.get("description"),
        "saved": said.saved if said else None,
        "maps": [_map(each) for each in module.maps],
        "palettes": [_palette(module, each) for each in module.palettes],
        "slots": len(module.slots),
        "made_by_traits": len(module.made_by_traits),
        "prototypes": list(_prototypes(module)),
        "decks": [_at_start(each) for each in module.decks],
        "stacks": [_at_start(each) for each in module.stacks],
        "setups": [{"name": each.name, "file": each.file, "menu": list(each.menu)} for each in module.setups],
        "sides": list(module.sides),
        "dice": list(_dice(module)),
        "turn_trackers": [
            {"id": each.id, "name": each.name, "levels": [_level(level) for level in each.levels]}
            for each in module.turn_trackers
        ],
        "global_properties": [
            {"name": each.name, "container": each.container, "initial": each.initial}
            for each in module.global_properties
        ],
        "images": {"count": len(module.images), "bytes": sum(size or 0 for size in module.images.values())},
        "files": {"count": len(module.entries), "bytes": sum(size or 0 for size in module.entries.values())},
        "problems": [{"place": each.place, "what": each.what} for each in module.problems],
    }


def _map(each: GameMap) -> Row:
    return {
        "name": each.name,
        "kind": each.kind,
        "sides": list(each.sides),
        "stacking": each.stacking,
        "layers": list(each.layers[1]) if each.layers else [],
        "boards": [_board(board) for board in each.boards.values()],
        "default_boards": [choice.board for choice in each.default],
        "decks": len(each.decks),
        "stacks": len(each.stacks),
    }


def _board(board: Board) -> Row:
    return {
        "name": board.name,
        "width": board.size[0],
        "height": board.size[1],
        "image": board.image,
        "grid": _grid(board.grid) if board.grid else None,
    }


def _grid(grid: Grid) -> Row:
    if isinstance(grid, HexGrid):
        kind = "hexes in rows" if grid.sideways else "hexes in columns"
        return {"kind": kind, "width": grid.dx, "height": grid.dy, "numbered": grid.numbering is not None}
    if isinstance(grid, SquareGrid):
        return {"kind": "squares", "width": grid.dx, "height": grid.dy, "numbered": grid.numbering is not None}
    if isinstance(grid, RegionGrid):
        return {"kind": "regions", "regions": len(grid.regions)}
    if isinstance(grid, ZonedGrid):
        background = _grid(grid.background) if grid.background else None
        zones: list[Plain] = [
            {"name": zone.name, "grid": _grid(zone.grid) if zone.grid else None} for zone in grid.zones
        ]
        return {"kind": "zones", "zones": zones, "background": background}
    return {"kind": type(grid).__name__}


def _palette(module: Module, palette: Component) -> Row:
    tabs: list[Plain] = [
        {"name": each.get("entryName"), "slots": len(module.slots_in(each))}
        for window in palette.children
        for each in (window.children if window.name in {"TabWidget", "BoxWidget"} else (window,))
        if each.name not in {"PieceSlot", "CardSlot"}
    ]
    return {"name": palette.get("name"), "slots": len(module.slots_in(palette)), "tabs": tabs}


def _prototypes(module: Module) -> Iterator[Row]:
    used: dict[str, int] = {}
    for slot in module.slots:
        for name in slot.spliced.used:
            used[name] = used.get(name, 0) + 1
    for name in sorted(module.prototypes.definitions):
        yield {"name": name, "pieces": used.get(name, 0)}


def _at_start(each: AtStart) -> Row:
    return {
        "name": each.name,
        "map": each.map,
        "board": each.spot.board,
        "x": each.spot.at[0],
        "y": each.spot.at[1],
        "location": each.spot.location,
        "pieces": [slot.name for slot in each.slots],
    }


def _dice(module: Module) -> Iterator[Row]:
    for each in module.dice:
        yield {
            "name": each.name,
            "kind": each.kind,
            "count": each.count,
            "sides": each.sides,
            "plus": each.plus,
            "faces": [list(die) for die in each.faces],
            "report": each.report,
        }


def _level(level: Level) -> Row:
    return {
        "name": level.name,
        "property": level.property,
        "words": list(level.words),
        "levels": [_level(each) for each in level.levels],
    }
