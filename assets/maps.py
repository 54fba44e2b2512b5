"""The shape of a map: `maps/<id>.yaml`, the country that the referee judges by and that the painter draws.

The grid says how places are named; everything else names places. What is not in an area is `base` terrain, what is in
no height lies at level 0. A way is a chain of adjacent places and may begin or end one place outside of the map. A
water runs through points: `0706` is a place's centre, `0706/0806` the middle of the side between two, `0706/0806/0807`
the corner of three. A map without a grid (a free table) gives areas as polygons and its size in its own units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field

from assets.grids import Grid
from assets.mapmarks import Border, Flag, Inset, Kind, Level, Mask, Rim
from assets.schema import Count, Identifier, Strict, Text

Slots = Annotated[int, Meta(ge=1, le=40)]
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
    "rock",
    "mountain",
    "sea",
    "shore",
    "airfield",
]
WayKind = Literal["highway", "road", "sunken", "track", "railway"]
PlaceKind = Literal["town", "village", "hamlet", "hill", "wood", "water", "region", "spot"]
FeatureKind = Literal["windmill", "watertower", "church", "farm"]


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

    @property
    def numbers(self) -> range:
        """The numbers of its spaces."""
        return range(self.first, self.first + self.spaces)


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


COUNTER = 75
FURNITURE = ("title", "legend", "scale")


class Map(Strict, frozen=True, kw_only=True, dict=True):
    """A map: the country, and the sheet that it is printed on; `legend` names the charts that its legend
    quotes; `objectives` if it shows what places are worth; `season` and `relief` say how the
    land looks; `bridges` the places where a road goes over the water; `like` the map whose country this is too,
    in another season. `north` is where north lies on the sheet, in degrees clockwise from its top,
    `counter` the side of a counter where a hex is 104 across from side to side.
    """

    id: Identifier
    title: Text
    subtitle: Text
    seed: Count = 1
    season: Literal["summer", "autumn", "winter"] = "summer"
    relief: Literal["rolling", "alpine"] = "rolling"
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
    north: Annotated[int, Meta(ge=0, le=359)] = 0
    counter: Annotated[int, Meta(ge=40, le=104)] = COUNTER
    kinds: dict[str, Kind] = field(default_factory=dict)
    borders: dict[str, Border] = field(default_factory=dict)
    flags: dict[str, Flag] = field(default_factory=dict)
    rims: dict[str, Rim] = field(default_factory=dict)
    masks: dict[str, Mask] = field(default_factory=dict)
    insets: dict[str, Inset] = field(default_factory=dict)

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
    def levels(self) -> int:
        """How many levels there are, from level 0 (or the lowest below it) up."""
        return max(self.level.values()) - self.lowest + 1

    @cached_property
    def lowest(self) -> int:
        """The lowest level that there is."""
        return min(self.level.values())

    @cached_property
    def shown(self) -> tuple[Kind, ...]:
        """The kinds of marks that the picture shows and the legend explains, in order; objectives apart."""
        used = {mark.kind for mark in self.borders.values()} | {mark.kind for mark in self.flags.values()}
        return tuple(kind for key, kind in self.kinds.items() if key in used and kind.look not in (None, "objective"))

    @cached_property
    def worth(self) -> dict[str, int]:
        """What the objectives that stand on the map itself are worth, by place; 0 for one that is held."""
        found = (flag for flag in self.flags.values() if self.kinds[flag.kind].look == "objective")
        return {name: flag.value or 0 for flag in found for name in flag.at}

    @cached_property
    def borders_at(self) -> dict[frozenset[str], tuple[Border, ...]]:
        """What lies on each side that has anything, by the two places of the side."""
        return _by(self.borders.values(), lambda name: frozenset(name.split("/")))

    @cached_property
    def flags_at(self) -> dict[str, tuple[Flag, ...]]:
        """What each place has beside its ground."""
        return _by(self.flags.values(), str)

    @cached_property
    def masks_at(self) -> dict[str, tuple[Mask, ...]]:
        """The regions that each place belongs to."""
        found: dict[str, list[Mask]] = {}
        for mask in self.masks.values():
            for name in mask.hexes:
                found.setdefault(name, []).append(mask)
        return {name: tuple(masks) for name, masks in found.items()}

    @cached_property
    def ways_over(self) -> dict[frozenset[str], tuple[Way, ...]]:
        """The ways that lead over each side, on the map and from its edge."""
        found: dict[frozenset[str], list[Way]] = {}
        for way in self.ways.values():
            for pair in dict.fromkeys(frozenset(pair) for pair in pairwise(way.path)):
                found.setdefault(pair, []).append(way)
        return {pair: tuple(ways) for pair, ways in found.items()}

    @cached_property
    def roads(self) -> frozenset[frozenset[str]]:
        """The pairs of places on the map that a road joins."""
        paths = [way.path for way in self.ways.values() if way.road]
        pairs = (frozenset(pair) for path in paths for pair in pairwise(path))
        return frozenset(pair for pair in pairs if all(name in self.grid for name in pair))


K = TypeVar("K")
M = TypeVar("M", Border, Flag)


def _by(marks: Iterable[M], key: Callable[[str], K]) -> dict[K, tuple[M, ...]]:
    found: dict[K, list[M]] = {}
    for mark in marks:
        for name in mark.at:
            found.setdefault(key(name), []).append(mark)
    return {where: tuple(there) for where, there in found.items()}
