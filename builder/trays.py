"""The table on which the cards of a side lie: felt in its colour, with a tray for what is off the board."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from builder.drawing.canvas import Canvas
from builder.drawing.colour import mix, rgb
from builder.drawing.path import rectangle, rounded, together
from builder.drawing.png import encoded
from builder.fonts import Face
from builder.module.cards import trays, window_image, window_size
from builder.module.options import Making
from builder.pool import Job

CODE = ("builder/trays.py", "builder/drawing", "builder/fonts")
DARK, LIGHT = rgb("#1b1f22"), rgb("#f2ead8")
COLOURS = 48


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
        yield Job(window_image(side), table_picture, (shown, making.options.density), CODE, weight=40)


def table_picture(shown: Table, density: int) -> bytes:
    """A table as a PNG file."""
    return encoded(draw_table(shown, density), COLOURS)


def draw_table(shown: Table, density: int) -> Image.Image:
    """The table itself."""
    felt = mix(rgb(shown.ground), DARK, 0.55)
    canvas = Canvas(*shown.size, 1, felt)
    # A fine weave: lines that hardly differ from the cloth.
    weave = [rectangle(0, y, shown.size[0], 1) for y in range(0, shown.size[1], max(4, density // 10))]
    canvas.fill(together(weave), mix(felt, LIGHT, 0.06))
    for tray in shown.trays:
        frame = rounded(tray.left, tray.top, tray.wide, tray.high, density / 6)
        canvas.fill(frame, mix(felt, DARK, 0.5))
        canvas.fill(frame.outline(max(2.0, density / 30)), mix(felt, LIGHT, 0.35))
        at = (tray.left + density / 3, tray.top + density * 0.62)
        canvas.text(at, tray.name, Face.NAME_BOLD, density * 0.34, mix(felt, LIGHT, 0.85))
    return canvas.image
