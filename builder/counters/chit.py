"""The pictures of activation markers: a face for each, one back for all that share a cup."""

from __future__ import annotations

from PIL import Image

from builder.counters.faces import ChitFace, CupFace
from builder.counters.marker import icon
from builder.counters.style import BLACK, WHITE, Style, find, fitted, paint, strongest
from builder.drawing import finish
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import Path, polygon, rectangle, rounded
from builder.drawing.theme import ChitLayout
from builder.fonts import Face

Box = tuple[float, float, float, float]
ACCENTS: tuple[Rgb, ...] = ((255, 190, 60), (176, 48, 16))
"""Gold, or rust where gold would be lost."""

SHELLS = {"light": 0.66, "medium": 0.84, "heavy": 1.0}


def draw_chit(face: ChitFace, style: Style, density: int) -> Image.Image:
    """The face of an activation marker: who, in large letters on his colour; what, as a symbol; whose, at the foot."""
    look, layout = style.look, style.look.chit
    ground, title, ink = rgb(face.colours.ground), rgb(face.title.colour), rgb(face.colours.ink)
    canvas = _card(style, density, title)
    _field(canvas, layout, ground)
    colours = {
        "body": ink,
        "mid": mix(ink, ground, 0.45),
        "light": strongest(ink, rgb(face.colours.light), rgb(face.colours.shade)),
        "ground": ground,
        "accent": strongest(ground, *ACCENTS),
    }
    if face.guns and all(find("silhouettes", gun) for gun in face.guns):
        _salvos(canvas, face, layout.salvos, colours)
    else:
        icon(canvas, face.icon, layout.icon if find("nato", face.icon) else layout.alone, colours)
    if face.emblem and find("emblems", face.emblem):
        paint(canvas, fitted("emblems", face.emblem, layout.emblem), {})
    _edge(canvas, style, density)
    title_ink = rgb(face.title.ink) if face.title.ink else strongest(title, WHITE, BLACK)
    words = layout.title
    canvas.text(
        (50, words.baseline), face.title.text, look.figures, words.cap, title_ink, anchor="middle", room=words.room
    )
    canvas.image.putalpha(finish.corners(layout.corner, density))
    return canvas.image


def _field(canvas: Canvas, layout: ChitLayout, ground: Rgb) -> None:
    """The side's ground below the title, within a border in the title's colour."""
    wide = 100 - 2 * layout.border
    whole = rounded(layout.border, layout.border, wide, wide, layout.corner - layout.border)
    canvas.fill(whole.within(rectangle(0, layout.title.height, 100, 100)), ground)
    canvas.fill(rectangle(layout.border, layout.title.height, wide, 1.1), BLACK, 0.55)


def draw_cup(face: CupFace, style: Style, density: int) -> Image.Image:
    """The back of all activation markers of a cup; it tells nothing of them."""
    look = style.look
    ground, ink, accent = rgb(face.ground), rgb(face.ink), rgb(face.accent)
    canvas = _card(style, density, ground)
    canvas.fill(rounded(5, 5, 90, 90, 16).outline(1.6), accent)
    for radius, colour in ((33, accent), (30, ground), (27.4, mix(ground, accent, 0.35))):
        canvas.fill(_hexagon(50, 44, radius), colour)
    paint(canvas, fitted("icons", "burst", (32, 26, 36, 36)), {"body": mix(ground, accent, 0.35), "accent": ink})
    _edge(canvas, style, density)
    canvas.text((50, 88.5), face.title.upper(), Face.FIGURE, 10, ink, anchor="middle", room=76, tracking=0.06)
    canvas.image.putalpha(finish.corners(look.chit.corner, density))
    return canvas.image


def _card(style: Style, density: int, ground: Rgb) -> Canvas:
    canvas = Canvas(100, 100, density / 100, ground)
    for colour, cover in finish.paper(style.look.grain, density, density):
        canvas.paint(cover, colour)
    return canvas


def _edge(canvas: Canvas, style: Style, density: int) -> None:
    for colour, cover in finish.relief(style.look, style.look.chit.corner, density):
        canvas.paint(cover, colour)


def _salvos(canvas: Canvas, face: ChitFace, box: Box, colours: dict[str, Rgb]) -> None:
    """A row a calibre: the gun, and a shell for each salvo."""
    left, top, wide, high = box
    row = high / len(face.salvos)
    share = 0.6 if len(face.salvos) == 1 else 0.52
    for index, (gun, (kind, count)) in enumerate(zip(face.guns, face.salvos, strict=True)):
        y = top + index * row
        paint(canvas, fitted("silhouettes", gun, (left, y + row * 0.06, wide * share, row * 0.88)), colours)
        tall = min(row * 0.9, 20) * SHELLS.get(kind, 1.0)
        for n in range(count):
            x = left + wide * (share + 0.05) + n * wide * 0.15
            canvas.fill(_shell(x, y + (row - tall) / 2, tall * 0.5, tall), colours["body"])
            canvas.fill(rectangle(x, y + row / 2 + tall * 0.2, tall * 0.5, tall * 0.1), colours["ground"])


def _shell(left: float, top: float, wide: float, high: float) -> Path:
    """A shell, point upwards."""
    middle, right, low = left + wide / 2, left + wide, top + high
    return polygon(
        (middle, top),
        (left + wide * 0.82, top + high * 0.18),
        (right, top + high * 0.42),
        (right, low),
        (left, low),
        (left, top + high * 0.42),
        (left + wide * 0.18, top + high * 0.18),
    )


def _hexagon(x: float, y: float, radius: float) -> Path:
    flat = radius * 0.8660254
    half = radius / 2
    return polygon(
        (x - radius, y),
        (x - half, y - flat),
        (x + half, y - flat),
        (x + radius, y),
        (x + half, y + flat),
        (x - half, y + flat),
    )
