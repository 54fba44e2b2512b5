"""Space: one protocol for hexes, squares and the free table."""

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

H = TypeVar("H", bound=Hashable)


class Sees(Protocol):
    """An answer to: does one see it? True or false, and it may know what is in the way."""

    def __bool__(self) -> bool: ...


class Reaches(Protocol[H]):
    """An answer to: where can one get?"""

    def cost(self, place: H) -> int | None:
        """What it costs at least to get there, or None."""
        ...

    def path(self, place: H) -> tuple[H, ...]:
        """A cheapest way there, without the start."""
        ...


class Space(Protocol[H]):
    """Where pieces stand: hexes and squares have named places, the table has points in millimetres.

    A step cost of None bars the step. On the table the steps are straight legs from corner to corner of what stands
    in the way, so that a cheapest way is found there too.
    """

    def distance(self, start: H, goal: H) -> int:
        """How far it is, in the space's own whole units."""
        ...

    def neighbours(self, place: H) -> Iterable[H]:
        """The places next to a place; on the table, those of the marked points in contact with it."""
        ...

    def reach(self, start: H, cost: Callable[[H, H], int | None], budget: int) -> Reaches[H]:
        """Where one can get with so many movement points."""
        ...

    def sight(self, start: H, goal: H, blocks: Callable[[str], bool]) -> Sees:
        """Whether one sees from place to place; `blocks` tells of named things whether they stop the view."""
        ...
