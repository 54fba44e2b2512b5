"""How a regular grid names its cells, and reads such a name back."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from vassal.arithmetic import parse_int
from vassal.expressions import UNKNOWN, fill, holes

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GRID_LOCATION, ROW, COLUMN = "gridLocation", "row", "column"

# One letter repeated: AA follows Z, and AAFF is column AA, row FF.
_LETTERS = "-?(?:" + "|".join(f"{letter}+" for letter in ALPHABET) + ")"
# A name with more variable parts, or longer, is not worth the time that trying all its readings takes.
_MOST_PARTS = 4
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Axis:
    """How one of the two numbers of a cell is written."""

    kind: Literal["N", "A"] = "N"
    leading: int = 1
    offset: int = 1
    descending: bool = False

    def text(self, value: int) -> str:
        """Return the value, offset included, as it stands in a name."""
        sign = "-" if value < 0 else ""
        value = abs(value)
        if self.kind == "A":
            turns, letter = divmod(value, 26)
            # The letter stands once a turn: 0 = A, 25 = Z, 26 = AA, 52 = AAA.
            return sign + ALPHABET[letter] * min(turns + 1, _LONGEST_NAME)
        return sign + str(value).rjust(min(self.leading + 1, _LONGEST_NAME), "0")

    def value(self, text: str) -> int | None:
        """Return the value, offset included, that a text stands for."""
        if self.kind == "N":
            return parse_int(text)
        letters = text.removeprefix("-")
        size = 26 * (len(letters) - 1) + ALPHABET.index(letters[-1])
        return -size if text.startswith("-") else size

    @property
    def pattern(self) -> str:
        """Return the regular expression of all texts of this axis."""
        return _LETTERS if self.kind == "A" else f"-?[0-9]{{{max(0, self.leading) + 1},}}"


@dataclass(frozen=True)
class Numbering:
    """The names of the cells of a grid, by column and row."""

    horizontal: Axis = field(default_factory=Axis)
    vertical: Axis = field(default_factory=Axis)
    column_first: bool = True
    separator: str = ""
    location_format: str = f"${GRID_LOCATION}$"
    stagger: bool = True

    def name(self, column: int, row: int) -> str:
        """Return the name of a cell, or `UNKNOWN` if only the engine can evaluate the format."""
        column_text = self.horizontal.text(column + self.horizontal.offset)
        row_text = self.vertical.text(row + self.vertical.offset)
        first, second = (column_text, row_text) if self.column_first else (row_text, column_text)
        parts = {GRID_LOCATION: first + self.separator + second, ROW: row_text, COLUMN: column_text}
        name = fill(self.location_format, parts, missing="")
        return UNKNOWN if name is None else name

    def cell(self, name: str) -> tuple[int, int] | None:
        """Return column and row of the cell of that name, or None if no cell has it."""
        if self._pattern is None or len(name) > _LONGEST_NAME:
            return None
        found = self._pattern.fullmatch(name)
        if found is None:
            return None
        # Where a part stands twice in the format, the last one counts.
        texts = dict(zip(self._parts, found.groups(), strict=True))
        column, row = self.horizontal.value(texts[COLUMN]), self.vertical.value(texts[ROW])
        if column is None or row is None:
            return None
        return column - self.horizontal.offset, row - self.vertical.offset

    @cached_property
    def _order(self) -> tuple[str, str]:
        return (COLUMN, ROW) if self.column_first else (ROW, COLUMN)

    @cached_property
    def _parts(self) -> tuple[str, ...]:
        readings = {GRID_LOCATION: self._order, COLUMN: (COLUMN,), ROW: (ROW,)}
        return tuple(
            part for text, is_hole in holes(self.location_format) if is_hole for part in readings.get(text, ())
        )

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if len(self._parts) > _MOST_PARTS or not {COLUMN, ROW} <= set(self._parts):
            return None
        patterns = {COLUMN: f"({self.horizontal.pattern})", ROW: f"({self.vertical.pattern})"}
        patterns[GRID_LOCATION] = re.escape(self.separator).join(patterns[part] for part in self._order)
        parts = holes(self.location_format)
        return re.compile("".join(patterns.get(text, "") if is_hole else re.escape(text) for text, is_hole in parts))
