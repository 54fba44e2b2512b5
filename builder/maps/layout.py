"""Where everything stands on a map's sheet, as plain data: the picture and the module's grid both follow it.

Lengths are whole pixels at density 75, that of a counter of 75 pixels; `Layout.scaled` gives those at a multiple of it.
A hex is 104 pixels from side to side and its lines stand 90 pixels apart: both are whole numbers at every density, so
that a drawn hex and the grid of the module agree to the pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made
from typing import Literal

from assets.errors import AssetsError, Place, Problem
from assets.grids import Grid
from assets.mapmarks import Inset
from assets.maps import COUNTER, FURNITURE, Map
from assets.schema import Text

DENSITY = 75
ACROSS = 104
PITCH = 90
RADIUS = 60
MARGIN = 28
GAP = 16
BLEED = 14
SLOT = 84
PAD = 10
HEADER = 24
SPACE = (88, 100)
RAISED = 8
"""So much higher than the middle of a space its marker lies: its note stands below."""
FURNITURE_HEIGHT = {"title": 186, "scale": 150}
LEGEND_LINE = 50

Kind = Literal["box", "track", "space", "title", "legend", "scale", "inset"]
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle in whole pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column of pixels to the right of it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row of pixels below it."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """The middle, rounded up and left."""
        return self.left + self.width // 2, self.top + self.height // 2

    def scaled(self, factor: int) -> Rect:
        """The rectangle at a multiple of the density."""
        return Rect(self.left * factor, self.top * factor, self.width * factor, self.height * factor)


@dataclass(frozen=True, slots=True)
class Item:
    """Something on the sheet beside the map: a box, a track, one space of a track, the title, legend or scale.

    `inside` is the part of `frame` below the heading, where pieces lie; `note` stands small in a space.
    """

    id: str
    kind: Kind
    name: Text
    frame: Rect
    inside: Rect
    side: str | None = None
    note: Text | None = None

    def spot(self, factor: int) -> Point:
        """Where the marker lies in a space of a track."""
        x, y = self.inside.centre
        return x, y - RAISED * factor

    def shifted(self, right: int) -> Item:
        """The item so many pixels farther to the right."""
        frame, inside = (replace(rect, left=rect.left + right) for rect in (self.frame, self.inside))
        return replace(self, frame=frame, inside=inside)

    def scaled(self, factor: int) -> Item:
        """The item at a multiple of the density."""
        return replace(self, frame=self.frame.scaled(factor), inside=self.inside.scaled(factor))


@dataclass(frozen=True)
class Layout:
    """The sheet: its size, the land inside the neat line, the centre of every hex by name, and all items by id.

    The spaces of a track have the ids `turn/1`, `turn/2` and so on. `halves` are the half hexes at the edges, each by
    the middle of the whole hex that it is a part of.
    """

    size: Point
    field: Rect
    hexes: dict[str, Point]
    items: dict[str, Item]
    grid: Grid
    factor: int = 1
    counter: int = COUNTER
    insets: dict[str, Layout] = made(default_factory=dict)
    halves: dict[str, Point] = made(default_factory=dict)

    def scaled(self, factor: int) -> Layout:
        """The same sheet at a multiple of the density."""
        return Layout(
            size=(self.size[0] * factor, self.size[1] * factor),
            field=self.field.scaled(factor),
            hexes={name: (x * factor, y * factor) for name, (x, y) in self.hexes.items()},
            items={key: item.scaled(factor) for key, item in self.items.items()},
            grid=self.grid,
            factor=self.factor * factor,
            counter=self.counter,
            insets={key: inset.scaled(factor) for key, inset in self.insets.items()},
            halves={name: (x * factor, y * factor) for name, (x, y) in self.halves.items()},
        )

    @property
    def slot(self) -> int:
        """The room for a counter in a box, in pixels."""
        return slot_of(self.counter) * self.factor

    @property
    def shapes(self) -> Iterator[tuple[Point, ...]]:
        """The corners of every place on the sheet, clockwise; those of half hexes end at the edge of the land."""
        shape = [(x * self.factor, y * self.factor) for x, y in corners(self.grid)]
        for x, y in self.hexes.values():
            yield tuple((x + dx, y + dy) for dx, dy in shape)
        for x, y in self.halves.values():
            near = (x < self.field.left + ACROSS * self.factor, y < self.field.top + ACROSS * self.factor)
            half = half_corners(self.grid, near[self.grid.straight == "columns"])
            yield tuple((x + dx * self.factor, y + dy * self.factor) for dx, dy in half)

    def centre(self, name: str) -> Point:
        """The centre of a hex by name, also of one outside of the map."""
        found = self.grid.position(name)
        if found is None:
            raise KeyError(name)
        x, y = offset(self.grid, *found)
        origin_x, origin_y = offset(self.grid, 0, 0)
        first = self.hexes[self.grid.name(0, 0)]
        return first[0] + (x - origin_x) * self.factor, first[1] + (y - origin_y) * self.factor


def layout(country: Map, density: int = DENSITY) -> Layout:
    """The sheet of a map at a density: a multiple of 75."""
    if density <= 0 or density % DENSITY:
        raise ValueError(f"the density must be a multiple of {DENSITY}, not {density}")
    grid = country.grid
    land = land_size(grid)
    side = country.sheet.width * slot_of(country.counter) + 2 * PAD
    left = MARGIN + (side + GAP if country.sheet.left else 0)
    strips = {
        edge: _strip_height(country, lines)
        for edge, lines in (("top", country.sheet.top), ("bottom", country.sheet.bottom))
    }
    top = MARGIN + strips["top"]
    area = Rect(left, top, *land)
    height = top + land[1] + strips["bottom"] + MARGIN
    width = area.right + (GAP + side if country.sheet.right else 0) + MARGIN
    items: dict[str, Item] = {}
    panels = (
        (country.sheet.left, Rect(MARGIN, MARGIN, side, height - 2 * MARGIN)),
        (country.sheet.right, Rect(area.right + GAP, MARGIN, side, height - 2 * MARGIN)),
    )
    for lines, panel in panels:
        items.update((item.id, item) for item in _panel(country, lines, panel))
    for lines, y in ((country.sheet.top, MARGIN), (country.sheet.bottom, area.bottom + GAP)):
        items.update((item.id, item) for item in _strips(country, lines, area, y))
    halves = dict(_halves(grid, area))
    insets = {key: _inset(country, inset, items[key].inside) for key, inset in country.insets.items() if key in items}
    found = Layout(
        (width, height),
        area,
        dict(_hexes(grid, area)),
        items,
        grid,
        counter=country.counter,
        insets=insets,
        halves=halves,
    )
    return found.scaled(density // DENSITY)


def offset(grid: Grid, column: int, row: int) -> Point:
    """The centre of a place, counted from the corner of the box around the places of the map."""
    x, y = grid.doubled(column, row)
    if grid.kind != "hexes":
        return ACROSS // 2 + x * ACROSS // 2, ACROSS // 2 + y * ACROSS // 2
    if grid.straight == "columns":
        return RADIUS + x * PITCH, ACROSS // 2 + y * ACROSS // 2
    return ACROSS // 2 + x * ACROSS // 2, RADIUS + y * PITCH


def beside(sheets: Sequence[Layout]) -> Layout:
    """Several sheets of one density as one, each to the right of the one before it."""
    first = sheets[0]
    hexes: dict[str, Point] = {}
    items: dict[str, Item] = {}
    left = 0
    for sheet in sheets:
        hexes |= {name: (x + left, y) for name, (x, y) in sheet.hexes.items()}
        items |= {key: item.shifted(left) for key, item in sheet.items.items()}
        left += sheet.size[0]
    return replace(first, size=(left, max(sheet.size[1] for sheet in sheets)), hexes=hexes, items=items)


def slot_of(counter: int) -> int:
    """The room for a counter of this side in a box, in units."""
    return SLOT * counter // COUNTER


def inset_at(grid: Grid, inset: Inset, left: int, top: int, zoom: int) -> Layout:
    """A part of the land with its corner at a point, so many times as large."""
    part = grid.cut(*inset.corners)
    wide, high = land_size(part)
    hexes = {
        name: (left + (x - BLEED) * zoom, top + (y - BLEED) * zoom)
        for name, (x, y) in _hexes(part, Rect(BLEED, BLEED, wide, high))
    }
    return Layout((0, 0), Rect(left, top, wide * zoom, high * zoom), hexes, {}, part, zoom)


def _inset(country: Map, inset: Inset, inside: Rect) -> Layout:
    """Where the places of an inset lie, in the middle of its frame."""
    wide, high = _inset_size(country, inset)
    if wide > inside.width:
        raise _cramped(country, f"no room for {inset.id!r}; widen the sheet by {-(-(wide - inside.width) // SLOT)}")
    left, top = inside.left + (inside.width - wide) // 2, inside.top + (inside.height - high) // 2
    return inset_at(country.grid, inset, left, top, inset.zoom)


def _inset_size(country: Map, inset: Inset) -> Point:
    wide, high = land_size(country.grid.cut(*inset.corners))
    return wide * inset.zoom, high * inset.zoom


def half_step(lines: str, side: int) -> Point:
    """Half the way to the next place across and down in pixels, where a counter has a side of so many."""
    half, line = ACROSS * side // (2 * DENSITY), PITCH * side // DENSITY
    return (line, half) if lines == "columns" else (half, line) if lines == "rows" else (half, half)


def corners(grid: Grid) -> tuple[Point, ...]:
    """The corners of a place around its centre, clockwise."""
    half = ACROSS // 2
    if grid.kind != "hexes":
        return (-half, -half), (half, -half), (half, half), (-half, half)
    if grid.straight == "columns":
        return (-30, -half), (30, -half), (RADIUS, 0), (30, half), (-30, half), (-RADIUS, 0)
    return (0, -RADIUS), (half, -30), (half, 30), (0, RADIUS), (-half, 30), (-half, -30)


def half_corners(grid: Grid, first: bool) -> tuple[Point, ...]:
    """The corners of a half hex around the middle of the whole one, clockwise: at the top or left edge, or opposite.

    Pieces snap to that middle, so a little of the other half belongs to it too.
    """
    half = ACROSS // 2
    if grid.straight == "columns":
        low = ((-RADIUS, 0), (-52, -BLEED), (52, -BLEED), (RADIUS, 0), (30, half), (-30, half))
        return low if first else tuple((-x, -y) for x, y in low)
    right = ((0, -RADIUS), (half, -30), (half, 30), (0, RADIUS), (-BLEED, 52), (-BLEED, -52))
    return right if first else tuple((-x, -y) for x, y in right)


def number_at(sheet: Layout) -> tuple[float, float]:
    """Where the number of a hex stands, from its centre: away from where roads leave it."""
    if sheet.grid.kind == "hexes" and sheet.grid.straight == "columns":
        return -20.0, -37.0
    return 0.0, -42.0


def numbers_at(sheet: Layout) -> dict[str, tuple[float, float]]:
    """Where the numbers of all hexes and half hexes stand on the land, in units from the corner of the neat line."""
    dx, dy = number_at(sheet)
    field, factor = sheet.field, sheet.factor
    found = {
        name: ((x - field.left) / factor + dx, (y - field.top) / factor + dy) for name, (x, y) in sheet.hexes.items()
    }
    for name, (x, y) in sheet.halves.items():
        far = field.right - x < ACROSS * factor if sheet.grid.straight == "rows" else field.bottom - y < ACROSS * factor
        away = -INWARD if far else INWARD
        in_x, in_y = (away + 4 * (away > 0), 0) if sheet.grid.straight == "rows" else (0, away)
        found[name] = ((x - field.left) / factor + in_x, (y - field.top) / factor + in_y)
    return found


INWARD = 11
"""So far inside the land the number of a half hex stands."""


def land_size(grid: Grid) -> Point:
    """The size of the land inside the neat line: all places and a little around them."""
    ends = [
        offset(grid, column, row)
        for column in {0, grid.columns - 1}
        for row in {0, 1 % grid.rows, grid.rows - 2, grid.rows - 1}
        if row >= 0
    ]
    ends += [
        offset(grid, column, row)
        for column in {1 % grid.columns, max(grid.columns - 2, 0)}
        for row in {0, grid.rows - 1}
    ]
    shape = corners(grid)
    right = max(x for x, _ in ends) + max(x for x, _ in shape)
    bottom = max(y for _, y in ends) + max(y for _, y in shape)
    return right + 2 * BLEED, bottom + 2 * BLEED


def _hexes(grid: Grid, field: Rect) -> Iterator[tuple[str, Point]]:
    for row in range(grid.rows):
        for column in range(grid.columns):
            x, y = offset(grid, column, row)
            yield grid.name(column, row), (field.left + BLEED + x, field.top + BLEED + y)


def _halves(grid: Grid, field: Rect) -> Iterator[tuple[str, Point]]:
    for name in grid.edge_names:
        column, row = grid.position(name) or (0, 0)
        x, y = offset(grid, column, row)
        yield name, (field.left + BLEED + x, field.top + BLEED + y)


def _panel(country: Map, lines: Iterable[tuple[str, ...]], panel: Rect) -> Iterator[Item]:
    """The lines of a side panel from top to bottom; what is left over goes to the boxes of two and more rows."""
    lines = tuple(lines)
    heights = [max(_height(country, name) for name in line) for line in lines]
    spare = panel.height - sum(heights) - GAP * (len(lines) - 1)
    if spare < 0:
        short = -spare // SLOT + 1
        raise _cramped(country, f"no room for what stands at one side: it is too high by {short} counters")
    growing = [index for index, line in enumerate(lines) if any(_grows(country, name) for name in line)]
    for rank, index in enumerate(growing):
        heights[index] += spare * (rank + 1) // len(growing) - spare * rank // len(growing)
    y = panel.top
    for line, height in zip(lines, heights, strict=True):
        yield from _line(country, line, Rect(panel.left, y, panel.width, height))
        y += height + GAP


def _cramped(country: Map, what: str) -> AssetsError:
    place = f"maps/{country.id}/sheet"
    return AssetsError([Problem(Place(f"maps/{country.id}.yaml"), place, what)])


def _line(country: Map, line: tuple[str, ...], frame: Rect) -> Iterator[Item]:
    """The items of a line side by side, each as wide as what it holds asks for."""
    shares = [_across(country, name) for name in line]
    room = frame.width - GAP // 2 * (len(line) - 1)
    x, done = frame.left, 0
    for name, share in zip(line, shares, strict=True):
        width = room * (done + share) // sum(shares) - room * done // sum(shares)
        done += share
        yield from _item(country, name, Rect(x, frame.top, width, frame.height))
        x += width + GAP // 2


def _strips(country: Map, lines: Iterable[tuple[str, ...]], field: Rect, y: int) -> Iterator[Item]:
    for line in lines:
        height = max(_height(country, name) for name in line)
        yield from _line(country, line, Rect(field.left, y, field.width, height))
        y += height + GAP


def _item(country: Map, name: str, frame: Rect) -> Iterator[Item]:
    inside = Rect(frame.left, frame.top + HEADER, frame.width, frame.height - HEADER)
    if name in country.boxes:
        box = country.boxes[name]
        yield Item(name, "box", box.name, frame, inside, box.side, box.note)
    elif name in country.insets:
        yield Item(name, "inset", country.insets[name].name, frame, inside)
    elif name in country.tracks:
        yield Item(name, "track", country.tracks[name].name, frame, inside)
        yield from _spaces(country, name, inside)
    else:
        kind: Kind = "title" if name == "title" else "legend" if name == "legend" else "scale"
        yield Item(name, kind, country.title, frame, frame)


def _spaces(country: Map, name: str, inside: Rect) -> Iterator[Item]:
    track = country.tracks[name]
    rows = -(-track.spaces // track.across)
    for index in range(track.spaces):
        column, row = index % track.across, index // track.across
        left, right = (inside.width * part // track.across for part in (column, column + 1))
        top, bottom = (inside.height * part // rows for part in (row, row + 1))
        frame = Rect(inside.left + left, inside.top + top, right - left, bottom - top)
        number = str(track.first + index)
        yield Item(f"{name}/{number}", "space", Text(en=number, de=number), frame, frame, note=track.notes.get(number))


def _height(country: Map, name: str) -> int:
    if name == "legend":
        return HEADER + 8 + LEGEND_LINE * _legend_lines(country)
    if name in FURNITURE:
        return FURNITURE_HEIGHT[name]
    if name in country.boxes:
        return HEADER + country.boxes[name].holds[1] * slot_of(country.counter) + PAD
    if name in country.insets:
        return HEADER + _inset_size(country, country.insets[name])[1] + PAD
    track = country.tracks[name]
    slot = slot_of(country.counter)
    return HEADER + -(-track.spaces // track.across) * (SPACE[1] + slot * track.holds[1] - SLOT)


def _legend_lines(country: Map) -> int:
    """One for each terrain, each kind of way, the edge of a level, streams, each kind of mark, and objectives."""
    kinds = {way.kind for way in country.ways.values()}
    marks = len(country.shown) + len(country.rims) + (country.objectives or bool(country.worth))
    return len(country.seen) + len(kinds) + bool(country.heights) + bool(country.waters) + marks


def _across(country: Map, name: str) -> int:
    """How wide an item wants to be, in hundredths of a piece."""
    if name in country.boxes:
        return country.boxes[name].holds[0] * 100
    if name in country.tracks:
        return country.tracks[name].across * country.tracks[name].holds[0] * 100
    if name in country.insets:
        return _inset_size(country, country.insets[name])[0] * 100 // SLOT
    return 400


def _grows(country: Map, name: str) -> bool:
    return name in country.boxes and country.boxes[name].holds[1] > 1


def _strip_height(country: Map, lines: Iterable[tuple[str, ...]]) -> int:
    return sum(max(_height(country, name) for name in line) + GAP for line in lines)
