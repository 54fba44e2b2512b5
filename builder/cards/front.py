"""The front of a unit card: what the unit is, how much of it is left, what it hits and from how far."""

from __future__ import annotations

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
from builder.cards.scene import scene
from builder.cards.tables import draw_range, draw_targets
from builder.counters.style import Style, find, fitted, paint
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.colour import mix
from builder.drawing.path import circle, line, polygon, rectangle, rounded, together


def draw_front(face: CardFace, style: Style, density: int) -> Image.Image:
    """The front of a card, without flag number and current values."""
    canvas, colours = blank(style, density), coat(face.colours)
    scene(canvas, layout.SCENE, face.silhouette, face.side, colours, air=face.air, mirrored=face.mirrored)
    _head(canvas, face, colours)
    _steps(canvas, face, colours)
    _bravery(canvas, face)
    _defence(canvas, face, colours)
    _ammo(canvas, face)
    draw_targets(canvas, face, colours)
    draw_range(canvas, face, colours)
    _abilities(canvas, face, colours)
    _statuses(canvas, face, colours)
    return cut(canvas)


def head(
    canvas: Canvas, box: Box, flag_box: Box, colours: Coat, name: str, kind: str, symbol: str, room: float
) -> None:
    """The head of a card: the flag for the number, the symbol of the type, the name."""
    canvas.fill(rectangle(*box), colours.ground)
    canvas.fill(rectangle(box.left, box.bottom - 3, box.wide, 3), DARK)
    flag(canvas, flag_box, colours)
    x = flag_box.right + 10
    wide = (box.high - 22) * 1.32
    found = find("nato", symbol) or "box"
    mark = Box(x, box.top + 11, wide, box.high - 25)
    canvas.fill(rounded(*mark, 5), mix(colours.ground, WHITE, 0.82))
    paint(canvas, fitted("nato", found, tuple(mark.within(5))), tones(INK, WHITE))
    x += wide + 12
    cap = box.high * 0.245
    canvas.text((x, box.top + box.high * 0.47), name, NAME, cap, colours.ink, room=room - x)
    canvas.text((x, box.top + box.high * 0.78), kind, MEDIUM, box.high * 0.135, colours.ink, room=room - x)


