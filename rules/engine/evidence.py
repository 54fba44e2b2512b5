"""What a step of a log shows, in plain data: the records that count, what moved and changed, what was rolled.

A game reads its actions out of this and needs to know neither the format of the log nor how it was checked. Pieces are
named by what they are in the game (their `Id`, and `copy` where there are several), places by the name that is seen.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

PLACE: Final = "place"
"""Where a piece lies, beside its properties."""
DICE: Final = "res"
"""The key of a record that tells how dice fell, one number after the other."""
MOST_DIGITS: Final = 9
"""A number with so many digits is none of a game."""


class Spot(msgspec.Struct, frozen=True):
    """A place: the map, the name that players see, the zone or deck it belongs to; all empty off the board."""

    map: str = ""
    name: str = ""
    zone: str = ""
    deck: str = ""


class Piece(msgspec.Struct, frozen=True):
    """A piece: what it is in the game, which copy of it, and the fixed properties that the module gave it."""

    name: str
    copy: int = 1
    uid: str = ""
    facts: Mapping[str, str] = {}


def called(piece: Piece) -> tuple[str, ...]:
    """What a piece may be called in the rules: its own name, and that of the unit whose card it is."""
    return tuple(filter(None, (piece.name, piece.facts.get("Unit", ""))))


NOBODY: Final = Piece("")
"""What properties of the whole game belong to."""


class Record(msgspec.Struct, frozen=True):
    """A record that counts; `piece` is the one that speaks, `pieces` are those that its other keys name."""

    verb: str
    fields: Mapping[str, str]
    piece: Piece | None = None
    pieces: Mapping[str, tuple[Piece, ...]] = {}

    def get(self, key: str) -> str:
        """The text of a key, empty where it is missing."""
        return self.fields.get(key, "")

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that it says fell."""
        return numbers(self.get(DICE))


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of dice as they are written; what is no number is left out."""
    parts = (part.strip() for part in text.split(","))
    return tuple(int(part) for part in parts if part.isdecimal() and len(part) < MOST_DIGITS)


class Moved(msgspec.Struct, frozen=True):
    """A piece went from one place to another; `onto` is the piece it was put on."""

    piece: Piece
    origin: Spot
    target: Spot
    onto: Piece | None = None


class Altered(msgspec.Struct, frozen=True):
    """A property of a piece changed."""

    piece: Piece
    property: str
    old: str
    new: str


class Lying(msgspec.Struct, frozen=True):
    """A piece as it lies in a position: where, and what its properties say."""

    piece: Piece
    spot: Spot
    properties: Mapping[str, str] = {}


class Set(msgspec.Struct, frozen=True):
    """A property of the whole game changed."""

    property: str
    old: str
    new: str


class Rolled(msgspec.Struct, frozen=True):
    """Dice fell: the button they were rolled with, and how."""

    button: str
    dice: tuple[int, ...]


Verdict = Literal["fits", "changed", "other key", "late", "uncommitted", "unreadable"]
"""What an opened text is worth: it fits what its side committed to; it was changed after that (the text is the one that
was committed to); its key is another one; its side committed when another had revealed, or never did; it says nothing
that can be read."""


class Opened(msgspec.Struct, frozen=True):
    """A sealed text that was opened: on which piece, an `order` of the round or a `secret` of its own, what it says."""

    piece: Piece
    kind: str
    text: str
    verdict: Verdict

    @property
    def counts(self) -> bool:
        """Tell whether the text is what was sealed in time, whatever else is to be said of it."""
        return self.verdict in ("fits", "changed", "late")


class Shown(msgspec.Struct, frozen=True):
    """What one step shows. `side` is the side of the player who acted, empty where the step does not tell."""

    step: int
    """Its number in its log."""
    records: tuple[Record, ...] = ()
    moved: tuple[Moved, ...] = ()
    altered: tuple[Altered, ...] = ()
    set: tuple[Set, ...] = ()
    rolled: tuple[Rolled, ...] = ()
    turned: bool = False
    side: str = ""
    player: str = ""
    opened: tuple[Opened, ...] = ()
    at: int = 0
    """Its place in the whole story, which may stand in many logs."""
    planned: Mapping[str, Mapping[str, str]] = {}
    """By side: the sealed texts that it opens next, in this step or after it, by the ids of the pieces."""
    later: Mapping[str, str] = {}
    """By the id of a piece: what was sealed apart on it before or in this step, and is opened only after it."""
    added: tuple[Lying, ...] = ()
    """Pieces that came into the game, out of the window of pieces or by a command."""
    removed: tuple[Lying, ...] = ()
    """Pieces that left the game, as they lay before."""
    seat: str = ""
    """The side of whoever moved a piece, by the roster, where no record tells whose step it is."""

    edited: bool = False
    """True for a step with a record of dice that did not fall, or a key that opens nothing: what was is not known."""
    again: bool = False
    """True for a step that says and throws what the one before it did, of the same pieces, and changes nothing."""

    @property
    def idle(self) -> bool:
        """Whether a step neither says anything that counts nor changes anything."""
        return not (self.records or self.rolled or self.turned or any(True for _ in self.touched()))

    def touched(self) -> Iterator[tuple[str, Lying, Lying]]:
        """What changed on each piece: the property or `PLACE`, and how the piece lay and lies, as far as it changed."""
        for moved in self.moved:
            yield PLACE, Lying(moved.piece, moved.origin), Lying(moved.piece, moved.target)
        for each in self.altered:
            old, new = ({each.property: value} for value in (each.old, each.new))
            yield each.property, Lying(each.piece, Spot(), old), Lying(each.piece, Spot(), new)
        for lying in self.added:
            yield PLACE, Lying(lying.piece, Spot()), lying
            for what, value in lying.properties.items():
                yield what, Lying(lying.piece, Spot()), Lying(lying.piece, lying.spot, {what: value})
        for lying in self.removed:
            yield PLACE, lying, Lying(lying.piece, Spot())
        for one in self.set:
            before, after = ({one.property: value} for value in (one.old, one.new))
            yield one.property, Lying(NOBODY, Spot(), before), Lying(NOBODY, Spot(), after)

    def said(self, *verbs: str) -> tuple[Record, ...]:
        """The records of these verbs."""
        return tuple(record for record in self.records if record.verb in verbs)


class Board(msgspec.Struct, frozen=True):
    """All pieces of a position, the properties of the whole game, and the turn: the number or place of each level."""

    pieces: tuple[Lying, ...] = ()
    properties: Mapping[str, str] = {}
    turn: tuple[int, ...] = ()
