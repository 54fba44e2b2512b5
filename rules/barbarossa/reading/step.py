"""A step that is being read: what it shows, the position before it, what comes after it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.engine import step
from rules.engine.actions import Action
from rules.engine.evidence import Board, Record, Shown
from rules.engine.switches import Switches

if TYPE_CHECKING:
    from rules.barbarossa.reading import BarbarossaReader

A = TypeVar("A", bound=Action)


def says_again(shown: Shown, record: Record) -> bool:
    """True for a record that says once more what was said right before, as by a double click, and throws no dice."""
    return shown.again and not (shown.rolled or shown.altered) and record.verb != "roll"


class Step(step.Step[Position, "BarbarossaReader"]):
    """A step that is being read."""

    def __init__(
        self,
        reader: "BarbarossaReader",
        shown: Shown,
        position: Position,
        ahead: Sequence[Shown],
        board: Callable[[], Board],
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

    def work(self, unit: str) -> str:
        """The order that a unit carries on, or the one of this round; empty if it has none."""
        given = self.position.units[unit].work
        return given.order if given else ""

    def is_due(self, action: Action) -> bool:
        """True if an action is among what is due or permitted."""
        return any(action in due.options for due in self.position.due)

    def on_land(self, record: Record) -> str:
        """The hex in which a record says that its piece stands; empty for a place beside the map."""
        place = record.get("h")
        return place if place in self.battle.ground.grid else ""

    def following(self) -> Iterator[tuple[Shown, int, Record]]:
        """The records after the one that is read, but for those that say nothing new."""
        return (each for each in super().following() if not says_again(each[0], each[2]))

    def case(self, action: A) -> Case[A]:
        """An action in the position before this step, by open readings of disputed rules."""
        return Case(self.battle, Switches(), self.position, action)

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
