"""Advising: what the assistants of all games answer alike."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.engine.actions import Action
from rules.engine.options import Legal, Options
from rules.engine.position import Position
from rules.engine.referee import Referee, ways
from rules.engine.ruling import Ruling


class Pieces(Protocol):
    """A battle as an assistant knows it: the pieces that a person may ask about."""

    @property
    def units(self) -> Mapping[str, Any]:
        """The pieces by their ids."""
        ...


B = TypeVar("B", bound=Pieces)
P = TypeVar("P", bound=Position)
C = TypeVar("C")


class Adviser(Generic[B, P, C]):
    """Answers questions about positions of one battle; a game adds those that are its own."""

    options: ClassVar[Options]
    """What may be done in the game."""

    def __init__(self, battle: B, referee: Referee[P]) -> None:
        self._battle, self._referee, self._legal = battle, referee, Legal(self.options, referee)

    def _case(self, position: P) -> C:
        """What the chapters look at, where nobody has acted yet."""
        case: Any = self._referee.case(position, Action())
        found: C = case
        return found

    def score(self, position: P) -> Mapping[str, str]:
        """What counts for who wins, by what it is called: nothing where a game keeps no score."""
        del position
        return {}

    def place(self, position: P, piece: str) -> str:
        """The place in which a piece stands; empty off the map."""
        raise NotImplementedError

    def known(self, place: str) -> bool:
        """True for a place of the map: one from which there are ways and lines of sight."""
        raise NotImplementedError

    def on_map(self, position: P, piece: str) -> bool:
        """True for a piece that stands on a place of the map."""
        return self.known(self.place(position, piece))

    def called(self, piece: str) -> Iterable[str]:
        """What else than by its id a person may call a piece."""
        del piece
        return ()

    def find(self, position: P, name: str) -> tuple[str, ...]:
        """Pieces by id, by the end of their id, by what else they are called, or by the place in which they stand."""
        units, asked = self._battle.units, name.casefold()
        if name in units:
            return (name,)
        found = tuple(
            each for each in units if each.casefold().endswith(asked) or asked in map(str.casefold, self.called(each))
        )
        return found or tuple(each for each in units if self.place(position, each) == name)

    def would_be(self, position: P, action: Action) -> Ruling:
        """What the referee would say of an action."""
        return self._referee.judge(position, action)

    def counted(self, position: P) -> Mapping[str, int]:
        """By verb, how many legal actions there are."""
        verbs = Counter(type(action).__name__.lower() for action in self._legal(position))
        return dict(sorted(verbs.items()))

    def owed(self, position: P, *, permitted: bool = True) -> tuple[str, ...]:
        """What is due, and what is merely permitted as well, each in a line."""
        return tuple(ways(due) for due in position.due if due.must or permitted)
