"""The front of a unit card: what the unit is, how much of it is left, what it hits and from how far."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import msgspec
from PIL import Image

from builder.cards import layout
from builder.cards.faces import CardFace
from builder.cards.layout import Box
from builder.cards.paint import (
    BLACK_FACE,
    BOLD,
    DARK,
    GOLD,
    INK,
    MEDIUM,
    NAME,
    PANEL,
    SOFT,
    STRIKE,
    WHITE,
    Coat,
    blank,
    caption,
    coat,
    cut,
    flag,
    icon,
    panel,
    tones,
    well,
)
from builder.cards.scene import country, scene
from builder.cards.tables import draw_frame, draw_range, draw_targets
from builder.counters.style import Style, find, fitted, paint
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.colour import mix
from builder.drawing.path import circle, line, polygon, rectangle, rounded, together

COIN = (516.0, 41.0)
DICE = (layout.BRAVERY.left + 58, layout.BRAVERY.top + 24)
HELMET = Box(layout.DEFENCE.left + 12, layout.DEFENCE.top + 21, 84, 58)


def draw_front(face: CardFace, style: Style, density: int) -> Image.Image:
    """The front of a card, without flag number and current values."""
    canvas, colours = Canvas.over(_still(_bare(face), density), density / 100), coat(face.colours)
    scene(canvas, layout.SCENE, face.silhouette, face.side, colours, air=face.air, mirrored=face.mirrored)
    title(canvas, layout.HEAD, layout.FLAG, colours, Title(face.name, face.kind, face.symbol, 474))
    canvas.text((COIN[0], COIN[1] + 9), str(face.cost), BLACK_FACE, 24, INK, anchor="middle", room=46)
    _steps(canvas, face, colours)
    _bravery(canvas, face)
    _defence(canvas, face, colours)
    _ammo(canvas, face)
    draw_targets(canvas, face, colours)
    draw_range(canvas, face, colours)
    _abilities(canvas, face, colours)
    _numbers(canvas, face)
    return cut(canvas, style)


def _bare(face: CardFace) -> CardFace:
    """The face without all that is the unit's own: what the cards of a side have in common."""
    statuses = tuple(msgspec.structs.replace(status, number="") for status in face.statuses)
    return msgspec.structs.replace(
        face, id="", name="", kind="", symbol="", silhouette="", size=0, bravery=0, bravery_loss=0, defence=0, ammo=0,
        cost=0, melee_dice=0, abilities=(), stores=(), statuses=statuses, targets=(), accuracy=(),
    )  # fmt: skip


@functools.lru_cache(maxsize=16)
def _still(face: CardFace, density: int) -> Image.Image:
    """What the cards of a side have in common."""
    canvas, colours = blank(density), coat(face.colours)
    country(canvas, layout.SCENE, air=face.air)
    head(canvas, layout.HEAD, layout.FLAG, colours)
    _coin(canvas, face)
    canvas.fill(rectangle(*layout.STEPS_ROW), colours.deep)
    for box, name in ((layout.BRAVERY, "bravery"), (layout.DEFENCE, "defence"), (layout.AMMO, "ammo")):
        panel(canvas, box)
        caption(canvas, (box.left + 9, box.top + 16), face.word(name), box.wide - 70)
    for box in (layout.BRAVERY, layout.DEFENCE):
        now = layout.now_box(box)
        well(canvas, now)
        canvas.text((now.middle[0], box.top + 19), face.word("now"), MEDIUM, 8.6, SOFT, anchor="middle")
    icon(canvas, ("dice",), Box(DICE[0], DICE[1], 29, 29), tones(INK, WHITE, INK))
    well(canvas, layout.FLAGGED_BOX, 4)
    faint = mix(INK, WHITE, 0.6)
    icon(canvas, ("flag",), layout.FLAGGED_BOX.within(6), tones(faint, WHITE, mix(INK, WHITE, 0.8)))
    icon(canvas, ("helmet",), HELMET, {**tones(colours.deep, WHITE), "accent": colours.light})
    draw_frame(canvas, face, colours)
    _statuses(canvas, face)
    return canvas.image


class Title(NamedTuple):
    """The words at the head of a card, the symbol of the type, and where the room for them ends."""

    name: str
    kind: str
    symbol: str
    room: float


