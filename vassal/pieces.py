"""Pieces, stacks and decks: what an add command holds.

A piece is a chain of traits, outermost first, with its basic piece innermost. Type and state are two chains of the same
length; both come nested (each trait one level deeper) or flat.

    piece = pieces.parse("+/null/delete;Delete;68,130;\\tpiece;;;inf.png;Infantry/\\tnull;0;0;7;0")
    piece.name, piece.gpid, piece.find("delete").text("menu"), piece.encode()
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from vassal.arithmetic import parse_int
from vassal.errors import Damaged, TooLarge
from vassal.limits import DEFAULT, Limits
from vassal.sequence import join, nest, split, unnest
from vassal.traits import KINDS, Trait, make
from vassal.traits import parse as parse_trait
from vassal.traits.table import BASIC_NAMES

ADD = "+/"
NO_ID = "null"
_LAYER = "@@"
TYPES, LONGEST = 512, 96 * 1024
"""Pieces of so many types are known, of so many characters at most: those of a module stand in each of its logs."""


class _Placed(msgspec.Struct, frozen=True, gc=False):
    """Something with an id that lies on a map."""

    id: str
    traits: tuple[Trait, ...]

    @property
    def basic(self) -> Trait:
        """Return the innermost of the chain."""
        return self.traits[-1]

    @property
    def whole(self) -> bool:
        """Return whether its innermost trait is one that the engine can begin with."""
        return self.basic.kind in BASIC_NAMES

    @property
    def map(self) -> str:
        """Return the name of the map it lies on, empty for none."""
        name = self._text("map")
        return "" if name == NO_ID else name

    @property
    def x(self) -> int:
        """Return its centre's distance from the map's left edge."""
        return self.basic.number("x") if self.whole else 0

    @property
    def y(self) -> int:
        """Return its centre's distance from the map's upper edge."""
        return self.basic.number("y") if self.whole else 0

    def _text(self, name: str) -> str:
        return self.basic.text(name) if self.whole else ""

    @property
    def type(self) -> str:
        """Return the text of what it is."""
        return nest([trait.type for trait in self.traits], "\t")

    @property
    def state(self) -> str:
        """Return the text of how it stands."""
        return nest([trait.state for trait in self.traits], "\t")

    def encode(self) -> str:
        """Return the add command that makes it."""
        return ADD + join((self.id, self.type, self.state), "/")


class Piece(_Placed, frozen=True, gc=False):
    """A counter, a marker, a card: its traits from the outermost to the basic piece."""

    @property
    def gpid(self) -> str:
        """Return the id of the slot it was made from."""
        return self._text("gpid")

    @property
    def name(self) -> str:
        """Return the name in its basic piece."""
        return self._text("name")

    @property
    def image(self) -> str:
        """Return the picture in its basic piece."""
        return self._text("image")

    @property
    def properties(self) -> dict[str, str]:
        """Return what its basic piece remembers (`UniqueID`, `OldX`, ...)."""
        rows = self.basic.rows("properties") if self.whole else ()
        return {str(pair[0]): str(pair[1]) for pair in rows if len(pair) == 2}

    def all(self, kind: str) -> Iterator[Trait]:
        """Yield its traits of a kind, outermost first."""
        return (trait for trait in self.traits if trait.kind == kind)

    def find(self, kind: str) -> Trait | None:
        """Return its outermost trait of a kind."""
        return next(self.all(kind), None)

    def with_state(self, state: str) -> "Piece":
        """Return the same piece in another state, given as the text of the whole chain."""
        states = unnest(state, "\t", len(self.traits))
        fresh = [trait.with_state(text) for trait, text in zip(self.traits, states, strict=False)]
        return Piece(self.id, (*fresh, *self.traits[len(fresh) :]))


class Stack(_Placed, frozen=True, gc=False):
    """Pieces that lie on each other, bottom first."""

    @property
    def members(self) -> tuple[str, ...]:
        """Return the ids of its pieces, bottom first."""
        return tuple(token for token in self.basic.items("members") if not token.startswith(_LAYER))

    @property
    def layer(self) -> int | None:
        """Return the index of the layer it is drawn in, None where the file does not say."""
        found = [token[len(_LAYER) :] for token in self.basic.items("members") if token.startswith(_LAYER)]
        return parse_int(found[-1]) if found else None


class Deck(_Placed, frozen=True, gc=False):
    """A deck of cards, or a cup of chits; drawn from the end."""

    @property
    def name(self) -> str:
        """Return the deck's name, which is its identity in saves."""
        return self._text("name")

    @property
    def face_down(self) -> bool:
        """Return whether its cards lie face down."""
        return self.basic.flag("face_down")

    @property
    def members(self) -> tuple[str, ...]:
        """Return the ids of its pieces, bottom first."""
        return tuple(token for token in self.basic.items("members") if token)


