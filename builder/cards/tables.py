"""The tables of a card: dice by target and losses, accuracy by distance."""

from __future__ import annotations

from builder.cards import layout
from builder.cards.faces import CardFace, TargetRow
from builder.cards.layout import Box
from builder.cards.paint import (
    BLACK_FACE,
    BOLD,
    DARK,
    INK,
    MEDIUM,
    PANEL,
    RULE,
    SCALE,
    SOFT,
    WHITE,
    Coat,
    caption,
    coat,
    icon,
    panel,
    tones,
)
from builder.counters.style import find, fitted, paint, strongest
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.colour import mix
from builder.drawing.path import Path, circle, line, polygon, rectangle, rounded, together

TABLE_HEAD = 27.0
TYPES = 134.0
"""How wide the column of targets is, icon and name."""

TALLEST = 48.0
FLAT = 0.8660254
FIELD, OWN = 27.0, 96.0
"""The radius of a field of the diagram; how much room the own hex takes."""


def draw_frame(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    """The empty table of targets, and the title of the diagram."""
    box = layout.TARGETS
    panel(canvas, box)
    bar = Box(box.left + 1.3, box.top + 1.3, box.wide - 2.6, TABLE_HEAD - 1.3)
    canvas.fill(rounded(*bar, 6.7), colours.deep)
    canvas.fill(rectangle(bar.left, bar.top + 8, bar.wide, bar.high - 8), colours.deep)
    canvas.text((box.left + 10, box.top + 18.5), face.word("targets"), MEDIUM, 9, colours.deep_ink, room=TYPES - 14)
    caption(canvas, (layout.RANGE.left + 2, layout.RANGE.top + 9), face.word("range"), layout.RANGE.wide)


def draw_targets(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    """Dice by kind of target and own losses; the first column is for a unit without losses."""
    box = layout.TARGETS
    if not face.targets:
        canvas.text(box.middle, face.word("harmless"), MEDIUM, 11, SOFT, anchor="middle", room=box.wide - 20)
        return
    columns = max(len(row.dice) for row in face.targets)
    pitch = (box.wide - TYPES - 8) / max(columns, 3)
    for n in range(columns):
        middle = box.left + TYPES + (n + 0.5) * pitch
        canvas.text((middle, box.top + 19.5), f"−{n}" if n else "0", BOLD, 11, colours.deep_ink, anchor="middle")
    high = min(TALLEST, (box.high - TABLE_HEAD - 3) / len(face.targets))
    for n, row in enumerate(face.targets):
        _target(canvas, face, row, Box(box.left, box.top + TABLE_HEAD + n * high, box.wide, high), pitch)


def _target(canvas: Canvas, face: CardFace, row: TargetRow, box: Box, pitch: float) -> None:
    first = box.top < layout.TARGETS.top + TABLE_HEAD + 1
    if not first and not row.area:
        canvas.fill(rectangle(box.left + 6, box.top - 0.5, box.wide - 12, 1), RULE)
    cap = min(17.0, box.high * 0.5)
    baseline = box.middle[1] + cap / 2
    _who(canvas, face, row, box)
    if row.melee:
        canvas.fill(rectangle(box.left + TYPES, box.top + 3, box.wide - TYPES - 8, box.high - 6), mix(PANEL, INK, 0.07))
        emblem(canvas, face, Box(box.left + TYPES + 8, box.middle[1] - 10, 20, 20))
        canvas.text((box.left + TYPES + 36, box.middle[1] + 4.6), face.word("melee"), BOLD, 9.2, INK)
        return
    if row.dice and not row.area:
        canvas.fill(rectangle(box.left + TYPES + 2, box.top + 2.5, pitch - 4, box.high - 5), mix(PANEL, SCALE, 0.16))
    for n, dice in enumerate(row.dice):
        middle = box.left + TYPES + (n + 0.5) * pitch
        face_of = BLACK_FACE if n == 0 else BOLD
        canvas.text((middle, baseline), str(dice), face_of, cap, INK, anchor="middle", room=pitch - 2)


def _who(canvas: Canvas, face: CardFace, row: TargetRow, box: Box) -> None:
    """The silhouette and the name of a kind of target."""
    name = None
    for side in ("", *face.sides):
        name = name or (find("silhouettes", row.silhouette, side) if row.silhouette else None)
    spot = Box(box.left + 7, box.top + 4, 42, box.high - 8)
    if name:
        paint(canvas, fitted("silhouettes", name, tuple(spot)), tones(INK, PANEL))
    elif row.area:
        icon(canvas, ("area",), spot, tones(INK, PANEL))
    else:
        icon(canvas, (row.silhouette,), spot, tones(INK, PANEL))
    words, room = row.name[:1].upper() + row.name[1:], TYPES - 57
    cap = min(10.0, box.high * 0.36)
    lines = lettering.wrapped(words, MEDIUM, lettering.size_of(cap, MEDIUM), room * 1.15)
    if len(lines) > 1:
        cap = min(8.8, box.high * 0.3)
    step = cap * 1.42
    for n, words in enumerate(lines[:2]):
        low = box.middle[1] + cap / 2 + (n - (len(lines[:2]) - 1) / 2) * step
        canvas.text((box.left + 54, low), words, MEDIUM, cap, INK, room=room)


def draw_range(canvas: Canvas, face: CardFace, colours: Coat) -> None:
    """A field for each distance: the own hex with the army's sign, then as far as the diagram goes."""
    box = layout.RANGE
    far = len(face.accuracy) - 1
    pitch = min(56.0, (box.wide - OWN) / max(far, 1))
    _field(canvas, (box.left + 36, box.top + 42), FIELD, face.accuracy[0], own=True, colours=colours)
    _melee(canvas, face, box)
    for n in range(1, far + 1):
        radius = min(FIELD, pitch / 1.74)
        x = box.left + OWN + (n - 0.5) * pitch
        _field(canvas, (x, box.top + 42), radius, face.accuracy[n], own=False, colours=colours)
        canvas.text((x, box.bottom - 3), str(n), MEDIUM, 9.8, SOFT, anchor="middle")


def _field(
    canvas: Canvas, at: tuple[float, float], radius: float, accuracy: int | None, *, own: bool, colours: Coat
) -> None:
    cap = radius * 0.82
    if accuracy is None:
        _blocked(canvas, at, radius)
        return
    ground = colours.deep if own else mix(PANEL, SCALE, min(accuracy, 6) / 6 * 0.95)
    canvas.fill(hexagon(*at, radius), DARK)
    canvas.fill(hexagon(*at, radius - 1.8), ground)
    canvas.text(
        (at[0], at[1] + cap / 2), str(accuracy), BLACK_FACE, cap, strongest(ground, WHITE, INK), anchor="middle"
    )


def _blocked(canvas: Canvas, at: tuple[float, float], radius: float) -> None:
    """A field in which nothing can be attacked: hatched, with a cross."""
    x, y = at
    inner = hexagon(x, y, radius - 1.8)
    canvas.fill(hexagon(x, y, radius), SOFT)
    canvas.fill(inner, mix(PANEL, INK, 0.1))
    lines = [line((x + d - 40, y + 40), (x + d + 40, y - 40), width=2) for d in range(-60, 61, 9)]
    canvas.fill(together(lines).joined().within(inner), SOFT, 0.45)
    arm = radius * 0.3
    cross = together(
        [
            line((x - arm, y - arm), (x + arm, y + arm), width=radius * 0.2, cap="round"),
            line((x + arm, y - arm), (x - arm, y + arm), width=radius * 0.2, cap="round"),
        ]
    ).joined()
    canvas.fill(cross.grown(2.2), PANEL)
    canvas.fill(cross, INK)


def _melee(canvas: Canvas, face: CardFace, box: Box) -> None:
    """The army's sign for the own hex, and the dice of a melee below it: a number, or one for each step."""
    emblem(canvas, face, Box(box.left + 64, box.top + 31, 22, 22))
    icon(canvas, ("die",), Box(box.left + 10, box.bottom - 14, 14, 14), tones(INK, WHITE))
    words = f"×{face.melee_dice}" if face.melee_dice else face.word("each")
    canvas.text((box.left + 28, box.bottom - 2.5), words, BOLD, 9.8, INK)


def emblem(canvas: Canvas, face: CardFace, box: Box) -> None:
    """The sign of the army, which stands for melee."""
    found = find("emblems", face.emblem) if face.emblem else None
    if not found:
        icon(canvas, ("crossed-swords",), box, tones(INK, PANEL))
        return
    x, y = box.middle
    canvas.fill(circle(x, y, box.wide / 2 + 2.5), coat(face.colours).deep)
    paint(canvas, fitted("emblems", found, tuple(box.within(2))), {})


def hexagon(x: float, y: float, radius: float) -> Path:
    """A hex that stands on a side."""
    half, flat = radius / 2, radius * FLAT
    return polygon(
        (x - radius, y),
        (x - half, y - flat),
        (x + half, y - flat),
        (x + radius, y),
        (x + half, y + flat),
        (x - half, y + flat),
    )
