"""Models on the board: a hexagonal base in the side's colour, the silhouette, a flag with the unit's number.

The base stays upright; which side of the hex a model faces is laid on it as a picture of its own (`draw_facing`), so
that silhouette and number read the same way in every direction. Aircraft stand on a round base, seen from above.
"""

from __future__ import annotations

import math

import msgspec
from PIL import Image

from assets import Game
from assets.schema import Unit
from builder.counters.faces import Colours, Language, colours
from builder.counters.style import BLACK, WHITE, Style, find, fitted, paint, strongest
from builder.drawing import finish
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import Path, circle, line, polygon, rectangle, rounded, together
from builder.drawing.raster import mask
from builder.drawing.theme import Theme
from builder.fonts import Face

FACINGS = ("n", "ne", "se", "s", "sw", "nw")
"""The sides of a hex that stands on a side, clockwise from the top."""

MARGIN = 14.0
"""How far the mark of the facing reaches beyond the model, in hundredths of its side."""

MIDDLE = (50.0, 50.0)
PIPS = (50.0, 84.0)
"""The middle of the row of losses on a model."""

MOST_PIPS = 8
PIP = 8.4
FLAT = 0.8660254
AMBER, DARK, RED = rgb("#ffb000"), rgb("#161a1d"), rgb("#c3261b")


class TokenFace(msgspec.Struct, frozen=True):
    """What stands on a model."""

    side: str
    colours: Colours
    mirrored: bool
    number: str
    symbol: str
    silhouette: str
    air: bool = False


def token_face(game: Game, unit: Unit, _language: Language = "en") -> TokenFace:
    """What stands on the model of a unit: the picture of its card, its own number."""
    card, side = game.card_of(unit), game.sides[unit.side]
    return TokenFace(
        side=side.id,
        colours=colours(side),
        mirrored=side.id == next(iter(game.sides)),
        number=unit.short,
        symbol=unit.symbol or card.symbol,
        silhouette=unit.silhouette or card.silhouette,
        air=game.info.types[card.type].movement == "air",
    )


def draw_token(face: TokenFace, style: Style, density: int) -> Image.Image:
    """The picture of a model."""
    ground, ink = rgb(face.colours.ground), rgb(face.colours.ink)
    base = circle(*MIDDLE, 45.5) if face.air else hexagon(*MIDDLE, 49.2, 4)
    canvas = Canvas(100, 100, density / 100, mix(ground, WHITE, 0.22) if face.air else ground)
    for colour, cover in finish.paper(style.look.grain, density, density):
        canvas.paint(cover, colour)
    _rim(canvas, face, style.look, base)
    _picture(canvas, face, style, ink, ground)
    _flag(canvas, face)
    return _cut(canvas, base)


def _rim(canvas: Canvas, face: TokenFace, look: Theme, base: Path) -> None:
    """The edge of the base: a slope lit from the upper left, or a line, as the theme has it."""
    shade = rgb(face.colours.shade)
    width = look.bevel.width or 0.0
    if width:
        inner = base.grown(-width)
        ring = base.minus(inner)
        canvas.fill(ring, shade, 0.5)
        canvas.fill(ring.within(polygon((-10, -10), (110, -10), (-10, 110))), WHITE, look.bevel.light)
        canvas.fill(ring.within(polygon((110, -10), (110, 110), (-10, 110))), BLACK, look.bevel.dark)
    canvas.fill(base.minus(base.grown(-max(look.line.width, 1.0))), DARK, max(look.line.opacity, 0.6))


