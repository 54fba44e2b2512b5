"""The pictures of units and HQs.

What many counters share (ground, band, symbol, edge) is painted once and kept; only the numbers are painted anew.
"""

from __future__ import annotations

import functools

import msgspec
from PIL import Image

from builder.counters.faces import Number, UnitFace
from builder.counters.style import BLACK, WHITE, Style, find, fitted, paint, strongest
from builder.drawing import finish
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, contrast, mix, rgb
from builder.drawing.path import Path, line, polygon, rectangle, rounded
from builder.drawing.theme import Place, Theme

RADIUS = "bottom-centre"
"""Where the one number of a headquarters stands that is drawn in its hexagon."""


class Palette(msgspec.Struct, frozen=True):
    """The colours of a face as they are painted."""

    ground: Rgb
    shade: Rgb
    light: Rgb
    ink: Rgb
    band: Rgb
    band_ink: Rgb
    strip: Rgb
    strip_ink: Rgb
    plate: Rgb
    plate_ink: Rgb
    shield: Rgb


def palette(face: UnitFace, look: Theme) -> Palette:
    """The colours of a face: the numbers always in the ink that stands out most from what is behind them."""
    ground, shade = rgb(face.colours.ground), rgb(face.colours.shade)
    light, ink = rgb(face.colours.light), rgb(face.colours.ink)
    band = rgb(face.label.colour)
    dark = strongest(WHITE, ink, shade, mix(shade, BLACK, 0.45))
    strip = mix(ground, WHITE, look.strip.pale) if face.back == "reduced" else ground
    strip_ink = dark if face.back == "reduced" else ink
    plate = strip_ink
    return Palette(
        ground=ground,
        shade=shade,
        light=light,
        ink=ink,
        band=band,
        band_ink=rgb(face.label.ink) if face.label.ink else strongest(band, WHITE, BLACK),
        strip=strip,
        strip_ink=strip_ink,
        plate=plate,
        plate_ink=strongest(plate, WHITE, dark),
        shield=mix(strip, strongest(strip_ink, light, shade, WHITE), 0.75)
        if strip == ground
        else mix(strip, ground, 0.2),
    )


def draw_unit(face: UnitFace, style: Style, density: int) -> Image.Image:
    """The picture of one face of a unit or HQ."""
    canvas = Canvas.over(_still(_wordless(face), style, density), density / 100)
    look, colours = style.look, palette(face, style.look)
    _words(canvas, face, look, colours)
    for number in face.numbers:
        if face.hq:
            (_radius if number.place == RADIUS else _rating)(canvas, look, colours, number)
        else:
            _number(canvas, look, colours, number)
    found = canvas.image
    found.putalpha(finish.corners(look.corner, density))
    return found


def _wordless(face: UnitFace) -> UnitFace:
    """The face without words and figures: what many have in common."""
    label = msgspec.structs.replace(face.label, text="", number="")
    return msgspec.structs.replace(face, label=label, numbers=tuple(Number(n.place, "") for n in face.numbers))


@functools.lru_cache(maxsize=256)
def _still(face: UnitFace, style: Style, density: int) -> Image.Image:
    """All but words and figures."""
    look, colours = style.look, palette(face, style.look)
    canvas = Canvas(100, 100, density / 100, colours.ground)
    for colour, cover in finish.paper(look.grain, density, density):
        canvas.paint(cover, colour)
    if face.hq:
        _headquarters(canvas, face, style, colours)
    else:
        _company(canvas, face, style, colours)
    _band(canvas, face, look, colours)
    for colour, cover in finish.relief(look, look.corner, density):
        canvas.paint(cover, colour)
    return canvas.image


def _company(canvas: Canvas, face: UnitFace, style: Style, colours: Palette) -> None:
    look = style.look
    if face.back == "reduced":
        for rank in range(face.lost):
            _slash(canvas, look, colours, (rank - (face.lost - 1) / 2) * look.slash.width * 1.7)
        canvas.fill(rectangle(0, look.strip.top, 100, 100 - look.strip.top), colours.strip)
    _symbol(canvas, face, style, colours)
    for number in face.numbers:
        _frame(canvas, look.places[number.place], colours)
    badge = _badge(face)
    if badge:
        box = (look.badge.left, look.badge.top, look.badge.width, look.badge.height)
        paint(canvas, fitted("icons", badge, box, mirrored=face.mirrored), _tones(look, colours))