def head(canvas: Canvas, box: Box, flag_box: Box, colours: Coat) -> None:
    """The head of a card with the flag for the number and the field of the symbol."""
    canvas.fill(rectangle(*box), colours.ground)
    canvas.fill(rectangle(box.left, box.bottom - 3, box.wide, 3), DARK)
    flag(canvas, flag_box, colours)
    canvas.fill(rounded(*_mark(box, flag_box), 5), mix(colours.ground, WHITE, 0.82))


def title(canvas: Canvas, box: Box, flag_box: Box, colours: Coat, words: Title) -> None:
    """The symbol of the type, the name, the kind."""
    mark = _mark(box, flag_box)
    found = find("nato", words.symbol) or "box"
    paint(canvas, fitted("nato", found, tuple(mark.within(5))), tones(INK, WHITE))
    x = mark.right + 12
    room, cap = words.room - x, box.high * 0.245
    lines = lettering.wrapped(words.name, NAME, lettering.size_of(cap, NAME), room * 1.3)[:2]
    if len(lines) == 1:
        canvas.text((x, box.top + box.high * 0.47), lines[0], NAME, cap, colours.ink, room=room)
    else:
        for n, part in enumerate(lines):
            spot = (x, box.top + box.high * (0.33 + 0.24 * n))
            canvas.text(spot, part, NAME, box.high * 0.18, colours.ink, room=room)
    low = box.top + box.high * (0.78 if len(lines) == 1 else 0.82)
    canvas.text((x, low), words.kind, MEDIUM, box.high * 0.135, colours.ink, room=room)


def _mark(box: Box, flag_box: Box) -> Box:
    return Box(flag_box.right + 10, box.top + 11, (box.high - 22) * 1.32, box.high - 25)


def _coin(canvas: Canvas, face: CardFace) -> None:
    """The coin for the cost."""
    x, y = COIN
    canvas.fill(circle(x, y, 33), DARK)
    canvas.fill(circle(x, y, 30.5), GOLD)
    canvas.fill(circle(x, y, 27).outline(1.4), DARK, 0.55)
    canvas.text((x, y + 21.5), face.word("cost"), BOLD, 7.6, INK, anchor="middle")


