"""The maps of a module: their boards, decks and set-up stacks, and where all of it lies in a game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from vassal.arithmetic import parse_int
from vassal.boards import Board, Choice, Layout, arrange
from vassal.components import Component
from vassal.errors import Damaged, Problem, report
from vassal.gridreader import GridReader
from vassal.grids import Point, RegionGrid, Size
from vassal.sequence import split
from vassal.slots import Slot
from vassal.values import text_items
from vassal.zones import ZonedGrid

ANY_BOARD = "<any>"
_MOST_CHOICES = 10_000


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something lies on a map at the start: on one of its boards, or counted from the map's own corner."""

    board: str
    at: Point
    location: str = ""

    def point(self, layout: Layout) -> Point | None:
        """Return the point of the map, or None where nothing is placed because the board is not in use."""
        board = layout.board_named(self.board) if self.board else None
        if self.board and board is None:
            return None
        origin = board.origin if board else layout.padding
        at = self.at
        if self.location and board and board.board.grid:
            grid = board.board.grid
            at = grid.point(self.location) or _region(grid, self.location) or at
        return at[0] + origin[0], at[1] + origin[1]


def _region(grid: object, name: str) -> Point | None:
    """Return the point of a region that the name of its zone hides."""
    zones = grid.zones if isinstance(grid, ZonedGrid) else ()
    found = ((zone, zone.grid.point(name)) for zone in zones if isinstance(zone.grid, RegionGrid))
    return next((point for zone, point in found if point and zone.area.contains(point)), None)


@dataclass(frozen=True)
class AtStart:
    """A deck, or a stack that is there when a game begins; its pieces from the bottom up."""

    name: str
    map: str
    spot: Spot
    component: Component = field(repr=False)
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True)
class GameMap:
    """A map: all boards that it may have, and those that it has unless the players choose others."""

    name: str
    component: Component = field(repr=False)
    boards: Mapping[str, Board] = field(default_factory=dict)
    default: tuple[Choice, ...] = ()
    padding: Size = (0, 0)
    decks: tuple[AtStart, ...] = ()
    stacks: tuple[AtStart, ...] = ()

    @property
    def kind(self) -> str:
        """Return which kind of map it is: Map, PrivateMap, PlayerHand or one of the module's own."""
        return self.component.name

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides whose map it is; none for a map of all."""
        return text_items(self.component.get("side"))

    @cached_property
    def stacking(self) -> bool:
        """Tell whether pieces form stacks here."""
        metrics = list(self.component.inside("StackMetrics", "HandMetrics"))
        return not (metrics and metrics[-1].boolean("disabled"))

    @cached_property
    def layers(self) -> tuple[str, tuple[str, ...]] | None:
        """Return the property that sorts pieces into layers, and its values from the bottom up; None without layers."""
        found = self.component.first("LayeredPieceCollection")
        return (found.get("property"), text_items(found.get("layerOrder"))) if found else None

    def layout(self, choices: Sequence[Choice] | None = None) -> Layout:
        """Return the boards as they lie when these are chosen, or the default ones, with the decks on them."""
        boards = arrange(self.default if choices is None else choices, self.boards, self.padding)
        bare = Layout(boards, padding=self.padding)
        decks: dict[Point, str] = {}
        for deck in self.decks:
            board = bare.board_named(deck.spot.board)
            origin = board.origin if board else self.padding
            decks.setdefault((deck.spot.at[0] + origin[0], deck.spot.at[1] + origin[1]), deck.name)
        return Layout(boards, decks, self.padding)


def choices(command: str) -> tuple[Choice, ...]:
    """Return the boards that a text such as `Main MapBoardPicker` TAB `Board/rev` TAB `0` TAB `0` chooses."""
    tokens = split(command, "\t")[1 : 1 + 3 * _MOST_CHOICES]
    found = []
    for start in range(0, len(tokens), 3):
        name, *turned = split(tokens[start], "/")
        column, row = (_number(tokens[place]) if place < len(tokens) else 0 for place in (start + 1, start + 2))
        found.append(Choice(name, column, row, turned[:1] == ["rev"]))
    return tuple(found)


def _number(text: str) -> int:
    return parse_int(text) or 0


def is_map(component: Component) -> bool:
    """Tell whether a component is a map; a module's own classes count if they hold boards."""
    return component.name in {"Map", "PrivateMap", "PlayerHand"} or (
        component.kind is None and component.first("BoardPicker") is not None
    )


@dataclass
class MapReader:
    """Reads maps; collects what is wrong with them."""

    picture_size: Callable[[str], Size | None]
    slots_in: Callable[[Component], tuple[Slot, ...]]
    problems: list[Problem] = field(default_factory=list)

    def read(self, component: Component, number: int) -> GameMap | None:
        """Return the map; None if the engine would drop it."""
        name = component.get("mapName") or f"Map{number}"
        try:
            component.sound()
        except Damaged as error:
            report(self.problems, error)
            return None
        boards, default = self._boards(component, name)
        return GameMap(
            name=name,
            component=component,
            boards=boards,
            default=default,
            padding=(component.integer("edgeWidth"), component.integer("edgeHeight")),
            decks=tuple(self._at_start(component, name, "DrawPile")),
            stacks=tuple(self._at_start(component, name, "SetupStack")),
        )

    def _boards(self, component: Component, name: str) -> tuple[dict[str, Board], tuple[Choice, ...]]:
        picker = component.first("BoardPicker")
        reader = GridReader()
        boards: dict[str, Board] = {}
        for child in picker.inside("Board") if picker else ():
            try:
                child.sound()
            except Damaged as error:
                report(reader.problems, error)
                continue
            # Of several boards of one name the engine takes the first.
            boards.setdefault(child.get("name"), reader.board(child, self._size(child, reader.problems)))
        self.problems += [Problem(f"Map[{name}]/{each.place}", each.what) for each in reader.problems]
        setup = next(picker.inside("setup"), None) if picker else None
        if setup is not None and setup.text:
            return boards, choices(setup.text)
        only = next(iter(boards.values())) if len(boards) == 1 else None
        return boards, (Choice(only.name),) if only and not only.reversible else ()

    def _size(self, board: Component, problems: list[Problem]) -> Size:
        image = board.get("image")
        if not image.strip():
            return board.integer("width"), board.integer("height")
        size = self.picture_size(image)
        if size is None:
            problems.append(Problem(board.label, f"the picture {image!r} is missing or of an unknown kind"))
        return size or (0, 0)

    def _at_start(self, component: Component, map_name: str, kind: str) -> Iterator[AtStart]:
        for child in component.inside(kind):
            try:
                child.sound()
            except Damaged as error:
                report(self.problems, error.at(f"Map[{map_name}]"))
                continue
            board = child.get("owningBoard")
            use_grid = kind == "SetupStack" and child.boolean("useGridLocation")
            spot = Spot(
                board="" if board == ANY_BOARD else board,
                at=(child.integer("x"), child.integer("y")),
                location=child.get("location") if use_grid else "",
            )
            yield AtStart(child.get("name"), map_name, spot, child, self.slots_in(child))
