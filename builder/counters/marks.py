"""Marks that lie on any piece for a while: it has moved, it fires, it is fired at."""

from __future__ import annotations

from PIL import Image

from builder.counters.marker import icon, tones
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, rgb
from builder.drawing.path import Path, circle, line, rectangle, rounded, together
from builder.fonts import Face

MOVED, AIM, TARGET = "moved.png", "aim.png", "target.png"

DARK, LIGHT, AMBER, RED = rgb("#161a1d"), rgb("#ffffff"), rgb("#ffb000"), rgb("#d7261b")
MARGIN = 12.0
"""How far a frame reaches beyond the piece, in hundredths of its side."""


def draw_moved(density: int) -> Image.Image:
    """A disc with an arrow, a quarter of a counter wide."""
    canvas = Canvas(100, 100, round(density / 4) / 100)
    canvas.fill(circle(50, 50, 49), LIGHT)
    canvas.fill(circle(50, 50, 43), DARK)
    icon(canvas, "moved", (22, 22, 56, 56), tones(DARK, LIGHT, AMBER))
    return canvas.image


def draw_gauge(number: int, ground: Rgb, ink: Rgb, density: int) -> Image.Image:
    """A disc with a number, a third of a counter wide."""
    canvas = Canvas(36, 36, density / 100)
    canvas.fill(circle(18, 18, 17.6), LIGHT)
    canvas.fill(circle(18, 18, 15.6), ground)
    canvas.text((18, 25.2), str(number), Face.FIGURE, 20 if number < 10 else 16.5, ink, anchor="middle", room=26)
    return canvas.image


def draw_aim(density: int) -> Image.Image:
    """An unbroken frame about the piece that fires, with a muzzle in its corner."""
    return _framed(_frame(), AMBER, "muzzle", density)


def draw_target(density: int) -> Image.Image:
    """The four corners of a frame and cross-hairs about the piece that is fired at."""
    side, middle = 100 + 2 * MARGIN, 50 + MARGIN
    gaps = together([rectangle(38 + MARGIN, -5, 24, side + 10), rectangle(-5, 38 + MARGIN, side + 10, 24)])
    hairs = [line(end, start, width=4.4) for end, start in (
        ((middle, 0.5), (middle, 16)),
        ((middle, side - 0.5), (middle, side - 16)),
        ((0.5, middle), (16, middle)),
        ((side - 0.5, middle), (side - 16, middle)),
    )]  # fmt: skip
    return _framed(together([_frame().minus(gaps.joined()), *hairs]), RED, "target", density)


def _frame() -> Path:
    side = 100 + 2 * MARGIN
    return rounded(5, 5, side - 10, side - 10, 12).outline(6)


def _framed(shape: Path, colour: Rgb, name: str, density: int) -> Image.Image:
    side = 100 + 2 * MARGIN
    canvas = Canvas(side, side, density / 100)
    canvas.fill(shape.joined().grown(1.7), DARK, 0.85)
    canvas.fill(shape, colour)
    canvas.fill(circle(12.4, 12.4, 12), DARK)
    canvas.fill(circle(12.4, 12.4, 10.4), colour)
    ink = DARK if colour == AMBER else LIGHT
    icon(canvas, name, (5.4, 5.4, 14, 14), {**tones(colour, ink, ink), "accent": ink})
    return canvas.image
