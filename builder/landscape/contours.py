"""Contours: the closed lines along which a field of values crosses a threshold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from builder.landscape.noise import Floats

Line = NDArray[np.float64]
BEYOND = 3
"""So many cells a field is continued beyond its edge, so that no line is seen to close there."""

# The corners of a cell weigh 1, 2, 4, 8 clockwise from the top left; its sides are 0 top, 1 right, 2 bottom, 3 left.
# From which side to which the contour runs, the higher ground on its right hand.
_CASES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),), 2: ((1, 0),), 3: ((1, 3),), 4: ((2, 1),), 5: ((0, 1), (2, 3)), 6: ((2, 0),), 7: ((2, 3),),
    8: ((3, 2),), 9: ((0, 2),), 10: ((1, 2), (3, 0)), 11: ((1, 2),), 12: ((3, 1),), 13: ((0, 1),), 14: ((3, 0),),
}  # fmt: skip


def contours(values: Floats, threshold: float, step: float = 1.0) -> list[Line]:
    """The closed lines around all that is higher than the threshold, in units of `step` a value, the largest first.

    Seen along the line the higher ground lies to the right: around a hill it runs clockwise on the page (a positive
    `area`), around a hollow the other way round. What reaches the edge of the field is closed outside of it.
    """
    low = np.float32(min(float(values.min()), threshold) - 1)
    field = _framed(values, low)
    after = _chains(field > threshold, field.shape[1])
    lines = [_points(field, chain, threshold) for chain in _loops(after)]
    # A value stands for the middle of its cell; the padding moved everything.
    placed = [(line - BEYOND - 0.5) * step for line in lines]
    return sorted(placed, key=lambda line: (-abs(area(line)), *line[0]))


def _framed(values: Floats, low: np.float32) -> Floats:
    """The field continued beyond its edge, and around that a rim that is lower than all of it; in one piece."""
    rows, columns = values.shape
    field = np.full((rows + 2 * BEYOND + 2, columns + 2 * BEYOND + 2), low, np.float32)
    inner = field[1:-1, 1:-1]
    inner[BEYOND:-BEYOND, BEYOND:-BEYOND] = values
    inner[:BEYOND, BEYOND:-BEYOND] = values[0]
    inner[-BEYOND:, BEYOND:-BEYOND] = values[-1]
    inner[:, :BEYOND] = inner[:, BEYOND : BEYOND + 1]
    inner[:, -BEYOND:] = inner[:, -BEYOND - 1 : -BEYOND]
    return field


def area(line: Line) -> float:
    """The area inside a closed line, positive if it runs clockwise on the page."""
    x, y = line[:, 0], line[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def rounded(line: Line, times: int = 1) -> Line:
    """The closed line with its corners cut, so many times."""
    for _ in range(times):
        after = np.roll(line, -1, axis=0)
        line = np.stack([line * 0.75 + after * 0.25, line * 0.25 + after * 0.75], axis=1).reshape(-1, 2)
    return line


def _chains(inside: NDArray[np.bool_], width: int) -> dict[int, int]:
    """For each side of a cell that a contour enters by, the side it leaves by; sides by number."""
    corner = inside.astype(np.uint8)
    case = corner[:-1, :-1] + 2 * corner[:-1, 1:] + 4 * corner[1:, 1:] + 8 * corner[1:, :-1]
    after: dict[int, int] = {}
    for number, runs in _CASES.items():
        rows, columns = np.nonzero(case == number)
        base = (rows * width + columns) * 2
        sides = (base, base + 3, base + 2 * width, base + 1)
        for start, end in runs:
            after.update(zip(sides[start].tolist(), sides[end].tolist(), strict=True))
    return after


def _loops(after: dict[int, int]) -> list[list[int]]:
    loops = []
    while after:
        first, here = after.popitem()
        loop = [first]
        while here != first:
            loop.append(here)
            here = after.pop(here)
        loops.append(loop)
    return loops


def _points(field: Floats, chain: list[int], threshold: float) -> Line:
    """Where the threshold lies on each side: even numbers are sides along a row, odd ones along a column."""
    numbers = np.array(chain, np.int64)
    rows, columns = np.divmod(numbers // 2, field.shape[1])
    down = (numbers % 2).astype(np.int64)
    here = field[rows, columns].astype(np.float64)
    there = field[rows + down, columns + 1 - down].astype(np.float64)
    share = (threshold - here) / (there - here)
    return np.stack([columns + share * (1 - down), rows + share * down], axis=1)
