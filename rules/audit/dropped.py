"""Drops: a piece that is let go on its way, and taken on at once, went from where it had stood to where it ends.

The place where it was let go counts only if somebody relied on it, or if the piece could not have gone otherwise. What
is wrong with the whole way stays wrong.
"""

from collections.abc import Iterator
from typing import Any, Final, Generic, NamedTuple, TypeVar

from rules.audit.past import Past
from rules.engine.actions import Action, words_of
from rules.engine.evidence import Shown, Spot
from rules.engine.position import Position
from rules.engine.reading import Reader
from rules.engine.ruling import Notice, Ruling

P = TypeVar("P", bound=Position)
PASSED: Final = "drop.passed"
FEW: Final = 6
"""So many drags in a row may be parts of one way, of a piece or of a stack that is dragged piece by piece."""


class Drag(NamedTuple, Generic[P]):
    """A step in which nothing is done but dragging pieces: the position before it, the moment after it."""

    pieces: frozenset[str]
    to: frozenset[Spot]
    before: P
    moment: int = 0


class Dropped(Generic[P]):
    """The drags of the same pieces that follow on each other, and how all would lie without those of late."""

    def __init__(self, past: Past[P], reader: Reader[P]) -> None:
        self._past, self._reader = past, reader
        self._last: Drag[P] | None = None
        """The last step, if nothing was done in it but dragging."""
        self._run: list[Drag[P]] = []
        """The drags that follow on each other up to the last one."""
        self._ends: set[str] = set()
        """Where the pieces of this step end."""
        self._open: list[Drag[P]] = []
        """Those after which the same pieces were dragged on before anything else was done."""

    def begin(self, shown: Shown, position: P) -> None:
        """A step begins: if it drags on what was dragged just before, that may be one way."""
        if shown.idle:
            return
        pieces, now = dragged(self._reader, shown), self._past.count
        self._ends = {each.target.name for each in shown.moved}
        last = (self._last._replace(moment=now),) if self._last else ()
        self._run = [*self._run, *last][-FEW:] if pieces else []
        self._open = [each for each in self._open if self._past.since(each.moment) is not None]
        self._last = Drag(pieces, frozenset(each.target for each in shown.moved), position) if pieces else None
        self._open += self._led_on(self._last) if self._last else ()

    def _led_on(self, now: Drag[P]) -> Iterator[Drag[P]]:
        """Yield the drags of the same pieces since which nobody went but where they went, as a stack does."""
        for place, each in enumerate(self._run):
            between = self._run[place + 1 :]
            if each.pieces == now.pieces and all(
                one.pieces == now.pieces or one.to <= each.to | now.to for one in between
            ):
                yield each

    def over(self) -> None:
        """The board was taken as it lay: what was dropped before is what it is."""
        self._last, self._run, self._open = None, [], []

    def otherwise(self, action: Action, ruling: Ruling) -> tuple[P, Ruling] | None:
        """Return position and ruling if only a drop makes a way illegal, and nobody relied on that drop.

        A way is a deed that names the place where the pieces end: a marker that is played may be laid aside twice.
        """
        if ruling.verdict != "illegal" or self._ends.isdisjoint(words_of(action)):
            return None
        for each in self._open:
            found = self._past.otherwise(each.before, each.moment, action, clean=True)
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