def _steps(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    name = find("silhouettes", face.silhouette.replace("rifles", "rifleman"), face.side)
    name = name or find("silhouettes", face.silhouette, face.side)
    boxes, ground = layout.step_boxes(face.size), mix(colours.deep, WHITE, 0.86)
    canvas.fill(rounded(*boxes[0], 6), ground)
    if name:
        found = fitted("silhouettes", name, tuple(boxes[0].within(5)), mirrored=face.mirrored)
        paint(canvas, found, tones(INK, ground))
    _repeat(canvas, boxes)
    left = boxes[-1].right + 12
    if face.size < layout.STEPS:
        words = f"{face.word('size')} {face.size}"
        canvas.text((left, layout.STEPS_ROW.top + 36), words, BOLD, 13, colours.deep_ink, room=layout.WIDE - left - 14)


def _repeat(canvas: Canvas, boxes: list[Box]) -> None:
    """Set what stands in the first box into the others."""
    left, top, wide, high = (value * canvas.scale for value in boxes[0])
    part = canvas.image.crop((math.floor(left), math.floor(top), math.ceil(left + wide), math.ceil(top + high)))
    for box in boxes[1:]:
        place = (round((box.left - boxes[0].left) * canvas.scale), round((box.top - boxes[0].top) * canvas.scale))
        canvas.image.paste(part, (math.floor(left) + place[0], math.floor(top) + place[1]))


def _bravery(canvas: Canvas, face: CardFace) -> None:
    box = layout.BRAVERY
    canvas.text((box.left + 30, box.top + 70), str(face.bravery), BLACK_FACE, 36, INK, anchor="middle", room=46)
    loss = f"−{face.bravery_loss}" if face.bravery_loss else "0"
    canvas.text((DICE[0] + 14, box.top + 74), loss, BLACK_FACE, 14, STRIKE, anchor="middle")


def _defence(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    spot = (HELMET.middle[0], HELMET.bottom - 16)
    canvas.text(spot, str(face.defence), BLACK_FACE, 27, colours.deep_ink, anchor="middle")


def _ammo(canvas: Canvas, face: CardFace) -> None:
    box = layout.AMMO
    canvas.text((box.right - 9, box.top + 16), str(face.ammo), BLACK_FACE, 11, INK, anchor="right")
    boxes = layout.round_boxes(min(face.ammo, layout.MOST_AMMO))
    if boxes:
        _round(canvas, boxes[0])
        _repeat(canvas, boxes)


def _round(canvas: Canvas, box: Box) -> None:
    """A cartridge."""
    left, top, wide, high = box
    middle, half = left + wide / 2, wide * 0.27
    shoulder, bend = top + high * 0.38, top + high * 0.14
    tip = ((middle - half * 0.8, bend), (middle, top), (middle + half * 0.8, bend))
    canvas.fill(polygon((middle - half, shoulder), *tip, (middle + half, shoulder)), DARK)
    canvas.fill(rectangle(middle - half, shoulder + 1, 2 * half, high * 0.48), mix(GOLD, DARK, 0.25))
    canvas.fill(rectangle(middle - half - 0.9, top + high - 2.4, 2 * half + 1.8, 2.4), DARK)


def _abilities(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    """What it can do besides, as chips in one or two rows; what special stocks it has."""
    boxes = layout.store_boxes(face)
    room = (boxes[0].left - 44 if boxes else layout.ABILITIES.right) - layout.ABILITIES.left
    for stock, box in zip(face.stores, boxes, strict=True):
        icon(canvas, (f"store-{stock.id}", stock.id), Box(box.left - 36, box.top + 1, 32, 32), tones(INK, PANEL))
        well(canvas, box)
        canvas.text((box.left - 4, box.bottom + 1), str(stock.count), BLACK_FACE, 11, STRIKE, anchor="right")
    names = [name for _, name in face.abilities]
    _chips(canvas, names, Box(layout.ABILITIES.left, layout.ABILITIES.top, room, layout.ABILITIES.high), colours)


def _chips(canvas: Canvas, names: list[str], box: Box, colours: Coat) -> None:
    alone = sum(_chip_width(name, 11) + 6 for name in names) <= box.wide
    cap = 11.0 if alone else 8.8
    while not alone and cap > 6.4 and not _fits(names, cap, box.wide):
        cap -= 0.4
    high, y = (28.0, box.top + 6) if alone else (box.high / 2 - 1.5, box.top)
    x = box.left
    for name in names:
        wide = _chip_width(name, cap)
        if x > box.left and x + wide > box.right + 0.01:
            x, y = box.left, y + high + 3
        canvas.fill(rounded(x, y, wide, high, high / 2), colours.deep)
        canvas.text((x + wide / 2, y + high / 2 + cap / 2), name, BOLD, cap, colours.deep_ink, anchor="middle")
        x += wide + 6


def _fits(names: list[str], cap: float, room: float) -> bool:
    """Tell whether chips of a size go into two rows."""
    rows, x = 1, 0.0
    for name in names:
        wide = _chip_width(name, cap)
        if x and x + wide > room:
            rows, x = rows + 1, 0.0
        x += wide + 6
    return rows <= 2


def _chip_width(name: str, cap: float) -> float:
    return lettering.width(name, BOLD, lettering.size_of(cap, BOLD)) + cap * 1.7


def _statuses(canvas: Canvas, face: CardFace) -> None:
    for status, box in zip(face.statuses, layout.status_boxes(face), strict=True):
        panel(canvas, box, radius=6)
        icon(canvas, (status.icon,), Box(box.left + 4, box.top + 5, 25, 25), tones(INK, PANEL))
        well(canvas, layout.tick_box(box), 4)
        canvas.text((box.middle[0], box.bottom - 7), status.word, MEDIUM, 8.6, INK, anchor="middle", room=box.wide - 6)


def _numbers(canvas: Canvas, face: CardFace) -> None:
    """The numbers that count while a status holds, in its box."""
    for status, box in zip(face.statuses, layout.status_boxes(face), strict=True):
        if status.number:
            tick = layout.tick_box(box)
            spot = (tick.right - 5, tick.bottom - 5)
            canvas.text(spot, status.number, BOLD, 10, mix(INK, WHITE, 0.3), anchor="right")


def strike(canvas: Canvas, box: Box) -> None:
    """A cross over a step that is lost."""
    left, top, wide, high = box.within(2)
    arms = together(
        [
            line((left, top), (left + wide, top + high), width=9, cap="round"),
            line((left + wide, top), (left, top + high), width=9, cap="round"),
        ]
    ).joined()
    canvas.fill(arms.grown(2.6), WHITE, 0.92)
    canvas.fill(arms, STRIKE)
