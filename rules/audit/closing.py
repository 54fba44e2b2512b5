"""Closure: what changes on the board without an action that explains it is found, once, with what it was and is.

Only what a step changed is looked at. What the position does not explain may be put right at once, before anybody
relies on it; it may be something that was due, carried out by hand; else it is told, and the board counts as it lies.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Generic, TypeVar

import msgspec

from rules.engine.actions import EMPTY, Action
from rules.engine.dice import Roll
from rules.engine.evidence import PLACE, Lying, Piece, Shown
from rules.engine.position import Position
from rules.engine.reading import Reader
from rules.engine.referee import Referee
from rules.engine.ruling import Fact, Finding, Illegal, Undecided

P = TypeVar("P", bound=Position)
Look = Callable[[str], Lying]
"""How the piece of an id lies after a step."""
Where = tuple[str, str]
"""A piece, by its id, and what of it."""


class Unexplained(msgspec.Struct, frozen=True):
    """Something that no action explains: which piece, what of it, what the position says, what is seen."""

    lying: Lying
    what: str
    told: str
    seen: str
    new: bool = False
    """True for a piece that was not in the game before, where none of the kind is to lie."""
    instead: bool = False
    """True if the one that it doubles is deleted next: what is wrong is then only that nobody has said so."""

    def finding(self, rule: str) -> Finding:
        """What is to be said of it: illegal where a rule says that nothing legal could have done it."""
        facts: dict[str, Fact] = {
            "piece": self.lying.piece.name or "-",
            "what": self.what,
            "expected": self.told or "-",
            "found": self.seen or "-",
        }
        if rule and not self.instead:
            return Illegal("board.one-more" if self.new else "board.changed", facts, rule)
        return Undecided("board.added" if self.new else "board.differs", facts, missing="record")


class Closing(Generic[P]):
    """Compares what changed on the board with what the position explains."""

    def __init__(self, referee: Referee[P], reader: Reader[P]) -> None:
        self._referee, self._reader = referee, reader
        self._passing: set[Where] = set()
        """What is put right before anybody relies on it."""

    def unexplained(self, shown: Shown, position: P, ahead: Sequence[Shown], look: Look) -> Iterator[Unexplained]:
        """Yield what a step changed and the position does not explain, unless it is put right in time."""
        reader, changed, now = self._reader, dict[Where, Lying](), dict[Where, Lying]()
        for what, before, after in shown.touched():
            if reader.matters(before.piece, what):
                where = before.piece.uid, what
                changed.setdefault(where, before)
                now[where] = after
        for (uid, what), before in changed.items():
            told = reader.shows(position, before.piece, what)
            lying = look(uid) if uid else now[uid, what]
            seen = reader.seen(lying, what)
            if told is None or told == seen:
                self._passing.discard((uid, what))
            elif (uid, what) not in self._passing:
                right = {told, reader.seen(before, what)}
                if self.put_right((uid, what), right.__contains__, shown, ahead):
                    self._passing.add((uid, what))
                else:
                    new = not told and any(uid == each.piece.uid for each in shown.added)
                    yield Unexplained(lying, what, told, seen, new, new and _replaces(lying.piece, ahead))

    def passes(self, pieces: Iterable[str]) -> None:
        """Remember that pieces lie for a moment where they are let go on their way."""
        self._passing.update((uid, PLACE) for uid in pieces)

    def put_right(self, where: Where, right: Callable[[str], bool], shown: Shown, ahead: Sequence[Shown]) -> bool:
        """Tell whether it is as it was, or as it should be, before the other side acts or anybody speaks of it.

        Of a piece that was deleted, another one that is the same tells it.
        """
        gone = {lying.piece.name for lying in shown.removed if lying.piece.uid == where[0]}
        for later in ahead:
            anew = {lying.piece.uid for lying in later.added if lying.piece.name in gone}
            same = {(uid, where[1]) for uid in (where[0], *anew)}
            again = [after for what, _, after in later.touched() if (after.piece.uid, what) in same]
            if any(right(self._reader.seen(after, where[1])) for after in again):
                return True
            others = later.side != (shown.side or later.side) and not self._reader.together
            if not again and later.records and (others or any(about(later, where[0]))):
                return False
        return False

    def by_hand(self, position: P, found: Unexplained) -> Action | None:
        """Return the action that is due and explains it: it was carried out by hand, and no record says so."""
        for due in position.due:
            for option in filter(_complete, due.options):
                after = self._referee.play(position, option)
                if self._reader.shows(after, found.lying.piece, found.what) == found.seen:
                    return option
        return None


def _replaces(piece: Piece, ahead: Sequence[Shown]) -> bool:
    """Tell whether another piece that is the same is deleted before anybody speaks of anything."""
    silent = takewhile(lambda later: not later.records, ahead)
    return any(lying.piece.name == piece.name for later in silent for lying in later.removed)


def _complete(option: Action) -> bool:
    """Tell whether an action that is due can only be done in one way, and is done on the board."""
    fields = (getattr(option, name) for name in option.__struct_fields__ if name != "by")
    return option.follows and not isinstance(option, Roll) and all(each not in EMPTY for each in fields)


def about(shown: Shown, uid: str) -> Iterator[bool]:
    """Yield, for each piece that a step speaks of, whether it is this one."""
    for record in shown.records:
        yield record.piece is not None and record.piece.uid == uid
        yield any(piece.uid == uid for named in record.pieces.values() for piece in named)
