"""How to read a unit card: both faces with numbers on them, and what each number stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from assets import Game
from builder.cards import layout
from builder.cards.back import draw_back
from builder.cards.faces import BackFace, CardFace, back_face, card_face, is_air
from builder.cards.front import COIN, HELMET, draw_front
from builder.charts.picture import BODY, BOLD, HEAVY, INK, PAD, PLAIN, SMALL, SOFT, TITLE, WHITE
from builder.charts.sheet import blank
from builder.charts.words import card_words
from builder.counters import Style
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.path import circle

SIDE = 72
"""The side of a counter to which the cards are drawn, in pixels of a plain screen."""

BESIDE, TOP, STEP = 236.0, 56.0, 43.0
Point = tuple[float, float]


class CardAnatomy(msgspec.Struct, frozen=True):
    """What the picture shows: its title, the faces, and the words for each number: a name and a sentence."""

    title: str
    front: CardFace
    back: BackFace
    words: tuple[tuple[str, str], ...]


FRONT: Mapping[str, Point] = {
    "number": (layout.FLAG.left + 16, layout.FLAG.middle[1]),
    "type": (layout.FLAG.right + 14, layout.HEAD.bottom - 14),
    "cost": (COIN[0] - 36, COIN[1] + 22),
    "steps": (layout.MARGIN + 3 * layout.STEP_PITCH + 2, layout.STEPS_ROW.top + 8),
    "bravery": (layout.BRAVERY.left + 8, layout.BRAVERY.bottom - 8),
    "flag": (layout.FLAGGED_BOX.middle[0], layout.FLAGGED_BOX.top - 10),
    "defence": (HELMET.left - 2, HELMET.bottom - 8),
    "now": (layout.now_box(layout.DEFENCE).left - 8, layout.now_box(layout.DEFENCE).bottom - 8),
    "ammo": (layout.AMMO.right - 34, layout.AMMO.bottom - 14),
    "targets": (layout.TARGETS.right - 12, layout.TARGETS.bottom - 14),
    "range": (layout.RANGE.right - 8, layout.RANGE.top + 4),
    "abilities": (layout.ABILITIES.left - 2, layout.ABILITIES.top + 10),
    "stores": (layout.ABILITIES.right - 84, layout.ABILITIES.top + 18),
    "status": (layout.STATUSES.right + 1, layout.STATUSES.top + 30),
}
"""What is explained on the front, and where its number stands."""

BACK = ("order", "step", "entry", "print", "time")


def card_anatomy(game: Game, style: Style) -> CardAnatomy | None:
    """What is shown for a game with unit cards: the card of a ground unit that has most on it stands for all."""
    ground = [card for card in game.cards.values() if not is_air(game, card)]
    if not ground:
        return None
    title, words = card_words(style.language)
    card = max(ground, key=lambda each: 4 * bool(each.stores) + len(each.targets) + len(each.abilities))
    front, back = card_face(game, card, style.language), back_face(game, card, style.language)
    return CardAnatomy(title, front, back, words)


def draw_cards(anatomy: CardAnatomy, style: Style, density: float = 1.0) -> Image.Image:
    """Both faces side by side, their numbers explained left and right."""
    wide, high = layout.WIDE * SIDE / 100, layout.HIGH * SIDE / 100
    canvas = blank(anatomy.title, (2 * BESIDE + 2 * wide + 3 * PAD, TOP + max(high, len(FRONT) * STEP) + PAD), density)
    words = dict(zip([*FRONT, *BACK], anatomy.words, strict=True))
    faces = (
        draw_front(anatomy.front, style, round(SIDE * density)),
        draw_back(anatomy.back, style, round(SIDE * density)),
    )
    for index, picture in enumerate(faces):
        canvas.stamp(picture, (BESIDE + PAD + index * (wide + PAD), TOP))
    spots = [*FRONT.values(), *back_spots(anatomy.back)]
    for n, (x, y) in enumerate(spots):
        left = BESIDE + PAD + (wide + PAD if n >= len(FRONT) else 0)
        _number(canvas, (left + x * SIDE / 100, TOP + y * SIDE / 100), n + 1)
    _legend(canvas, [words[name] for name in FRONT], PAD, 1)
    _legend(canvas, [words[name] for name in BACK], BESIDE + 2 * wide + 3 * PAD, len(FRONT) + 1)
    return canvas.image


def back_spots(face: BackFace) -> list[Point]:
    """Where the numbers stand on the back: at orders that have what is explained."""
    boxes = list(zip(face.orders, layout.order_boxes(face), strict=True))
    printed = next((box for order, box in boxes if any(each.number for each in order.prints)), boxes[0][1])
    timed = next((layout.time_boxes(box, order.time)[0] for order, box in boxes if order.time), boxes[0][1])
    plain = next((box for order, box in boxes if order.entries and not order.prints and not order.time), boxes[0][1])
    return [
        (plain.right - 16, plain.top + 16),
        (plain.left + 1, plain.bottom - 10),
        (plain.left + 52, plain.bottom - 8),
        (printed.right - 4, printed.top + 34),
        (timed.left - 12, timed.middle[1]),
    ]


def _number(canvas: Canvas, at: Point, number: int) -> None:
    x, y = at
    canvas.fill(circle(x, y, 10.5), WHITE)
    canvas.fill(circle(x, y, 9), TITLE)
    canvas.text((x, y + 4.4), str(number), HEAVY, 9, WHITE, anchor="middle")


def _legend(canvas: Canvas, entries: Sequence[tuple[str, str]], left: float, first: int) -> None:
    for n, (title, said) in enumerate(entries):
        y = TOP + 12 + n * STEP
        _number(canvas, (left + 10, y), first + n)
        room = BESIDE - 40
        canvas.text((left + 27, y + 5), title, BOLD, BODY, INK, room=room)
        size = lettering.size_of(SMALL, PLAIN)
        for row, line in enumerate(lettering.wrapped(said, PLAIN, size, room)[:2]):
            canvas.text((left + 27, y + 18 + 12.5 * row), line, PLAIN, SMALL, SOFT, room=room)