def _badge(face: UnitFace) -> str | None:
    return find("icons", face.badge) if face.badge else None


def _slash(canvas: Canvas, look: Theme, colours: Palette, middle: float) -> None:
    """A diagonal that shows at a glance that a step is lost."""
    top, bottom, half = look.band.height, look.strip.top, look.slash.width / 2
    reach = (bottom - top) * 0.9
    middle += look.symbol.left + look.symbol.width / 2
    shape = polygon(
        (middle + reach - half, top),
        (middle + reach + half, top),
        (middle - reach + half, bottom),
        (middle - reach - half, bottom),
    )
    canvas.fill(shape, _pale(look, colours))


def _pale(look: Theme, colours: Palette) -> Rgb:
    """The ground, as pale as the theme wants it, but never so pale that a light symbol is lost on it."""
    body = _tones(look, colours)["body"]
    shares = [look.slash.opacity * n / 10 for n in range(10, 0, -1)]
    found = (mix(colours.ground, WHITE, share) for share in shares)
    return next((colour for colour in found if contrast(body, colour) >= 3), colours.ground)


def _symbol(canvas: Canvas, face: UnitFace, style: Style, colours: Palette) -> None:
    look = style.look
    wide = look.badge.left - look.symbol.left - 1.5 if _badge(face) else look.symbol.width
    down = look.stripe.height * 0.7 if face.stripe else 0.0
    box = (look.symbol.left, look.symbol.top + down, wide, look.symbol.height - down)
    silhouette = find("silhouettes", face.silhouette, face.side) if style.symbols == "silhouette" else None
    if silhouette:
        paint(canvas, fitted("silhouettes", silhouette, box, mirrored=face.mirrored), _tones(look, colours))
    else:
        paint(canvas, fitted("nato", find("nato", face.symbol) or "box", box), _tones(look, colours, boxed=True))


def _tones(look: Theme, colours: Palette, boxed: bool = False) -> dict[str, Rgb]:
    emphasis = look.emphasis
    return {
        "body": mix(colours.ink, colours.ground, emphasis.body),
        "mid": mix(colours.ink, colours.ground, emphasis.mid),
        "light": mix(colours.ink, colours.ground, emphasis.light)
        if not boxed
        else strongest(colours.ink, colours.light, colours.shade),
        "ground": colours.ground,
        "accent": colours.band,
    }


def _frame(canvas: Canvas, place: Place, colours: Palette) -> None:
    left, top, wide, high = place.box
    if place.frame == "plate":
        canvas.fill(rounded(left, top, wide, high, 3), colours.plate)
    elif place.frame == "box":
        canvas.fill(_half(left - 2, top, wide + 2, high, 3), colours.plate)
        canvas.fill(_half(left - 0.5, top + 1.8, wide - 1.3, high - 3.6, 2), colours.strip)
    elif place.frame == "shield":
        canvas.fill(shield(left, top, wide, high), colours.shield)


def _half(left: float, top: float, wide: float, high: float, radius: float) -> Path:
    """A rectangle whose right corners are round."""
    whole = rounded(left, top, wide, high, radius)
    return whole + rectangle(left, top, wide / 2, high)


def shield(left: float, top: float, wide: float, high: float) -> Path:
    """A shield: straight above, pointed below."""
    right, middle, low = left + wide, left + wide / 2, top + high
    curve = [
        (right, top + high * 0.52),
        (right - wide * 0.04, top + high * 0.7),
        (right - wide * 0.2, top + high * 0.86),
        (middle, low),
    ]
    mirror = [(2 * middle - x, y) for x, y in reversed(curve[:-1])]
    corner = 2.0
    return polygon(
        (left + corner, top), (right - corner, top), (right, top + corner), *curve, *mirror, (left, top + corner)
    )


def _number(canvas: Canvas, look: Theme, colours: Palette, number: Number) -> None:
    place = look.places[number.place]
    ink = colours.plate_ink if place.frame == "plate" else colours.strip_ink
    canvas.text(
        (place.x, place.baseline), number.text, look.figures, place.cap, ink, anchor=place.anchor, room=place.room
    )


