"""Lattices: cells of equal shape around whole-number points, and straight lines between them, exactly.

A lattice is given by the steps to a cell's neighbours and by linear forms f with |f(p)| <= 1 inside the cell around 0.
Hexes have three forms, squares two. A line crosses a cell if it has more than a point with the cell's inside in common;
where it runs along a side, the two cells of that side stand together.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import msgspec

Vector = tuple[int, int]
Form = tuple[int, int]


class Lattice(msgspec.Struct, frozen=True):
    """The geometry of a grid: forms that bound a cell, steps to its neighbours, and the distance of a displacement."""

    forms: tuple[Form, ...]
    steps: tuple[Vector, ...]
    length: Callable[[int, int], int]

    def line(self, displacement: Vector) -> tuple[tuple[Vector, ...], ...]:
        """The cells between the origin and the cell at the displacement, in order; pairs where it runs along a side."""
        return _line(self.forms, displacement)


def _clip(form: Form, cell: Vector, along: Vector) -> tuple[Fraction, Fraction, bool] | None:
    """For which part of the line the form allows the cell, and whether that part lies on the cell's side."""
    rate = form[0] * along[0] + form[1] * along[1]
    shift = form[0] * cell[0] + form[1] * cell[1]
    if rate == 0:
        return None if abs(shift) > 1 else (Fraction(0), Fraction(1), abs(shift) == 1)
    ends = sorted((Fraction(shift - 1, rate), Fraction(shift + 1, rate)))
    return max(ends[0], Fraction(0)), min(ends[1], Fraction(1)), False


def _crossing(forms: tuple[Form, ...], cell: Vector, along: Vector) -> tuple[Fraction, Fraction] | None:
    begin, end = Fraction(0), Fraction(1)
    for form in forms:
        part = _clip(form, cell, along)
        if part is None:
            return None
        begin, end = max(begin, part[0]), min(end, part[1])
    return (begin, end) if begin < end else None


@cache
def _line(forms: tuple[Form, ...], along: Vector) -> tuple[tuple[Vector, ...], ...]:
    parts: dict[tuple[Fraction, Fraction], list[Vector]] = {}
    for cell in sorted(_near(along)):
        crossing = _crossing(forms, cell, along)
        if crossing and cell not in {(0, 0), along}:
            parts.setdefault(crossing, []).append(cell)
    return tuple(tuple(parts[part]) for part in sorted(parts))


def _near(along: Vector) -> set[Vector]:
    """The cells beside the line: all that it could cross, for no cell reaches farther from its middle than a step."""
    steps = max(abs(along[0]), abs(along[1]), 1)
    middles = ((along[0] * step // steps, along[1] * step // steps) for step in range(steps + 1))
    return {(x + dx, y + dy) for x, y in middles for dx in (-1, 0, 1, 2) for dy in (-1, 0, 1, 2)}
