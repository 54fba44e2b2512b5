"""Straight lines over hexes, drawn by hand: point by point, each time the hex whose centre is nearest."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

Cell = tuple[int, int]
SAMPLES = 397
"""Points on each line; a prime, so that no point lies on a side by chance."""


def crossed(cells: Mapping[str, Cell], start: str, goal: str) -> list[tuple[str, ...]]:
    """The hexes on a straight line, in order; two where it runs along their side: whichever is nearest."""
    names = {cell: name for name, cell in cells.items()}
    (q, r), (to_q, to_r) = cells[start], cells[goal]
    found: list[tuple[str, ...]] = []
    for sample in range(1, SAMPLES):
        nearest = _nearest((q * SAMPLES + sample * (to_q - q), r * SAMPLES + sample * (to_r - r)))
        there = tuple(sorted(names[cell] for cell in nearest if cell in names))
        if len(there) == len(nearest) and (not found or found[-1] != there):
            found.append(there)
    return [each for each in found if each not in {(start,), (goal,)}]


def _nearest(point: Cell) -> set[Cell]:
    """The hexes whose centres are nearest to a point between them."""
    around = [(point[0] // SAMPLES + x, point[1] // SAMPLES + y) for x, y in product((-1, 0, 1, 2), repeat=2)]

    def away(cell: Cell) -> int:
        x, y = point[0] - cell[0] * SAMPLES, point[1] - cell[1] * SAMPLES
        return x * x + x * y + y * y

    least = min(map(away, around))
    return {cell for cell in around if away(cell) == least}
