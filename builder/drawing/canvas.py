"""A canvas: shapes, lines of text and finished masks are painted on it, one over the other."""

from __future__ import annotations

import functools

from PIL import Image

from builder.drawing import text as lettering
from builder.drawing.colour import Rgb
from builder.drawing.path import Path
from builder.drawing.raster import Mask, mask
from builder.drawing.text import Anchor
from builder.fonts import Face

CLEAR = (0, 0, 0, 0)

SMALL = 320
"""On pictures up to this size the masks of shapes are kept: counters have most of them in common."""


class Canvas:
    """A picture in the making: so many pixels to the unit, on a colour or on nothing."""

    def __init__(self, width: float, height: float, scale: float, ground: Rgb | None = None) -> None:
        self.scale = scale
        self.clear = ground is None
        size = (round(width * scale), round(height * scale))
        self.image = Image.new("RGBA" if ground is None else "RGB", size, CLEAR if ground is None else ground)

    @classmethod
    def over(cls, image: Image.Image, scale: float) -> Canvas:
        """A canvas that goes on where another picture without transparency ends."""
        canvas = cls(1, 1, 1, (0, 0, 0))
        canvas.scale = scale
        canvas.image = image.copy()
        return canvas

    def fill(self, path: Path, colour: Rgb, opacity: float = 1.0) -> None:
        """Paint a shape."""
        small = max(self.image.size) <= SMALL
        self.paint(_kept(path, self.scale) if small else mask(path, self.scale), colour, opacity)

    def paint(self, found: Mask, colour: Rgb, opacity: float = 1.0) -> None:
        """Paint a finished mask."""
        cover = found.image if opacity >= 1 else found.image.point(_faint(round(opacity * 255)))
        if self.clear:
            layer = Image.new("RGBA", cover.size, colour)
            layer.putalpha(cover)
            self._lay(layer, found.left, found.top)
        else:
            self.image.paste(colour, found.box, cover)

    def text(
        self,
        at: tuple[float, float],
        line: str,
        face: Face,
        cap: float,
        colour: Rgb,
        *,
        anchor: Anchor = "left",
        room: float | None = None,
        tracking: float = 0.0,
        opacity: float = 1.0,
    ) -> float:
        """Write a line with capitals `cap` units high, on a baseline that is set on a whole pixel; return its width.

        A line wider than its room is made narrower (down to 80 %), then smaller.
        """
        high = max(1.0, round(cap * self.scale))
        size = lettering.size_of(high, face)
        wide = lettering.width(line, face, size, tracking)
        squeeze = 1.0
        if room is not None and wide > room * self.scale:
            squeeze = max(0.8, room * self.scale / wide)
            size *= min(1.0, room * self.scale / (wide * squeeze))
        wide = lettering.width(line, face, size, tracking) * squeeze
        left = at[0] * self.scale - {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * wide
        whole, shift = divmod(round(left * 4), 4)
        found = lettering.text_mask(line, face, size, squeeze=squeeze, shift=shift / 4, tracking=tracking)
        self.paint(found.moved(whole, round(at[1] * self.scale)), colour, opacity)
        return wide / self.scale

    def stamp(self, other: Image.Image, at: tuple[float, float]) -> None:
        """Lay another picture on this one, its upper left corner at a place."""
        place = (round(at[0] * self.scale), round(at[1] * self.scale))
        if other.mode != "RGBA":
            self.image.paste(other, place)
        elif self.clear:
            self._lay(other, *place)
        else:
            self.image.paste(other.convert("RGB"), place, other.getchannel("A"))

    def _lay(self, layer: Image.Image, left: int, top: int) -> None:
        """Lay a layer over what may be transparent; what hangs out on the left or above is cut off."""
        cut = (max(0, -left), max(0, -top))
        if cut[0] < layer.width and cut[1] < layer.height:
            self.image.alpha_composite(layer, (max(0, left), max(0, top)), cut)


@functools.lru_cache(maxsize=1024)
def _kept(path: Path, scale: float) -> Mask:
    return mask(path, scale)


@functools.cache
def _faint(opacity: int) -> list[int]:
    return [(cover * opacity + 127) // 255 for cover in range(256)]
