"""The shape of `scenarios.yaml`: who sets up what where and when, what comes later, how a scenario is won."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from assets.basics import Count, Edge, Identifier, Strict, Text

Facing = Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class Near(Strict, frozen=True, kw_only=True):
    """All places at most so far from one of the hexes (or of the hexes of a named place)."""

    distance: Annotated[int, Meta(ge=0, le=50)]
    hexes: tuple[str, ...] = ()
    place: str | None = None


class Zone(Strict, frozen=True, kw_only=True):
    """Where pieces may stand: in one of `hexes` or `near` something (if any is named), and inside all of the bounds.

    `rows` and `columns` are bounds (both ends included) of the numbers in a place's name. `from_edge` and `to_place`:
    not farther from that map edge than the place. `with_units_of`: in the hex of a unit of one of these formations.
    `polygon`: corner points in the map's own units, for a table without a grid. `warn`: places that are allowed but
    doubtful, by `ruling`. `chain`: beside a piece of the same set-up that stands so, too, one after the other.
    """

    id: Identifier
    name: Text
    hexes: tuple[str, ...] = ()
    near: tuple[Near, ...] = ()
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None
    from_edge: Edge | None = None
    to_place: str | None = None
    with_units_of: tuple[str, ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()
    ruling: str | None = None
    warn: tuple[str, ...] = ()
    chain: bool = False


class Setup(Strict, frozen=True, kw_only=True):
    """Pieces that are set up in a zone: whole formations, single units, so many markers of a kind.

    `zone_by` names the zone of an independent unit by the formation that it is assigned to.
    """

    id: Identifier
    side: str
    formations: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    markers: dict[str, Count] = field(default_factory=dict)
    zone: str
    zone_by: dict[str, str] = field(default_factory=dict)
    step_losses: Count = 0
    rule: str


class Step(Strict, frozen=True, kw_only=True):
    """A step of the set-up: who does what; `by_itself` says that the set-ups of the module have done it."""

    side: str
    what: Text
    setups: tuple[str, ...] = ()
    by_itself: bool = False
    rule: str = ""


class Mount(Strict, frozen=True, kw_only=True):
    """A passenger and its carrier at the start: fixed, or one of several at a player's choice."""

    carrier: str
    passenger: str | None = None
    choice: tuple[str, ...] = ()
    rule: str


class Change(Strict, frozen=True, kw_only=True):
    """What comes or goes in a turn: units (with the place of entry) and chits."""

    id: Identifier
    turn: Annotated[int, Meta(ge=1, le=100)]
    when: Literal["start", "end"] = "start"
    side: str
    formations: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    withdraw: tuple[str, ...] = ()
    zone: str | None = None
    chits: dict[str, Count] = field(default_factory=dict)
    chits_out: tuple[str, ...] = ()
    note: Text | None = None
    rule: str


class Wing(Strict, frozen=True, kw_only=True):
    """A part of a side that one player leads: who is set up in it, and comes later; what it may spend.

    It fights `inside` a mask of the map, or `outside` of one.
    """

    id: Identifier
    side: str
    name: Text
    setups: tuple[str, ...]
    changes: tuple[str, ...] = ()
    inside: Identifier | None = None
    outside: Identifier | None = None
    points: Count = 0


class Pick(Strict, frozen=True, kw_only=True):
    """Chits kept out of the cup at the start: so many of a kind, of the owner's choice."""

    side: str
    kind: str
    count: Annotated[int, Meta(ge=1, le=10)]


class Band(Strict, frozen=True, kw_only=True):
    """A line of the victory table: below it one side wins, above it the other, inside play goes on or ends."""

    turn: Annotated[int, Meta(ge=1, le=100)]
    low: int
    high: int
    inside: Literal["next", "draw"] = "next"


class Objective(Strict, frozen=True, kw_only=True):
    """A hex that is worth points to the side that holds it."""

    id: Identifier
    place: str
    name: Text
    value: int


