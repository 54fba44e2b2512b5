"""Rules on maps, boards, zones and decks that are named where they are not declared."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View
from vassal.arithmetic import parse_int
from vassal.maps import ANY_BOARD, AtStart, GameMap
from vassal.sequence import split
from vassal.traits import Trait
from vassal.values import text_items

GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
_CORNERS = 3


def outright(text: str) -> bool:
    """Tell whether a text names something itself, not by way of a property or an expression."""
    return bool(text.strip()) and "$" not in text and not text.strip().startswith("{")


def _names(view: View, kind: str) -> frozenset[str]:
    return frozenset(each.get("name") for _, each in view.named(kind))


def _maps(view: View) -> frozenset[str]:
    return frozenset(each.get("mapName") for _, each in view.maps)


def _at_start(view: View) -> Iterator[tuple[GameMap, AtStart]]:
    return ((each, thing) for each in view.module.maps for thing in (*each.stacks, *each.decks))


@rule(
    "HM301",
    Severity.ERROR,
    why="Nothing at all is placed, and VASSAL does not say so.",
    example='`<SetupStack owningBoard="Eest">`',
    fix="Name a board of the same map, or any board.",
)
def unknown_owning_board(view: View) -> Iterator[Found]:
    """A stack or deck is to lie on a board that its map does not have."""
    for game_map, thing in _at_start(view):
        board = thing.spot.board
        if board and board != ANY_BOARD and board not in game_map.boards:
            yield Found(f"Map[{game_map.name}]/{thing.component.label}", f"there is no board {board!r} here")


@rule(
    "HM302",
    Severity.ERROR,
    why="The pieces land at the point x,y instead, often in a corner of the board.",
    example='`useGridLocation="true" location="9999"`',
    fix="Write the name of a place as the board's numbering gives it.",
)
def unknown_location(view: View) -> Iterator[Found]:
    """A stack is to lie on a place that its board does not have."""
    for game_map, thing in _at_start(view):
        board = game_map.boards.get(thing.spot.board)
        where = thing.spot.location
        if where and board and (board.grid is None or not _knows(game_map, thing)):
            yield Found(
                f"Map[{game_map.name}]/{thing.component.label}", f"there is no place {where!r} on {board.name!r}"
            )


def _knows(game_map: GameMap, thing: AtStart) -> bool:
    board = game_map.boards[thing.spot.board]
    grid = board.grid
    regions = {each.get("name") for each in game_map.component.every("Region")}
    return grid is not None and (grid.point(thing.spot.location) is not None or thing.spot.location in regions)


def _sends(view: View, *destinations: str) -> Iterator[tuple[str, Trait]]:
    return ((at, trait) for at, trait in view.kind("send_to") if trait.text("destination")[:1] in destinations)


def _unknown(at: str, what: str, name: str, known: Collection[str]) -> Iterator[Found]:
    if outright(name) and name not in known:
        yield Found(at, f"there is no {what} {name!r}")


@rule(
    "HM303",
    Severity.ERROR,
    why="The command does nothing, or the piece lands on another map.",
    example="`sendto;…;Mane Map;…`",
    fix="Name a map of the module.",
)
def unknown_map(view: View) -> Iterator[Found]:
    """A piece is sent to a map that is not there."""
    for at, trait in _sends(view, "L", "G", "Z", "R"):
        yield from _unknown(at, "map", trait.text("map"), _maps(view))


@rule(
    "HM304",
    Severity.ERROR,
    why="The piece stays where it is.",
    example="a Send to Location with the board `Eest`",
    fix="Name a board of that map.",
)
def unknown_board(view: View) -> Iterator[Found]:
    """A piece is sent to a board that is not there."""
    boards = _names(view, "Board")
    for at, trait in _sends(view, "L", "G"):
        yield from _unknown(at, "board", trait.text("board"), boards)


@rule(
    "HM305",
    Severity.ERROR,
    why="The piece stays where it is, and VASSAL writes a warning into the chat.",
    example="a Send to Location with the zone `Eliminated`, where the zone is called `Dead`",
    fix="Name a zone of that map.",
)
def unknown_zone(view: View) -> Iterator[Found]:
    """A piece is sent to a zone that is not there."""
    zones = _names(view, "Zone")
    for at, trait in _sends(view, "Z"):
        yield from _unknown(at, "zone", trait.text("zone"), zones)


@rule(
    "HM306",
    Severity.ERROR,
    why="The piece stays where it is, and VASSAL writes a warning into the chat.",
    example="a Send to Location with the region `Pariss`",
    fix="Name a region of that map.",
)
def unknown_region(view: View) -> Iterator[Found]:
    """A piece is sent to a region that is not there."""
    regions = _names(view, "Region")
    for at, trait in _sends(view, "R"):
        yield from _unknown(at, "region", trait.text("region"), regions)


@rule(
    "HM307",
    Severity.ERROR,
    why="The card stays where it is, or its pile stays empty when it should be filled again.",
    example="`return;…;Discards`, where the deck is called `Discard`",
    fix="Name a deck of the module.",
)
def unknown_deck(view: View) -> Iterator[Found]:
    """A card is to go to a deck that is not there."""
    unknown = partial(_unknown, known=_names(view, "DrawPile"))
    for at, trait in view.kind("return_to_deck"):
        if not trait.flag("choose_deck"):
            yield from unknown(at, "deck", trait.text("deck") or trait.text("old_deck"))
    for at, each in view.named("DrawPile"):
        if each.boolean("reshufflable"):
            yield from unknown(at, "deck", each.get("reshuffleTarget"))
    for at, each in view.named("DeckSendKeyCommand"):
        if not each.boolean("variableDeck"):
            yield from unknown(at, "deck", each.get("targetDeck"))


def _targets(view: View) -> Iterator[tuple[str, list[str]]]:
    for at, trait in view.kind("global_key", "set_piece_property", "attachment"):
        yield at, split(trait.text("target"), "|")
    for at, each in view.named("GlobalKeyCommand", "MassKeyCommand", "StartupGlobalKeyCommand", "DeckGlobalKeyCommand"):
        yield at, split(each.get("target"), "|")


@rule(
    "HM308",
    Severity.ERROR,
    why="The command reaches no piece at all, and VASSAL does not say so.",
    example="a Global Key Command that looks at the map `Mane Map` only",
    fix="Name a map, board, zone or deck of the module, or take the restriction away.",
)
def unknown_target(view: View) -> Iterator[Found]:
    """A global command looks for pieces at a place that is not there."""
    known = {
        "MAP": (3, "map", _maps(view)),
        "XY": (4, "board", _names(view, "Board")),
        "ZONE": (5, "zone", _names(view, "Zone")),
        "DECK": (9, "deck", _names(view, "DrawPile")),
    }
    for at, target in _targets(view):
        if len(target) > 9 and target[1] == "true" and target[2] in known:
            place, what, names = known[target[2]]
            yield from _unknown(at, what, target[place], names)


@rule(
    "HM309",
    Severity.WARNING,
    why="Without a grid there is no grid location: places in the zone have an empty name.",
    example='`<Zone locationFormat="$gridLocation$">` with no grid in it',
    fix="Put a grid into the zone, let it use the grid around it, or name it by `$name$`.",
)
def zone_without_grid(view: View) -> Iterator[Found]:
    """A zone is to name places by a grid that it does not have."""
    for at, each in view.named("Zone"):
        own = next(each.inside(*GRIDS), None)
        if "$gridLocation$" in each.get("locationFormat") and not own and not each.boolean("useParentGrid"):
            yield Found(at, "has no grid")


@rule(
    "HM310",
    Severity.ERROR,
    why="Such a zone holds no point: no piece is ever in it.",
    example='`<Zone path="0,0;100,0">`',
    fix="Draw the zone with three corners at least.",
)
def zone_without_area(view: View) -> Iterator[Found]:
    """A zone has fewer than three corners, or corners that are none."""
    for at, each in view.named("Zone"):
        corners = [corner.split(",") for corner in each.get("path").split(";") if corner]
        sound = all(
            len(corner) == 2 and all(parse_int(part.strip()) is not None for part in corner) for corner in corners
        )
        if not sound or len(corners) < _CORNERS:
            yield Found(at, f"the path {each.get('path')[:40]!r} encloses nothing")


@rule(
    "HM311",
    Severity.WARNING,
    why="The shade covers another part of the map than it should, or none.",
    example="`boardList` names `Eest`",
    fix="Name boards of the same map.",
)
def unknown_shaded_board(view: View) -> Iterator[Found]:
    """A shade names a board that its map does not have."""
    for game_map in view.module.maps:
        for shade in game_map.component.every("MapShader"):
            for board in text_items(shade.get("boardList")):
                if board not in game_map.boards:
                    yield Found(f"Map[{game_map.name}]/{shade.label}", f"there is no board {board!r} here")


@rule(
    "HM312",
    Severity.WARNING,
    why="Players do not see the pieces, and cannot reach them.",
    example="a stack at x = 5000 on a board that is 1000 wide",
    fix="Put it on the board.",
)
def off_the_board(view: View) -> Iterator[Found]:
    """A stack or deck lies outside of its board."""
    for game_map, thing in _at_start(view):
        board = game_map.boards.get(thing.spot.board)
        if board is None or thing.spot.location or min(board.size) <= 0:
            continue
        x, y = thing.spot.at
        if not (0 <= x <= board.size[0] and 0 <= y <= board.size[1]):
            yield Found(f"Map[{game_map.name}]/{thing.component.label}", f"{x},{y} is outside of {board.name!r}")


@rule(
    "HM313",
    Severity.ERROR,
    why="Each player is asked which boards to use, and a wrong answer makes the set-up useless.",
    example="a `<setup>` that names a board which was renamed",
    fix="Choose the boards of the map again.",
)
def unknown_default_board(view: View) -> Iterator[Found]:
    """The boards that a map begins with are not among its boards."""
    for game_map in view.module.maps:
        for choice in game_map.default:
            if choice.board not in game_map.boards:
                yield Found(f"Map[{game_map.name}]", f"there is no board {choice.board!r} here")


@rule(
    "HM314",
    Severity.WARNING,
    why="The camera does not move.",
    example="a button that centres the view on the zone `Frannce`",
    fix="Name a zone, region or board of the map.",
)
def unknown_camera_place(view: View) -> Iterator[Found]:
    """A button moves the view to a place that is not there."""
    for at, each in view.named("MoveCameraButton"):
        mode = each.get("moveCameraMode")[:1]
        kind = {"Z": ("zone", "zoneName", "Zone"), "R": ("region", "regionName", "Region")}.get(mode)
        if kind:
            yield from _unknown(at, kind[0], each.get(kind[1]), _names(view, kind[2]))


RULES: tuple[Rule, ...] = (
    unknown_owning_board,
    unknown_location,
    unknown_map,
    unknown_board,
    unknown_zone,
    unknown_region,
    unknown_deck,
    unknown_target,
    zone_without_grid,
    zone_without_area,
    unknown_shaded_board,
    off_the_board,
    unknown_default_board,
    unknown_camera_place,
)
