"""The position: everything that can change while a scenario is played, in plain data."""

from typing import Literal

import msgspec
from msgspec import field

from rules.barbarossa.actions import Complete, Fire, Hide, Mark, Order, Smoke
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due, Otherwise
from rules.engine.position import Position as Base

STEPS = tuple(f"S{number}" for number in range(1, 13))


def step_number(state: str) -> int:
    """The number of a step; 0 for a state that is none."""
    return STEPS.index(state) + 1 if state in STEPS else 0


Reason = Literal[
    "losses", "suppressive", "panic", "flank", "bombed", "shot", "mines", "recovery", "air", "answered", "melee"
]
"""Why a bravery test is made."""
READY = 4
"""The preparation box of an aircraft that may take off."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A unit now, and its card."""

    hex: str = ""
    """Where it stands, also while it is hidden or in a bunker; empty while it is aboard, on an airfield or out."""
    facing: str = ""
    losses: int = 0
    ammo: int = 0
    stores: dict[str, int] = field(default_factory=dict)
    absorbed: int = 0
    """Hits that its defence has taken in this round."""
    absorbed_also: tuple[int, ...] = ()
    """What the defence may have absorbed as well, where it is not said by which number the dice hit."""
    vain: tuple[tuple[int, Otherwise], ...] = ()
    """Hits that its defence has taken by the readings by which some of the shots of this round were forbidden."""
    shielded: int = 0
    """The greatest bonus that its defence had when it took hits in this round."""
    stormed: str = ""
    """The hex that it came into by an assault; it counts while it stands there."""
    suppressed: bool = False
    flagged: bool = False
    fallen: bool = False
    """True once it was suppressed in this round: all its bonuses are gone until the round ends."""
    hidden: bool = False
    off_board: bool = False
    """True while its model is not on the board although it stands in a hex: in ambush, in a bunker, loading."""
    shelter: str = ""
    """The trench or bunker it is in."""
    bound: tuple[str, ...] = ()
    carrier: str = ""
    towed: bool = False
    set_up: bool = True
    packed: bool = False
    """Of a unit that sets up: packed up to move. Between the two it is neither, and can neither attack nor move."""
    order: Order | None = None
    """The order of this round; None if it has none or it was cancelled."""
    running: Order | None = None
    """The order that takes several rounds, and its boxes that are marked."""
    boxes: int = 0
    lapsed: Order | None = None
    """The order of several rounds that suppression has wiped; whether its boxes are wiped is open."""
    lapsed_boxes: int = 0
    group: str = ""
    air: int = 0
    """The last preparation box that is marked; 0 while it flies, and for whatever does not."""
    flown: int = 0
    """Time boxes marked on this flight."""
    used: frozenset[str] = frozenset()
    """What it can do once a game and has done: mines, charges."""
    found_in: str = ""
    """Of a headquarters that was found: the hex in which it was."""
    smoked: int = 0
    """The round in which it was caught in smoke; it gets no order in the next one."""
    out: bool = False

    @property
    def given(self) -> Order | None:
        """The order of this round, else the one that it carries on."""
        return self.order or self.running

    @property
    def work(self) -> Order | None:
        """The order that it carries on, else the one of this round."""
        return self.running or self.order

    @property
    def standing(self) -> bool:
        """True while it is in a hex, seen or not."""
        return bool(self.hex) and not self.out


class Structure(msgspec.Struct, frozen=True, gc=False):
    """What was built, laid or brought: bunker, trench, wire, obstacle, bridge, minefield, smoke, cargo box, path."""

    kind: str
    hex: str
    side: str = ""
    """The neighbour beyond the hexside on which it stands."""
    facing: str = ""
    owner: str = ""
    hits: int = 0
    variety: str = ""
    """Of a minefield, as far as it is known: anti-tank, anti-personnel, dummy."""
    known: bool = True
    laid: int = 0
    """The round in which smoke was laid; of mines, who laid them stands in `by`."""
    by: str = ""
    points: int = 0


class Shot(msgspec.Struct, frozen=True):
    """A shot or a blow: who, at whom, of what kind, with which dice; `dice` and `accuracy` hold what is allowed.

    The values are those of our own reading first, then those that others accept.
    """

    unit: str
    target: str
    kind: str
    hex: str = ""
    dice: tuple[int, ...] = ()
    accuracy: tuple[int, ...] = ()
    rolled: tuple[int, ...] = ()
    hits: int = 0
    also: tuple[int, ...] = ()
    """The hits by other numbers that are accepted: at which hex of its way a mover was shot at is not always said."""
    doubts: tuple[tuple[int, str], ...] = ()
    """By another reading: the number that hits, later the hits, with the ruling."""
    vain: tuple[Otherwise, ...] = ()
    """The readings by which the shot was forbidden: nothing comes of its hits."""
    after: str = ""
    step: str = ""
    by_reading: tuple[tuple[int, str], ...] = ()
    """Numbers of dice that only another reading allows, with the ruling."""


class Owed(msgspec.Struct, frozen=True):
    """A bravery test that somebody owes: why, and since which step; `must` is false where it may be left out."""

    unit: str
    cause: Reason
    step: str = ""
    must: bool = True
    rule: str = "BAR-5.10b"
    once_lost: bool = False
    """True where it is open whether there was a loss: the test must be made as soon as one is marked."""
    ruling: str = ""
    """The open ruling by another reading of which alone it is owed: what comes of it is as open."""


SPENT = frozenset({"ammo", "smoke", "mines", "charges", "boxes"})
"""Numbers of a card that change as an order is carried out."""


