"""A scene: shapes in layers, drawn piece by piece at any scale; each tile of a picture draws only what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw

Rgb = tuple[int, int, int]
Kind = Literal["area", "line", "disc"]


@dataclass(frozen=True, slots=True)
class Shape:
    """An area with these corners, a line of a width through these points, or a disc of a width around one point."""

    kind: Kind
    points: NDArray[np.float64]
    colour: Rgb
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture: its upper left corner and size in pixels, and how many pixels there are to a unit."""

    left: int
    top: int
    width: int
    height: int
    scale: int

    def finer(self, factor: int) -> Tile:
        """The same part with so many times more pixels."""
        return Tile(
            self.left * factor, self.top * factor, self.width * factor, self.height * factor, self.scale * factor
        )

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom in units."""
        return (
            self.left / self.scale,
            self.top / self.scale,
            (self.left + self.width) / self.scale,
            (self.top + self.height) / self.scale,
        )


@dataclass
class Layer:
    """Shapes in the order in which they are drawn."""

    shapes: list[Shape] = field(default_factory=list)
    _boxes: NDArray[np.float64] | None = None

    def area(self, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Rgb) -> None:
        """Add a filled polygon."""
        if len(points) > 2:
            self._add(Shape("area", np.asarray(points, np.float64), colour))

    def line(self, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Rgb, width: float) -> None:
        """Add a line with round joints; a long one in pieces, so that a tile need not draw all of it."""
        array = np.asarray(points, np.float64)
        if 1 < len(array) <= PIECE + 1:
            # Most lines are short; a slice of the array would be a second one beside it.
            self._add(Shape("line", array, colour, width))
            return
        for start in range(0, max(len(array) - 1, 0), PIECE):
            self._add(Shape("line", array[start : start + PIECE + 1], colour, width))

    def disc(self, x: float, y: float, colour: Rgb, width: float) -> None:
        """Add a filled circle."""
        self._add(Shape("disc", np.array([[x, y]]), colour, width))

    def _add(self, shape: Shape) -> None:
        self.shapes.append(shape)
        self._boxes = None

    def seen(self, tile: Tile) -> Iterator[Shape]:
        """The shapes that reach into a tile, in order."""
        if self._boxes is None:
            self._boxes = np.array([_box(shape) for shape in self.shapes]).reshape(-1, 4)
        left, top, right, bottom = tile.bounds
        boxes = self._boxes
        reach = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        return (self.shapes[index] for index in np.flatnonzero(reach))

    def draw(self, pen: ImageDraw.ImageDraw, tile: Tile) -> None:
        """Draw what a tile shows, with the tile's colours."""
        for shape in self.seen(tile):
            draw(pen, tile, shape, shape.colour)

    def stencil(self, pen: ImageDraw.ImageDraw, tile: Tile, value: int = 255) -> None:
        """Draw what a tile shows into a mask."""
        for shape in self.seen(tile):
            draw(pen, tile, shape, value)


PIECE = 24


def draw(pen: ImageDraw.ImageDraw, tile: Tile, shape: Shape, ink: Rgb | int) -> None:
    """Draw one shape."""
    points = shape.points * tile.scale - (tile.left, tile.top)
    if shape.kind == "area":
        pen.polygon(points.ravel().tolist(), fill=ink)
    elif shape.kind == "line":
        width = max(1, round(shape.width * tile.scale))
        pen.line(points.ravel().tolist(), fill=ink, width=width, joint="curve" if len(points) > 2 else None)
        if width > 4:
            _round_ends(pen, points, width / 2, ink)
    else:
        x, y = points[0]
        radius = shape.width * tile.scale / 2
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def _round_ends(pen: ImageDraw.ImageDraw, points: NDArray[np.float64], radius: float, ink: Rgb | int) -> None:
    for x, y in (points[0], points[-1]):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def _box(shape: Shape) -> tuple[float, float, float, float]:
    low, high = shape.points.min(axis=0), shape.points.max(axis=0)
    margin = shape.width / 2 + 0.5
    return low[0] - margin, low[1] - margin, high[0] + margin, high[1] + margin
