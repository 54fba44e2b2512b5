"""Maps of squares: places with names on the square lattice. A step may go over a corner.

A line of sight runs from middle to middle, in slices one field wide along its longer axis. What a slice crosses stands
together: if all of it blocks, the line is blocked; if only a part does, nobody can say. Where the line runs through a
corner, the two fields beside it stand together, and either of them leaves it free.
"""

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from rules.engine.answers import Answer, some
from rules.engine.grid import Grid
from rules.engine.lattice import Lattice, Vector
from rules.engine.sight import UNSHOWN, Free, Sight, judged


def _length(x: int, y: int) -> int:
    return max(abs(x), abs(y))


SQUARE = Lattice(
    forms=((2, 0), (0, 2)),
    steps=((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    length=_length,
)


class Part(msgspec.Struct, frozen=True):
    """The fields of a slice that a line crosses, or the two beside a corner that it runs through."""

    cells: tuple[Vector, ...]
    corner: bool = False


@cache
def parts(along: Vector) -> tuple[Part, ...]:
    """What a line from the origin to a displacement meets, in order; neither of its ends."""
    (x, y) = along
    long, short = max(abs(x), abs(y)), min(abs(x), abs(y))
    steep, right, down = abs(y) > abs(x), 1 if x >= 0 else -1, 1 if y >= 0 else -1

    def placed(on: int, beside: int) -> Vector:
        across, up = (beside, on) if steep else (on, beside)
        return right * across, down * up

    return tuple(
        Part(tuple(sorted(placed(*cell) for cell in cells)), corner) for cells, corner in _met(long, short) if cells
    )


def _met(long: int, short: int) -> Iterator[tuple[tuple[Vector, ...], bool]]:
    """Slices and corners of a line that goes so far along one axis and no farther along the other, from 0 up."""
    for slice_ in range(long):
        if slice_:
            # The fields whose inside the line has between half a field before the middle of the slice and half after.
            low = (short * (2 * slice_ - 1) - long) // (2 * long) + 1
            high = -((-short * (2 * slice_ + 1) - long) // (2 * long)) - 1
            yield tuple((slice_, beside) for beside in range(low, high + 1)), False
        turns, rest = divmod(short * (2 * slice_ + 1), long)
        if not rest and turns % 2:
            yield ((slice_, (turns + 1) // 2), (slice_ + 1, (turns - 1) // 2)), True


class Squares(Grid):
    """A map of squares: places by name, eight neighbours each."""

    lattice = SQUARE

    def sight(self, start: str, goal: str, free: Free) -> Sight:
        """Whether one sees from place to place; open where a slice of the line is blocked in part."""
        if start not in self.cells or goal not in self.cells:
            return UNSHOWN
        (x, y), (to_x, to_y) = self.cells[start], self.cells[goal]
        return judged(self._looked(x, y, parts((to_x - x, to_y - y)), free))

    def _looked(self, x: int, y: int, met: tuple[Part, ...], free: Free) -> Iterator[tuple[tuple[str, ...], Answer]]:
        for part in met:
            names = [self.name_at((x + dx, y + dy)) for dx, dy in part.cells]
            found = [Answer.YES if name is None else free(name) for name in names]
            stopping = tuple(name for name, each in zip(names, found, strict=True) if name and each is not Answer.YES)
            yield stopping, some(found) if part.corner else alike(found)


def alike(answers: Iterable[Answer]) -> Answer:
    """What all say; open where one says otherwise than another."""
    known = set(answers)
    return known.pop() if len(known) == 1 else Answer.OPEN
