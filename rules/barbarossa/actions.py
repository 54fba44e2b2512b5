"""What players do: the verbs of the game. A roll is `rules.engine.dice.Roll` with one of the purposes below.

Purposes (`who` is the one that rolls or for whom it is rolled):
FIRE (any shot that a `Fire` declared, flak and strikes too), MELEE (a `Strike` in a hex or a duel in the air),
MINES (of the one that entered), TEST (a bravery test), SEARCH (of a reconnaissance), ROLLOFF (of two that assault each
other), PICK (who chooses his duel first). A roll declares nothing that was not declared before, but TEST, MINES,
SEARCH, ROLLOFF and PICK declare themselves.
"""

from typing import ClassVar, Literal

from rules.engine.actions import Action
from rules.engine.dice import Roll

__all__ = ["Roll"]

Field = Literal["losses", "defence", "bravery", "ammo", "smoke", "mines", "charges", "bombs", "cargo", "boxes", "air"]
Status = Literal["suppressed", "flag", "ambush", "dug-in", "bound", "set-up", "transported", "towed", "air-combat"]
Shot = Literal["fire", "suppress", "indirect", "bombard", "defend", "ambush", "move", "flak", "strike", "react"]


# ------------------------------------------------------------------------------------------------------- set-up
class Place(Action, frozen=True):
    """A unit is put on the board at the set-up, facing a neighbour's direction if it faces anywhere."""

    own: ClassVar[bool] = True
    unit: str
    hex: str
    facing: str = ""


class Build(Action, frozen=True):
    """A structure stands somewhere: in a hex, or on the side between a hex and its neighbour `side`."""

    structure: str
    hex: str
    side: str = ""
    facing: str = ""


class Buy(Action, frozen=True):
    """Strength points are paid: for units, for pieces of a kind of structure, or for mines of a unit."""

    what: str
    count: int = 1


class Ready(Action, frozen=True):
    """A side has set up."""


# ----------------------------------------------------------------------------------------------------- planning
class Order(Action, frozen=True):
    """The order of a unit, known since it was opened. An order that was never opened has no name: nothing is known.

    `target` is an enemy's or a friend's unit; `hex` the hex that the order names (target, own or edge hex, centre of an
    area) and `also` a second one; `entry` the half hex where an aircraft enters; `observer` who sees the target;
    `route` the hexes of a way without the one where it begins; `fire_from` the hex that is underlined; `side` the
    neighbour of `hex` (or of the own hex) beyond a hexside; `choice` the kind of mine, of structure or of works, or who
    stays of two that merge. `number` is a distance, radius or amount as the order asks for, `rounds` a duration.
    """

    own: ClassVar[bool] = True
    unit: str
    order: str = ""
    target: str = ""
    hex: str = ""
    route: tuple[str, ...] = ()
    fire_from: str = ""
    facing: str = ""
    side: str = ""
    number: int | None = None
    rounds: int | None = None
    choice: str = ""
    also: str = ""
    entry: str = ""
    observer: str = ""


class Opened(Action, frozen=True):
    """What an ambush had sealed apart from its order is opened: where the unit lies, faces, and how far it fires."""

    unit: str
    hex: str = ""
    facing: str = ""
    number: int | None = None


class Resume(Action, frozen=True):
    """An order that takes several rounds is carried on."""

    own: ClassVar[bool] = True
    unit: str


class BreakOff(Action, frozen=True):
    """An order that takes several rounds is given up; its boxes are wiped."""

    own: ClassVar[bool] = True
    unit: str


class Group(Action, frozen=True):
    """Units in a hex form a group under a flag; with no units the group is dissolved."""

    group: str
    units: tuple[str, ...] = ()


class OrdersDone(Action, frozen=True):
    """A side has given its orders: they are sealed."""


class Reveal(Action, frozen=True):
    """A side opens its orders."""


# --------------------------------------------------------------------------------------------------- the clock
class StepDone(Action, frozen=True):
    """A side says that it has done all it does in this step."""


class Advance(Action, frozen=True):
    """The marker goes on: to PLANNING, REVEAL, one of S1 to S12, or the end (OVER)."""

    clock: ClassVar[bool] = True

    to: str
    unsaid: bool = False
    """True where nobody moves the marker any more, and only bookkeeping or dice say that the game has come there."""


class Conclude(Action, frozen=True):
    """The game is declared over: who won."""

    waives: ClassVar[bool] = True
    winner: str = ""


# -------------------------------------------------------------------------------------------- fire and its rolls
class Fire(Action, frozen=True):
    """A shot is declared: at a unit, or at a hex. `dice` and `accuracy` as the players said them (None: unsaid).

    `after` is the unit that was shot at before, where missed dice are carried over to the next unit of a hex.
    `again` where the dice of a shot without a hit are rolled once more (a headquarters adjusts fire).
    """

    unit: str
    target: str = ""
    hex: str = ""
    kind: Shot = "fire"
    dice: int | None = None
    accuracy: int | None = None
    after: str = ""
    again: bool = False


