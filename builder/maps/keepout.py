"""What must stay clear: a coarse mask of the land that tells where trees and houses may not stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from builder.landscape.curves import Point
from builder.maps.ground import GRAIN


class Keepout:
    """The land in grains: taken or free."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("L", (-(-width // GRAIN), -(-height // GRAIN)))
        self.pen = ImageDraw.Draw(self.image)

    def line(self, points: Sequence[Point], width: float) -> None:
        """Keep a line clear."""
        scaled = [(x / GRAIN, y / GRAIN) for x, y in points]
        self.pen.line(scaled, fill=255, width=max(1, round(width / GRAIN)), joint="curve")

    def disc(self, x: float, y: float, radius: float) -> None:
        """Keep a circle clear."""
        self.pen.ellipse(
            [(x - radius) / GRAIN, (y - radius) / GRAIN, (x + radius) / GRAIN, (y + radius) / GRAIN], fill=255
        )

    def box(self, left: float, top: float, right: float, bottom: float) -> None:
        """Keep a rectangle clear."""
        self.pen.rectangle([left / GRAIN, top / GRAIN, right / GRAIN, bottom / GRAIN], fill=255)

    def taken(self, x: float, y: float) -> bool:
        """Whether a point must stay clear; outside of the land nothing is free."""
        column, row = int(x / GRAIN), int(y / GRAIN)
        inside = 0 <= column < self.image.width and 0 <= row < self.image.height
        return not inside or bool(self.image.getpixel((column, row)))

    def wider(self, grains: int) -> NDArray[np.bool_]:
        """The mask as an array, everything that is taken grown by so many grains."""
        return np.asarray(self.image.filter(ImageFilter.MaxFilter(2 * grains + 1))) > 0
