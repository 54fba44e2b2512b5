"""What makes a flat picture a counter: rounded corners, a bevelled or ruled edge, a whisper of paper."""

import functools

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from builder.drawing.colour import Rgb
from builder.drawing.path import rounded
from builder.drawing.raster import Floats, Mask, mask
from builder.drawing.theme import Theme

WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)
Layer = tuple[Rgb, Mask]

LIGHT = (-0.6, -0.8)
"""Where the light comes from: the upper left, a little more from above."""


@functools.lru_cache(maxsize=32)
def corners(radius: float, size: int) -> Image.Image:
    """The shape of a piece with corners of this radius (in hundredths) as an alpha channel."""
    found = mask(rounded(0, 0, 100, 100, radius), size / 100)
    return _placed(found, size)


@functools.lru_cache(maxsize=32)
def relief(theme: Theme, radius: float, size: int) -> tuple[Layer, ...]:
    """What is painted over the finished picture: the light and the dark of the edge, and its line."""
    layers: list[Layer] = []
    if theme.bevel.width:
        lit, depth = _slope(theme, radius, size)
        layers.append((WHITE, _shares(np.maximum(lit, 0) * depth * theme.bevel.light)))
        layers.append((BLACK, _shares(np.maximum(-lit, 0) * depth * theme.bevel.dark)))
    if theme.line.width:
        edge = rounded(0, 0, 100, 100, radius).outline(2 * theme.line.width)
        found = mask(edge, size / 100)
        cover = found.image.point([round(value * theme.line.opacity) for value in range(256)])
        layers.append((BLACK, Mask(cover, found.left, found.top)))
    return tuple(layers)


def _shares(opacity: Floats) -> Mask:
    return Mask(Image.fromarray(np.floor(opacity * 255 + 0.5).astype(np.uint8)), 0, 0)


def _slope(theme: Theme, corner: float, size: int) -> tuple[Floats, Floats]:
    """For each pixel how far its slope faces the light, and how steep it is (0 inside)."""
    scale = size / 100
    radius, width = corner * scale, theme.bevel.width * scale
    across = np.arange(size) + 0.5
    x, y = np.meshgrid(across, across)
    dx, dy = _beyond(x, size, radius), _beyond(y, size, radius)
    reach = np.sqrt(dx * dx + dy * dy)
    round_corner = (np.abs(dx) > 0) & (np.abs(dy) > 0)
    sides = np.stack([x, size - x, y, size - y])
    nearest = np.argmin(sides, axis=0)
    inside = np.where(round_corner, radius - reach, np.min(sides, axis=0))
    normal_x = np.where(round_corner, dx / np.maximum(reach, 1e-9), np.choose(nearest, [-1.0, 1.0, 0.0, 0.0]))
    normal_y = np.where(round_corner, dy / np.maximum(reach, 1e-9), np.choose(nearest, [0.0, 0.0, -1.0, 1.0]))
    steep = np.clip((width - inside) / width, 0, 1)
    return normal_x * LIGHT[0] + normal_y * LIGHT[1], steep


def _beyond(place: Floats, size: int, radius: float) -> Floats:
    """How far a place lies beyond the centres of the corners: negative to the left, positive to the right."""
    return np.where(place < radius, place - radius, np.where(place > size - radius, place - (size - radius), 0.0))


@functools.lru_cache(maxsize=32)
def paper(strength: float, width: int, height: int) -> tuple[Layer, ...]:
    """The grain of paper, as faint light and dark over a picture."""
    if not strength:
        return ()
    noise = grain(width, height)
    opacity = round(255 * strength * 2)
    light = np.where(noise > 150, opacity, 0).astype(np.uint8)
    dark = np.where(noise < 106, opacity, 0).astype(np.uint8)
    return (
        (WHITE, Mask(Image.fromarray(light), 0, 0)),
        (BLACK, Mask(Image.fromarray(dark), 0, 0)),
    )


def grain(width: int, height: int) -> NDArray[np.uint8]:
    """Noise between 0 and 255 about 128, the same for ever: a hash of each pixel's place, a little blurred."""
    rows = np.arange(height + 2, dtype=np.uint32)[:, None]
    columns = np.arange(width + 2, dtype=np.uint32)[None, :]
    mixed = columns * np.uint32(0x9E3779B1) ^ rows * np.uint32(0x85EBCA77)
    mixed = (mixed ^ (mixed >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    mixed = (mixed ^ (mixed >> np.uint32(12))) * np.uint32(0x297A2D39)
    noise = ((mixed ^ (mixed >> np.uint32(15))) >> np.uint32(24)).astype(np.int32)
    near = noise[1:-1, 1:-1] * 2 + noise[:-2, 1:-1] + noise[2:, 1:-1] + noise[1:-1, :-2] + noise[1:-1, 2:]
    return np.asarray(near // 6, dtype=np.uint8)


def _placed(found: Mask, size: int) -> Image.Image:
    whole = Image.new("L", (size, size))
    whole.paste(found.image, (found.left, found.top))
    return whole
