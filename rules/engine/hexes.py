"""Hex maps: places with printed names on a hexagonal lattice. Whole numbers only."""

from typing import Literal

from rules.engine.grid import Grid
from rules.engine.lattice import Lattice, Vector

Layout = Literal["columns", "rows"]
"""What stands in straight lines: columns (flat tops) or rows (pointed tops)."""


def _length(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


HEXAGONAL = Lattice(
    # with the third coordinate s = -q - r: |q - r| <= 1, |r - s| = |q + 2r| <= 1, |s - q| = |2q + r| <= 1
    forms=((1, -1), (1, 2), (2, 1)),
    steps=((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    length=_length,
)
"""Axial coordinates; the steps go clockwise from north in a map of columns."""


def from_offset(column: int, row: int, layout: Layout = "columns", shifted: int = 0) -> Vector:
    """The axial coordinates of the hex at a column and row; `shifted` is the parity of the lines moved half a hex on.

    In a map of columns the columns of that parity lie half a hex lower; in a map of rows the rows of that parity lie
    half a hex farther to the right.
    """
    if layout == "columns":
        return column, row - _lines_passed(column, shifted)
    return column - _lines_passed(row, shifted), row


def _lines_passed(line: int, shifted: int) -> int:
    return (line - line % 2 if shifted else line + line % 2) // 2


class Hexes(Grid):
    """A hex map: places by name on the hexagonal lattice."""

    lattice = HEXAGONAL
