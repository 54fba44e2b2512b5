"""Points strewn evenly and without order: no two nearer than a distance, no place left bare."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from builder.landscape.noise import hashed

Points = NDArray[np.float64]
Kind = TypeVar("Kind", bound=np.generic)
ROUNDS = 6


def strewn(width: float, height: float, distance: float, seed: int) -> Points:
    """Points in the rectangle from (0, 0), at least `distance` apart and at most about twice as far (Poisson disks).

    Every cell of a fine grid proposes a point; rounds by rounds the one with the highest lot around it stays and
    silences its neighbours, which is the same whatever order they are asked in.
    """
    cell = distance * 0.7071
    columns, rows = int(width / cell) + 1, int(height / cell) + 1
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    px = (x + _part(x, y, seed)) * cell
    py = (y + _part(x, y, seed + 1)) * cell
    lot = hashed(x, y, seed + 2).astype(np.int64) * (columns * rows) + y * columns + x
    del x, y
    waiting = (px < width) & (py < height)
    chosen = np.zeros_like(waiting)
    for _ in range(ROUNDS):
        best = waiting.copy()
        for dx, dy in _around():
            near = _near(px, py, dx, dy, distance)
            best &= ~(near & _shifted(waiting, dx, dy, False) & (_shifted(lot, dx, dy, -1) > lot))
        chosen |= best
        silenced = best.copy()
        for dx, dy in _around():
            silenced |= _near(px, py, dx, dy, distance) & _shifted(best, dx, dy, False)
        waiting &= ~silenced
    return np.stack([px[chosen], py[chosen]], axis=1)


def _part(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Points:
    return hashed(x, y, seed) / float(1 << 32)


def _around() -> list[tuple[int, int]]:
    return [(dx, dy) for dy in range(-2, 3) for dx in range(-2, 3) if (dx, dy) != (0, 0)]


def _near(px: Points, py: Points, dx: int, dy: int, distance: float) -> NDArray[np.bool_]:
    away = (_shifted(px, dx, dy, 1e9) - px) ** 2 + (_shifted(py, dx, dy, 1e9) - py) ** 2
    return np.asarray(away < distance * distance)


def _shifted(values: NDArray[Kind], dx: int, dy: int, fill: float) -> NDArray[Kind]:
    """The values of the cells dx to the right and dy down; `fill` beyond the edge."""
    rows, columns = values.shape
    found = np.full_like(values, fill)
    found[max(0, -dy) : rows - max(0, dy), max(0, -dx) : columns - max(0, dx)] = values[
        max(0, dy) : rows - max(0, -dy), max(0, dx) : columns - max(0, -dx)
    ]
    return found