def _picture(canvas: Canvas, face: TokenFace, style: Style, ink: Rgb, ground: Rgb) -> None:
    colours = _tones(ink, ground)
    if style.symbols == "nato":
        symbol = find("nato", face.symbol) or "box"
        light = strongest(ink, rgb(face.colours.light), rgb(face.colours.shade))
        paint(canvas, fitted("nato", symbol, (20, 34, 60, 42)), {**colours, "light": light})
        return
    above = find("silhouettes", face.silhouette, "top") if face.air else None
    if above is not None and above.endswith(".top"):
        paint(canvas, fitted("silhouettes", above, (10, 30, 80, 60), mirrored=face.mirrored), colours)
        return
    name = find("silhouettes", face.silhouette, face.side)
    box = (8.0, 33.0, 84.0, 41.0)
    if name:
        paint(canvas, fitted("silhouettes", name, box, mirrored=face.mirrored), colours)
    mark = find("nato", face.symbol) or "box"
    canvas.fill(rectangle(39.4, 76.6, 21.2, 14.2), mix(ground, WHITE, 0.8))
    paint(canvas, fitted("nato", mark, (40, 77, 20, 13.4)), {**colours, "body": DARK, "light": WHITE})


def _tones(ink: Rgb, ground: Rgb) -> dict[str, Rgb]:
    return {
        "body": mix(ink, ground, 0.04),
        "mid": mix(ink, ground, 0.46),
        "light": mix(ink, ground, 0.86),
        "ground": ground,
        "accent": mix(RED, ink, 0.1),
    }


def _pole() -> Path:
    return rounded(29, 11, 3, 23, 1.4)


def _cloth() -> Path:
    return polygon((32, 12), (73, 12), (69.6, 21.5), (73, 31), (32, 31))


def _flag(canvas: Canvas, face: TokenFace) -> None:
    """The flag: white for all, with the number; the base says whose it is."""
    cloth = _cloth()
    canvas.fill((cloth + _pole()).joined().grown(1.4), DARK)
    canvas.fill(cloth, WHITE)
    canvas.text((50.8, 29), face.number, Face.FIGURE, 15.2, DARK, anchor="middle", room=34)


def _cut(canvas: Canvas, shape: Path) -> Image.Image:
    cover = mask(shape.joined(), canvas.scale)
    alpha = Image.new("L", canvas.image.size)
    alpha.paste(cover.image, (cover.left, cover.top))
    canvas.image.putalpha(alpha)
    return canvas.image


def draw_facing(facing: str, density: int) -> Image.Image:
    """The mark at the faced side of the hex: a bar along it and an arrow outwards."""
    side = 100 + 2 * MARGIN
    middle = (MIDDLE[0] + MARGIN, MIDDLE[1] + MARGIN)
    turn = 60 * FACINGS.index(facing)
    canvas = Canvas(side, side, density / 100)
    edge = middle[1] - 49.2 * FLAT
    half = 22.0
    bar = rounded(middle[0] - half, edge - 3.4, 2 * half, 6.8, 3)
    arrow = polygon((middle[0] - 12, edge - 3), (middle[0] + 12, edge - 3), (middle[0], edge - 15))
    shape = together([bar, arrow]).joined().turned(turn, middle)
    canvas.fill(shape.grown(1.7), DARK)
    canvas.fill(shape, AMBER)
    return canvas.image


def draw_pips(count: int, density: int) -> Image.Image:
    """A row of crosses, one for each step lost."""
    wide = MOST_PIPS * PIP + 4
    canvas = Canvas(wide, 11, density / 100)
    left = (wide - count * PIP) / 2
    whole = rounded(left - 1.5, 0.6, count * PIP + 3, 9.8, 4.6)
    canvas.fill(whole, DARK)
    for n in range(count):
        x, y, arm = left + (n + 0.5) * PIP, 5.5, 2.3
        cross = together(
            [
                line((x - arm, y - arm), (x + arm, y + arm), width=2, cap="round"),
                line((x + arm, y - arm), (x - arm, y + arm), width=2, cap="round"),
            ]
        )
        canvas.fill(cross, AMBER)
    return canvas.image


def hexagon(x: float, y: float, radius: float, corner: float = 0.0) -> Path:
    """A hex that stands on a side, its corners a little round."""
    points = [
        (x + radius * math.cos(math.radians(60 * n)), y + radius * math.sin(math.radians(60 * n))) for n in range(6)
    ]
    shape = polygon(*points)
    return shape.grown(-corner).grown(corner) if corner else shape
