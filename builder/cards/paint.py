"""The hand in which cards are drawn: their colours, panels, captions, pictures of models in volume."""

from __future__ import annotations

import functools

import msgspec
import numpy as np
from PIL import Image, ImageChops

from builder.cards.layout import CORNER, HIGH, WIDE, Box
from builder.counters.faces import Colours
from builder.counters.style import Style, find, fitted, paint, strongest
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, contrast, mix, rgb
from builder.drawing.path import Path, polygon, rounded
from builder.drawing.raster import Mask, mask
from builder.fonts import Face
from builder.symbols import Family, Symbol

PAPER, PANEL, INK = rgb("#efe9da"), rgb("#fbf8f0"), rgb("#191d20")
SOFT, RULE, DARK = rgb("#565a58"), rgb("#bdb59f"), rgb("#23292d")
WHITE, BLACK = (255, 255, 255), (16, 16, 16)
STRIKE, GOLD, TICKED = rgb("#b3261e"), rgb("#e8b33a"), rgb("#0b5c8a")
SCALE = rgb("#1d4e68")
"""The dark end of the ramp by which accuracy is tinted."""

BLACK_FACE, BOLD, MEDIUM, REGULAR = Face.FIGURE, Face.FIGURE_BOLD, Face.FIGURE_MEDIUM, Face.FIGURE_REGULAR
NAME = Face.NAME_HEAVY


class Coat(msgspec.Struct, frozen=True):
    """The colours of a side as a card uses them: the head, words on it, plastic of the models, plates."""

    ground: Rgb
    ink: Rgb
    deep: Rgb
    deep_ink: Rgb
    light: Rgb
    model: Rgb


@functools.lru_cache(maxsize=16)
def coat(colours: Colours) -> Coat:
    """The colours of a side, made dark or light enough for what they are used for."""
    ground, ink = rgb(colours.ground), rgb(colours.ink)
    deep = darkened(rgb(colours.shade), PANEL, 7.5)
    return Coat(
        ground=ground,
        ink=ink,
        deep=deep,
        deep_ink=strongest(deep, WHITE, INK),
        light=rgb(colours.light),
        model=darkened(ground, rgb("#d3d8cc"), 5.0),
    )


def darkened(colour: Rgb, ground: Rgb, least: float) -> Rgb:
    """The colour, no darker than it takes to stand out from a ground by a contrast."""
    shades = (mix(colour, BLACK, n / 20) for n in range(20))
    return next((shade for shade in shades if contrast(shade, ground) >= least), BLACK)


def blank(density: int, ground: Rgb = PAPER) -> Canvas:
    """An empty card; without grain, which doubles the size of the file and is not missed on so light a ground."""
    return Canvas(WIDE, HIGH, density / 100, ground)


def cut(canvas: Canvas, style: Style) -> Image.Image:
    """The finished card: a line along its edge as heavy as the theme has it, its corners round."""
    whole, edge = rounded(0, 0, WIDE, HIGH, CORNER), 1.8 * style.look.line.width
    canvas.fill(whole.minus(rounded(edge, edge, WIDE - 2 * edge, HIGH - 2 * edge, CORNER - edge)), BLACK, 0.7)
    found = mask(whole, canvas.scale)
    alpha = Image.new("L", canvas.image.size)
    alpha.paste(found.image, (found.left, found.top))
    canvas.image.putalpha(alpha)
    return canvas.image


def panel(canvas: Canvas, box: Box, colour: Rgb = PANEL, edge: Rgb = RULE, radius: float = 8) -> None:
    """A field with a fine edge."""
    canvas.fill(rounded(*box, radius), edge)
    canvas.fill(rounded(*box.within(1.3), radius - 1.3), colour)


def well(canvas: Canvas, box: Box, radius: float = 5) -> None:
    """An empty box in which something is laid."""
    canvas.fill(rounded(*box, radius), DARK)
    canvas.fill(rounded(*box.within(2), radius - 2), WHITE)


def caption(canvas: Canvas, at: tuple[float, float], words: str, room: float, colour: Rgb = SOFT) -> None:
    """A small title in capitals."""
    canvas.text(at, words.upper(), MEDIUM, 8.6, colour, room=room, tracking=0.04)


def symbol(
    canvas: Canvas, family: Family, name: str, box: Box, tones: dict[str, Rgb], *, mirrored: bool = False
) -> None:
    """A symbol in a box."""
    paint(canvas, fitted(family, name, tuple(box), mirrored=mirrored), tones)


def icon(canvas: Canvas, names: tuple[str, ...], box: Box, tones: dict[str, Rgb]) -> None:
    """The first icon (or map symbol) that there is of these names; nothing if there is none."""
    families: tuple[Family, ...] = ("icons", "nato")
    for name in names:
        for family in families:
            found = find(family, name)
            if found:
                paint(canvas, fitted(family, found, tuple(box)), tones)
                return


def tones(body: Rgb, ground: Rgb, accent: Rgb = STRIKE) -> dict[str, Rgb]:
    """The colours of a flat symbol on a ground."""
    return {
        "body": body,
        "mid": mix(body, ground, 0.42),
        "light": mix(body, ground, 0.86),
        "ground": ground,
        "accent": accent,
    }


def model(canvas: Canvas, found: Symbol, body: Rgb, accent: Rgb) -> None:
    """A model in volume: lit from above, darker towards the ground."""
    colours = {
        "body": body,
        "mid": mix(body, BLACK, 0.58),
        "light": mix(body, WHITE, 0.5),
        "ground": mix(body, WHITE, 0.8),
        "accent": accent,
    }
    _, top, _, high = found.frame
    for tone, path, opacity in found.layers:
        canvas.fill(path, colours.get(tone) or rgb(tone), opacity)
        if tone == "body":
            cover = mask(path, canvas.scale)
            canvas.paint(_ramp(cover, top * canvas.scale, high * canvas.scale, lit=True), WHITE)
            canvas.paint(_ramp(cover, top * canvas.scale, high * canvas.scale, lit=False), BLACK)


def _ramp(cover: Mask, top: float, high: float, *, lit: bool) -> Mask:
    """The mask, strongest at the top (or at the bottom) of a frame and fading towards its middle."""
    rows = (np.arange(cover.image.height) + cover.top + 0.5 - top) / max(high, 1)
    share = np.clip(1 - rows / 0.55, 0, 1) * 0.20 if lit else np.clip((rows - 0.45) / 0.55, 0, 1) * 0.34
    column = np.floor(share * 255 + 0.5).astype(np.uint8)[:, None]
    shade = Image.fromarray(np.repeat(column, cover.image.width, axis=1))
    return Mask(ImageChops.multiply(cover.image, shade), cover.left, cover.top)


def flag(canvas: Canvas, box: Box, colours: Coat) -> None:
    """The flag of a unit on its pole, empty."""
    left, top, wide, high = box
    canvas.fill(rounded(left, top, 5, high + 4, 2.4), DARK)
    canvas.fill(flag_cloth(Box(left + 5, top, wide - 5, high)), DARK)
    canvas.fill(flag_cloth(Box(left + 5, top + 2.2, wide - 7.6, high - 4.4)), strongest(colours.ground, WHITE, PAPER))


def flag_cloth(box: Box) -> Path:
    """A flag with a swallow's tail."""
    left, top, wide, high = box
    return polygon(
        (left, top),
        (left + wide, top),
        (left + wide * 0.88, top + high / 2),
        (left + wide, top + high),
        (left, top + high),
    )