class Victory(Strict, frozen=True, kw_only=True):
    """How a scenario is won.

    Where points are counted, `losses` is how many strength points of enemy units destroyed make one (0: none do), and
    the scorer must be ahead by `margin`; if he is not, the side wins that `otherwise` names, or nobody.
    """

    kind: Literal["bands", "hold", "points", "other"]
    checked: Literal["every turn", "end"]
    scorer: str
    below: str | None = None
    otherwise: str | None = None
    bands: tuple[Band, ...] = ()
    objectives: dict[str, Objective] = field(default_factory=dict)
    hold: tuple[str, ...] = ()
    held_by: dict[str, str] = field(default_factory=dict)
    losses: Count = 0
    margin: Count = 1
    summary: Text
    rules: tuple[str, ...] = ()


class Rule(Strict, frozen=True, kw_only=True):
    """A special rule of a scenario in a sentence."""

    text: Text
    rule: str


class Start(Strict, frozen=True, kw_only=True):
    """How a unit begins: its place (none while it is not on the board), where it faces, its states, who carries it.

    The places stand in the scenario's `placement` as well, once the game is loaded. `stores` is stock beyond that of
    its card, such as the load of a transport. One of `choice` takes part only if its side pays for it.
    """

    id: Identifier
    place: str | None = None
    facing: Facing = ""
    states: tuple[str, ...] = ()
    carrier: str | None = None
    stores: dict[str, Count] = field(default_factory=dict)
    choice: bool = False


class Structure(Strict, frozen=True, kw_only=True):
    """A marker that lies on the board from the start: in a place, or on a side between two (`0505/0506`).

    `kind` is what only its owner knows of it, such as that of a minefield.
    """

    id: Identifier
    marker: str
    place: str
    facing: Facing = ""
    side: str | None = None
    kind: str = ""


class Ready(Strict, frozen=True, kw_only=True):
    """Where the rest stands in the set-up that is ready to play: what a scenario leaves to its player alone."""

    placement: dict[str, str] = field(default_factory=dict)
    markers_at: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Scenario(Strict, frozen=True, kw_only=True):
    """A scenario: map, length, who sets up what where and when, what comes later, how it is won.

    `cup` and the `changes` count chits by id. Our own legal default for those who want to begin at once:
    `placement` of units in hexes or boxes, `markers_at` hexes, units that begin `reduced`, independents by `assign`.
    `ready` places in the module's set-up what the default leaves open.
    `starts` says how a unit begins beyond its place, `structures` what is built at the start, `points` what a side may
    spend, `supply` the places where a side loads. `first_turn` is the number of its first turn on the track.
    `beside` are the maps that lie to the right of its map, in order. What it does not say itself is that of the
    scenario which it is `like`; its `wings` part the sides between several players.
    """

    id: Identifier
    like: Identifier | None = None
    title: Text
    subtitle: Text
    date: str
    map: str
    beside: tuple[Identifier, ...] = ()
    turns: Annotated[int, Meta(ge=1, le=100)]
    first_turn: Annotated[int, Meta(ge=1, le=100)] = 1
    turn_labels: tuple[Text, ...]
    own_edges: dict[str, Edge]
    first: str | None = None
    order: tuple[Step, ...]
    zones: dict[str, Zone]
    setup: dict[str, Setup]
    assign: dict[str, str] = field(default_factory=dict)
    mounted: tuple[Mount, ...] = ()
    cup: dict[str, Count] = field(default_factory=dict)
    picks: tuple[Pick, ...] = ()
    changes: dict[str, Change] = field(default_factory=dict)
    wings: dict[str, Wing] = field(default_factory=dict)
    victory: Victory
    special: tuple[Rule, ...] = ()
    placement: dict[str, str] = field(default_factory=dict)
    markers_at: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ready: Ready = field(default_factory=Ready)
    reduced: tuple[str, ...] = ()
    starts: dict[str, Start] = field(default_factory=dict)
    structures: dict[str, Structure] = field(default_factory=dict)
    points: dict[str, Count] = field(default_factory=dict)
    supply: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stacking: Annotated[int, Meta(ge=1, le=100)] = 3
    intro: Text | None = None
