"""The picture on a card's front: the model in the open country, or in the sky."""

from __future__ import annotations

from builder.cards.layout import Box
from builder.cards.paint import BLACK, Coat, model
from builder.counters.style import find, fitted
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import Path, circle, ellipse, line, polygon, rectangle, together

HIGH_SKY, LOW_SKY, SUN = rgb("#93aebb"), rgb("#e9e3cc"), rgb("#fff6da")
FAR, NEAR, EARTH, FURROW = rgb("#a5ad8c"), rgb("#b9b07c"), rgb("#c9bb86"), rgb("#9c8f5e")
CLOUD = rgb("#f7f5ee")
ACCENT = rgb("#b3261e")


def country(canvas: Canvas, box: Box, *, air: bool) -> None:
    """The steppe, or the sky over clouds."""
    _sky(canvas, box, LOW_SKY)
    if air:
        _clouds(canvas, box)
    else:
        _steppe(canvas, box)


def scene(canvas: Canvas, box: Box, silhouette: str, side: str, colours: Coat, *, air: bool, mirrored: bool) -> None:
    """The model in its element, as large as it fits."""
    name = find("silhouettes", silhouette, side)
    if name is None:
        return
    if air:
        room = Box(box.left + 56, box.top + 18, box.wide - 112, box.high - 36)
        model(canvas, fitted("silhouettes", name, tuple(room), mirrored=mirrored), colours.model, ACCENT)
        return
    room = Box(box.left + 60, box.top + 12, box.wide - 120, box.high - 30)
    left, _, wide, high = fitted("silhouettes", name, tuple(room), mirrored=mirrored).frame
    found = fitted("silhouettes", name, (left, room.bottom - high, wide, high), mirrored=mirrored)
    canvas.fill(ellipse(left + wide / 2, room.bottom - 1, wide * 0.54, 6.5), BLACK, 0.34)
    model(canvas, found, colours.model, ACCENT)


def _sky(canvas: Canvas, box: Box, low: Rgb) -> None:
    steps = 40
    for n in range(steps):
        colour = mix(HIGH_SKY, low, n / (steps - 1))
        canvas.fill(rectangle(box.left, box.top + n * box.high / steps, box.wide, box.high / steps + 0.6), colour)


def _steppe(canvas: Canvas, box: Box) -> None:
    """Wide land: a line of trees far off, fields, a track in the foreground."""
    horizon = box.top + box.high * 0.56
    for n in range(8):
        canvas.fill(circle(box.left + box.wide * 0.78, horizon - 14, 44 - 4 * n), SUN, 0.07)
    canvas.fill(_land(box, horizon, (0, -5, -8, -3, 2, -4, -10, -6, 0)), FAR)
    canvas.fill(_trees(box, horizon), mix(FAR, rgb("#4d5b45"), 0.5))
    canvas.fill(_land(box, horizon + 15, (2, 0, -3, -1, 1, 3, 0, -3, 0)), NEAR)
    canvas.fill(_land(box, horizon + 38, (0, 2, 3, 2, 0, -1, 0, 1, 2)), EARTH)
    rows = [
        line((box.left + box.wide * (0.5 + (n - 9) * 0.028), horizon + 38),
             (box.left + box.wide * (0.5 + (n - 9) * 0.13), box.bottom), width=1.5)
        for n in range(19)
    ]  # fmt: skip
    canvas.fill(together(rows).within(rectangle(*box)), FURROW, 0.4)


def _land(box: Box, level: float, heights: tuple[int, ...]) -> Path:
    """Land below a smooth line."""
    step = box.wide / (len(heights) - 1)
    points = []
    for n in range(len(heights) - 1):
        for k in range(10):
            t = k / 10
            ease = t * t * (3 - 2 * t)
            points.append((box.left + (n + t) * step, level + heights[n] + (heights[n + 1] - heights[n]) * ease))
    return polygon((box.left, box.bottom), *points, (box.right, level + heights[-1]), (box.right, box.bottom))


def _trees(box: Box, horizon: float) -> Path:
    found = Path()
    for start, count in ((0.02, 9), (0.33, 5), (0.58, 7), (0.9, 6)):
        for n in range(count):
            radius = 5.2 + 2.6 * ((n * 7 + count) % 5) / 4
            found += circle(box.left + box.wide * start + n * 8.2, horizon + 2 - radius * 0.6, radius)
    return found.joined().within(rectangle(*box))


def _clouds(canvas: Canvas, box: Box) -> None:
    """Banks of cloud below the aircraft."""
    for share, level, size, opacity in (
        (0.14, 0.94, 1.2, 0.85),
        (0.5, 1.02, 1.7, 0.75),
        (0.84, 0.9, 1.3, 0.85),
        (0.3, 0.22, 0.5, 0.6),
    ):
        x, y = box.left + box.wide * share, box.top + box.high * level
        puffs = together(
            ellipse(x + dx * size, y + dy * size, rx * size, ry * size)
            for dx, dy, rx, ry in (
                (-46, 4, 34, 13),
                (-18, -6, 30, 18),
                (18, -10, 32, 21),
                (50, 2, 36, 14),
                (0, 6, 70, 12),
            )
        )
        canvas.fill(puffs.joined().within(rectangle(*box)), CLOUD, opacity)
