"""Reading: how a game turns what a log shows into actions, and a board into a position.

A game's reader remembers nothing of its own but what it has consumed ahead; all else is in the referee's position.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from rules.engine.actions import Action
from rules.engine.asking import Assistant
from rules.engine.evidence import Board, Lying, Piece, Shown
from rules.engine.messages import Catalogue
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.rulebook import Rulebook
from rules.engine.ruling import Finding
from rules.engine.switches import Switches

P = TypeVar("P", bound=Position)

How = Literal["declared", "seen", "inferred"]
"""Said in a record; only seen on the board; or the one reading that was possible."""


class Read(msgspec.Struct, frozen=True):
    """An action that was read, and how."""

    action: Action
    how: How = "declared"
    missing: str = ""
    """What an inferred action would have needed to be certain."""
    certain: frozenset[str] = frozenset()
    """Rules that do not hang on what was inferred: the deed itself stands in a record."""
    instead: "tuple[Read, ...]" = ()
    """What else the record can mean: if it is not legal as read, that was meant against which least can be said."""
    slip: bool = False
    """True for what was put right at once, before anybody relied on it: if it was wrong, it was not done."""
    unsaid: str = ""
    """The rule by which it should have been declared, and was not: then it is told what it was taken for."""
    held: bool = False
    """True for a word that was said before what it now stands behind: whoever said it could not know of that yet."""


class Reader(Protocol[P]):
    """Reads the log of one scenario."""

    together: bool
    """True where the deeds of several units are under way at once: what one does says not what is due for another."""

    forgets: frozenset[str]
    """Rules that hang on what was played before and cannot be seen on the board, however long ago it was."""

    lasting: frozenset[str]
    """The fields of what a position knows of a piece that nobody changes while the piece is in play."""

    @property
    def heard(self) -> Iterable[str]:
        """The verbs that are read in a way of the game's own, not as its chronicle declares them."""
        ...

    def start(self, board: Board) -> P:
        """The position that a log begins with."""
        ...

    def begins(self, board: Board) -> bool:
        """True for a board on which nothing was played yet, so that nothing is unknown."""
        ...

    def renews(self, action: Action) -> bool:
        """True for an action before which all that matters from then on lies on the board."""
        ...

    def read(self, shown: Shown, position: P, ahead: Sequence[Shown], board: Callable[[], Board]) -> Iterable[Read]:
        """The actions of a step; `ahead` are the steps after it, `board` tells how all lies after it."""
        ...

    def matters(self, piece: Piece, what: str) -> bool:
        """False for decoration: what a piece may show there says nothing of the game."""
        ...

    def shows(self, position: P, piece: Piece, what: str) -> str | None:
        """What a property of a piece, or its place, shows by the position; None where that does not tell."""
        ...

    def seen(self, lying: Lying, what: str) -> str:
        """What it shows, in the words in which `shows` says it; a piece that left the game lies nowhere."""
        ...

    def taken(self, position: P, lying: Lying, what: str) -> P:
        """The position with one property of a piece, or its place, as it is seen; what is due stays due."""
        ...

    def against(self, position: P, piece: Piece, what: str, now: str) -> str:
        """The rule by which no legal action could have brought this about; empty if one could.

        A place is out of reach only if no order, no phase, no reading of a rule and no forgotten deed leads so far.
        """
        ...

    def adopt(self, position: P, board: Board) -> P:
        """The position as the players left the board, with nothing due."""
        ...


def by_the_book(finding: Finding) -> tuple[str, ...]:
    """What a finding rests on where an edition adds nothing to the book."""
    del finding
    return ()


@dataclass(frozen=True)
class Play(Generic[P]):
    """All that it takes to judge the logs of one scenario."""

    referee: Referee[P]
    reader: Reader[P]
    turn: Callable[[P], int]
    assistant: Assistant[P]
    behind: Callable[[Finding], tuple[str, ...]] = by_the_book
    """The values that the edition in play adds to the book, and on which a finding rests, by names of the game."""


class Game(Protocol):
    """A game as the audit knows it."""

    id: str
    version: str
    young: bool
    """True while its reader of logs is not proven by enough games: what it finds is undecided, and accuses nobody."""
    overlay: Path | None
    """The folder of printed values that is laid on the game, if there is one."""

    def under(self, overlay: Path | None) -> "Game":
        """The same game with a folder of printed values laid on it."""
        ...

    @property
    def titles(self) -> Iterable[str]:
        """The names that its module has."""
        ...

    @property
    def edition(self) -> str:
        """The version of its module that it knows."""
        ...

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        ...

    @property
    def seals(self) -> Mapping[str, tuple[str, ...]]:
        """By verb of the records, what must stand beside it."""
        ...

    def switches(self, settled: Iterable[str] = ()) -> Switches:
        """The disputed rulings, settled as given."""
        ...

    def faces(self, purpose: str) -> int:
        """How many faces the dice of a purpose have."""
        ...

    def words(self) -> Catalogue:
        """The words of its findings."""
        ...

    def name(self, piece: str, language: str) -> str:
        """What players call a piece, a formation or a chit."""
        ...

    def scenario(self, board: Board) -> str:
        """The scenario that is played."""
        ...

    def map_of(self, board: Board) -> str:
        """The map that a board is."""
        ...

    def play(self, board: Board, switches: Switches) -> Play[Any]:
        """Referee and reader of the scenario that is played."""
        ...
