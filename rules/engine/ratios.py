"""Ratios: the column of a table of odds, exactly, with shifts inside of it and beyond its ends."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

BELOW = -1


class Odds:
    """The columns of a table of odds, from the smallest ratio to the largest."""

    def __init__(self, columns: Sequence[Fraction]) -> None:
        if list(columns) != sorted(set(columns)):
            raise ValueError("the columns of a table of odds stand in their order")
        self.columns = tuple(columns)

    def place(self, one: Fraction | int, other: Fraction | int, shift: int = 0) -> int:
        """The column for two strengths, rounded down, after a shift; -1 below the table, its length above it.

        Beyond an end of the table each shift is a whole ratio: 7:1 becomes 6:1, 1:4 becomes 1:3.
        """
        if not other:
            return len(self.columns) - 1
        ratio = Fraction(one) / Fraction(other)
        return self._shifted(ratio, shift)

    def _shifted(self, ratio: Fraction, shift: int) -> int:
        first, last = self.columns[0], self.columns[-1]
        steps, way = abs(shift), (shift > 0) - (shift < 0)
        place = self._column(ratio)
        beyond = floor(ratio) - floor(last) if ratio >= last + 1 else 0
        short = ceil(1 / ratio) - floor(1 / first) if 0 < ratio < first else (steps + 1 if ratio <= 0 else 0)
        for _ in range(steps):
            if beyond > 0 or (way > 0 and place == len(self.columns) - 1):
                beyond += way
            elif short > 0 or (way < 0 and place == 0):
                short -= way
                place = BELOW if short > 0 else 0
            else:
                place += way
        if beyond > 0:
            return len(self.columns)
        return BELOW if short > 0 else place

    def _column(self, ratio: Fraction) -> int:
        """The last column that is not larger than the ratio; -1 below the table."""
        return bisect_right(self.columns, ratio) - 1


def column_of(bounds: Sequence[int], strength: Fraction | int) -> int:
    """The last of some columns whose lowest strength is not above one; -1 if it is below all of them."""
    return bisect_right(bounds, strength) - 1