def forbids(unit: str) -> str:
    """What a unit is remembered by that carries out an order which it should not have got."""
    return f"{unit} forbidden"


def shot_by_nobody(unit: str) -> str:
    """What a unit is remembered by at which somebody fired who was destroyed already, or not there."""
    return f"{unit} shot by nobody"


def is_of_order(action: Action) -> bool:
    """True for what a unit does to carry out its order, or marks for it: a shot and its dice, work, what is spent.

    Ammunition hangs on the shot or the blow for which it is paid: who is assaulted pays, whatever his order.
    """
    match action:
        case Mark(what=what):
            return what in SPENT and what != "ammo"
        case Roll(purpose=purpose):
            return purpose == "FIRE"
    return isinstance(action, Fire | Smoke | Complete | Hide)


def who_does(action: Action) -> str:
    """The unit that does it, or on whose card it is marked."""
    return action.who if isinstance(action, Roll) else str(getattr(action, "unit", ""))


class Position(Base, frozen=True, kw_only=True):
    """Everything that can change in a scenario."""

    round: int = 0
    units: dict[str, Unit]
    structures: dict[str, Structure] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    """The sides that are ready with the set-up, or have sealed their orders."""
    opened: tuple[str, ...] = ()
    """The sides that have opened their orders."""
    done: tuple[str, ...] = ()
    """The sides that are done with this step."""
    paid: dict[str, int] = field(default_factory=dict)
    """Strength points that a side has spent; under `<side> pieces` those for anything but mines."""
    before_step: dict[str, int] = field(default_factory=dict)
    """Losses of each unit when this step (or pulse, or round of a duel) began: by them firepower is counted."""
    shots: tuple[Shot, ...] = ()
    """The shots of this step, declared or rolled."""
    fired: dict[str, int] = field(default_factory=dict)
    """How often a unit has fired in this round."""
    cancelled: dict[str, Order] = field(default_factory=dict)
    """Orders that were cancelled in this step: what is simultaneous with it is still carried out."""
    marked: dict[str, int] = field(default_factory=dict)
    """What still stands on a card, by unit and field, where it is not the number that holds: due, or not wiped yet."""
    rightly: dict[str, int] = field(default_factory=dict)
    """By unit and field: the number that would be right, where the players have written another one."""
    accepted: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By unit and field: numbers that do as well as the one that is due, because the rule can be read so."""
    flanked: tuple[str, ...] = ()
    """Who was assaulted across a flank or the rear in this step."""
    owed: tuple[Owed, ...] = ()
    tested: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Who has tested in this step: the dice, and the bravery that they were held against."""
    stepped: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The hexes that a unit has entered in this step, in order, with the one it began in first."""
    halted: dict[str, str] = field(default_factory=dict)
    """Who cannot move any more in this round, and the rule by which it is so."""
    adjusted: dict[str, str] = field(default_factory=dict)
    """By side: the artillery unit whose fire was adjusted in this round."""
    entered: tuple[str, ...] = ()
    """Units that came by an assault in this round."""
    duels: tuple[tuple[str, str], ...] = ()
    """The pairs of this round of air combat."""
    fought: tuple[tuple[str, str], ...] = ()
    """Those of the round before: who is left of them fights on."""
    blown: tuple[str, ...] = ()
    """Units against which mines have exploded in this step."""
    shared: dict[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    """By carrier: who was aboard when it took losses in this step, and what all of them must have lost together."""
    remarked: tuple[str, ...] = ()
    """What is worth saying once in a game, and was said."""
    score: dict[str, int] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    result: str = ""

    def unit(self, name: str, **changes: object) -> "Position":
        """The same position with one unit changed."""
        return self.but(units={**self.units, name: msgspec.structs.replace(self.units[name], **changes)})

    def structure(self, name: str, **changes: object) -> "Position":
        """The same position with one structure changed."""
        changed = msgspec.structs.replace(self.structures[name], **changes)
        return self.but(structures={**self.structures, name: changed})

    def owing(self, *dues: Due) -> "Position":
        """The same position with more due; what carries out an order that was forbidden may be done, and is not due."""
        return super().owing(*map(self._of_order, dues))

    def _of_order(self, due: Due) -> Due:
        forbidden = all(is_of_order(each) and forbids(who_does(each)) in self.fired for each in due.options)
        return msgspec.structs.replace(due, must=False, below=True) if due.options and forbidden else due

    def waiting(self, unit: str = "") -> tuple[Shot, ...]:
        """The shots and blows of which no dice have fallen yet, of one unit if it is named."""
        return tuple(shot for shot in self.shots if not shot.rolled and unit in {"", shot.unit})

    def without(self, structure: str) -> "Position":
        """The same position without a structure."""
        return self.but(structures={name: each for name, each in self.structures.items() if name != structure})

    def at(self, place: str) -> tuple[str, ...]:
        """The units in a hex, hidden ones too; aircraft over it among them."""
        return tuple(name for name, unit in self.units.items() if unit.hex == place and not unit.out)

    def in_hex(self, place: str, *kinds: str) -> tuple[str, ...]:
        """The structures of these kinds in a hex, those on its sides not counted."""
        return tuple(
            name for name, each in self.structures.items() if each.hex == place and not each.side and each.kind in kinds
        )

    def between(self, place: str, other: str, *kinds: str) -> tuple[str, ...]:
        """The structures of these kinds on the side between two hexes."""
        ends = {place, other}
        return tuple(
            name
            for name, each in self.structures.items()
            if each.side and {each.hex, each.side} == ends and each.kind in kinds
        )
