"""The back of a unit card: a box for each order with what is printed and written in it, and its time boxes."""

from __future__ import annotations

import functools

from PIL import Image

from builder.cards import layout
from builder.cards.faces import BackFace, OrderBox, Print
from builder.cards.front import Title, head, title
from builder.cards.layout import Box
from builder.cards.paint import (
    BLACK_FACE,
    BOLD,
    DARK,
    INK,
    MEDIUM,
    NAME,
    PANEL,
    PAPER,
    RULE,
    SOFT,
    WHITE,
    Coat,
    blank,
    coat,
    cut,
    icon,
    panel,
    tones,
    well,
)
from builder.counters.faces import Colours
from builder.counters.style import Style, find, fitted, paint
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import rectangle, rounded

GROUPS: dict[str, Rgb] = {
    "basic": rgb("#7a2e1d"),
    "special": rgb("#4b4f22"),
    "movement": rgb("#12506e"),
    "air": rgb("#3d3a78"),
    "ability": rgb("#6a4a05"),
}
"""Grounds of the icons by kind of order; the icon and the words say the same."""

YELLOW = rgb("#ffc861")


def draw_back(face: BackFace, style: Style, density: int) -> Image.Image:
    """The back of a card, without what is written on it."""
    colours = coat(face.colours)
    canvas = Canvas.over(_still(face.colours, density), density / 100)
    title(canvas, layout.HEAD, layout.FLAG, colours, Title(face.name, face.kind, face.symbol, 546))
    _watermark(canvas, face, colours)
    for order, spot in zip(face.orders, layout.order_boxes(face), strict=True):
        canvas.stamp(_order(order, round(spot.high), density), (spot.left, spot.top))
    for n, (word, spot) in enumerate(zip(face.stages, layout.stage_boxes(face), strict=True)):
        _stage(canvas, NUMERALS[n], word, spot, colours)
    return cut(canvas, style)


NUMERALS = ("I", "II", "III", "IV", "V", "VI")


@functools.lru_cache(maxsize=8)
def _still(colours: Colours, density: int) -> Image.Image:
    """What the backs of a side have in common."""
    canvas = blank(density)
    head(canvas, layout.HEAD, layout.FLAG, coat(colours))
    return canvas.image


def _watermark(canvas: Canvas, face: BackFace, colours: Coat) -> None:
    """The silhouette, faint and large, where no order stands."""
    low = max((box.bottom for box in layout.order_boxes(face)), default=layout.ORDERS_TOP) + 16
    end = layout.stage_boxes(face)[0].top - 16 if face.stages else layout.HIGH - 24
    name = find("silhouettes", face.silhouette, face.side)
    if name and end - low > 60:
        room = (70.0, low, layout.WIDE - 140, min(end - low, 190.0))
        ink = mix(PAPER, colours.deep, 0.2)
        paint(canvas, fitted("silhouettes", name, room, mirrored=face.mirrored), tones(ink, PAPER, ink))


@functools.lru_cache(maxsize=512)
def _order(order: OrderBox, high: int, density: int) -> Image.Image:
    """The box of an order, which many cards have alike."""
    canvas = Canvas(layout.COLUMN, high, density / 100, PAPER)
    box = Box(0, 0, layout.COLUMN, high)
    panel(canvas, box, radius=7)
    _tile(canvas, order, Box(1.3, 1.3, 46, high - 2.6))
    left, right = 55.0, box.right - 7
    used = _prints(canvas, order.prints, right, box.top)
    _name(canvas, order.name, (left, right - used), right, high)
    time = order.time * (layout.TIME_BOX + 3) + 4 if order.time else 0
    deep = 18 if high < 70 else 24
    _entries(canvas, order.entries, Box(left, box.bottom - deep - 6, right - left - time, deep))
    for place in layout.time_boxes(box, order.time):
        well(canvas, place, 3)
    return canvas.image