def _head(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    head(canvas, layout.HEAD, layout.FLAG, colours, face.name, face.kind, face.symbol, 474)
    x, y = 516.0, 41.0
    canvas.fill(circle(x, y, 33), DARK)
    canvas.fill(circle(x, y, 30.5), GOLD)
    canvas.fill(circle(x, y, 27).outline(1.4), DARK, 0.55)
    canvas.text((x, y + 9), str(face.cost), BLACK_FACE, 24, INK, anchor="middle", room=46)
    canvas.text((x, y + 21.5), face.words["cost"], BOLD, 7.6, INK, anchor="middle")


def _steps(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    canvas.fill(rectangle(*layout.STEPS_ROW), colours.deep)
    name = find("silhouettes", face.silhouette.replace("rifles", "rifleman"), face.side)
    name = name or find("silhouettes", face.silhouette, face.side)
    for box in layout.step_boxes(face.size):
        canvas.fill(rounded(*box, 6), mix(colours.deep, WHITE, 0.86))
        if name:
            found = fitted("silhouettes", name, tuple(box.within(5)), mirrored=face.mirrored)
            paint(canvas, found, tones(INK, mix(colours.deep, WHITE, 0.86)))
    left = layout.MARGIN + face.size * layout.STEP_PITCH + 8
    if face.size < layout.STEPS:
        words = f"{face.words['size']} {face.size}"
        canvas.text((left, layout.STEPS_ROW.top + 36), words, BOLD, 13, colours.deep_ink, room=layout.WIDE - left - 14)


def _bravery(canvas: Canvas, face: CardFace) -> None:
    box = layout.BRAVERY
    panel(canvas, box)
    caption(canvas, (box.left + 9, box.top + 16), face.words["bravery"], box.wide - 70)
    canvas.text((box.left + 30, box.top + 70), str(face.bravery), BLACK_FACE, 36, INK, anchor="middle", room=46)
    x = box.left + 58
    icon(canvas, ("dice",), Box(x, box.top + 24, 29, 29), tones(INK, WHITE, INK))
    canvas.text((x + 14, box.top + 73), f"−{face.bravery_loss}", BLACK_FACE, 13, STRIKE, anchor="middle")
    well(canvas, layout.FLAGGED_BOX, 4)
    icon(canvas, ("flag",), layout.FLAGGED_BOX.within(6), tones(mix(INK, WHITE, 0.6), WHITE, mix(INK, WHITE, 0.8)))
    _now(canvas, box, face)


def _now(canvas: Canvas, block: Box, face: CardFace) -> None:
    """The box of a current value with its caption."""
    box = layout.now_box(block)
    well(canvas, box)
    canvas.text((box.middle[0], block.top + 19), face.words["now"], MEDIUM, 8.6, SOFT, anchor="middle")


def _defence(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    box = layout.DEFENCE
    panel(canvas, box)
    caption(canvas, (box.left + 9, box.top + 16), face.words["defence"], box.wide - 70)
    helmet = Box(box.left + 12, box.top + 21, 84, 58)
    icon(canvas, ("helmet",), helmet, {**tones(colours.deep, WHITE), "accent": colours.light})
    canvas.text(
        (helmet.middle[0], helmet.bottom - 16), str(face.defence), BLACK_FACE, 27, colours.deep_ink, anchor="middle"
    )
    _now(canvas, box, face)


def _ammo(canvas: Canvas, face: CardFace) -> None:
    box = layout.AMMO
    panel(canvas, box)
    caption(canvas, (box.left + 9, box.top + 15), face.words["ammo"], box.wide - 50)
    canvas.text((box.right - 9, box.top + 16), str(face.ammo), BLACK_FACE, 11, INK, anchor="right")
    for spot in layout.round_boxes(min(face.ammo, layout.MOST_AMMO)):
        draw_round(canvas, spot)


def draw_round(canvas: Canvas, box: Box) -> None:
    """A cartridge."""
    left, top, wide, high = box
    middle, half = left + wide / 2, wide * 0.27
    shoulder = top + high * 0.38
    tip = polygon(
        (middle - half, shoulder), (middle - half * 0.8, top + high * 0.14), (middle, top), (middle + half * 0.8, top + high * 0.14),
        (middle + half, shoulder),
    )  # fmt: skip
    canvas.fill(tip, DARK)
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
    _chips(
        canvas, [name for _, name in face.abilities], Box(*layout.ABILITIES[:2], room, layout.ABILITIES.high), colours
    )


def _chips(canvas: Canvas, names: list[str], box: Box, colours: Coat) -> None:
    rows = 1 if sum(_chip_width(name, 11) + 6 for name in names) <= box.wide else 2
    cap = 11.0 if rows == 1 else 8.8
    while rows == 2 and cap > 6.4 and not _fits(names, cap, box.wide):
        cap -= 0.4
    high = box.high if rows == 1 else box.high / 2 - 1.5
    x, y = box.left, box.top
    if rows == 1:
        y, high = box.top + 6, 28
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


def _statuses(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    for status, box in zip(face.statuses, layout.status_boxes(face), strict=True):
        panel(canvas, box, radius=6)
        icon(canvas, (status.icon,), Box(box.left + 4, box.top + 5, 25, 25), tones(INK, PANEL))
        tick = layout.tick_box(box)
        well(canvas, tick, 4)
        if status.number:
            canvas.text(
                (tick.right - 5, tick.bottom - 5), status.number, BOLD, 9, mix(INK, WHITE, 0.35), anchor="right"
            )
        canvas.text((box.middle[0], box.bottom - 7), status.word, MEDIUM, 8.6, INK, anchor="middle", room=box.wide - 6)


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
