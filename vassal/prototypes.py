"""Prototypes: traits kept under a name, which the engine splices into a piece when it enters play."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from vassal.errors import Damaged, TooLarge
from vassal.expressions import fill
from vassal.pieces import Piece, PieceReader
from vassal.traits import Trait

# The engine gives up after as many prototypes inside each other.
_DEEPEST = 50
_MOST_TRAITS = 10_000
# Characters of definitions that are read, each counted with what reading it costs at least.
_MOST_READ = 100_000_000
_EACH_READ = 5_000
# Traits of all pieces that are made, together.
_MOST_MADE = 10_000_000


@dataclass(frozen=True, slots=True)
class Spliced:
    """The traits that stand in the place of others, and what could not be spliced in."""

    traits: tuple[Trait, ...] = ()
    used: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    cyclic: frozenset[str] = frozenset()
    broken: Mapping[str, str] = field(default_factory=dict)


class _Gathering:
    """Traits as they come together."""

    def __init__(self) -> None:
        self.traits: list[Trait] = []
        self.used: set[str] = set()
        self.missing: set[str] = set()
        self.cyclic: set[str] = set()
        self.broken: dict[str, str] = {}

    def take(self, part: Spliced) -> None:
        """Add what another prototype consists of."""
        self.traits += part.traits
        self.used |= part.used
        self.missing |= part.missing
        self.cyclic |= part.cyclic
        self.broken |= part.broken
        if len(self.traits) > _MOST_TRAITS:
            raise TooLarge(f"prototypes that make a piece of more than {_MOST_TRAITS} traits")

    def done(self) -> Spliced:
        """Return what has come together."""
        found = frozenset(self.used), frozenset(self.missing), frozenset(self.cyclic)
        return Spliced(tuple(self.traits), *found, self.broken)


class Prototypes:
    """The prototypes of a module by name, each given as the text of its definition."""

    def __init__(self, definitions: Mapping[str, str]) -> None:
        self.definitions = definitions
        self._reader = PieceReader()
        self._known: dict[tuple[str, tuple[tuple[str, str], ...] | None], Spliced] = {}
        self._read_so_far = 0
        self._made = 0

    def expand(self, piece: Piece) -> tuple[Piece, Spliced]:
        """Return the piece with its prototypes spliced in and its comments dropped, and what was spliced."""
        gathering = _Gathering()
        self._splice(piece.traits[:-1], (), gathering)
        result = gathering.done()
        self._made += len(result.traits)
        if self._made > _MOST_MADE:
            raise TooLarge(f"more than {_MOST_MADE} traits in all pieces together")
        return Piece(piece.id, (*result.traits, piece.basic)), result

    def check(self, name: str) -> Spliced:
        """Return what the prototype of that name consists of."""
        return self._defined(name, None, ())

    def _splice(self, traits: tuple[Trait, ...], around: tuple[str, ...], into: _Gathering) -> None:
        for trait in traits:
            if trait.kind == "prototype":
                into.take(self._defined(trait.text("name"), _parameters(trait), around))
            elif trait.kind != "comment":
                into.traits.append(trait)

    def _defined(self, name: str, parameters: tuple[tuple[str, str], ...] | None, around: tuple[str, ...]) -> Spliced:
        if name not in self.definitions:
            return Spliced(missing=frozenset({name}))
        if name in around or len(around) >= _DEEPEST:
            return Spliced(cyclic=frozenset({name}))
        known = self._known.get((name, parameters))
        # Where prototypes stand in themselves, what one consists of depends on where it is met.
        if known is None or (known.cyclic and around):
            known = self._read(name, parameters, around)
            if not known.cyclic or not around:
                self._known[name, parameters] = known
        return known

    def _read(self, name: str, parameters: tuple[tuple[str, str], ...] | None, around: tuple[str, ...]) -> Spliced:
        text = self.definitions[name]
        self._read_so_far += len(text) + _EACH_READ
        if self._read_so_far > _MOST_READ:
            raise TooLarge(f"prototypes of more than {_MOST_READ} characters inside each other")
        gathering = _Gathering()
        gathering.used.add(name)
        try:
            filled = text if parameters is None else fill(text, dict(parameters))
            self._splice(parse_piece(filled or "", self._reader).traits[:-1], (*around, name), gathering)
        except Damaged as error:
            gathering.broken[name] = str(error)
        return gathering.done()


def _parameters(trait: Trait) -> tuple[tuple[str, str], ...] | None:
    """Return what a trait gives to the prototype's text; None if the text stays as it is."""
    if not trait.has("properties"):
        return None
    return tuple((str(row[0]), str(row[1])) for row in trait.rows("properties") if len(row) > 1)


def parse_piece(text: str, reader: PieceReader) -> Piece:
    """Return the piece that a slot or prototype holds."""
    placed = reader.read(text)
    if not isinstance(placed, Piece) or placed.basic.kind != "basic":
        raise Damaged("the text holds no piece")
    return placed
