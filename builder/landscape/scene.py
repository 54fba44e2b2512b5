"""A scene: shapes in layers, drawn piece by piece at any scale; each tile of a picture draws only what it shows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw

Rgb = tuple[int, int, int]
Kind = Literal["area", "line", "disc"]
KINDS: tuple[Kind, ...] = ("area", "line", "disc")


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


class Layer:
    """Shapes in the order in which they are drawn, kept close together: a large map has a hundred thousand of them."""

    def __init__(self) -> None:
        self._points = array("d")
        self._ends = array("q")
        self._kinds = bytearray()
        self._widths = array("d")
        self._colours: list[Rgb] = []
        self._inks: dict[Rgb, Rgb] = {}
        self._boxes: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self._kinds)

    @property
    def shapes(self) -> list[Shape]:
        """All shapes."""
        return list(self._at(range(len(self))))

    def area(self, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Rgb) -> None:
        """Add a filled polygon."""
        if len(points) > 2:
            self._add("area", np.asarray(points, np.float64), colour)

    def line(self, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Rgb, width: float) -> None:
        """Add a line with round joints; a long one in pieces, so that a tile need not draw all of it."""
        whole = np.asarray(points, np.float64)
        for start in range(0, max(len(whole) - 1, 0), PIECE):
            self._add("line", whole[start : start + PIECE + 1], colour, width)

    def disc(self, x: float, y: float, colour: Rgb, width: float) -> None:
        """Add a filled circle."""
        self._add("disc", np.array([[x, y]], np.float64), colour, width)

    def extend(self, other: Layer) -> None:
        """Add all shapes of another layer."""
        for shape in other.shapes:
            self._add(shape.kind, shape.points, shape.colour, shape.width)

    def _add(self, kind: Kind, points: NDArray[np.float64], colour: Rgb, width: float = 0.0) -> None:
        self._points.frombytes(points.tobytes())
        self._ends.append(len(self._points) // 2)
        self._kinds.append(KINDS.index(kind))
        self._widths.append(width)
        self._colours.append(self._inks.setdefault(colour, colour))
        self._boxes = None

    def seen(self, tile: Tile) -> Iterator[Shape]:
        """The shapes that reach into a tile, in order."""
        if self._boxes is None:
            self._boxes = self._measured()
        left, top, right, bottom = tile.bounds
        boxes = self._boxes
        reach = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        return self._at(np.flatnonzero(reach).tolist())

    def _at(self, places: Iterable[int]) -> Iterator[Shape]:
        points, ends = np.frombuffer(self._points).reshape(-1, 2), self._ends
        for place in places:
            start = ends[place - 1] if place else 0
            kind, width = KINDS[self._kinds[place]], self._widths[place]
            yield Shape(kind, points[start : ends[place]], self._colours[place], width)

    def _measured(self) -> NDArray[np.float64]:
        """Left, top, right and bottom of each shape, its width and half a unit around it."""
        if not self._ends:
            return np.empty((0, 4))
        points, ends = np.frombuffer(self._points).reshape(-1, 2), np.frombuffer(self._ends, np.int64)
        starts = np.concatenate([[0], ends[:-1]])
        margin = np.frombuffer(self._widths)[:, None] / 2 + 0.5
        low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
        return np.concatenate([low - margin, high + margin], axis=1)

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
