"""Closure: what changes on the board without an action that explains it is found, once, with what it was and is.

Only what a step changed is looked at. What the position does not explain may be put right at once, before anybody
relies on it; it may be something that was due, carried out by hand; else it is told, and the board counts as it lies.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from rules.engine.actions import EMPTY, Action
from rules.engine.dice import Roll
from rules.engine.evidence import Lying, Piece, Shown, Spot
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

    def finding(self, rule: str) -> Finding:
        """What is to be said of it: illegal where a rule says that nothing legal could have done it."""
        facts: dict[str, Fact] = {
            "piece": self.lying.piece.name,
            "what": self.what,
            "expected": self.told or "-",
            "found": self.seen or "-",
        }
        if rule:
            return Illegal("board.changed", facts, rule)
        return Undecided("board.differs", facts, missing="record")


class Closing(Generic[P]):
    """Compares what changed on the board with what the position explains."""

    def __init__(self, referee: Referee[P], reader: Reader[P]) -> None:
        self._referee, self._reader = referee, reader
        self._passing: set[Where] = set()
        """What is put right before anybody relies on it."""

    def unexplained(self, shown: Shown, position: P, ahead: Sequence[Shown], look: Look) -> Iterator[Unexplained]:
        """Yield what a step changed and the position does not explain, unless it is put right in time."""
        changed: dict[Where, tuple[Piece, str]] = {}
        properties = {each.property: each.new for each in shown.set}
        for piece, what, old, _ in shown.touched():
            if self._reader.matters(piece, what):
                changed.setdefault((piece.uid, what), (piece, old))
        for where, (piece, old) in changed.items():
            told = self._reader.shows(position, piece, where[1])
            lying = look(piece.uid) if piece.uid else Lying(piece, Spot(), properties)
            seen = self._reader.seen(lying, where[1])
            if told is None or told == seen:
                self._passing.discard(where)
            elif where not in self._passing:
                if self._put_right(where, told, old, shown, ahead):
                    self._passing.add(where)
                else:
                    yield Unexplained(lying, where[1], told, seen)

    def _put_right(self, where: Where, told: str, old: str, shown: Shown, ahead: Sequence[Shown]) -> bool:
        """Tell whether it is as it was, or as it should be, before the other side acts or anybody speaks of it."""
        for later in ahead:
            again = [new for piece, what, _, new in later.touched() if (piece.uid, what) == where]
            if any(new in {told, old} for new in again):
                return True
            others = later.side != (shown.side or later.side) and not self._reader.together
            if not again and later.records and (others or any(_about(later, where[0]))):
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


def _complete(option: Action) -> bool:
    """Tell whether an action that is due can only be done in one way, and is done on the board."""
    fields = (getattr(option, name) for name in option.__struct_fields__ if name != "by")
    return option.follows and not isinstance(option, Roll) and all(each not in EMPTY for each in fields)


def _about(shown: Shown, uid: str) -> Iterator[bool]:
    for record in shown.records:
        yield record.piece is not None and record.piece.uid == uid
        yield any(piece.uid == uid for named in record.pieces.values() for piece in named)