class Strike(Action, frozen=True):
    """A unit fights a unit in melee, or an aircraft another one in a duel."""

    unit: str
    target: str
    dice: int | None = None
    accuracy: int | None = None


class Smoke(Action, frozen=True):
    """Smoke is laid on the hex of the order and on a neighbour of it."""

    unit: str
    hex: str
    also: str = ""


class Mark(Action, frozen=True):
    """A number on a card is changed to a value: losses, defence, bravery, ammunition, stores, time boxes, air boxes."""

    follows: ClassVar[bool] = True

    about: ClassVar[str] = "box"

    unit: str
    what: Field
    value: int
    ordered: str = ""
    """While orders are written: the one that the unit gets, as far as it comes to light later; `none` without one."""
    was: int | None = None
    """The number that stood there, of those that follow from others, as far as the log tells it."""

    @property
    def box(self) -> str:
        """The number on the card that it is about."""
        return f"{self.unit} {self.what}"


class State(Action, frozen=True):
    """A status box of a card is marked or wiped; `beside` is the enemy it is bound with or the structure it is in."""

    follows: ClassVar[bool] = True

    about: ClassVar[str] = "box"

    unit: str
    status: Status
    on: bool = True
    beside: str = ""

    @property
    def box(self) -> str:
        """The status box that it is about."""
        return f"{self.unit} {self.status}"


class Out(Action, frozen=True):
    """A piece goes out of the game: destroyed, merged into another, or (a structure) removed."""

    follows: ClassVar[bool] = True

    piece: str


# ------------------------------------------------------------------------------------------------- on the ground
class Step(Action, frozen=True):
    """A unit goes to a neighbouring hex; `fights` if by an assault."""

    unit: str
    hex: str
    fights: bool = False


class Back(Action, frozen=True):
    """A model that was moved too far is put back into a hex of its way in this step."""

    unit: str
    hex: str


class Halt(Action, frozen=True):
    """A unit goes no farther."""

    unit: str


class Turn(Action, frozen=True):
    """A unit faces another neighbour's direction."""

    unit: str
    facing: str


class Hide(Action, frozen=True):
    """A unit disappears from the board: into ambush; a headquarters is turned over where it stands."""

    unit: str


class Show(Action, frozen=True):
    """A hidden unit, or one that lies in a structure or carrier, stands on the board again."""

    unit: str
    hex: str = ""


class Occupy(Action, frozen=True):
    """A unit goes into a trench or a bunker of its hex."""

    unit: str
    structure: str


class Board(Action, frozen=True):
    """A unit goes aboard a carrier, or is hitched to it (`towed`)."""

    unit: str
    carrier: str
    towed: bool = False


class Leave(Action, frozen=True):
    """A unit leaves its carrier, or is unhitched, into a hex."""

    unit: str
    hex: str = ""


class Enter(Action, frozen=True):
    """A unit comes onto the board: as a reinforcement, or back from loading supply."""

    unit: str
    hex: str = ""
    facing: str = ""


class Merge(Action, frozen=True):
    """Two units become one: who stays, and who goes out."""

    unit: str
    other: str


class Supply(Action, frozen=True):
    """Points go from a carrier (or a cargo box) to a unit; `what` is ammo or a store."""

    unit: str
    source: str
    points: int
    what: Field = "ammo"


class Complete(Action, frozen=True):
    """What an order that takes several rounds brings about: a structure built, mines laid or cleared, and the like.

    `structure` is the piece that appears or is meant; `kind` the kind of a minefield, when it is known.
    """

    unit: str
    structure: str = ""
    hex: str = ""
    side: str = ""
    kind: str = ""


class Uncover(Action, frozen=True):
    """A minefield is turned up: of what kind it is."""

    structure: str
    kind: str = ""


# --------------------------------------------------------------------------------------------------- in the air
class TakeOff(Action, frozen=True):
    """An aircraft is put on a half hex of the edge."""

    unit: str
    hex: str


class Fly(Action, frozen=True):
    """An aircraft goes on to a hex of its straight path (the next one, or as far as nothing happens)."""

    unit: str
    hex: str


class Return(Action, frozen=True):
    """An aircraft goes back to its airfield."""

    unit: str


class Duel(Action, frozen=True):
    """Aircraft are paired: an aircraft, the enemy's it fights, and whose choice it was."""

    unit: str
    target: str


class Drop(Action, frozen=True):
    """A transport aircraft drops its cargo, or lands its paratroops, in a hex."""

    unit: str
    hex: str
    piece: str = ""


class Found(Action, frozen=True):
    """A hidden unit is found: by an adjacent unit, a scout or a search; by whom, if it was said."""

    unit: str
    finder: str = ""