Placed: TypeAlias = Piece | Stack | Deck

_CLASSES: dict[str, type[Piece] | type[Stack] | type[Deck]] = {"stack": Stack, "deck": Deck}


class _Known(dict[str, Trait]):
    """The traits of one type that were met, by their state; a new state makes a new trait."""

    def __init__(self, first: Trait, reader: "PieceReader") -> None:
        super().__init__({first.state: first})
        self._first = first
        self._read = KINDS[first.kind].state.read
        self._reader = reader

    def __missing__(self, state: str) -> Trait:
        self._reader.count_distinct(len(state))
        first = self._first
        trait = self[state] = Trait(first.kind, first.type, state, first.values, self._read(state))
        return trait


class PieceReader:
    """Reads pieces; traits that are equal in type and state are one object."""

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self._limits = limits
        self._known: dict[str, _Known] = {}
        self._distinct = 0
        self._distinct_text = 0
        self._traits = 0

    def read(self, text: str) -> Placed:
        """Return the piece, stack or deck of an add command's text."""
        if not text.startswith(ADD):
            raise Damaged("this is no add command")
        self._refuse_many(text, "/")
        type_at = _behind(text, len(ADD))
        state_at = _behind(text, type_at) if type_at else 0
        if not state_at:
            raise Damaged("an add command without id, type and state")
        type_text = text[type_at : state_at - 1]
        self._refuse_many(type_text, "\t")
        types = (_known_types if len(type_text) <= LONGEST else _types)(type_text)
        (piece_id,) = split(text[len(ADD) : type_at - 1], "/")
        return self._built(piece_id, types, split(text[state_at:], "/")[0])

    def build(self, piece_id: str, type_text: str, state: str) -> Placed:
        """Return the piece, stack or deck of this type and state; a trait without a state has an empty one."""
        self._refuse_many(type_text, "\t")
        return self._built(piece_id, unnest(type_text, "\t"), state)

    def _built(self, piece_id: str, types: Sequence[str], state: str) -> Placed:
        self._refuse_many(state, "\t")
        states = unnest(state, "\t", len(types))
        self._traits += len(types)
        if self._traits > self._limits.traits:
            raise TooLarge(f"more than {self._limits.traits} traits")
        states += [""] * (len(types) - len(states))
        known = self._known
        traits = []
        for each, its in zip(types, states, strict=True):
            try:
                traits.append(known[each][its])
            except KeyError:
                traits.append(self._new(each, its))
        return _CLASSES.get(traits[-1].kind, Piece)(piece_id, tuple(traits))

    def _refuse_many(self, text: str, delimiter: str) -> None:
        most = self._limits.tokens
        if len(text) >= most and text.count(delimiter) >= most:
            raise TooLarge(f"a piece of more than {most} parts")

    def count_distinct(self, length: int) -> None:
        """Count one more trait that is like no other before it, with so many characters that are new."""
        self._distinct += 1
        self._distinct_text += length
        if self._distinct > self._limits.distinct or self._distinct_text > self._limits.distinct_text:
            raise TooLarge(f"more than {self._limits.distinct} different traits, or too long ones")

    def _new(self, type_text: str, state: str) -> Trait:
        self.count_distinct(len(type_text) + len(state))
        trait = parse_trait(type_text, state)
        self._known[type_text] = _Known(trait, self)
        return trait


def state_start(text: str) -> int:
    """Return where in the text of an add command the state begins."""
    return _behind(text, _behind(text, len(ADD)))


def _behind(text: str, start: int) -> int:
    """Return where the token after the one that begins there begins; 0 if that is the last one."""
    at = text.find("/", start)
    while at > start and text[at - 1] == "\\":
        at = text.find("/", at + 1)
    return at + 1


def _types(text: str) -> Sequence[str]:
    """Return the types of the traits of a piece, from the token of an add command."""
    return unnest(split(text, "/")[0], "\t")


_known_types = lru_cache(maxsize=TYPES)(_types)


def parse(text: str) -> Placed:
    """Return the piece, stack or deck of an add command's text."""
    return PieceReader().read(text)


def piece(traits: Iterable[Trait], piece_id: str = NO_ID) -> Piece:
    """Return a piece of these traits, outermost first, the basic piece last."""
    return Piece(piece_id, tuple(traits))


def stack(piece_id: str, map_name: str, at: tuple[int, int], members: Iterable[str], layer: int | None = None) -> Stack:
    """Return a stack of these pieces, bottom first."""
    x, y = at
    tokens = tuple(members) if layer is None else (*members, f"{_LAYER}{layer}")
    return Stack(piece_id, (make("stack", map=map_name, x=x, y=y, members=tokens),))
