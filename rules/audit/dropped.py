"""Drops: a piece that is let go on its way, and taken on at once, went from where it had stood to where it ends.

The place where it was let go counts only if somebody relied on it, or if the piece could not have gone otherwise. What
is wrong with the whole way stays wrong.
"""

from typing import Any, Final, Generic, TypeVar

from rules.audit.past import Past
from rules.engine.actions import Action
from rules.engine.evidence import Shown
from rules.engine.position import Position
from rules.engine.reading import Reader
from rules.engine.ruling import Notice, Ruling

P = TypeVar("P", bound=Position)
PASSED: Final = "drop.passed"
FEW: Final = 3
"""So often a piece is let go on one way, at most."""


class Dropped(Generic[P]):
    """The drags of the same pieces that follow on each other, and how all would lie without those of late."""

    def __init__(self, past: Past[P], reader: Reader[P]) -> None:
        self._past, self._reader = past, reader
        self._pieces: frozenset[str] = frozenset()
        """The pieces that are dragged, if nothing else was done in the last step."""
        self._begun: list[P] = []
        """The positions before each of the drags that led on to the next."""
        self._open: list[tuple[P, int]] = []
        """From where a piece may have gone at which moment, instead of from where it had been let go."""

    def begin(self, shown: Shown, position: P) -> None:
        """A step begins: if it drags on what the last one did, that may be one way."""
        if is_nothing(shown):
            return
        pieces = dragged(self._reader, shown)
        if not pieces or pieces != self._pieces:
            self._begun = []
        now = self._past.count
        self._open = [each for each in self._open if self._past.since(each[1]) is not None]
        self._open += ((each, now) for each in self._begun)
        self._pieces, self._begun = pieces, [*self._begun, position][-FEW:]

    def over(self) -> None:
        """The board was taken as it lay: what was dropped before is what it is."""
        self._begun, self._open = [], []

    def otherwise(self, action: Action, ruling: Ruling) -> tuple[P, Ruling] | None:
        """Return position and ruling if only a drop makes a deed illegal on which nobody relied."""
        if ruling.verdict != "illegal":
            return None
        for position, moment in self._open:
            found = self._past.otherwise(position, moment, action)
            if found is not None and found[1].verdict != "illegal":
                self._open = []
                return found[0], Ruling((*found[1].findings, Notice(PASSED)))
        return None


def dragged(reader: Reader[Any], shown: Shown) -> frozenset[str]:
    """Return the pieces that a step drags; none if anything else is done in it, or said of others."""
    pieces = frozenset(each.piece.uid for each in shown.moved)
    other = shown.rolled or shown.opened or shown.added or shown.removed or shown.turned
    changed = any(reader.matters(each.piece, each.property) for each in shown.altered)
    spoken = all(each.piece is not None and each.piece.uid in pieces for each in shown.records)
    return pieces if spoken and not (other or changed or len(pieces) < len(shown.moved)) else frozenset()


def is_nothing(shown: Shown) -> bool:
    """Tell whether a step neither says anything nor changes anything."""
    return not (shown.records or shown.rolled or shown.turned or any(True for _ in shown.touched()))
