"""Writing: what a game's actions look like in a log, in plain deeds, before anybody knows how a log is made.

A game's writer turns an action into entries; an entry is one step of the log, made of deeds in their order. The deeds
know no format: pieces are named by what they are in the game, places by the names that players see.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.position import Position

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Ref(msgspec.Struct, frozen=True):
    """A piece: what it is in the game and which copy; or the copy that lies at a place (`BESIDE`: off the map)."""

    name: str
    copy: int = 1
    at: str = ""


BESIDE = "beside"
"""Off the map, wherever that is."""


class Held(msgspec.Struct, frozen=True):
    """What a property of the piece that speaks says."""

    property: str


class Words(msgspec.Struct, frozen=True):
    """A text in which pieces are named by their ids."""

    parts: tuple[str | Ref, ...]


Value = str | Ref | tuple[Ref, ...] | Held | Words
"""A text, the pieces whose ids stand there, or where the text is found."""


class Go(msgspec.Struct, frozen=True):
    """A piece goes to a place: a hex, a box or a deck; `sent` if a command of its own sends it there."""

    piece: Ref
    place: str
    sent: bool = False


class Join(msgspec.Struct, frozen=True):
    """A piece goes to where another one lies, sent there by a command."""

    piece: Ref
    other: Ref


class Away(msgspec.Struct, frozen=True):
    """Those of some pieces that lie where one lies go to a box, sent there by a command."""

    pieces: tuple[Ref, ...]
    beside: Ref
    place: str


class New(msgspec.Struct, frozen=True):
    """A piece out of the box of pieces comes to a place; it is the next copy of what it is."""

    piece: Ref
    place: str


class Put(msgspec.Struct, frozen=True):
    """A property of a piece gets a value; where it need not have the property, nothing is done to one without."""

    piece: Ref
    property: str
    value: Value
    always: bool = True


class Seal(msgspec.Struct, frozen=True):
    """A text is sealed on a piece with a key: that of the round, or (`apart`) one of its own."""

    piece: Ref
    text: Words
    key: str
    apart: bool = False


class Open(msgspec.Struct, frozen=True):
    """What was sealed apart is opened with its key."""

    piece: Ref
    key: str


class Wipe(msgspec.Struct, frozen=True):
    """A property is emptied on every piece that has something there."""

    property: str


class Keep(msgspec.Struct, frozen=True):
    """A property of the whole game gets a value; or the fixed property `fact` of a piece."""

    property: str
    value: Value = ""
    fact: str = ""


class Add(msgspec.Struct, frozen=True):
    """A number is added to a property of a piece, or of the whole game where no piece is named."""

    piece: Ref | None
    property: str
    by: int


class Say(msgspec.Struct, frozen=True):
    """A record: its verb, the piece that speaks (none for a button), the values that do not speak for themselves."""

    verb: str
    piece: Ref | None = None
    values: Mapping[str, Value] = {}


class Throw(msgspec.Struct, frozen=True):
    """Dice fall, by the button of that name, and the record of the roll says so.

    Where they are thrown one by one, `gathered` is the property of the whole game that collects them.
    """

    dice: str
    numbers: tuple[int, ...]
    gathered: str = ""


class Advance(msgspec.Struct, frozen=True):
    """The turn tracker goes on to a phase of a turn."""

    turn: int
    phase: str


Deed = Go | Join | Away | New | Put | Seal | Open | Wipe | Keep | Add | Say | Throw | Advance


class Entry(msgspec.Struct, frozen=True):
    """A step of the log: the side whose player made it, and what it shows."""

    side: str
    deeds: tuple[Deed, ...]


class Writer(Protocol[P_contra]):
    """Writes the games of one scenario."""

    @property
    def written(self) -> Iterable[type[Action]]:
        """The actions that are written in a way of the game's own, not as its chronicle declares them."""
        ...

    def foresee(self, actions: Sequence[Action]) -> None:
        """Hear what will be done: some of it is written down, sealed, before it is shown."""
        ...

    def laid(self, position: P_contra) -> Iterable[Deed]:
        """What lays out the board of a position, from the one with which a game begins."""
        ...

    def entries(self, before: P_contra, action: Action) -> Iterable[Entry]:
        """What the log shows of an action; nothing for one that shows with a later one."""
        ...
