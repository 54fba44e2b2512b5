"""Icons of buttons and menus: small pictures on nothing, with a light edge so that they read on any toolbar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from builder import symbols
from builder.counters.style import fitted, paint
from builder.drawing.canvas import Canvas
from builder.drawing.colour import rgb
from builder.drawing.path import circle, together
from builder.drawing.png import encoded
from builder.pool import Job

CODE = ("builder/icons.py", "builder/counters/style.py", "builder/drawing", "builder/symbols")
COLOURS = 64
SIZE = 24
"""The side of a toolbar's icon on a plain screen."""

TONES = {
    "body": rgb("#2a3842"),
    "mid": rgb("#7b8790"),
    "light": rgb("#f6f2e6"),
    "ground": rgb("#f6f2e6"),
    "accent": rgb("#c8501a"),
}
EDGE = rgb("#ffffff")


def icon_name(icon: str, badge: str = "") -> str:
    """The file name of an icon, with another in its corner if one is named."""
    return f"icon.{icon}{'.' + badge if badge else ''}.png"


def draw_icon(icon: str, size: int, badge: str = "") -> Image.Image:
    """An icon; a badge stands small in its lower right corner."""
    canvas = Canvas(100, 100, size / 100)
    _drawn(canvas, icon, (6, 6, 88, 88) if not badge else (4, 4, 74, 74))
    if badge:
        canvas.fill(circle(73, 73, 27), EDGE)
        _drawn(canvas, badge, (52, 52, 44, 44))
    return canvas.image


def icon_picture(icon: str, size: int, badge: str) -> bytes:
    """An icon as a PNG file."""
    return encoded(draw_icon(icon, size, badge), COLOURS)


def job(name: str, icon: str, badge: str = "", density: float = 1.0) -> Job:
    """The job that draws an icon under a file name of one's own choice."""
    return Job(name, icon_picture, (icon, round(SIZE * density), badge), CODE)


def plan(icons: Iterable[str] = (), badged: Sequence[tuple[str, str]] = (), density: float = 1.0) -> list[Job]:
    """The named icons (all there are, if none is named) and those with a badge, as jobs."""
    wanted = [(icon, "") for icon in (icons or symbols.names("icons"))] + list(badged)
    return [job(icon_name(icon, badge), icon, badge, density) for icon, badge in wanted]


def _drawn(canvas: Canvas, icon: str, box: tuple[float, float, float, float]) -> None:
    found = fitted("icons", icon, box)
    whole = together(path for _, path, _ in found.layers)
    canvas.fill(whole.grown(4.2), EDGE, 0.9)
    paint(canvas, found, TONES)
