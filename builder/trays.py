"""The table on which the cards of a side lie: felt in its colour, with a tray for what is off the board."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import rounded
from builder.drawing.png import encoded
from builder.fonts import Face
from builder.module.cards import trays, window_image, window_size
from builder.module.options import Making
from builder.pool import Job

CODE = ("builder/trays.py", "builder/drawing", "builder/fonts")
DARK, LIGHT = rgb("#1b1f22"), rgb("#f2ead8")
SHADES = 9
"""So many shades lie between two colours that meet."""
BAND = 256
"""So many rows of pixels are given their colours at once."""


class Tray(msgspec.Struct, frozen=True):
    """A tray: its name and its place in pixels."""

    name: str
    left: int
    top: int
    wide: int
    high: int


class Table(msgspec.Struct, frozen=True):
    """The table of a side."""

    ground: str
    size: tuple[int, int]
    trays: tuple[Tray, ...]


def plan(making: Making) -> Iterator[Job]:
    """The pictures of all tables; none for a game without cards."""
    for side in making.game.sides.values() if making.game.cards else ():
        found = tuple(
            Tray(making.game.handling.trays[name][making.language], rect.left, rect.top, rect.width, rect.height)
            for name, rect in trays(making, side).items()
        )
        shown = Table(side.ground, window_size(making, side), found)
        yield Job(window_image(side), table_picture, (shown, making.counter), CODE, weight=40)


def table_picture(shown: Table, density: int) -> bytes:
    """A table as a PNG file."""
    return encoded(draw_table(shown, density))


class Cloth(msgspec.Struct, frozen=True):
    """The colours of a table: cloth, its weave, the trays, their edges and what is written on them."""

    felt: Rgb
    weave: Rgb
    tray: Rgb
    edge: Rgb
    ink: Rgb

    @property
    def shades(self) -> list[int]:
        """All colours that occur, with those between two that meet; as a palette."""
        meeting = (
            (self.felt, self.edge), (self.weave, self.edge), (self.edge, self.tray), (self.tray, self.ink),
        )  # fmt: skip
        between = [mix(one, other, step / (SHADES - 1)) for one, other in meeting for step in range(SHADES)]
        return [part for colour in dict.fromkeys((self.felt, self.weave, *between)) for part in colour]


def cloth(ground: str) -> Cloth:
    """The cloth of a side."""
    felt = mix(rgb(ground), DARK, 0.55)
    return Cloth(
        felt=felt,
        weave=mix(felt, LIGHT, 0.06),
        tray=mix(felt, DARK, 0.5),
        edge=mix(felt, LIGHT, 0.35),
        ink=mix(felt, LIGHT, 0.85),
    )


def draw_table(shown: Table, density: int) -> Image.Image:
    """The table itself; in few colours from the beginning, for it is large."""
    colours = cloth(shown.ground)
    canvas = Canvas(*shown.size, 1, colours.felt)
    # A fine weave: lines that hardly differ from the cloth.
    for y in range(0, shown.size[1], max(4, density // 10)):
        canvas.image.paste(colours.weave, (0, y, shown.size[0], y + 1))
    for tray in shown.trays:
        frame = rounded(tray.left, tray.top, tray.wide, tray.high, density / 6)
        canvas.fill(frame, colours.tray)
        canvas.fill(frame.outline(max(2.0, density / 30)), colours.edge)
        at = (tray.left + density / 3, tray.top + density * 0.62)
        canvas.text(at, tray.name, Face.NAME_BOLD, density * 0.34, colours.ink)
    return _indexed(canvas.image, colours.shades)


def _indexed(image: Image.Image, shades: list[int]) -> Image.Image:
    """The picture in the colours of a palette, band by band."""
    known = Image.new("P", (1, 1))
    known.putpalette(shades)
    found = Image.new("P", image.size)
    found.putpalette(shades)
    for top in range(0, image.height, BAND):
        box = (0, top, image.width, min(top + BAND, image.height))
        found.paste(image.crop(box).quantize(palette=known, dither=Image.Dither.NONE), box)
    return found
