"""The grid of a map: how many places it has, how they lie to each other, and what they are called."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from assets.schema import Edge, Strict

Size = Annotated[int, Meta(ge=1, le=200)]


class Axis(Strict, frozen=True, kw_only=True):
    """How columns or rows are counted: from which edge, from which number, with how many digits."""

    start: Edge = field(name="from")
    first: Annotated[int, Meta(ge=0, le=1000)] = 1
    digits: Annotated[int, Meta(ge=1, le=4)] = 2


class Grid(Strict, frozen=True, kw_only=True, dict=True):
    """The grid: kind, size, which lines are straight and which of them are moved half a hex on, and the names.

    `straight: columns` has hexes with flat tops, `rows` hexes with pointed tops. `shifted` lines (the first, third,
    fifth ... or the second, fourth ... from the left or the top) lie half a hex lower or half a hex farther right.
    `halves`: the half hexes that this leaves at two edges belong to the map as places of entry (`edge_names`).
    """

    kind: Literal["hexes", "squares", "table"] = "hexes"
    straight: Literal["columns", "rows"] = "columns"
    shifted: Literal["first", "second"] = "second"
    columns: Size
    rows: Size
    column: Axis = Axis(start="west")
    row: Axis = Axis(start="north")
    named: Literal["column row", "row column"] = "column row"
    separator: Annotated[str, Meta(max_length=3)] = ""
    metres: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    halves: bool = False

    @cached_property
    def form(self) -> re.Pattern[str]:
        """What the names of its places look like."""
        first, second = (self.column, self.row) if self.named == "column row" else (self.row, self.column)
        parts = (f"([0-9]{{{axis.digits}}})" for axis in (first, second))
        return re.compile(re.escape(self.separator).join(parts))

    def name(self, column: int, row: int) -> str:
        """The name of the place at a column and row, counted from 0 at the left and the top of the picture."""
        numbers = [
            f"{_number(column, self.columns, self.column, 'west'):0{self.column.digits}}",
            f"{_number(row, self.rows, self.row, 'north'):0{self.row.digits}}",
        ]
        return self.separator.join(numbers if self.named == "column row" else reversed(numbers))

    def position(self, name: str) -> tuple[int, int] | None:
        """Column and row of a name, counted from 0 at the left and the top; None if no name of this grid has that form.

        They may lie outside of the map.
        """
        found = self.form.fullmatch(name)
        if not found:
            return None
        first, second = int(found[1]), int(found[2])
        column, row = (first, second) if self.named == "column row" else (second, first)
        return (
            _index(column, self.columns, self.column, "west"),
            _index(row, self.rows, self.row, "north"),
        )

    def __contains__(self, name: object) -> bool:
        found = self.position(name) if isinstance(name, str) else None
        return found is not None and 0 <= found[0] < self.columns and 0 <= found[1] < self.rows

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all places, row by row from the top left."""
        return tuple(self.name(column, row) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """The names of the half hexes at the edges, where the map has any: none of them is a place of the map."""
        if not self.halves or self.kind != "hexes":
            return ()
        across, down = (self.columns, self.rows) if self.straight == "columns" else (self.rows, self.columns)
        spots = [(line, -1 if line % 2 == self.parity else down) for line in range(across)]
        return tuple(self.name(*(spot if self.straight == "columns" else spot[::-1])) for spot in spots)

    @property
    def lines(self) -> Literal["columns", "rows", "squares"]:
        """How its places lie to each other: in straight columns or rows of hexes, or squarely."""
        return self.straight if self.kind == "hexes" else "squares"

    @property
    def word(self) -> str:
        """What one of its places is called."""
        return "hex" if self.kind == "hexes" else "field"

    @property
    def parity(self) -> int:
        """The parity (of the index from 0) of the lines that are moved half a hex on."""
        return 0 if self.shifted == "first" else 1

    def cut(self, one: str, other: str) -> Grid:
        """The part of the grid between two of its places, with the names that they have."""
        (left, top), (right, bottom) = (self.position(name) or (0, 0) for name in (one, other))
        left, right, top, bottom = min(left, right), max(left, right), min(top, bottom), max(top, bottom)
        passed = left if self.straight == "columns" else top
        return replace(
            self,
            columns=right - left + 1,
            rows=bottom - top + 1,
            column=_from(self.column, left if self.column.start == "west" else self.columns - 1 - right),
            row=_from(self.row, top if self.row.start == "north" else self.rows - 1 - bottom),
            shifted="first" if (self.parity - passed) % 2 == 0 else "second",
            halves=False,
        )

    def doubled(self, column: int, row: int) -> tuple[int, int]:
        """A place in half steps across and down, so that the half hex by which lines are moved is a whole number."""
        if self.kind != "hexes":
            return 2 * column, 2 * row
        if self.straight == "columns":
            return column, 2 * row + (column % 2 == self.parity)
        return 2 * column + (row % 2 == self.parity), row

    def adjacent(self, name: str, other: str) -> bool:
        """Whether two places (of this form, also outside of the map) share a side, or on squares a corner."""
        here, there = self.position(name), self.position(other)
        if here is None or there is None:
            return False
        (x, y), (to_x, to_y) = self.doubled(*here), self.doubled(*there)
        apart = sorted((abs(to_x - x), abs(to_y - y)))
        if self.kind != "hexes":
            return apart in ([0, 2], [2, 2])
        along = abs(to_y - y) if self.straight == "columns" else abs(to_x - x)
        return apart == [1, 1] or (apart == [0, 2] and along == 2)

    def bordering(self, name: str, other: str) -> bool:
        """Whether two places (of this form, also outside of the map) share a side."""
        if self.kind == "hexes":
            return self.adjacent(name, other)
        here, there = self.position(name), self.position(other)
        return here is not None and there is not None and abs(here[0] - there[0]) + abs(here[1] - there[1]) == 1


def _from(axis: Axis, later: int) -> Axis:
    return replace(axis, first=axis.first + later)


def _number(index: int, count: int, axis: Axis, near: Edge) -> int:
    return axis.first + (index if axis.start == near else count - 1 - index)


def _index(number: int, count: int, axis: Axis, near: Edge) -> int:
    return number - axis.first if axis.start == near else count - 1 - (number - axis.first)
