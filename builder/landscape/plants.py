"""Trees and bushes from above: crowns with light from the north-west, and the shadows that they throw."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from builder.landscape.curves import Point, direction
from builder.landscape.scene import Rgb

Plant = Literal["round", "broad", "fir", "fruit", "bush", "bare", "twigs", "snowy"]
FINE = 6
SNOW: Rgb = (242, 246, 250)
HAZE = 84
"""How much of the ground the fine twigs of a bare crown hide, of 255."""


@dataclass(frozen=True)
class Sprite:
    """A small picture with its outline and the shadow of it; the middle of each lies at the plant's foot."""

    picture: Image.Image
    outline: Image.Image
    shadow: Image.Image

    def paste(self, image: Image.Image, x: int, y: int) -> None:
        """Draw it with its middle at a pixel."""
        image.paste(self.picture, (x - self.picture.width // 2, y - self.picture.height // 2), self.outline)

    def shade(self, mask: Image.Image, x: int, y: int) -> None:
        """Add its shadow to a mask."""
        mask.paste(255, (x - self.shadow.width // 2, y - self.shadow.height // 2), self.shadow)


@functools.lru_cache(maxsize=1024)
def sprite(plant: Plant, radius: int, turn: int, tint: Rgb) -> Sprite:
    """The plant with a crown of this radius in eighths of a pixel, turned by an angle, in a tint."""
    reach = radius / 8
    half = int(reach * 1.9) + 2
    size = (2 * half + 1) * FINE
    picture = Image.new("RGB", (size, size), _shaded(tint, -44))
    outline = Image.new("L", (size, size))
    crown = Crown(ImageDraw.Draw(picture), ImageDraw.Draw(outline), size / 2, reach * FINE, turn, tint)
    _SHAPES[plant](crown)
    shadow = Image.new("L", (size, size))
    away = round(reach * (0.75 if plant == "fir" else 0.5) * FINE)
    shadow.paste(outline, (away, away))
    return Sprite(picture.reduce(FINE), outline.reduce(FINE), shadow.reduce(FINE))


@dataclass(frozen=True)
class Crown:
    """Where a crown is drawn: pens for picture and outline, the middle, the radius, its turn and tint."""

    pen: ImageDraw.ImageDraw
    edge: ImageDraw.ImageDraw
    middle: float
    radius: float
    turn: int
    tint: Rgb

    def blob(self, x: float, y: float, radius: float, light: int, outline: bool = False) -> None:
        """A round part of the crown; all in shares of its radius from its middle."""
        box = _box(self.middle + x * self.radius, self.middle + y * self.radius, radius * self.radius)
        self.pen.ellipse(box, fill=_shaded(self.tint, light))
        if outline:
            self.edge.ellipse(box, fill=255)

    def star(self, points: int, reach: tuple[float, float], shift: float, light: int, outline: bool = False) -> None:
        """A star-shaped part of the crown, its points and notches so far away."""
        corners = self._corners(points, reach, shift)
        self.pen.polygon(corners, fill=_shaded(self.tint, light))
        if outline:
            self.edge.polygon(corners, fill=255)

    def _corners(self, points: int, reach: tuple[float, float], shift: float) -> list[float]:
        corners = []
        for index in range(2 * points):
            dx, dy = direction(self.turn + index * 180 // points)
            away = self.radius * reach[index % 2]
            corners += [self.middle + shift * self.radius + dx * away, self.middle + shift * self.radius + dy * away]
        return corners

    def bough(self, start: Point, end: Point, width: float, light: int) -> None:
        """A bough from one point to another, and a line of snow on its side toward the light."""
        (ax, ay), (bx, by) = ((self.middle + x * self.radius, self.middle + y * self.radius) for x, y in (start, end))
        wide = max(1, round(width * self.radius))
        self.pen.line((ax, ay, bx, by), fill=_shaded(self.tint, light), width=wide)
        self.edge.line((ax, ay, bx, by), fill=255, width=wide)
        self.pen.line((ax - wide / 3, ay - wide / 3, bx - wide / 3, by - wide / 3), fill=SNOW, width=max(1, wide // 3))

    def snow(self, points: int, reach: tuple[float, float], shift: float, colour: Rgb) -> None:
        """A star of snow on the crown."""
        self.pen.polygon(self._corners(points, reach, shift), fill=colour)


def _round(crown: Crown) -> None:
    _lobes(crown, 6, 0.52, 0.46)


def _broad(crown: Crown) -> None:
    _lobes(crown, 8, 0.62, 0.38)


def _lobes(crown: Crown, count: int, away: float, size: float) -> None:
    """A cauliflower of lobes, those toward the light last and lightest."""
    places = [direction(crown.turn + 360 * index // count) for index in range(count)]
    crown.blob(0, 0, away + 0.1, -26, outline=True)
    for x, y in places:
        crown.blob(x * away, y * away, size, -36, outline=True)
    for x, y in sorted(places, key=lambda place: -(place[0] + place[1])):
        toward = round(-(x + y) * 9)
        crown.blob(x * away - 0.05, y * away - 0.05, size * 0.84, -16 + toward)
        crown.blob(x * away - 0.12, y * away - 0.12, size * 0.52, 6 + toward)
    crown.blob(-0.05, -0.05, 0.42, -2)
    crown.blob(-0.15, -0.15, 0.28, 18)
    crown.blob(-0.3, -0.32, 0.14, 34)


def _fir(crown: Crown) -> None:
    crown.star(9, (1.0, 0.6), 0.0, -38, outline=True)
    crown.star(9, (0.84, 0.5), -0.05, -18)
    crown.star(8, (0.58, 0.34), -0.1, 4)
    crown.star(7, (0.32, 0.18), -0.14, 26)


def _fruit(crown: Crown) -> None:
    crown.blob(0, 0, 0.96, -34, outline=True)
    crown.blob(-0.06, -0.06, 0.8, -8)
    crown.blob(-0.16, -0.16, 0.55, 14)
    crown.blob(-0.26, -0.28, 0.26, 36)


def _bush(crown: Crown) -> None:
    for index in range(3):
        x, y = direction(crown.turn + 120 * index)
        crown.blob(x * 0.42, y * 0.42, 0.55, -32, outline=True)
    for index in range(3):
        x, y = direction(crown.turn + 120 * index)
        crown.blob(x * 0.4 - 0.08, y * 0.4 - 0.08, 0.38, 2 - round((x + y) * 8))


def _bare(crown: Crown) -> None:
    """Boughs that fork, and the haze of their twigs."""
    haze = _box(crown.middle, crown.middle, 0.92 * crown.radius)
    crown.pen.rectangle((0, 0, 2 * crown.middle, 2 * crown.middle), fill=_shaded(crown.tint, 14))
    crown.edge.ellipse(haze, fill=HAZE)
    for index in range(7):
        turn = crown.turn + 360 * index // 7
        (x, y), far = direction(turn), 0.98 if index % 2 else 0.84
        fork = (x * 0.46, y * 0.46)
        for lean in (-26, 24):
            dx, dy = direction(turn + lean)
            crown.bough(fork, (dx * far, dy * far), 0.12, -10)
        crown.bough((0, 0), fork, 0.19, -24)
    crown.blob(0, 0, 0.16, -30)


def _twigs(crown: Crown) -> None:
    """A bush without leaves, snow on its top."""
    for index in range(3):
        x, y = direction(crown.turn + 120 * index)
        crown.blob(x * 0.42, y * 0.42, 0.52, -26, outline=True)
    for index in range(5):
        x, y = direction(crown.turn + 72 * index)
        crown.bough((x * 0.2, y * 0.2), (x * 1.05, y * 1.05), 0.16, -38)
    crown.snow(5, (0.6, 0.36), -0.16, (214, 222, 230))
    crown.snow(5, (0.4, 0.24), -0.22, SNOW)


def _snowy(crown: Crown) -> None:
    """A fir with snow on its boughs, tier upon tier."""
    crown.star(9, (1.0, 0.6), 0.0, -36, outline=True)
    crown.star(9, (0.92, 0.54), -0.03, -6)
    crown.snow(9, (0.8, 0.34), -0.07, (196, 210, 222))
    crown.star(8, (0.6, 0.38), -0.05, -22)
    crown.snow(8, (0.56, 0.24), -0.12, (222, 231, 239))
    crown.star(7, (0.34, 0.2), -0.1, -8)
    crown.snow(7, (0.3, 0.14), -0.16, SNOW)


_SHAPES: dict[Plant, Callable[[Crown], None]] = {
    "round": _round,
    "broad": _broad,
    "fir": _fir,
    "fruit": _fruit,
    "bush": _bush,
    "bare": _bare,
    "twigs": _twigs,
    "snowy": _snowy,
}


def _box(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius


def _shaded(tint: Rgb, light: int) -> Rgb:
    """The tint, lighter and a little warmer, or darker and a little cooler."""
    warm = light // 6
    red, green, blue = (max(0, min(255, part + light)) for part in tint)
    return max(0, min(255, red + warm)), green, max(0, min(255, blue - warm))
