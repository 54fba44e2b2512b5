"""Boards on a map: which board, zone and place a point of the map belongs to, and where a piece dropped there goes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from vassal.grids import Grid, Point, Size
from vassal.zones import Zone, ZonedGrid

OFFBOARD = "offboard"
PLACES = 8192
"""So many points of a map are remembered with what they are called."""


@dataclass(frozen=True)
class Board:
    """A board as the module describes it."""

    name: str
    size: Size
    grid: Grid | None = None
    reversible: bool = False
    image: str = ""
    colour: str = ""


@dataclass(frozen=True)
class PlacedBoard:
    """A board where it lies on a map, turned around or not."""

    board: Board
    origin: Point = (0, 0)
    reversed: bool = False

    def contains(self, point: Point) -> bool:
        """Tell whether a point of the map lies on this board."""
        (left, top), (width, height) = self.origin, self.board.size
        return left <= point[0] < left + width and top <= point[1] < top + height

    def location(self, point: Point) -> str | None:
        """Return the name that the grid gives to a point of the map."""
        return self.board.grid.name(self._local(point)) if self.board.grid else None

    def snap(self, point: Point) -> Point:
        """Return the point of the map that the grid moves a piece to."""
        return self._global(self.board.grid.snap(self._local(point))) if self.board.grid else point

    def point(self, name: str) -> Point | None:
        """Return the point of the map that a name of this board's grid stands for."""
        found = self.board.grid.point(name) if self.board.grid else None
        return self._global(found) if found else None

    def zone(self, point: Point) -> Zone | None:
        """Return the zone of a point of the map."""
        # Zones are looked up without turning the board around: the engine's CurrentZone is that of the mirrored point.
        grid = self.board.grid
        return grid.zone(self._shifted(point)) if isinstance(grid, ZonedGrid) else None

    def _shifted(self, point: Point) -> Point:
        return point[0] - self.origin[0], point[1] - self.origin[1]

    def _turned(self, point: Point) -> Point:
        width, height = self.board.size
        return (width - point[0], height - point[1]) if self.reversed else point

    def _local(self, point: Point) -> Point:
        return self._turned(self._shifted(point))

    def _global(self, point: Point) -> Point:
        x, y = self._turned(point)
        return x + self.origin[0], y + self.origin[1]


@dataclass(frozen=True, slots=True)
class Choice:
    """A board chosen for a map: its name, its column and row among the boards, and whether it is turned around."""

    board: str
    column: int = 0
    row: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """What a point of a map is called: location, zone and board, as a piece there answers for them.

    `location` is `offboard` where nothing gives a name, and `UNKNOWN` where only the engine could evaluate the name.
    """

    location: str
    zone: str | None
    board: str | None


@dataclass(frozen=True)
class Layout:
    """The boards of a map as they lie in a game, with the decks that give their names to points."""

    boards: Sequence[PlacedBoard] = ()
    decks: Mapping[Point, str] = field(default_factory=dict)
    padding: Size = (0, 0)

    def board_at(self, point: Point) -> PlacedBoard | None:
        """Return the first board under the point."""
        return next((board for board in self.boards if board.contains(point)), None)

    def board_named(self, name: str) -> PlacedBoard | None:
        """Return the first board of that name."""
        return next((board for board in self.boards if board.board.name == name), None)

    def zone(self, point: Point) -> Zone | None:
        """Return the zone under the point."""
        board = self.board_at(point)
        return board.zone(point) if board else None

    def location(self, point: Point) -> str:
        """Return the name of the place: that of a deck at exactly this point, else the one that the grid gives."""
        if point in self.decks:
            return self.decks[point]
        board = self.board_at(point)
        name = board.location(point) if board else None
        return OFFBOARD if name is None else name

    def place(self, point: Point) -> Place:
        """Return location, zone and board of a point."""
        return self._place(point)

    @cached_property
    def _place(self) -> Callable[[Point], Place]:
        """Return what remembers the points that were asked for: pieces come back to the same ones."""
        return lru_cache(maxsize=PLACES)(self._looked_up)

    def _looked_up(self, point: Point) -> Place:
        board = self.board_at(point)
        zone = board.zone(point) if board else None
        return Place(self.location(point), zone.name if zone else None, board.board.name if board else None)

    def snap(self, point: Point) -> Point:
        """Return the point that a piece dropped here is moved to, where no other piece catches it."""
        start = self.board_at(point)
        if start is None:
            return point
        snapped = start.snap(point)
        end = self.board_at(snapped)
        if end is not None and end is not start:
            snapped = end.snap(snapped)
        if self.board_at(snapped) is None:
            return self._pulled_in(snapped, start)
        return snapped

    def point(self, name: str, board: str | None = None) -> Point | None:
        """Return the point that a name stands for, on the named board or on the first board that knows the name."""
        boards = self.boards if board is None else [placed for placed in self.boards if placed.board.name == board]
        return next((point for placed in boards if (point := placed.point(name)) is not None), None)

    @cached_property
    def size(self) -> Size:
        """Return the size of the map with its padding."""
        rights = [board.origin[0] + board.board.size[0] for board in self.boards]
        bottoms = [board.origin[1] + board.board.size[1] for board in self.boards]
        return max(rights, default=0) + self.padding[0], max(bottoms, default=0) + self.padding[1]

    @staticmethod
    def _pulled_in(point: Point, board: PlacedBoard) -> Point:
        # Only a step of exactly one pixel over the edge is taken back.
        (left, top), (width, height) = board.origin, board.board.size
        x = {left + width: left + width - 1, left - 1: left}.get(point[0], point[0])
        y = {top + height: top + height - 1, top - 1: top}.get(point[1], point[1])
        return x, y


def arrange(choices: Sequence[Choice], boards: Mapping[str, Board], padding: Size = (0, 0)) -> tuple[PlacedBoard, ...]:
    """Return the chosen boards where they lie: beside and below each other, shifted by the map's padding."""
    known = [(choice, boards[choice.board]) for choice in choices if choice.board in boards]
    lefts = _offsets({(choice.row, choice.column): board.size[0] for choice, board in known})
    tops = _offsets({(choice.column, choice.row): board.size[1] for choice, board in known})
    placed = []
    for choice, board in known:
        left, top = lefts[choice.row, choice.column], tops[choice.column, choice.row]
        turned = choice.reversed and board.reversible
        placed.append(PlacedBoard(board, (left + padding[0], top + padding[1]), turned))
    return tuple(placed)


def _offsets(lengths: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Return for each cell of a line how much lies before it in its line; a cell is (line, index)."""
    ends: dict[int, int] = {}
    offsets = {}
    for line, index in sorted(lengths):
        offsets[line, index] = ends.get(line, 0)
        ends[line] = offsets[line, index] + lengths[line, index]
    return offsets
