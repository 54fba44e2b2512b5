"""The position: what stands where in which state, what the cup holds, what the active formation has done."""

from typing import Literal

import msgspec
from msgspec import field

from rules.engine.obligations import Due
from rules.engine.position import Position as Base

Place = Literal["cup", "drawn", "used", "skipped", "held", "kept", "reserve", "cancelled", "off"]
"""Where a chit can be; `kept` is the last of a turn, `reserve` the German player's three of choice."""
Fired = Literal["", "full", "reduced", "open"]
"""How a unit has fired; `open` if the log does not tell at what strength."""


Trail = tuple[tuple[str, int], ...]
"""Hexes that were left in a row, with what had been spent before each."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A piece now. `hex` is empty off the map, and `box` tells where it is then."""

    hex: str = ""
    steps: int = 2
    neutralised: bool = False
    ooc: bool = False
    opp: bool = False
    activated: bool = False
    aboard: str = ""
    formation: str = ""
    box: str = "pool"

    @property
    def on_map(self) -> bool:
        """True while the piece is on the map."""
        return bool(self.hex)


class Formation(msgspec.Struct, frozen=True, gc=False):
    """A formation now: what it did this turn, and the markers on its HQ."""

    activations: int = 0
    repeated: bool = False
    skipped: bool = False
    exhausted: bool = False
    demoralised: bool = False
    checked: bool = False
    """True once it was checked for demoralisation."""
    recovered: bool = False
    """True while the marker is out by whose draw it recovered."""
    tried: bool | None = False
    """True if it has rolled for its recovery before the turn marker went on; None if that is in no log."""
    lost: int = 0
    """Steps lost in play."""


class Deed(msgspec.Struct, frozen=True, gc=False):
    """What a unit has done in this activation; movement is spent in halves of a point."""

    start: str = ""
    spent: int = 0
    hexes: int = 0
    fired: Fired = ""
    loaded: bool = False
    melees: int = 0
    halted: str = ""
    """The rule by which it cannot move any more in this activation."""
    column: bool = False
    entered: int = 0
    """What entering the map cost, in halves."""
    trail: Trail = ()
    """The hexes that it left one after another while nobody else did anything, and what it had spent before each."""
    between: bool = False
    """True if it had moved before it fired."""
    crowded: bool = False
    """True if a melee threw it back into a hex that was full."""
    overran: bool = False
    """True if it has entered a hex in which a lone HQ was overrun."""
    strayed: bool = False
    """True if its last own move ended beyond the radius of its HQ, having been in command."""


class Resume(msgspec.Struct, frozen=True):
    """What was before an activation, for the case that it is cancelled: dues, pairs, what the formations had done."""

    due: tuple[Due, ...] = ()
    paired: dict[str, str] = field(default_factory=dict)
    deferred: dict[str, str] = field(default_factory=dict)
    formations: dict[str, Formation] = field(default_factory=dict)


class Activation(msgspec.Struct, frozen=True):
    """The activation that is going on: formations, chits, how it came about, what was done in it."""

    formations: tuple[str, ...]
    chits: tuple[str, ...]
    side: str
    by: Literal["own", "repeat", "pair"] = "own"
    recovery_only: bool = False
    failed: tuple[str, ...] = ()
    """Formations whose exhaustion check failed."""
    rallied: tuple[str, ...] = ()
    """Units that have tried to rally."""
    touched: bool = False
    """True once anything was carried out."""
    salvos: dict[str, int] = field(default_factory=dict)
    deeds: dict[str, Deed] = field(default_factory=dict)
    reacted: tuple[str, ...] = ()
    """Reactions made, as `oppfire <unit>` and the like."""
    moving: tuple[str, ...] = ()
    """The units whose movement is going on: the last ones to move, while nobody else acts."""
    shots: tuple[tuple[str, str], ...] = ()
    """Direct fire of the active side: who has fired at whom."""
    volleys: tuple["Shot", ...] = ()
    """Salvos that were declared and wait for their dice, in their order."""
    struck: tuple[str, ...] = ()
    """Hexes hit by indirect fire."""
    group: tuple[str, ...] = ()
    """Salvos declared together and not yet carried out, as `chit calibre hex`."""
    resume: Resume = Resume()
    moved: frozenset[str] = frozenset()
    """Units that had moved in this turn before it began."""


class Shot(msgspec.Struct, frozen=True):
    """A fire that was declared: it waits for its dice, or its results are known."""

    firers: tuple[str, ...]
    targets: tuple[str, ...]
    hex: str
    column: dict[str, str]
    """For each target, the column of the chart."""
    kind: Literal["FIRE", "OPPFIRE", "RETURN", "MELEE", "BARRAGE", "STUKA", "MINE"]
    reduced: bool | Literal["unsaid"] = False
    """`unsaid` if it is, and the firer did not say so."""
    told: int | None = None
    """The column that was declared."""
    chit: str = ""
    calibre: str = ""
    results: dict[str, str] = field(default_factory=dict)
    """For each target, the result that the dice gave it."""
    shaken: tuple[str, ...] = ()
    """Targets that were neutralised already when it fell."""
    sent: bool = False
    """True for a salvo of which the message got through, or needed not to be rolled for."""


