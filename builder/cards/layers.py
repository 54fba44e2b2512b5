"""What is laid on cards as play goes on: struck steps, spent ammunition, figures, ticks, flag numbers, the seal."""

from __future__ import annotations

import msgspec
from PIL import Image

from builder.cards import layout
from builder.cards.front import strike
from builder.cards.layout import Box
from builder.cards.paint import (
    BLACK_FACE,
    DARK,
    GOLD,
    INK,
    MEDIUM,
    NAME,
    PAPER,
    STRIKE,
    TICKED,
    WHITE,
    blank,
    coat,
    cut,
    icon,
    tones,
)
from builder.counters.faces import Colours
from builder.counters.style import Style, find, fitted, paint, strongest
from builder.drawing.canvas import Canvas
from builder.drawing.colour import mix
from builder.drawing.path import Path, circle, line, rectangle, rounded, together


class Seal(msgspec.Struct, frozen=True):
    """What the enemy sees of a card while orders are written: the side alone."""

    colours: Colours
    emblem: str
    title: str
    language: str


SECRET = {"en": "Orders are being written", "de": "Befehle werden geschrieben"}


def draw_losses(count: int, density: int) -> Image.Image:
    """The row of step symbols with so many of them struck, the last ones first to go staying with the module."""
    boxes = layout.step_boxes(layout.STEPS)
    left = boxes[0].left
    canvas = Canvas(boxes[-1].right - left, boxes[0].high, density / 100)
    for box in boxes[:count]:
        strike(canvas, Box(box.left - left + 6, 3, box.wide - 12, box.high - 6))
    return canvas.image


def draw_spent(count: int, density: int) -> Image.Image:
    """The rows of ammunition with so many symbols struck."""
    boxes = layout.round_boxes(layout.MOST_AMMO)
    left, top = boxes[0].left, boxes[0].top
    canvas = Canvas(boxes[-1].right - left, boxes[-1].bottom - top, density / 100)
    bars = together(
        line(
            (box.left - left + 1.5, box.bottom - top - 2),
            (box.right - left - 1.5, box.top - top + 2),
            width=3.4,
            cap="round",
        )
        for box in boxes[:count]
    )
    canvas.fill(bars.grown(1.3), WHITE, 0.9)
    canvas.fill(bars, STRIKE)
    return canvas.image


def draw_figure(number: int, density: int) -> Image.Image:
    """A figure for a box of a current value, on the white of the box."""
    side = layout.STORE - 2
    canvas = Canvas(side, side, density / 100)
    canvas.fill(rounded(0, 0, side, side, 3), WHITE)
    canvas.text((side / 2, side / 2 + 11), str(number), BLACK_FACE, 22, INK, anchor="middle", room=side - 2)
    return canvas.image


def draw_tick(side: int, density: int) -> Image.Image:
    """A tick as large as its box asks for."""
    canvas = Canvas(side, side, density / 100)
    part = side / 30
    points = ((5 * part, 16 * part), (12 * part, 24 * part), (25 * part, 5 * part))
    shape = line(*points, width=6 * part, cap="round", join="round")
    canvas.fill(shape.grown(1.6 * part), WHITE)
    canvas.fill(shape, TICKED)
    return canvas.image


def draw_flagged(_number: int, density: int) -> Image.Image:
    """The flag of a unit that is suppressed for a whole round."""
    canvas = Canvas(32, 32, density / 100)
    icon(canvas, ("flag",), Box(3, 3, 26, 26), tones(INK, WHITE, STRIKE))
    return canvas.image


def draw_chosen(height: int, density: int) -> Image.Image:
    """A frame about the order box that is in force."""
    wide, high = layout.COLUMN + 8, height - layout.GUTTER + 8
    canvas = Canvas(wide, high, density / 100)
    ring = rounded(1, 1, wide - 2, high - 2, 11).minus(rounded(7, 7, wide - 14, high - 14, 6))
    canvas.fill(ring, DARK)
    canvas.fill(ring.grown(-1.4), GOLD)
    return canvas.image


def draw_number(colours: Colours, number: str, density: int) -> Image.Image:
    """The number of a unit as it stands on the cloth of its flag."""
    found = coat(colours)
    box = layout.FLAG
    canvas = Canvas(box.wide, box.high, density / 100)
    cloth = strongest(found.ground, WHITE, PAPER)
    canvas.text(
        (box.wide / 2 - 2, box.high / 2 + 17),
        number,
        BLACK_FACE,
        34,
        strongest(cloth, INK),
        anchor="middle",
        room=box.wide - 26,
    )
    return canvas.image


def draw_seal(seal: Seal, style: Style, density: int) -> Image.Image:
    """The back that all cards of a side have in common while their orders are secret."""
    found = coat(seal.colours)
    canvas = blank(density, found.ground)
    wide, high = layout.WIDE, layout.HIGH
    canvas.fill(rounded(14, 14, wide - 28, high - 28, 14).outline(2.4), found.deep)
    canvas.fill(_lattice(rounded(24, 24, wide - 48, high - 48, 9)), found.deep, 0.22)
    canvas.fill(circle(wide / 2, high / 2, 122), found.deep)
    canvas.fill(circle(wide / 2, high / 2, 112), mix(found.ground, found.deep, 0.3))
    emblem = find("emblems", seal.emblem) if seal.emblem else None
    if emblem:
        paint(canvas, fitted("emblems", emblem, (wide / 2 - 70, high / 2 - 70, 140, 140)), {})
    canvas.fill(rectangle(0, 84, wide, 78), found.deep)
    canvas.fill(rectangle(0, high - 138, wide, 54), found.deep)
    canvas.text((wide / 2, 136), seal.title, NAME, 32, found.deep_ink, anchor="middle", room=wide - 60)
    canvas.text(
        (wide / 2, high - 103), SECRET[seal.language], MEDIUM, 19, found.deep_ink, anchor="middle", room=wide - 60
    )
    return cut(canvas, style)


def _lattice(field: Path) -> Path:
    """Crossing lines in a field."""
    lines = [line((x, -10), (x + 800, 810), width=2) for x in range(-800, 561, 34)]
    lines += [line((x, 810), (x + 800, -10), width=2) for x in range(-800, 561, 34)]
    return together(each.within(field) for each in lines)
