"""Hearing: what the readers of all games do alike with the records of a log."""

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Generic, TypeVar

from assets.chronicle import Chronicle
from rules.binding import Reading, Reads, actions_in
from rules.engine.evidence import Board, Record
from rules.engine.reading import Read
from rules.engine.step import Step

B = TypeVar("B")
S = TypeVar("S", bound=Step[Any, Any])


class Hearing(Generic[B, S]):
    """Reads the records of one battle's logs: some in ways of the game's own, all others as its chronicle declares."""

    def __init__(
        self,
        battle: B,
        sides: Mapping[str, str],
        chronicle: Chronicle,
        actions: ModuleType,
        names: Mapping[str, Reading],
    ) -> None:
        self.battle, self._sides, self._phases = battle, sides, tuple(chronicle.phases)
        self.declared: Callable[[S, Record], Iterable[Read]] = Reads(chronicle, actions_in(actions), names)
        """Reads the records whose verbs say what they mean."""
        self._verbs: Mapping[str, Callable[[S, Record], Iterable[Read]]] = {}
        """Reads those that a game reads in a way of its own, by their verbs."""
        self._done: set[tuple[int, int]] = set()
        """Records that were read ahead, by step and place."""

    @property
    def heard(self) -> Iterable[str]:
        """The verbs that are read in a way of their own."""
        return self._verbs

    def hear(self, step: S, record: Record) -> Iterable[Read]:
        """The actions that a record tells of."""
        return self._verbs.get(record.verb, self.declared)(step, record)

    def side(self, name: str) -> str:
        """The side of a name that stands in records; empty for a seat that plays both."""
        return self._sides.get(name, "")

    def consume(self, step: int, place: int) -> None:
        """Remember that a record was read with an earlier one."""
        self._done.add((step, place))

    def was_read(self, step: int, place: int) -> bool:
        """Tell whether a record was read with an earlier one."""
        return (step, place) in self._done

    def clock(self, board: Board) -> tuple[int, str]:
        """The turn that a board shows, and the name of its phase; none before the first one."""
        turn, phase = (*board.turn, 0, 0)[:2]
        return turn, self._phases[phase] if 0 <= phase < len(self._phases) else ""
