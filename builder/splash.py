"""The picture that greets the players while the module opens: a landscape at dawn, and what both sides bring to it."""

from __future__ import annotations

import msgspec
from PIL import Image

from assets import Game
from assets.schema import Unit
from builder.counters.style import Style, find, fitted, paint
from builder.drawing import finish
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import Path, circle, line, polygon, rectangle
from builder.drawing.png import encoded
from builder.fonts import Face
from builder.pool import Job
from builder.symbols import symbol

NAME = "splash.png"
CODE = (
    "builder/splash.py",
    "builder/counters",
    "builder/drawing",
    "builder/symbols",
    "builder/fonts",
    "templates/themes",
)
WIDE, HIGH = 900.0, 675.0
"""The shape of the room that VASSAL's wizard has for it; the wizard writes its steps in the upper left corner."""
SHOWN = 2 / 3
"""How large it is in the module: with 600 by 450 pixels it fills that room, and the wizard fits on a small screen."""
HORIZON, TRACK = 453.0, 597.0

SKY, ROSE, DAWN, SUN = rgb("#1f3c55"), rgb("#c08a74"), rgb("#f6cf87"), rgb("#fff0c4")
FAR, MIDDLE, NEAR, GROUND = rgb("#93a38a"), rgb("#66795c"), rgb("#465640"), rgb("#222b23")
BODY, PLATE, EDGE, CREAM = rgb("#141b1d"), rgb("#4d5a58"), rgb("#dfe6d8"), rgb("#f8efd9")


class Splash(msgspec.Struct, frozen=True):
    """What the picture shows: words, the silhouettes of both sides, the colours of their formations."""

    title: str
    subtitle: str
    foot: str
    left: str
    right: str
    bands: tuple[str, ...]


def splash(game: Game, style: Style) -> Splash:
    """What the picture of a game shows."""
    language = style.language
    sides = list(game.sides)
    return Splash(
        title=game.info.title[language],
        subtitle=game.info.subtitle[language],
        foot=game.info.scale[language] if game.info.scale else "",
        left=_strongest(game, sides[0]),
        right=_strongest(game, sides[1]) if len(sides) > 1 else "",
        bands=tuple(dict.fromkeys(formation.colour for formation in game.formations.values())),
    )


def plan(game: Game, style: Style, density: float = SHOWN) -> list[Job]:
    """The picture as a job."""
    return [Job(NAME, splash_picture, (splash(game, style), density), CODE, weight=20)]


def splash_picture(shown: Splash, density: float) -> bytes:
    """The picture as a PNG file."""
    return encoded(draw_splash(shown, density))


def draw_splash(shown: Splash, density: float = 1.0) -> Image.Image:
    """The picture itself."""
    canvas = Canvas(WIDE, HIGH, density, SKY)
    _sky(canvas)
    _country(canvas)
    _vehicle(canvas, shown.left, 40, 320, mirrored=True)
    _vehicle(canvas, shown.right, 534, 330, mirrored=False)
    _hexes(canvas)
    for colour, cover in finish.paper(0.008, *canvas.image.size):
        canvas.paint(cover, colour)
    _words(canvas, shown)
    return canvas.image


def _sky(canvas: Canvas) -> None:
    """From night blue to the gold of the horizon, in bands too narrow to be seen."""
    steps = 84
    for n in range(steps):
        share = n / (steps - 1)
        colour = mix(SKY, ROSE, share / 0.72) if share < 0.72 else mix(ROSE, DAWN, (share - 0.72) / 0.28)
        canvas.fill(rectangle(0, n * HORIZON / steps, WIDE, HORIZON / steps + 1), colour)
    for n in range(12):
        canvas.fill(circle(452, 439, 150 - 9 * n), SUN, 0.045)
    canvas.fill(circle(452, 439, 40), SUN, 0.9)


def _country(canvas: Canvas) -> None:
    canvas.fill(_hills((435, 421, 431, 413, 435, 419, 427, 411, 425), HORIZON + 60), FAR)
    canvas.fill(_village(610, 425), mix(FAR, NEAR, 0.55))
    canvas.fill(_wood(90, 427, 9, 8), mix(FAR, NEAR, 0.5))
    canvas.fill(_hills((465, 477, 459, 453, 465, 479, 471, 455, 447), 555), MIDDLE)
    canvas.fill(_wood(372, 461, 12, 11), mix(MIDDLE, NEAR, 0.6))
    canvas.fill(_wood(806, 457, 8, 12), mix(MIDDLE, NEAR, 0.6))
    canvas.fill(_hills((527, 519, 533, 545, 539, 547, 535, 523, 529), 615), NEAR)
    for n in range(14):
        x = 250 + 30 * n
        canvas.fill(line((x, 605), (420 + 5 * n, 539), width=2.2), mix(NEAR, MIDDLE, 0.7), 0.5)
    canvas.fill(_hills((579, 583, 587, 591, 591, 590, 585, 581, 579), HIGH), GROUND)


