"""Maps of squares: places with names on the square lattice. A step may go over a corner."""

from rules.engine.grid import Grid
from rules.engine.lattice import Lattice


def _length(x: int, y: int) -> int:
    return max(abs(x), abs(y))


SQUARE = Lattice(
    forms=((2, 0), (0, 2)),
    steps=((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    length=_length,
)


class Squares(Grid):
    """A map of squares: places by name, eight neighbours each."""

    lattice = SQUARE
