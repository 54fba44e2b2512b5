"""A step that is being read: what it shows, the position before it, what comes after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import OF_FORMATION
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

    def chit(self, piece: Piece | None) -> str:
        """The chit that a piece is, empty for none."""
        ...

    def consume(self, step: int, place: int, unit: str = "") -> None:
        """Remember that a record was read with an earlier one, and of which unit it told."""
        ...

    def awaits(self, unit: str, step: int) -> None:
        """Remember that a piece is on its way until a later step."""
        ...

    def guesses(self, units: tuple[str, ...], way: tuple[str, ...]) -> None:
        """Remember by which way it is guessed that pieces went last; none where that is known."""
        ...

    def on_the_way(self, unit: str) -> tuple[str, ...]:
        """The way by which it is guessed that a piece went last."""
        ...

    def said_twice(self, step: int, side: str) -> bool:
        """Tell whether a side says in two steps running that a part of the set-up is done."""
        ...

    def set_up(self, stage: int, position: Position, board: Board) -> Iterator[Read]:
        """Everything that a step of the set-up has put on the board."""
        ...


class Step(step.Step[Position, Names]):
    """A step that is being read."""

    def __init__(
        self, reader: Names, shown: Shown, position: Position, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> None:
        super().__init__(reader, shown, position, ahead, board)
        self.battle = reader.battle

    def owed(self, kind: type[Action], unit: str) -> bool:
        """Whether an action of a kind is due of a unit."""
        return any(
            isinstance(option, kind) and getattr(option, "unit", "") == unit
            for due in self.position.due
            for option in due.options
        )

    def marked(self, unit: str, marker: str) -> str:
        """What bears a marker: the piece, or its formation."""
        return self.battle.units[unit].formation if marker in OF_FORMATION else unit

    def aboard(self, unit: str) -> frozenset[str]:
        """Who rides on a unit."""
        return frozenset(name for name, state in self.position.units.items() if state.aboard == unit)

    def is_so(self, bearer: str, marker: do.MarkerName, *, on: bool) -> bool:
        """Whether a marker is on or off already: putting the piece right says nothing."""
        if marker in OF_FORMATION:
            formation = self.position.formations.get(bearer)
            return formation is not None and getattr(formation, marker) == on
        return bearer in self.position.units and getattr(self.position.units[bearer], marker) == on
