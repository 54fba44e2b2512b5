"""What stays as it is in a scenario: the printed pieces, the country, the tables, the goals."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from rules.engine.hexes import Hexes
from rules.engine.ratios import Odds

QUARTERS = 4
"""Movement points are counted in quarters, in which no price is a fraction."""
FULL = 4
"""What a battalion weighs, in companies."""


class Kind(msgspec.Struct, frozen=True):
    """A type of pieces."""

    id: str
    hq: bool = False
    zoc: bool = False
    assaults: bool = False
    infiltrates: bool = False
    climbs: bool = False
    guns: bool = False
    free: bool = False
    builds: bool = False
    mountain: bool = False
    """True for guns that are carried, and change the level off the road."""
    light: bool = False
    heavy: bool = False
    mortar: bool = False
    group: bool = False
    """True for guns of several batteries, which stand in one place for good."""
    motor: bool = False
    """True for guns that are drawn by motors."""
    horse: bool = False
    cycle: bool = False
    flame: bool = False
    """True for flamethrowers, which have no steps."""
    weight: int = FULL

    @property
    def combat(self) -> bool:
        """True for combat units: neither guns nor headquarters."""
        return not self.guns and not self.hq

    @property
    def bears(self) -> bool:
        """True for those who bear points and losses of their own: flamethrowers go with somebody else."""
        return not self.hq and not self.flame

    @property
    def medium(self) -> bool:
        """True for guns of a medium calibre."""
        return self.guns and not (self.light or self.heavy or self.mortar)

    @property
    def wheels(self) -> bool:
        """True for those who neither walk nor are guns."""
        return self.horse or self.cycle


class Face(msgspec.Struct, frozen=True):
    """The values of a side of a counter."""

    combat: int = 0
    mg: int = 0
    morale: int = 0
    movement: int = 0
    fire: int = 0
    range: int = 0


class Counter(msgspec.Struct, frozen=True):
    """A piece as it is printed: a face for each step, or the two sides of a gun."""

    id: str
    side: str
    formation: str
    kind: Kind
    faces: tuple[Face, ...]
    german: bool = False
    initiative: int = 0
    command: int = 0
    division: frozenset[str] = frozenset()
    """The formations of the division to which an independent unit belongs; none for others."""
    zone: frozenset[str] = frozenset()
    """Where it may be set up."""


class Formation(msgspec.Struct, frozen=True):
    """A regiment or brigade."""

    id: str
    side: str
    hq: str = ""
    division: str = ""


class Hex(msgspec.Struct, frozen=True):
    """A hex as it is printed."""

    terrain: str
    level: int = 1
    peak: bool = False
    stream: str = ""
    """The name of the stream that fills it."""
    trench: str = ""
    """Whose trench it is."""
    deep: int = 0
    """The level of that trench."""

    @property
    def high(self) -> bool:
        """True for high mountains."""
        return self.terrain == "high"


class Side(msgspec.Struct, frozen=True):
    """What lies on the side between two hexes."""

    rates: tuple[int, ...] = ()
    """What each way across it costs."""
    river: bool = False
    isonzo: bool = False
    rock: bool = False
    ridge: bool = False
    bridge: bool = False
    footbridge: bool = False
    trench: str = ""
    deep: int = 0
    trail: bool = False
    """True where a trench runs on from the one hex to the other."""

    @property
    def gorge(self) -> bool:
        """True for the Isonzo where no bridge leads over it."""
        return self.isonzo and not self.bridge

    @property
    def uncrossed(self) -> bool:
        """True for a river that no bridge of any kind crosses."""
        return self.river and not (self.bridge or self.footbridge)


NOTHING = Side()


class Ground(msgspec.Struct, frozen=True, dict=True):
    """The country."""

    grid: Hexes
    hexes: Mapping[str, Hex]
    sides: Mapping[tuple[str, str], Side]
    """By two hexes, in either order."""
    net: Mapping[str, tuple[str, ...]]
    """By hex: those to which a road on which supplies go leads from it."""
    sources: Mapping[str, frozenset[str]]
    """By side: the hexes with a road at its edge."""
    control: Mapping[str, Mapping[str, frozenset[str]]]
    """By side and hex: where a zone of control of that side's units reaches from there."""
    area: frozenset[str]
    """The hexes that are played on."""
    shared: frozenset[str] = frozenset()
    """Those that may belong to another scenario's area."""
    barred: frozenset[str] = frozenset()
    """The strip on which nobody may move."""

    def side(self, one: str, other: str) -> Side:
        """What lies between two hexes."""
        return self.sides.get((one, other), NOTHING)

    @cached_property
    def _back(self) -> dict[str, tuple[str, ...]]:
        return {}

    def back(self, place: str) -> tuple[str, ...]:
        """The hexes from which a line of supply across country goes into a hex."""
        if place not in self._back:
            self._back[place] = tuple(other for other in self.waded(place) if not self.side(other, place).gorge)
        return self._back[place]

    def waded(self, place: str) -> tuple[str, ...]:
        """The same hexes, and those on the other bank of the Isonzo."""
        return tuple(other for other in self.grid.neighbours(place) if not self.side(other, place).rock)