def _hills(heights: tuple[int, ...], low: float) -> Path:
    """Land below a smooth line through these heights."""
    step = WIDE / (len(heights) - 1)
    points = []
    for n in range(len(heights) - 1):
        for k in range(12):
            t = k / 12
            ease = t * t * (3 - 2 * t)
            points.append(((n + t) * step, heights[n] + (heights[n + 1] - heights[n]) * ease))
    return polygon((0, low), *points, (WIDE, heights[-1]), (WIDE, low))


def _wood(x: float, y: float, count: int, size: float) -> Path:
    """A row of round trees."""
    found = Path()
    for n in range(count):
        radius = size * (0.8 + 0.4 * ((n * 7) % 5) / 4)
        found += circle(x + n * size * 1.15, y - radius * 0.5, radius)
    return found


def _village(x: float, y: float) -> Path:
    """A church among roofs."""
    found = polygon((x, y), (x, y - 26), (x + 5, y - 54), (x + 10, y - 26), (x + 10, y)) + rectangle(
        x + 8, y - 16, 26, 16
    )
    found += polygon((x + 8, y - 16), (x + 14, y - 26), (x + 30, y - 26), (x + 34, y - 16))
    for dx, wide, high in ((-46, 24, 9), (-20, 18, 8), (40, 22, 10), (66, 28, 8)):
        left = x + dx
        found += rectangle(left, y - high, wide, high + 4)
        found += polygon((left - 2, y - high), (left + wide / 2, y - high - 9), (left + wide + 2, y - high))
    return found.joined()


def _vehicle(canvas: Canvas, name: str, left: float, wide: float, *, mirrored: bool) -> None:
    if not name:
        return
    _, _, length, height = symbol("silhouettes", name).frame
    high = wide * height / length
    found = fitted("silhouettes", name, (left, TRACK - high, wide, high), mirrored)
    tones: dict[str, Rgb] = {"body": BODY, "mid": PLATE, "light": EDGE, "ground": NEAR, "accent": DAWN}
    shadow = polygon(
        (left + 10, TRACK - 4), (left + wide - 10, TRACK - 4), (left + wide + 26, TRACK + 7), (left - 26, TRACK + 7)
    )
    canvas.fill(shadow, BODY, 0.55)
    paint(canvas, found, tones)


def _hexes(canvas: Canvas) -> None:
    """The grid of the game, growing out of the ground in the foreground."""
    size = 34.0
    for row in range(4):
        for column in range(-1, 19):
            x = column * size * 1.5
            y = 613 + row * size * 1.732 * 0.5 * 0.9 + (column % 2) * size * 0.866 * 0.45
            canvas.fill(_hexagon(x, y, size).outline(1.4), CREAM, 0.05 + 0.05 * row)


def _hexagon(x: float, y: float, size: float) -> Path:
    """A hex as it lies before the eye, flatter than it is wide."""
    flat = size * 0.866 * 0.45
    half = size / 2
    return polygon(
        (x - size, y),
        (x - half, y - flat),
        (x + half, y - flat),
        (x + size, y),
        (x + half, y + flat),
        (x - half, y + flat),
    )


def _words(canvas: Canvas, shown: Splash) -> None:
    middle = WIDE / 2
    for dx, dy, colour, opacity in ((0, 3, BODY, 0.45), (0, 0, CREAM, 1.0)):
        canvas.text(
            (middle + dx, 250 + dy), shown.title.upper(), Face.TITLE, 52, colour,
            anchor="middle", room=WIDE - 90, tracking=0.05, opacity=opacity,
        )  # fmt: skip
    canvas.fill(rectangle(middle - 120, 273, 240, 1.8), CREAM, 0.7)
    canvas.text((middle, 308), shown.subtitle, Face.TITLE_ITALIC, 21, CREAM, anchor="middle", room=WIDE - 120)
    wide = WIDE / max(len(shown.bands), 1)
    for n, band in enumerate(shown.bands):
        canvas.fill(rectangle(n * wide, HIGH - 8, wide + 0.5, 8), rgb(band))
    canvas.text(
        (middle, HIGH - 20), shown.foot, Face.FIGURE_REGULAR, 12, CREAM, anchor="middle", room=WIDE - 60, opacity=0.85
    )


def _strongest(game: Game, side: str) -> str:
    """The silhouette of the unit with the highest values (or cost) in the first scenario; of equals the first."""
    scenario = next(iter(game.scenarios), "")
    units = [unit for unit in game.in_scenario(scenario) if unit.side == side and not game.type_of(unit).hq]

    def worth(unit: Unit) -> float:
        card = game.cards.get(unit.card or "")
        values = unit.front.values() if card is None else (card.values.get("cost", 0),)
        return sum(value for value in values if isinstance(value, int | float))

    best = max(units, key=worth, default=None)
    return (find("silhouettes", best.silhouette, side) or "") if best else ""