class Trigger(msgspec.Struct, frozen=True):
    """What the passive side may react to: a move into a hex, or a fire from a hex at targets; never a withdrawal."""

    kind: Literal["move", "fire", "withdraw"]
    units: tuple[str, ...]
    hex: str
    targets: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    """How units have reacted to it: each kind of reaction with its target, if it has one, and its unit."""
    passed: tuple[str, ...] = ()
    """Units whose check succeeded."""

    def was_answered_by(self, unit: str) -> bool:
        """Tell whether a unit has reacted to it."""
        return any(done.endswith(f" {unit}") for done in self.answered)


class Melee(msgspec.Struct, frozen=True):
    """A melee: where, who came from where, who has fired in this part of the round, and what is not yet settled."""

    hex: str
    attackers: dict[str, str]
    """By attacker: the hex that it came from."""
    defenders: tuple[str, ...]
    shaken: dict[str, int] = field(default_factory=dict)
    """Defenders that were neutralised before, with the steps that they had."""
    soft: bool = True
    """True if the defenders are all infantry, heavy weapons or anti-tank units."""
    round: int = 1
    part: Literal["defence", "attack", "both"] = "defence"
    fired: tuple[str, ...] = ()
    """Who has fired in this part of the round."""
    pending: tuple[tuple[str, str, str], ...] = ()
    """Results that nobody has to take yet: unit, result, and the result by the column that the firer declared."""
    fleeing: tuple[str, ...] = ()
    """Units that suffered an N: they are marked and leave, or lose a step."""
    told: tuple[str, ...] = ()
    """Units that were told to leave in this round."""
    gone: tuple[str, ...] = ()
    """Sides of which a unit has gone back, so that an HQ may go with it."""
    quiet: bool = False
    """True if nobody reacted to the entry, which may mean as well that no defender fires."""


class Position(Base, frozen=True, kw_only=True):
    """Everything that can change in a battle."""

    turn: int = 0
    stage: int = 0
    active: str = ""
    units: dict[str, Unit]
    formations: dict[str, Formation]
    chits: dict[str, str]
    drawn: tuple[str, ...] = ()
    """The chits that wait to be decided on, the last one first to be."""
    passed: str = ""
    """The side that announced a pass on the last draw; `both` after two in succession."""
    declined: str = ""
    """The same for every marker that was declined, announced or not (AMB-13)."""
    paired: dict[str, str] = field(default_factory=dict)
    """By side: the General that is committed to a pair."""
    deferred: dict[str, str] = field(default_factory=dict)
    """By side: the chit passed under a General."""
    declined_by: dict[str, str] = field(default_factory=dict)
    """By side: the marker declined last, which a General may still join to the next one."""
    acted: str = ""
    """The side of the last activation in this phase."""
    latest: str = ""
    """The chit that was drawn last in this turn."""
    activation: Activation | None = None
    shot: Shot | None = None
    """The last fire."""
    aimed: dict[str, Shot] = field(default_factory=dict)
    """By firer: what was declared and may still be rolled for."""
    trigger: Trigger | None = None
    melee: Melee | None = None
    works: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    holders: dict[str, str] = field(default_factory=dict)
    trodden: frozenset[str] = frozenset()
    """Objectives that somebody has come into since the set-up."""
    points: int = 0
    salvos: dict[str, int] = field(default_factory=dict)
    """Salvos fired in this turn, by side and calibre."""
    astray: dict[str, tuple[str, Deed]] = field(default_factory=dict)
    """By unit that was moved against the rules: from where, and what it had done before; it may be put back."""
    moved: frozenset[str] = frozenset()
    """Units that have moved in this turn."""
    wronged: frozenset[str] = frozenset()
    """Units whose Neutralised marker the other side laid without cause: nobody has to do anything about it."""
    result: str = ""

    def unit(self, name: str, **changes: object) -> "Position":
        """The same position with one piece changed."""
        return self.but(units={**self.units, name: msgspec.structs.replace(self.units[name], **changes)})

    def formation(self, name: str, **changes: object) -> "Position":
        """The same position with one formation changed."""
        return self.but(formations={**self.formations, name: msgspec.structs.replace(self.formations[name], **changes)})

    def chit(self, name: str, place: Place) -> "Position":
        """The same position with one chit elsewhere."""
        return self.but(chits={**self.chits, name: place})

    def deed(self, name: str) -> Deed:
        """What a unit has done in this activation."""
        return self.activation.deeds.get(name, NOTHING) if self.activation else NOTHING

    def did(self, name: str, **changes: object) -> "Position":
        """The same position with a unit having done something in this activation."""
        if self.activation is None:
            return self
        deeds = {**self.activation.deeds, name: msgspec.structs.replace(self.deed(name), **changes)}
        return self.but(activation=msgspec.structs.replace(self.activation, deeds=deeds, touched=True))

    def acts(self, **changes: object) -> "Position":
        """The same position with the activation changed."""
        if self.activation is None:
            return self
        return self.but(activation=msgspec.structs.replace(self.activation, **changes))

    def at(self, place: str) -> tuple[str, ...]:
        """The pieces in a hex."""
        return tuple(name for name, unit in self.units.items() if unit.hex == place)


NOTHING = Deed()
