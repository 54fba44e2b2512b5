"""Space: one protocol for hexes, squares and the free table. What it is asked it answers with yes, no, or open."""

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

from rules.engine.answers import Measured
from rules.engine.reach import Reach
from rules.engine.sight import Free, Sight

H = TypeVar("H", bound=Hashable)


class Space(Protocol[H]):
    """Where pieces stand: hexes and squares have named places, the table has points in millimetres.

    What is no place of the space (off the map, in a box, not shown) is at no known distance, next to nothing, and
    whether it is seen is open: whoever finds fault needs a certain answer, and need not ask whether there is a place.

    A step cost of None bars the step. On the table the steps are straight legs from corner to corner of what stands
    in the way, so that a cheapest way is found there too.
    """

    def measure(self, start: H, goal: H) -> Measured:
        """How far it is, in the space's own units: exactly on a grid, as exactly as pieces lie on the table."""
        ...

    def neighbours(self, place: H) -> Iterable[H]:
        """The places next to a place; on the table, those of the marked points in contact with it."""
        ...

    def reach(self, start: H, cost: Callable[[H, H], int | None], budget: int) -> Reach[H]:
        """Where one can get with so many movement points."""
        ...

    def sight(self, start: H, goal: H, free: Free) -> Sight:
        """Whether one sees from place to place; `free` tells of named things whether they leave a view through them."""
        ...