def _tile(canvas: Canvas, order: OrderBox, tile: Box) -> None:
    """The icon of an order and the step in which it is carried out, on the colour of its group."""
    ground = GROUPS.get(order.group, DARK)
    canvas.fill(rounded(*tile, 5.7), ground)
    canvas.fill(rectangle(tile.left + 20, tile.top, tile.wide - 20, tile.high), ground)
    side = min(36.0, tile.high - 18)
    spot = Box(tile.middle[0] - side / 2, tile.top + 4, side, side)
    icon(canvas, (f"order-{order.id}", order.id), spot, {**tones(WHITE, ground), "accent": YELLOW})
    canvas.text((tile.middle[0], tile.bottom - 4.5), f"{order.step}", BLACK_FACE, 9.6, WHITE, anchor="middle")


def _name(canvas: Canvas, name: str, span: tuple[float, float], right: float, high: int) -> None:
    """The name of an order, in two lines where a high box has room and one line has not."""
    left, end = span
    lines = [name]
    if high > 64:
        lines = lettering.wrapped(name, NAME, lettering.size_of(12, NAME), (end - left) * 1.2)[:2]
    for n, words in enumerate(lines):
        canvas.text((left, 19 + n * 16), words, NAME, 12, INK, room=(right if n else end) - left - 1)


def _prints(canvas: Canvas, prints: tuple[Print, ...], right: float, top: float) -> float:
    """The printed numbers at the right end of the first line; return how much of it they take."""
    x = right
    for each in reversed([one for one in prints if one.number]):
        words = _signed(each)
        wide = lettering.width(words, BLACK_FACE, lettering.size_of(12.5, BLACK_FACE)) + 29
        x -= wide
        canvas.fill(rounded(x, top + 5, wide, 20, 10), DARK)
        icon(
            canvas,
            (f"print-{each.id}", each.id),
            Box(x + 6, top + 8, 14, 14),
            {**tones(WHITE, DARK), "accent": YELLOW},
        )
        canvas.text((x + 23, top + 21.3), words, BLACK_FACE, 12.5, WHITE)
        x -= 4
    return right - x + 2 if prints else 0.0


SIGNS = {"bonus": "+", "reduction": "−", "spill": "−"}
"""The sign before a number that is added or taken away."""


def _signed(each: Print) -> str:
    return f"{SIGNS.get(each.id, '')}{each.number}"


def _entries(canvas: Canvas, entries: tuple[str, ...], box: Box) -> None:
    """Fields for what is written with an order, each with its word."""
    if not entries:
        return
    gap, cap = 5.0, 7.8 if box.high < 20 else 9.0
    wishes = [lettering.width(word, MEDIUM, lettering.size_of(cap, MEDIUM)) + 12 for word in entries]
    share = (box.wide - gap * (len(entries) - 1)) / sum(wishes)
    x = box.left
    for word, wish in zip(entries, wishes, strict=True):
        wide = wish * share if share < 1 else min(wish * share, wish + 40)
        canvas.fill(rounded(x, box.top, wide, box.high, 4), mix(PANEL, INK, 0.09))
        canvas.fill(rectangle(x + 4, box.bottom - 1.5, wide - 8, 1), RULE)
        spot = (x + wide / 2, box.middle[1] + cap / 2 - 0.4)
        canvas.text(spot, word, MEDIUM, cap, SOFT, anchor="middle", room=wide - 5)
        x += wide + gap


def _stage(canvas: Canvas, numeral: str, word: str, box: Box, colours: Coat) -> None:
    panel(canvas, box, radius=7)
    canvas.fill(rounded(box.left + 7, box.top + 8, 46, 30, 5), colours.deep)
    canvas.text((box.left + 30, box.top + 31), numeral, BOLD, 17, colours.deep_ink, anchor="middle")
    canvas.text((box.left + 8, box.bottom - 9), word[:1].upper() + word[1:], MEDIUM, 10, INK, room=box.wide - 48)
    well(canvas, layout.stage_tick(box), 4)
