"""Hex maps: places with printed names on a hexagonal lattice. Whole numbers only."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from rules.engine.answers import Answer, some
from rules.engine.grid import Grid
from rules.engine.lattice import Lattice, Vector
from rules.engine.sight import UNSHOWN, Free, Line, Sight, judged

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

    def __init__(self, cells: Mapping[str, Vector]) -> None:
        super().__init__(cells)
        self._lines: dict[tuple[str, str], Line] = {}

    def line(self, start: str, goal: str) -> Line:
        """The places between two places in order, in pairs where the line runs along a side; none off the map."""
        key = (start, goal)
        if key not in self._lines:
            self._lines[key] = self._trace(start, goal)
        return self._lines[key]

    def _trace(self, start: str, goal: str) -> Line:
        (x, y), (to_x, to_y) = self.cells[start], self.cells[goal]
        crossed = self.lattice.line((to_x - x, to_y - y))
        named = (tuple(self.name_at((x + dx, y + dy)) or "" for dx, dy in cells) for cells in crossed)
        return tuple(cells for cells in named if "" not in cells)

    def sight(self, start: str, goal: str, free: Free, side: Callable[[Iterable[Answer]], Answer] = some) -> Sight:
        """Whether one sees from place to place; a side along which the line runs is free if one of its two hexes is.

        `side` says otherwise: with `every` both must be.
        """
        if start not in self.cells or goal not in self.cells:
            return UNSHOWN
        return judged((places, side(map(free, places))) for places in self.line(start, goal))
