"""A battle: all that stays as it is while a scenario is played. Units, formations, chits, ground, charts, zones."""

from collections.abc import Container, Mapping
from typing import Literal

import msgspec

from rules.engine.hexes import Hexes

HALF = 2
"""Movement points are counted in halves, so that a road's half point is a whole number."""

ChitKind = Literal["formation", "artillery", "stuka", "repeat", "general"]
Inside = Literal["next", "draw"]


class Kind(msgspec.Struct, frozen=True):
    """A kind of unit, and what the rules ask of it."""

    id: str
    unit_class: Literal["infantry", "motorised", "tracked", "hq"]
    movement: Literal["foot", "wheels", "tracks", "formation"]
    doctrine: bool = False
    seen_as: Literal["soft", "vehicle"] = "soft"
    disperses: bool = False
    red_n: bool = False
    works: bool = False
    continues: bool = False
    soft: bool = False
    direct_fire: bool = True
    halved: bool = False
    stacks: bool = True
    carries: bool = False
    rides: bool = False
    cover: Literal["infantry", "crew", "none"] = "none"

    @property
    def infantry(self) -> bool:
        """True for infantry and machine guns."""
        return self.unit_class == "infantry"

    @property
    def hq(self) -> bool:
        """True for a headquarters."""
        return self.unit_class == "hq"


class Face(msgspec.Struct, frozen=True):
    """The values printed on one side of a counter; movement in whole points."""

    attack: int = 0
    range: int = 0
    defence: int = 0
    movement: int = 0


class Counter(msgspec.Struct, frozen=True):
    """A piece as it is printed."""

    id: str
    name: str
    side: str
    formation: str
    kind: Kind
    front: Face
    back: Face
    reaction: int = 0
    independent: bool = False


class Command(msgspec.Struct, frozen=True):
    """A formation as it is printed: factor, command radius, HQ (if it has one) and its own chit (if it has one)."""

    id: str
    name: str
    side: str
    factor: int
    radius: int
    hq: str = ""
    chit: str = ""
    independent: bool = False


class Chit(msgspec.Struct, frozen=True):
    """An activation marker: whose it is and what it stands for."""

    id: str
    name: str
    side: str
    kind: ChitKind
    formation: str = ""
    salvos: Mapping[str, int] = {}

    @property
    def fires(self) -> bool:
        """True for artillery and Stukas."""
        return self.kind in {"artillery", "stuka"}


class Hex(msgspec.Struct, frozen=True):
    """The ground of a hex: terrain, level, the neighbours a road leads to, and whether it can be entered."""

    terrain: str = "open"
    level: int = 0
    roads: frozenset[str] = frozenset()
    passable: bool = True


class Ground(msgspec.Struct, frozen=True):
    """A map: its grid, the ground of every hex, and which hexes lie on which edge."""

    grid: Hexes
    hexes: Mapping[str, Hex]
    edges: Mapping[str, frozenset[str]] = {}
    places: Mapping[str, frozenset[str]] = {}


class Terrain(msgspec.Struct, frozen=True):
    """A terrain on the charts: costs in halves by way of moving (None: barred), and what it does to sight."""

    costs: Mapping[str, int | None]
    blocks: bool = False
    disperses: bool = False
    seen_open: bool = False


class Charts(msgspec.Struct, frozen=True):
    """The charts: results by column and total, modifiers, cover, terrain, checks, visibility, strengths."""

    results: Mapping[str, Mapping[int, str]]
    modifiers: Mapping[str, Mapping[str, int]]
    """By name, for `direct`, `melee` and `indirect` fire."""
    cover: Mapping[str, Mapping[str, int]]
    terrain: Mapping[str, Terrain]
    checks: Mapping[str, tuple[int, int]]
    """By purpose: what is added to the factor, and what more if exhausted."""
    bands: Mapping[str, tuple[int, int]]
    """By purpose: the lowest and the highest roll that succeeds."""
    reaction: Mapping[str, int]
    transmission: Mapping[str, int]
    visibility: Mapping[str, Mapping[str, int]]
    strengths: Mapping[str, int]
    limits: Mapping[str, int]


class Zone(msgspec.Struct, frozen=True):
    """Where a set-up puts its pieces: hexes that are allowed, and hexes that are doubtful by a ruling."""

    hexes: frozenset[str]
    doubtful: frozenset[str] = frozenset()
    ruling: str = ""
    with_units_of: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """Pieces that are set up together: the rule, whose, which, where, with how many steps lost."""

    id: str
    rule: str
    side: str
    zone: Zone
    units: tuple[str, ...] = ()
    markers: Mapping[str, int] = {}
    step_losses: int = 0
    zone_by: Mapping[str, Zone] = {}
    """For an independent unit: the zone by the formation it is assigned to."""


class Stage(msgspec.Struct, frozen=True):
    """A step of the set-up: whose it is and which set-ups belong to it."""

    side: str
    setups: tuple[str, ...]
    rule: str


class Arrival(msgspec.Struct, frozen=True):
    """What comes or goes in a turn."""

    id: str
    rule: str
    turn: int
    side: str
    at_end: bool = False
    units: tuple[str, ...] = ()
    entry: frozenset[str] = frozenset()
    chits: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    chits_out: tuple[str, ...] = ()


class Band(msgspec.Struct, frozen=True):
    """A turn's line of the victory table."""

    low: int
    high: int
    inside: Inside


class Victory(msgspec.Struct, frozen=True):
    """How the scenario is won: bands of points per turn, or a place to hold at the end."""

    scorer: str
    otherwise: str
    bands: Mapping[int, Band] = {}
    values: Mapping[str, int] = {}
    hold: tuple[str, ...] = ()
    held_by: Mapping[str, str] = {}


class Riders(msgspec.Struct, frozen=True):
    """A carrier that starts with a company aboard: a fixed one, or one of several if its owner likes."""

    rule: str
    carrier: str
    companies: tuple[str, ...]
    required: bool


class Battle(msgspec.Struct, frozen=True, eq=False):
    """A scenario with everything it is played with."""

    id: str
    sides: tuple[str, str]
    turns: int
    units: Mapping[str, Counter]
    formations: Mapping[str, Command]
    chits: Mapping[str, Chit]
    cup: frozenset[str]
    ground: Ground
    charts: Charts
    setups: Mapping[str, Setup]
    stages: tuple[Stage, ...]
    arrivals: tuple[Arrival, ...]
    riders: tuple[Riders, ...]
    picks: Mapping[str, int]
    victory: Victory
    own_edges: Mapping[str, str]
    attach: Mapping[str, tuple[str, ...]] = {}
    first: str = ""
    stacking: int = 3
    strange_chits: frozenset[str] = frozenset()
    """Chits of the other scenario."""

    def side_of(self, name: str) -> str:
        """Whose a piece, a formation, a chit or a kind of marker is, or the side that a name is; empty for others."""
        for known in (self.units, self.formations, self.chits):
            if name in known:
                return known[name].side
        if name in self.sides:
            return name
        kind = {"mine": "minefield"}.get(name, name)
        return next((setup.side for setup in self.setups.values() if kind in setup.markers), "")

    @property
    def grid(self) -> Hexes:
        """The hexes of its map."""
        return self.ground.grid

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]


def extra_repeat(general: str) -> str:
    """The Repeat that a General can be turned into."""
    return f"{general}.repeat"


def is_extra(chits: Container[str], chit: str) -> bool:
    """True for the Repeat that a General can be turned into; a side's own Repeat lies in the cup like any other."""
    return chit.endswith(".repeat") and chit.removesuffix(".repeat") in chits
