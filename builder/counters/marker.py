"""The pictures of markers, and of the states that lie on pieces as discs."""

from __future__ import annotations

from PIL import Image

from builder.counters.faces import MarkerFace
from builder.counters.style import BLACK, WHITE, Style, find, fitted, paint
from builder.drawing import finish
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, contrast, mix, rgb
from builder.drawing.path import circle
from builder.symbols import Family


def draw_marker(face: MarkerFace, style: Style, density: int) -> Image.Image:
    """The picture of a marker: its icon on a ground that no unit has, a word as help."""
    look = style.look
    ground, ink = rgb(face.ground), rgb(face.ink)
    canvas = Canvas(100, 100, density / 100, ground)
    for colour, cover in finish.paper(look.grain, density, density):
        canvas.paint(cover, colour)
    left, top, wide, high = look.marker.icon
    if face.gun:
        icon(
            canvas,
            face.gun,
            (left - wide * 0.22, top + high * 0.5, wide * 1.44, high * 0.5),
            tones(ground, ink, rgb(face.accent)),
        )
        high *= 0.5
    icon(canvas, face.icon, (left, top, wide, high), tones(ground, ink, rgb(face.accent)))
    if face.emblem and find("emblems", face.emblem):
        paint(canvas, fitted("emblems", face.emblem, look.marker.emblem), {})
    for colour, cover in finish.relief(look, look.corner, density):
        canvas.paint(cover, colour)
    layout = look.marker
    canvas.text((50, layout.baseline), face.word, look.figures, layout.cap, ink, anchor="middle", room=layout.room)
    canvas.image.putalpha(finish.corners(look.corner, density))
    return canvas.image


def draw_state(face: MarkerFace, style: Style, density: int) -> Image.Image:
    """The disc of a state, to be laid on a piece: the marker's icon and colours, without words."""
    size = round(style.look.state.size * density / 100)
    canvas = Canvas(100, 100, size / 100)
    ground, ink = rgb(face.ground), rgb(face.ink)
    edge = WHITE if contrast(ground, WHITE) > contrast(ground, BLACK) else BLACK
    canvas.fill(circle(50, 50, 49), BLACK)
    canvas.fill(circle(50, 50, 46), edge)
    canvas.fill(circle(50, 50, 41), ground)
    icon(canvas, face.icon, (22, 22, 56, 56), tones(ground, ink, rgb(face.accent)))
    return canvas.image


def tones(ground: Rgb, ink: Rgb, accent: Rgb) -> dict[str, Rgb]:
    """The colours of an icon on a ground."""
    return {
        "body": ink,
        "mid": mix(ink, ground, 0.45),
        "light": mix(ink, WHITE, 0.8),
        "ground": ground,
        "accent": accent,
    }


def icon(canvas: Canvas, name: str, box: tuple[float, float, float, float], colours: dict[str, Rgb]) -> None:
    """Paint an icon, or the symbol of a unit where there is no icon of the name."""
    families: tuple[Family, ...] = ("icons", "nato", "silhouettes")
    for family in families:
        found = find(family, name)
        if found:
            paint(canvas, fitted(family, found, box), colours)
            return
    raise KeyError(f"no icon or symbol is called {name!r}")
