"""The shape of a map: `maps/<id>.yaml`, the country that the referee judges by and that the painter draws.

The grid says how places are named; everything else names places. What is not in an area is `base` terrain, what is in
no height lies at level 0. A way is a chain of adjacent places and may begin or end one place outside of the map. A
water runs through points: `0706` is a place's centre, `0706/0806` the middle of the side between two, `0706/0806/0807`
the corner of three. A map without a grid (a free table) gives areas as polygons and its size in its own units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, field

from assets.schema import Count, Edge, Identifier, Strict, Text

Finding = tuple[str, str]
Level = Annotated[int, Meta(ge=-20, le=20)]
Slots = Annotated[int, Meta(ge=1, le=40)]
Size = Annotated[int, Meta(ge=1, le=200)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Look = Literal[
    "open",
    "fields",
    "meadow",
    "steppe",
    "ploughed",
    "scrub",
    "grove",
    "woods",
    "orchard",
    "village",
    "town",
    "marsh",
    "rough",
    "water",
    "river",
    "ford",
    "barred",
]
WayKind = Literal["highway", "road", "sunken", "track", "railway"]
PlaceKind = Literal["town", "village", "hamlet", "hill", "wood", "water", "region", "spot"]
FeatureKind = Literal["windmill", "watertower", "church", "farm"]


class Axis(Strict, frozen=True, kw_only=True):
    """How columns or rows are counted: from which edge, from which number, with how many digits."""

    start: Edge = field(name="from")
    first: Annotated[int, Meta(ge=0, le=1000)] = 1
    digits: Annotated[int, Meta(ge=1, le=4)] = 2


class Grid(Strict, frozen=True, kw_only=True, dict=True):
    """The grid: kind, size, which lines are straight and which of them are moved half a hex on, and the names.

    `straight: columns` has hexes with flat tops, `rows` hexes with pointed tops. `shifted` lines (the first, third,
    fifth ... or the second, fourth ... from the left or the top) lie half a hex lower or half a hex farther right.
    `halves`: the half hexes that this leaves at two edges belong to the map as places of entry (`edge_names`).
    """

    kind: Literal["hexes", "squares", "table"] = "hexes"
    straight: Literal["columns", "rows"] = "columns"
    shifted: Literal["first", "second"] = "second"
    columns: Size
    rows: Size
    column: Axis = Axis(start="west")
    row: Axis = Axis(start="north")
    named: Literal["column row", "row column"] = "column row"
    separator: Annotated[str, Meta(max_length=3)] = ""
    metres: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    halves: bool = False

    @cached_property
    def _form(self) -> re.Pattern[str]:
        first, second = (self.column, self.row) if self.named == "column row" else (self.row, self.column)
        parts = (f"([0-9]{{{axis.digits}}})" for axis in (first, second))
        return re.compile(re.escape(self.separator).join(parts))

    def name(self, column: int, row: int) -> str:
        """The name of the place at a column and row, counted from 0 at the left and the top of the picture."""
        numbers = [
            f"{_number(column, self.columns, self.column, 'west'):0{self.column.digits}}",
            f"{_number(row, self.rows, self.row, 'north'):0{self.row.digits}}",
        ]
        return self.separator.join(numbers if self.named == "column row" else reversed(numbers))

    def position(self, name: str) -> tuple[int, int] | None:
        """Column and row of a name, counted from 0 at the left and the top; None if no name of this grid has that form.

        They may lie outside of the map.
        """
        found = self._form.fullmatch(name)
        if not found:
            return None
        first, second = int(found[1]), int(found[2])
        column, row = (first, second) if self.named == "column row" else (second, first)
        return (
            _index(column, self.columns, self.column, "west"),
            _index(row, self.rows, self.row, "north"),
        )

    def __contains__(self, name: object) -> bool:
        found = self.position(name) if isinstance(name, str) else None
        return found is not None and 0 <= found[0] < self.columns and 0 <= found[1] < self.rows

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all places, row by row from the top left."""
        return tuple(self.name(column, row) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """The names of the half hexes at the edges, where the map has any: none of them is a place of the map."""
        if not self.halves or self.kind != "hexes":
            return ()
        across, down = (self.columns, self.rows) if self.straight == "columns" else (self.rows, self.columns)
        spots = [(line, -1 if line % 2 == self.parity else down) for line in range(across)]
        return tuple(self.name(*(spot if self.straight == "columns" else spot[::-1])) for spot in spots)

    @property
    def lines(self) -> Literal["columns", "rows", "squares"]:
        """How its places lie to each other: in straight columns or rows of hexes, or squarely."""
        return self.straight if self.kind == "hexes" else "squares"

    @property
    def word(self) -> str:
        """What one of its places is called."""
        return "hex" if self.kind == "hexes" else "field"

    @property
    def parity(self) -> int:
        """The parity (of the index from 0) of the lines that are moved half a hex on."""
        return 0 if self.shifted == "first" else 1

    def doubled(self, column: int, row: int) -> tuple[int, int]:
        """A place in half steps across and down, so that the half hex by which lines are moved is a whole number."""
        if self.kind != "hexes":
            return 2 * column, 2 * row
        if self.straight == "columns":
            return column, 2 * row + (column % 2 == self.parity)
        return 2 * column + (row % 2 == self.parity), row

    def adjacent(self, name: str, other: str) -> bool:
        """Whether two places (of this form, also outside of the map) share a side, or on squares a corner."""
        here, there = self.position(name), self.position(other)
        if here is None or there is None:
            return False
        (x, y), (to_x, to_y) = self.doubled(*here), self.doubled(*there)
        apart = sorted((abs(to_x - x), abs(to_y - y)))
        if self.kind != "hexes":
            return apart in ([0, 2], [2, 2])
        along = abs(to_y - y) if self.straight == "columns" else abs(to_x - x)
        return apart == [1, 1] or (apart == [0, 2] and along == 2)

    def bordering(self, name: str, other: str) -> bool:
        """Whether two places (of this form, also outside of the map) share a side."""
        if self.kind == "hexes":
            return self.adjacent(name, other)
        here, there = self.position(name), self.position(other)
        return here is not None and there is not None and abs(here[0] - there[0]) + abs(here[1] - there[1]) == 1


class Terrain(Strict, frozen=True, kw_only=True):
    """A kind of terrain: its name and how it is drawn."""

    id: Identifier
    name: Text
    look: Look


class Area(Strict, frozen=True, kw_only=True):
    """Places (or a polygon on a table) of one terrain."""

    id: Identifier
    terrain: Identifier
    hexes: tuple[str, ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()


class Height(Strict, frozen=True, kw_only=True):
    """Places of one level above 0 (or below)."""

    id: Identifier
    level: Level
    hexes: tuple[str, ...]


class Way(Strict, frozen=True, kw_only=True):
    """A road, lane, track or railway along places; `road` if it is one for the rules.

    `winding`: how far it swings out between two places, in hundredths of the way from one to the other.
    """

    id: Identifier
    kind: WayKind
    path: Annotated[tuple[str, ...], Meta(min_length=2)]
    road: bool = True
    winding: Annotated[int, Meta(ge=0, le=60)] = 0
    name: str = ""


class Water(Strict, frozen=True, kw_only=True):
    """A stream or river through points; `width` is that of its mouth, in hundredths of a hex."""

    id: Identifier
    course: Annotated[tuple[str, ...], Meta(min_length=2)]
    width: Annotated[int, Meta(ge=1, le=200)] = 7
    name: str = ""
    rules: bool = False


class Place(Strict, frozen=True, kw_only=True):
    """A named place, or a height with its figure: what it is and where it lies."""

    id: Identifier
    name: Annotated[str, Meta(max_length=60)] = ""
    kind: PlaceKind
    hexes: Annotated[tuple[str, ...], Meta(min_length=1)]
    figure: int | None = None


class Feature(Strict, frozen=True, kw_only=True):
    """A single thing that is drawn in a hex; `off` moves it from the centre, in hundredths of a hex."""

    id: Identifier
    kind: FeatureKind
    at: str
    off: tuple[int, int] = (0, 0)


class Signpost(Strict, frozen=True, kw_only=True):
    """A name beyond the edge of the map, written where a way leaves it."""

    id: Identifier
    text: Name
    at: str


class Track(Strict, frozen=True, kw_only=True):
    """A row of numbered spaces that belongs to the sheet; `notes` stand in the spaces by their number."""

    id: Identifier
    name: Text
    first: int = 1
    spaces: Slots
    across: Slots
    holds: tuple[Slots, Slots] = (1, 1)
    notes: dict[str, Text] = field(default_factory=dict)


class Box(Strict, frozen=True, kw_only=True):
    """A box on the sheet with room for so many pieces across and down."""

    id: Identifier
    name: Text
    holds: tuple[Slots, Slots]
    side: str | None = None
    note: Text | None = None


class Sheet(Strict, frozen=True, kw_only=True):
    """What stands around the map: for each edge lines of tracks, boxes, and `title`, `legend`, `scale`.

    Each line is a list of ids that stand side by side; `width` is that of the side panels in pieces.
    """

    left: tuple[tuple[str, ...], ...] = ()
    right: tuple[tuple[str, ...], ...] = ()
    top: tuple[tuple[str, ...], ...] = ()
    bottom: tuple[tuple[str, ...], ...] = ()
    width: Slots = 4


FURNITURE = ("title", "legend", "scale")


class Map(Strict, frozen=True, kw_only=True, dict=True):
    """A map: the country, and the sheet that it is printed on; `legend` names the charts that its legend
    quotes; `objectives` if it shows what places are worth; `season` says how the
    land looks; `bridges` the places where a road goes over the water; `like` the map whose country this is too,
    in another season.
    """

    id: Identifier
    title: Text
    subtitle: Text
    seed: Count = 1
    season: Literal["summer", "autumn", "winter"] = "summer"
    like: Identifier | None = None
    grid: Grid
    base: Identifier = "open"
    terrains: dict[str, Terrain]
    areas: dict[str, Area] = field(default_factory=dict)
    heights: dict[str, Height] = field(default_factory=dict)
    ways: dict[str, Way] = field(default_factory=dict)
    waters: dict[str, Water] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    features: dict[str, Feature] = field(default_factory=dict)
    signposts: dict[str, Signpost] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    sheet: Sheet = Sheet()
    legend: tuple[str, ...] = ()
    objectives: bool = False
    bridges: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all places."""
        return self.grid.names

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The terrain of every place, by the terrain's id."""
        found = dict.fromkeys(self.grid.names, self.base)
        found.update({name: area.terrain for area in self.areas.values() for name in area.hexes})
        return found

    @cached_property
    def seen(self) -> tuple[str, ...]:
        """The terrains that the map shows anywhere, by id, in order."""
        found = set(self.terrain.values())
        return tuple(key for key in self.terrains if key in found)

    @cached_property
    def level(self) -> dict[str, int]:
        """The level of every place."""
        found = dict.fromkeys(self.grid.names, 0)
        found.update({name: height.level for height in self.heights.values() for name in height.hexes})
        return found

    @cached_property
    def roads(self) -> frozenset[frozenset[str]]:
        """The pairs of places on the map that a road joins."""
        paths = [way.path for way in self.ways.values() if way.road]
        pairs = (frozenset(pair) for path in paths for pair in pairwise(path))
        return frozenset(pair for pair in pairs if all(name in self.grid for name in pair))


def findings(country: Map, path: str) -> Iterator[Finding]:
    """All that is wrong in a map beyond its form, each with the path where it stands."""
    for test in (_areas, _heights, _ways, _waters, _bridges, _sites, _sheet):
        for where, what in test(country):
            yield f"{path}/{where}", what


def _areas(country: Map) -> Iterator[Finding]:
    if country.base not in country.terrains:
        yield "base", f"unknown terrain {country.base!r}"
    for area in country.areas.values():
        if area.terrain not in country.terrains:
            yield f"areas/{area.id}/terrain", f"unknown terrain {area.terrain!r}"
    groups = {key: area.hexes for key, area in country.areas.items()}
    yield from _once(country.grid, groups, "areas")


def _heights(country: Map) -> Iterator[Finding]:
    yield from _once(country.grid, {key: height.hexes for key, height in country.heights.items()}, "heights")


def _once(grid: Grid, groups: dict[str, tuple[str, ...]], what: str) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for key, names in groups.items():
        for name in names:
            if name not in grid:
                yield f"{what}/{key}/hexes", f"there is no {grid.word} {name!r} on this map"
            elif name in seen:
                yield f"{what}/{key}/hexes", f"{name} stands in {seen[name]!r} already"
            seen.setdefault(name, key)


def _ways(country: Map) -> Iterator[Finding]:
    for way in country.ways.values():
        where = f"ways/{way.id}/path"
        for name, after in pairwise(way.path):
            if not country.grid.adjacent(name, after):
                yield where, f"{name} and {after} are not next to each other"
            elif not country.grid.bordering(name, after):
                yield where, f"{name} and {after} meet in a corner only; a way leads over the sides of fields"
        for name in way.path[1:-1]:
            if name not in country.grid:
                word = country.grid.word
                yield where, f"there is no {word} {name!r} on this map (only the ends may lie one {word} outside)"


def _waters(country: Map) -> Iterator[Finding]:
    for water in country.waters.values():
        where = f"waters/{water.id}/course"
        for point in water.course:
            names = point.split("/")
            pairs = [(name, other) for index, name in enumerate(names) for other in names[:index]]
            if len(names) > 3 or any(country.grid.position(name) is None for name in names):
                yield where, f"expected a point such as 0706, 0706/0806 or 0706/0806/0807, found {point!r}"
            elif any(not country.grid.adjacent(name, other) for name, other in pairs):
                yield where, f"the places of {point} do not meet"


def _bridges(country: Map) -> Iterator[Finding]:
    trodden = {name for way in country.ways.values() for name in way.path}
    for name in country.bridges:
        if name not in country.grid:
            yield "bridges", f"there is no {country.grid.word} {name!r} on this map"
        elif name not in trodden:
            yield "bridges", f"no way leads over the bridge in {name}"


def _sites(country: Map) -> Iterator[Finding]:
    sites = [(f"places/{place.id}/hexes", name) for place in country.places.values() for name in place.hexes]
    sites += [(f"features/{feature.id}/at", feature.at) for feature in country.features.values()]
    for where, name in sites:
        if name not in country.grid:
            yield where, f"there is no {country.grid.word} {name!r} on this map"
    for sign in country.signposts.values():
        if country.grid.position(sign.at) is None:
            yield f"signposts/{sign.id}/at", f"expected the name of a {country.grid.word}, found {sign.at!r}"


def _sheet(country: Map) -> Iterator[Finding]:
    known = {*country.tracks, *country.boxes, *FURNITURE}
    sheet = country.sheet
    lines = {"left": sheet.left, "right": sheet.right, "top": sheet.top, "bottom": sheet.bottom}
    placed = [(edge, name) for edge, rows in lines.items() for row in rows for name in row]
    for edge, name in placed:
        if name not in known:
            yield f"sheet/{edge}", f"unknown track or box {name!r}"
    names = [name for _, name in placed]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "sheet", f"{name!r} stands on the sheet twice"
    for name in sorted({*country.tracks, *country.boxes} - set(names)):
        yield "sheet", f"{name!r} stands nowhere on the sheet"


def _number(index: int, count: int, axis: Axis, near: Edge) -> int:
    return axis.first + (index if axis.start == near else count - 1 - index)


def _index(number: int, count: int, axis: Axis, near: Edge) -> int:
    return number - axis.first if axis.start == near else count - 1 - (number - axis.first)