class Charts(msgspec.Struct, frozen=True):
    """The tables in numbers."""

    costs: Mapping[str, int]
    """By terrain: what it costs in quarters of a movement point."""
    shifts: Mapping[str, Mapping[str, int]]
    """By terrain: columns in an `assault`, and in `fire`."""
    odds: Odds
    assault: Mapping[int, tuple[str, ...]]
    """By die: what each column says."""
    strengths: tuple[int, ...]
    """The lowest strength of each column of the fire table."""
    fire: Mapping[int, tuple[str, ...]]
    weather: Mapping[int, Mapping[str, str]] = {}
    """By turn and band of levels: what the sky is like."""


class Arrival(msgspec.Struct, frozen=True):
    """When a unit comes, and where."""

    turn: int
    hexes: frozenset[str]


class Wing(msgspec.Struct, frozen=True):
    """A part of a side that one player leads, in a sector of its own."""

    id: str
    side: str
    hexes: frozenset[str]
    """Its sector, with the hexes that belong to both."""


class Battle(msgspec.Struct, frozen=True):
    """A scenario."""

    id: str
    sides: tuple[str, str]
    first: int
    """The number of its first turn."""
    turns: int
    units: Mapping[str, Counter]
    formations: Mapping[str, Formation]
    ground: Ground
    charts: Charts
    phases: tuple[str, ...]
    points: Mapping[str, int]
    """By purse: the logistic points at the start; one for all, or one for each wing."""
    goals: Mapping[str, int]
    """By hex: what it is worth."""
    held_by: Mapping[str, str]
    reduced: frozenset[str]
    placement: Mapping[str, str]
    arrivals: Mapping[str, Arrival] = {}
    """By unit that comes later: when and where."""
    blown: frozenset[str] = frozenset()
    """The bridges that are blown at the start, each by the two hexes between which it lay."""
    builders: str = ""
    """The engineers who may be at work at one of them from the start."""
    depots: frozenset[str] = frozenset()
    """Where the Italians keep what they lose when it is captured."""
    attacks: Mapping[str, tuple[tuple[str, ...], int]] = {}
    """By purpose of the dice for gas and for mines: the hexes printed on them, and their column of the fire table."""
    bands: tuple[tuple[int, int], ...] = ()
    """Between which victory points nobody wins, where only the first side counts any."""
    wings: Mapping[str, Wing] = {}
    """The wings into which the sides are parted; none in most scenarios."""
    belongs: Mapping[str, str] = {}
    """By unit and formation: its wing."""
    chained: frozenset[str] = frozenset()
    """The units that may be set up beside those who stand in their zone, too."""
    sectors: tuple[frozenset[str], ...] = ()
    """The hexes of each sector, with those that belong to both."""
    common: frozenset[str] = frozenset()
    """The hexes of both sectors."""

    @property
    def grid(self) -> Hexes:
        """The hexes of the map."""
        return self.ground.grid

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def side_of(self, name: str) -> str:
        """Whose a unit or formation is, empty for none."""
        known = self.units.get(name) or self.formations.get(name)
        return known.side if known else name if name in self.sides else ""

    @property
    def campaign(self) -> bool:
        """True for the four days, of which the others are a part."""
        return self.first == 1

    @property
    def parted(self) -> bool:
        """True where each side has two wings, each with a sector and a purse of its own."""
        return bool(self.wings)

    def purse(self, name: str) -> str:
        """Out of which purse a unit or formation is paid: that of its wing, or the one for all."""
        return self.belongs.get(name, "")

    def facing(self, name: str) -> str:
        """The wing of the other side in the sector of a unit, formation or wing; empty where there are no wings."""
        own = self.wings.get(self.belongs.get(name, name))
        found = (each.id for each in self.wings.values() if own and each.side != own.side and each.hexes == own.hexes)
        return next(found, "")

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return self.first + self.turns - 1


ODDS = tuple(
    Fraction(*map(Fraction, each.split(":")))
    for each in (
        "1:2",
        "1:1.75",
        "1:1.5",
        "1:1.25",
        "1:1",
        "1.5:1",
        "2:1",
        "2.5:1",
        "3:1",
        "3.5:1",
        "4:1",
        "4.5:1",
        "5:1",
    )
)
"""The columns of the assault table whose labels the book names or implies."""
