"""A step that is being read: what it shows, the position before it, what comes after it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, Protocol, Self, TypeVar

from rules.engine.evidence import Board, Piece, Record, Shown
from rules.engine.position import Position

P = TypeVar("P", bound=Position)
SIDE = "Side"
"""The fixed property of a piece that says whose it is."""


class Names(Protocol):
    """What a step asks the reader of any game for."""

    def unit(self, piece: Piece | None) -> str:
        """The unit that a piece is, empty for none."""
        ...

    def side(self, name: str) -> str:
        """The side of a name that stands in records."""
        ...


N = TypeVar("N", bound=Names)


class Step(Generic[P, N]):
    """A step that is being read; a game adds the questions that are its own."""

    def __init__(
        self, reader: N, shown: Shown, position: P, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> None:
        self.reader, self.shown, self.position, self.ahead, self.board = reader, shown, position, ahead, board
        self.side = reader.side(shown.side)
        self.place = 0
        """The record that is being read."""

    def later(self, shown: Shown, place: int) -> Self:
        """A record that follows, as it is read with this one, from the position before both."""
        rest = [each for each in self.ahead if each.at > shown.at]
        step = type(self)(self.reader, shown, self.position, rest, self.board)
        step.place = place
        return step

    def unit(self, record: Record) -> str:
        """The unit that speaks, empty for none."""
        return self.reader.unit(record.piece)

    def by(self, record: Record) -> str:
        """The side whose act a record tells: the player's; that of the speaking piece where his seat is no side's."""
        named = record.piece.facts.get(SIDE, "") if record.piece else ""
        return self.side or self.reader.side(named)

    def units(self, record: Record, key: str) -> tuple[str, ...]:
        """The units that a key names."""
        return tuple(name for piece in record.pieces.get(key, ()) if (name := self.reader.unit(piece)))

    def dice(self, record: Record) -> tuple[int, ...]:
        """The dice that a record tells of; where it names none, those that fell first in its step."""
        return record.dice or next((each.dice for each in self.shown.rolled), ())

    def following(self) -> Iterator[tuple[Shown, int, Record]]:
        """The records after the one that is read, in this step and the steps after it."""
        for shown in (self.shown, *self.ahead):
            for place, record in enumerate(shown.records):
                if shown is not self.shown or place > self.place:
                    yield shown, place, record

    @property
    def said(self) -> tuple[Record, ...]:
        """The records of this step before the one that is read: what they mean is not in the position yet."""
        return self.shown.records[: self.place]

    def put_back(self, record: Record, mark: Callable[[Record], tuple[int, int]]) -> list[tuple[Shown, int, Record]]:
        """The records by which a marker goes on at once, if it goes back among them: only where it ends counts."""
        run = list(self.run(record.verb))
        marks = [mark(each) for each in (record, *(later for _, _, later in run))]
        return run if any(later < before for before, later in pairwise(marks)) else []

    def run(self, verb: str, unit: str = "") -> Iterator[tuple[Shown, int, Record]]:
        """The records of a verb, and of a unit if one is named, that follow at once."""
        for shown, place, record in self.following():
            if record.verb != verb or (unit and self.unit(record) != unit):
                return
            yield shown, place, record
