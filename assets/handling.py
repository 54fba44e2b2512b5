"""The shape of `module.yaml`: how the players handle the game on the screen; shared by builder and readers of logs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from assets.basics import Colour, Identifier, Strict, Text, Word

Bearer = Literal["unit", "hq", "chit"]
Shortcut = Annotated[
    str, Meta(pattern=r"^((Ctrl|Alt|Shift) )*\S+$", description="a key such as Ctrl F or Numpad8"), Meta(max_length=30)
]


class State(Strict, frozen=True, kw_only=True):
    """A state that a piece may be in: the marker that shows it (none: the back of the piece), who may be in it.

    `types` leave it to units of these types: the back of a gun may show that it is limbered. On a unit card it is
    shown at `box`, by a picture of its own, or by a tick in the status box of its marker.
    """

    id: Word
    marker: str | None = None
    of: tuple[Bearer, ...]
    types: tuple[str, ...] = ()
    key: Shortcut | None = None
    box: str = ""


Gauged = Literal["unit", "hq", "marker"]
Corner = Literal["top-left", "top", "top-right", "left", "right", "bottom-left", "bottom", "bottom-right"]


class Gauge(Strict, frozen=True, kw_only=True):
    """A number that pieces bear in play and show in a corner: which pieces, how high it goes, its colours.

    Its id is the property that verbs set or add to; it never falls below 0, and at 0 nothing is shown.
    """

    id: Word
    of: Annotated[tuple[Gauged, ...], Meta(min_length=1)]
    most: Annotated[int, Meta(ge=1, le=99)]
    corner: Corner = "top-right"
    ground: Colour = "#161a1d"
    ink: Colour = "#ffffff"


class Reach(Strict, frozen=True, kw_only=True):
    """How far a printed value carries, shown around a piece on the screen of who asks: whose, how many places at least.

    Its id is the value.
    """

    id: Identifier
    of: Annotated[tuple[Literal["unit", "hq"], ...], Meta(min_length=1)]
    menu: Text
    key: Shortcut | None = None
    least: Annotated[int, Meta(ge=0, le=99)] = 0
    ground: Colour = "#c8281e"


class Direction(Strict, frozen=True, kw_only=True):
    """A key that moves a piece by one place: so many half places to the right and down."""

    id: Identifier
    key: Shortcut
    right: int = 0
    down: int = 0


class Salvo(Strict, frozen=True, kw_only=True):
    """A marker with which fire is called down on a place: which kinds of fire it has, and what is rolled for it.

    `asks` is the check that comes between the declaration and that roll. `guns` names the silhouette of each kind.
    """

    id: Identifier
    kinds: tuple[Word, ...]
    purpose: Word
    asks: Word = ""
    guns: dict[Word, str] = field(default_factory=dict)


class Meter(Strict, frozen=True, kw_only=True):
    """A number on a card that changes in play: what it begins with, what it cannot exceed, which types have it.

    `start` and `most` name a value or a store of the card; a card without them does not have the meter. One of `round`
    begins anew in every round. `reach` is the most where nothing is named, `first` what it begins with.
    """

    id: Identifier
    start: str = ""
    most: str = ""
    first: int = 0
    reach: int = 99
    types: tuple[str, ...] = ()
    round: bool = False


class Aim(Strict, frozen=True, kw_only=True):
    """A kind of shot: the purpose of its roll, when it is the usual one, and how many dice it has.

    It is usual for a unit of these types whose order is one of these in one of these phases (each: any, if none is
    named). Dice come from the table of targets, or are those of melee, times `times` through `over` rounded up, plus
    `add`, less the number `less` that is printed in the order's box.
    """

    id: Word
    roll: Word
    usual: bool = True
    orders: tuple[str, ...] = ()
    phases: tuple[Word, ...] = ()
    types: tuple[str, ...] = ()
    table: Literal["targets", "melee"] = "targets"
    times: int = 1
    over: int = 1
    add: int = 0
    less: str = ""


class Sealing(Strict, frozen=True, kw_only=True):
    """Orders that are written in secret: in which phase, and what may be written beside the game's orders.

    The parameters of orders in `apart` are sealed on their own, and stay sealed when orders are revealed. A parameter
    (`ambush.place`) of `here` is the unit's own place unless another was noted, one of `reach` the range of its card.
    `lasting` is the number that an order prints if it takes several rounds; orders of `once` are completed at one go,
    and say so as well.
    """

    phase: Word
    more: dict[str, Text] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    lasting: str = ""
    once: tuple[str, ...] = ()


class Way(Strict, frozen=True, kw_only=True):
    """What kind of step a move is: for these types, in these phases, out of these trays (each: any, if none)."""

    a: Word
    types: tuple[str, ...] = ()
    phases: tuple[Word, ...] = ()
    trays: tuple[str, ...] = ()


class Boarding(Strict, frozen=True, kw_only=True):
    """A way to get on a carrier or into a shelter: who takes aboard, who is taken, the marker that shows it.

    `needs` is the value of a card, or the fact of a type, that the carrier has; `takes` that of who gets aboard (all,
    if none is named). `on` are markers that are boarded instead, by either side.
    """

    id: Word
    needs: str = ""
    takes: str = ""
    on: tuple[str, ...] = ()
    marker: str = ""


class Seat(Strict, frozen=True, kw_only=True):
    """A place at the table beside those of the sides: whose pieces its player moves, whose cards he sees as well.

    `holds` names sides, wings, formations, units or chits, or `all`; a referee's seat holds none. It is meant for these
    scenarios, or for every one. Its id stands in records as the player's side: the side of an act is that of the piece.
    """

    id: Word
    name: Text | None = None
    holds: tuple[str, ...] = ()
    sees: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()


class Secret(Strict, frozen=True, kw_only=True):
    """Something that a piece hides, sealed by who sets it until he opens it: on which pieces, and what it may say.

    `of` names types of units, `unit` or `hq` for all of them, markers, kinds of chits. It is one of the `choices`, or
    it is `written`: a text that is typed, or the units or places that were noted. A plan of a side is a marker that
    lies in a box. The text that is sealed begins with the id: `minefield:dummy`.
    """

    id: Identifier
    of: Annotated[tuple[str, ...], Meta(min_length=1)]
    menu: Text | None = None
    choices: dict[Word, Text] = field(default_factory=dict)
    written: Literal["", "text", "units", "places"] = ""


class Following(Strict, frozen=True, kw_only=True):
    """A marker that follows the clock: along which track, by the turn or by the number in the name of the phase."""

    id: Identifier
    track: Identifier
    by: Literal["Turn", "Phase"]


class Handling(Strict, frozen=True, kw_only=True):
    """How the module is handled.

    `saved` is the day of the release, which stands in the file instead of the clock. `seats` are places at the table
    beside those of the sides. `keys` are shortcuts by verb, or by verb and choice (`choose.TakeN`). `shots` are the
    purposes of a roll by the kind of shot. `chits` says what can be done with a chit of a kind; being carried out
    (one of `acts`) makes its formation the active one. `next_steps` are kinds of steps that a player says before the
    step, `column` is the state of moving in column, `only` says whose command a choice is (`out.Overrun`), `open`
    which commands the other side may give as well: to carry out a result on an enemy's piece. `ground` are markers
    that lie below all units; those of `held` have a side each, those of `rolls` make checks of their own. `sweeps`
    are states that a button takes off all of a side's pieces, `raises` those that one puts on all that are in another
    state.

    `gauges` are numbers on pieces, `reaches` how far values carry, `secrets` what pieces hide.

    A game of unit cards has `meters` on them, orders by `sealing`, kinds of shots by `aims` and `facings` in
    clockwise order. `trays` stand beside the cards in the window of a side; `away` says to which box of its side a
    piece goes by the word of a record (the first box is for those that are out for good, wherever they were). `ways`
    are the kinds of steps, the first that fits. `boarding` says by the word of a record how a carrier is boarded.
    Markers of `targets` are fired at as a kind of target, `follows` are the markers that follow the clock.
    """

    saved: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] = "2000-01-01"
    board: Word = "Map"
    seats: dict[Word, Seat] = field(default_factory=dict)
    states: dict[Word, State] = field(default_factory=dict)
    keys: dict[str, Shortcut] = field(default_factory=dict)
    steps: dict[Literal["columns", "rows", "squares"], dict[str, Direction]] = field(default_factory=dict)
    shots: dict[Word, Word] = field(default_factory=dict)
    salvos: dict[str, Salvo] = field(default_factory=dict)
    first_phase: Word = ""
    column: Word = ""
    next_steps: tuple[Word, ...] = ()
    only: dict[str, tuple[Bearer, ...]] = field(default_factory=dict)
    open: tuple[str, ...] = ()
    sweeps: tuple[Word, ...] = ()
    raises: dict[Word, Word] = field(default_factory=dict)
    rolls: dict[str, tuple[Word, ...]] = field(default_factory=dict)
    held: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    chits: dict[str, tuple[Word, ...]] = field(default_factory=dict)
    acts: tuple[Word, ...] = ()
    gauges: dict[Word, Gauge] = field(default_factory=dict)
    reaches: dict[str, Reach] = field(default_factory=dict)
    meters: dict[str, Meter] = field(default_factory=dict)
    aims: dict[Word, Aim] = field(default_factory=dict)
    sealing: Sealing | None = None
    facings: dict[Word, Text] = field(default_factory=dict)
    trays: dict[str, Text] = field(default_factory=dict)
    away: dict[Word, str] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()
    boarding: dict[Word, Boarding] = field(default_factory=dict)
    follows: dict[str, Following] = field(default_factory=dict)
    targets: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, Secret] = field(default_factory=dict)