def _band(canvas: Canvas, face: UnitFace, look: Theme, colours: Palette) -> None:
    band = look.band
    canvas.fill(rectangle(0, 0, 100, band.height), colours.band)
    edge = band.height
    if face.stripe and not face.hq:
        canvas.fill(rectangle(0, edge, 100, look.stripe.height), rgb(face.stripe))
        edge += look.stripe.height
    canvas.fill(rectangle(0, edge, 100, band.rule), BLACK, 0.55)


def _words(canvas: Canvas, face: UnitFace, look: Theme, colours: Palette) -> None:
    """The formation at the left of the band, the company at its right."""
    band = look.band
    number = "" if face.hq else face.label.number
    room = band.right - band.left
    if number:
        used = canvas.text(
            (band.right, band.baseline), number, look.figures, band.cap, colours.band_ink, anchor="right", room=24
        )
        canvas.fill(rectangle(band.right - used - 3.6, 4, 1.1, band.height - 6.4), colours.band_ink, 0.6)
        room -= used + 6
    canvas.text((band.left, band.baseline), face.label.text, look.letters, band.cap, colours.band_ink, room=room)


def _headquarters(canvas: Canvas, face: UnitFace, style: Style, colours: Palette) -> None:
    """A frame in the colour of the formation, a flag, room for the radius; a used one turns its flag, hatched."""
    look, hq, used = style.look, style.look.hq, face.back == "activated"
    canvas.fill(rectangle(0, 0, 100, 100), colours.band)
    wide, high = 100 - 2 * hq.border, 100 - look.band.height - hq.border
    inner = rounded(hq.border, look.band.height, wide, high, 4)
    canvas.fill(inner.grown(1.0), BLACK, 0.55)
    canvas.fill(inner, colours.ground)
    box = (hq.symbol.left, hq.symbol.top, hq.symbol.width, hq.symbol.height)
    if used:
        upper = rectangle(0, 0, 100, look.strip.top).within(inner)
        canvas.fill(upper, colours.shade)
        canvas.fill(_hatching(hq.used.width, hq.used.gap).within(upper), colours.band, hq.used.opacity)
        paint(canvas, fitted("icons", "repeat", box), _tones(look, colours))
        box = _inside(box, 0.36)
    family, name = ("nato", "hq") if style.symbols == "nato" else ("silhouettes", "flag")
    paint(canvas, fitted(family, name, box), _tones(look, colours))
    if all(number.place == RADIUS for number in face.numbers):
        canvas.text((hq.letters.x, hq.letters.baseline), "HQ", look.figures, hq.letters.cap, colours.ink)


def _inside(box: tuple[float, float, float, float], share: float) -> tuple[float, float, float, float]:
    left, top, wide, high = box
    return left + wide * (1 - share) / 2, top + high * (1 - share) / 2, wide * share, high * share


def _hatching(wide: float, gap: float) -> Path:
    lines = [line((x, 110), (x + 120, -10), width=wide) for x in range(-120, 110, round(gap))]
    return Path(tuple(contour for one in lines for contour in one.contours))


def _radius(canvas: Canvas, look: Theme, colours: Palette, number: Number) -> None:
    spot = look.hq.radius
    middle = spot.baseline - spot.cap / 2
    canvas.fill(_hexagon(spot.x, middle, spot.ring), colours.ink)
    canvas.text(
        (spot.x, spot.baseline),
        number.text,
        look.figures,
        spot.cap,
        strongest(colours.ink, WHITE, colours.shade, BLACK),
        anchor="middle",
    )


def _rating(canvas: Canvas, look: Theme, colours: Palette, number: Number) -> None:
    """The second number of a headquarters, on a plate where the letters stand on one with a single number."""
    spot, cap = look.hq.letters, look.hq.radius.cap
    canvas.fill(rounded(spot.x, spot.baseline - cap - 5, 24, cap + 8, 3), colours.plate)
    canvas.text(
        (spot.x + 12, spot.baseline - 1), number.text, look.figures, cap, colours.plate_ink, anchor="middle", room=20
    )


def _hexagon(x: float, y: float, radius: float) -> Path:
    flat = radius * 0.8660254
    return polygon(
        (x - radius, y),
        (x - radius / 2, y - flat),
        (x + radius / 2, y - flat),
        (x + radius, y),
        (x + radius / 2, y + flat),
        (x - radius / 2, y + flat),
    )
