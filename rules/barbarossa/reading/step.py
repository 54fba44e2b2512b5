"""A step that is being read: what it shows, the position before it, what comes after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Protocol

from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.model import Position
from rules.engine import step
from rules.engine.actions import Action
from rules.engine.evidence import Board, Piece, Record, Shown
from rules.engine.reading import Read


class Names(step.Names, Protocol):
    """What a step asks the reader for."""

    battle: Battle

    def declared(self, step: "Step", record: Record) -> Iterable[Read]:
        """The actions of a record whose verb says what it means."""
        ...

    def structure(self, piece: Piece | None, position: Position, place: str, face: str = "") -> str:
        """The structure that a marker is, by where it lies; a new name for one that was not known."""
        ...

    def known_structure(self, piece: Piece, position: Position, place: str, face: str = "") -> str:
        """The structure that a marker is, by where it lies; empty for one that nobody knows of."""
        ...

    def bury(self, piece: Piece) -> None:
        """A bluff was turned up: its marker stands for nothing more."""
        ...

    def replaced(self, piece: Piece, other: Piece) -> None:
        """Another marker lies where one was taken away: it is that structure now."""
        ...

    def forget(self, piece: Piece) -> None:
        """A marker is off the map: if it comes back, it is another structure."""
        ...

    def named(self, uid: str) -> str:
        """The unit or structure that an id in a text stands for."""
        ...

    def hold(self, last: tuple[int, int], to: str, by: str) -> None:
        """Remember a marker that goes on only behind a later record."""
        ...

    def consume(self, step: int, place: int) -> None:
        """Remember that a record was read with an earlier one."""
        ...

    def was_read(self, step: int, place: int) -> bool:
        """Tell whether a record was read with an earlier one."""
        ...

    def pressing(self, unit: str, what: str, until: int) -> None:
        """Remember that a number or a box of a card is still changed, and by which step it shows what was meant."""
        ...

    def overlook(self, step: int, unit: str) -> None:
        """Remember that where a unit stands after a step says nothing, for it is put back at once."""
        ...

    def told(self, unit: str, turn: int) -> bool:
        """Remember that the order of a unit in a round is known; False if it was known before."""
        ...

    def placed(self, piece: Piece, side: str) -> None:
        """Remember who placed a marker."""
        ...

    def set_up(self, side: str, position: Position, board: Board) -> Iterator[Read]:
        """Everything that a side has put on the board, and that it is ready."""
        ...


class Step(step.Step[Position, Names]):
    """A step that is being read."""

    def __init__(
        self, reader: Names, shown: Shown, position: Position, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> None:
        super().__init__(reader, shown, position, ahead, board)
        self.battle = reader.battle
        self.now = position.state
        """The state of play as far as it is read."""
        self.late: set[str] = set()
        """The sides that say in this step of the log that their orders are sealed, or open them."""

    def first(self, record: Record, key: str) -> str:
        """The first unit that a key names, empty for none."""
        return next(iter(self.units(record, key)), "")

    def structures(self, record: Record, key: str) -> tuple[str, ...]:
        """The structures that a key names."""
        return tuple(
            self.reader.structure(piece, self.position, record.get("h"))
            for piece in record.pieces.get(key, ())
            if not self.reader.unit(piece)
        )

    def is_due(self, action: Action) -> bool:
        """True if an action is among what is due or permitted."""
        return any(action in due.options for due in self.position.due)

    def on_land(self, record: Record) -> str:
        """The hex in which a record says that its piece stands; empty for a place beside the map."""
        place = record.get("h")
        return place if place in self.battle.ground.grid else ""

    def before_the_clock(self) -> Iterator[tuple[Shown, int, Record]]:
        """The records after the one that is read, until the marker of the steps goes on."""
        return takewhile(lambda each: each[2].verb != "phase", self.following())

    def again(self, record: Record, unit: str) -> int:
        """The step in which a unit's mark or box is changed once more before the clock goes on; 0 if it is not."""
        for shown, place, later in self.before_the_clock():
            same = (later.verb, later.get("what"), self.unit(later)) == (record.verb, record.get("what"), unit)
            if same and not self.reader.was_read(shown.at, place):
                return shown.at
        return 0

    def boarded(self, unit: str) -> bool:
        """Whether a unit is aboard of what goes the same way in this step."""
        carrier = self.position.units[unit].carrier
        goals = {self.reader.unit(moved.piece): moved.target.name for moved in self.shown.moved}
        return bool(carrier) and carrier in goals and goals[carrier] == goals.get(unit)
