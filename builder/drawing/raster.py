"""From a path to a mask: for each pixel exactly how much of it the shape covers.

Corners are rounded to 1/256 of a pixel and the shares are summed in whole numbers, so that neither the order of summing
nor the last bit of a sine can change a pixel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from builder.drawing.path import Path

GRID = 256
OFFSET = 0.5 + 0.0731
"""Rounded half up, but shifted a little: a number such as 1.5 that a machine computes as 1.4999 rounds the same."""

ONE = 1 << 24
"""A wholly covered pixel in the whole numbers that are summed."""

LARGEST = 20_000

AT_ONCE = 1 << 18
"""So many pixels are summed at once: a large shape takes no more memory than its mask."""

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Mask:
    """How much of each pixel a shape covers (0 to 255), and where its upper left pixel lies."""

    image: Image.Image
    left: int
    top: int

    def moved(self, dx: int, dy: int) -> "Mask":
        """The mask, some whole pixels to the right and down."""
        return Mask(self.image, self.left + dx, self.top + dy)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        return self.left, self.top, self.left + self.image.width, self.top + self.image.height


NOTHING = Mask(Image.new("L", (1, 1)), 0, 0)


def mask(path: Path, scale: float = 1.0, left: float = 0.0, top: float = 0.0) -> Mask:
    """The mask of a shape that is drawn `scale` pixels to the unit, its origin at (left, top) in pixels."""
    contours = [_snapped(contour, scale, left, top) for contour in path.contours if len(contour) > 2]
    if not contours:
        return NOTHING
    points = np.concatenate(contours)
    x0, y0 = (int(value) for value in np.floor(points.min(axis=0)))
    x1, y1 = (int(value) for value in np.ceil(points.max(axis=0)))
    width, height = x1 - x0, y1 - y0
    if width <= 0 or height <= 0:
        return NOTHING
    if max(width, height) > LARGEST:
        raise ValueError(f"a shape of {width} by {height} pixels is too large")
    starts = points - (x0, y0)
    ends = np.concatenate([np.roll(contour, -1, axis=0) for contour in contours]) - (x0, y0)
    return Mask(Image.fromarray(_coverage(starts, ends, width, height)), x0, y0)


def _snapped(contour: Sequence[tuple[float, float]], scale: float, left: float, top: float) -> Floats:
    points = np.array(contour, dtype=np.float64)
    return np.floor((points * scale + (left, top)) * GRID + OFFSET) / GRID


def _coverage(starts: Floats, ends: Floats, width: int, height: int) -> Bytes:
    """Sum, for each edge and each pixel it crosses, how much lies right of it; then run along the rows."""
    sloped = starts[:, 1] != ends[:, 1]
    rows, heights, xa, xb = _by_rows(starts[sloped], ends[sloped])
    found = np.empty((height, width), np.uint8)
    band = max(1, AT_ONCE // (width + 2))
    for top in range(0, height, band):
        high = min(band, height - top)
        inside = (rows >= top) & (rows < top + high) if high < height else slice(None)
        found[top : top + high] = _band(rows[inside] - top, heights[inside], xa[inside], xb[inside], (width, high))
    return found


def _band(rows: Whole, heights: Floats, xa: Floats, xb: Floats, size: tuple[int, int]) -> Bytes:
    """The coverage of some rows, from the pieces of edges that lie in them."""
    width, height = size
    cells, covers, shares = _by_columns(rows * (width + 2), heights, xa, xb)
    near = np.rint(covers * (1 - shares) * ONE)
    far = np.rint(covers * ONE) - near
    count = height * (width + 2)
    sums = np.bincount(cells, near, count) + np.bincount(cells + 1, far, count)
    covered = np.minimum(np.abs(np.cumsum(sums.reshape(height, width + 2), axis=1)), ONE)
    return (covered[:, :width] * 255 / ONE + 0.5).astype(np.uint8)


def _by_rows(starts: Floats, ends: Floats) -> tuple[Whole, Floats, Floats, Floats]:
    """Cut the edges where they cross from one row of pixels to the next: row, signed height, x at both ends."""
    down = starts[:, 1] < ends[:, 1]
    upper = np.where(down[:, None], starts, ends)
    lower = np.where(down[:, None], ends, starts)
    first = np.floor(upper[:, 1]).astype(np.int64)
    counts = np.ceil(lower[:, 1]).astype(np.int64) - first
    index = np.repeat(np.arange(len(counts)), counts)
    rows = first[index] + _running(counts)
    slope = ((lower[:, 0] - upper[:, 0]) / (lower[:, 1] - upper[:, 1]))[index]
    x0, y0 = upper[index, 0], upper[index, 1]
    ya, yb = np.maximum(rows, y0), np.minimum(rows + 1, lower[index, 1])
    low = np.minimum(upper[:, 0], lower[:, 0])[index]
    high = np.maximum(upper[:, 0], lower[:, 0])[index]
    heights = np.where(down, 1.0, -1.0)[index] * (yb - ya)
    return rows, heights, np.clip(x0 + (ya - y0) * slope, low, high), np.clip(x0 + (yb - y0) * slope, low, high)


def _by_columns(starts: Whole, heights: Floats, xa: Floats, xb: Floats) -> tuple[Whole, Floats, Floats]:
    """Cut them again where they cross from pixel to pixel: the cell, the signed height, the mean place across."""
    left, right = np.minimum(xa, xb), np.maximum(xa, xb)
    first = np.floor(left).astype(np.int64)
    counts = np.maximum(np.ceil(right).astype(np.int64) - first, 1)
    index = np.repeat(np.arange(len(counts)), counts)
    columns = first[index] + _running(counts)
    low, high = np.maximum(left[index], columns), np.minimum(right[index], columns + 1)
    width = (right - left)[index]
    part = np.where(width > 0, (high - low) / np.where(width > 0, width, 1), 1.0)
    return starts[index] + columns, heights[index] * part, (low + high) / 2 - columns


def _running(counts: Whole) -> Whole:
    """0, 1, 2 ... for each count, one after the other."""
    ends = np.cumsum(counts)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)
