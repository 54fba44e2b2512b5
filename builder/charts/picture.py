"""Charts as pictures: a title, light rules, figures under each other, what matters heavy and not by colour alone.

Lengths are in pixels of a plain screen; a density of 2 draws each of them twice as large.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from builder.charts.table import Cell, Line, Table
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import rectangle, rounded
from builder.fonts import Face

PAPER, WHITE, RULE = rgb("#f7f3e8"), rgb("#ffffff"), rgb("#d9d3c4")
INK, SOFT, TITLE, HEAD = rgb("#1d2329"), rgb("#565c5f"), rgb("#2c3b44"), rgb("#e3e0d3")
WORST, HARMLESS = rgb("#8d1f12"), rgb("#ffffff")

BIG, BODY, SMALL = 15.0, 10.6, 8.8
"""The three sizes of type, by the height of their capitals."""

GRID = 15
PAD = 15
ROW = 26
NAME_ROOM = 250
CELL_PAD = 10
NARROWEST = 44
WIDEST_HEAD = 96
TEXT_ROOM = 430
BLOCK = 18
"""A chart of more rows than this is set in blocks side by side, if it has few columns."""

PLAIN, BOLD, HEAVY = Face.FIGURE_REGULAR, Face.FIGURE_BOLD, Face.FIGURE


@dataclass(frozen=True)
class Layout:
    """Where the parts of a chart stand."""

    names: float
    columns: tuple[float, ...]
    blocks: int
    chip: float
    head: float
    rows: tuple[float, ...]
    foot: tuple[tuple[str, ...], ...]
    width: float
    height: float

    @property
    def block(self) -> float:
        """The width of one block."""
        return self.chip + self.names + sum(self.columns)


def draw_table(table: Table, density: float = 1.0) -> Image.Image:
    """The chart as a picture."""
    layout = arranged(table)
    canvas = Canvas(layout.width, layout.height, density, PAPER)
    canvas.fill(rounded(1, 1, layout.width - 2, layout.height - 2, 7), RULE)
    canvas.fill(rounded(2, 2, layout.width - 4, layout.height - 4, 6), WHITE)
    _title(canvas, table, layout)
    per_block = -(-len(table.lines) // layout.blocks)
    bottom = 0.0
    for block in range(layout.blocks):
        left = PAD + block * (layout.block + GRID)
        top = ROW * 1.5 + PAD
        if table.heads:
            _heads(canvas, table, layout, left, top)
            top += layout.head
        lines = range(block * per_block, min(len(table.lines), (block + 1) * per_block))
        for index in lines:
            _line(canvas, table, layout, (left, top), index)
            top += layout.rows[index]
        canvas.fill(rectangle(left, top, layout.block, 1), RULE)
        bottom = max(bottom, top)
    _foot(canvas, table, layout, bottom + 8)
    return canvas.image


def arranged(table: Table) -> Layout:
    """The places of all parts, as wide and high as the words need."""
    columns = tuple(_column_width(table, index) for index in range(len(table.heads)))
    blocks = -(-len(table.lines) // BLOCK) if len(columns) <= 2 else 1
    chip = max((_wide(line.chip.text, BODY, BOLD) + 22 for line in table.lines if line.chip), default=0.0)
    names = _names_width(table)
    body = chip + names + sum(columns)
    wanted = _wide(table.title, BIG, BOLD) + 2 * PAD + (_wide(table.dice, BODY, BOLD) + 40 if table.dice else 0)
    slack = max(0.0, wanted - blocks * body - (blocks - 1) * GRID - 2 * PAD)
    names += slack / blocks
    width = blocks * (body + slack / blocks) + (blocks - 1) * GRID + 2 * PAD
    rows = tuple(_row_height(line, names) for line in table.lines)
    head = 12 + max((len(_broken(head.text, columns[i])) for i, head in enumerate(table.heads)), default=0) * 15.0
    foot = tuple(tuple(_wrap(note, SMALL, PLAIN, width - 2 * PAD)) for note in table.notes)
    per_block = -(-len(table.lines) // blocks)
    tallest = max((sum(rows[start : start + per_block]) for start in range(0, len(rows), per_block)), default=0)
    below = sum(len(lines) * 14.0 + 3 for lines in foot) + 24.0 * _legend_rows(table, width)
    height = ROW * 1.5 + PAD + (head if table.heads else 0) + tallest + (8 + below if below else 0) + 12
    return Layout(names, columns, blocks, chip, head, rows, foot, float(math.ceil(width)), float(math.ceil(height)))


def _title(canvas: Canvas, table: Table, layout: Layout) -> None:
    high = ROW * 1.5
    canvas.fill(rounded(2, 2, layout.width - 4, high, 6) + rectangle(2, high - 8, layout.width - 4, 10), TITLE)
    room = layout.width - 2 * PAD
    if table.dice:
        wide = _wide(table.dice, BODY, BOLD) + 16
        canvas.fill(rounded(layout.width - PAD - wide, 10, wide, 22, 5), WHITE)
        canvas.text((layout.width - PAD - wide / 2, 26.5), table.dice, BOLD, BODY, TITLE, anchor="middle")
        room -= wide + 12
    canvas.text((PAD, 28.5), table.title, BOLD, BIG, WHITE, room=room)


def _heads(canvas: Canvas, table: Table, layout: Layout, left: float, top: float) -> None:
    canvas.fill(rectangle(left, top, layout.block, layout.head), HEAD)
    if table.corner:
        canvas.text(
            (left + 6, top + layout.head - 9), table.corner, PLAIN, SMALL, SOFT, room=layout.chip + layout.names - 12
        )
    x = left + layout.chip + layout.names
    for head, wide in zip(table.heads, layout.columns, strict=True):
        lines = _broken(head.text, wide)
        for number, line in enumerate(lines):
            y = top + layout.head - 8 - 15 * (len(lines) - 1 - number)
            if head.align == "middle":
                canvas.text((x + wide / 2, y), line, BOLD, SMALL + 0.6, INK, anchor="middle", room=wide - 4)
            else:
                canvas.text((x + CELL_PAD / 2, y), line, BOLD, SMALL + 0.6, INK, room=wide - 4)
        x += wide


def _line(canvas: Canvas, table: Table, layout: Layout, place: tuple[float, float], index: int) -> None:
    left, top = place
    line, high = table.lines[index], layout.rows[index]
    if index % 2 and table.heads:
        canvas.fill(rectangle(left, top, layout.block, high), mix(WHITE, PAPER, 0.75))
    canvas.fill(rectangle(left, top, layout.block, 1), RULE)
    x = left
    if line.chip:
        colour, ink = rgb(line.chip.colour), rgb(line.chip.ink)
        canvas.fill(rounded(x + 4, top + 4, layout.chip - 10, ROW - 8, 4), mix(colour, INK, 0.35))
        canvas.fill(rounded(x + 4.8, top + 4.8, layout.chip - 11.6, ROW - 9.6, 3.4), colour)
        canvas.text((x + layout.chip / 2 - 1, top + 18), line.chip.text, BOLD, BODY - 1.4, ink, anchor="middle")
        x += layout.chip
    _name(canvas, line, x, top, layout.names)
    x += layout.names
    for cell, wide in zip(line.cells, layout.columns, strict=True):
        _cell(canvas, cell, (x, top, wide, high))
        x += wide


def _name(canvas: Canvas, line: Line, left: float, top: float, room: float) -> None:
    face = PLAIN if line.cells else BOLD
    y = top + 18.5
    for text in _wrap(line.name, BODY, face, room - 14):
        canvas.text((left + 6, y), text, face, BODY, INK, room=room - 10)
        y += 17
    for text in _wrap(line.note, SMALL, PLAIN, room - 14) if line.note else []:
        canvas.text((left + 6, y - 2), text, PLAIN, SMALL, SOFT, room=room - 10)
        y += 14


def _cell(canvas: Canvas, cell: Cell, box: tuple[float, float, float, float]) -> None:
    left, top, wide, high = box
    face, ink = BOLD, INK
    if cell.weight >= 0:
        canvas.fill(rectangle(left + 1, top + 1, wide - 1, high - 1), tint(cell.weight))
        ink = WHITE if cell.weight > 0.9 else WORST if 0.2 < cell.weight < 0.5 else INK
        face = HEAVY if cell.weight > 0.5 else BOLD if cell.weight > 0 else PLAIN
    if cell.text in {"0", "–"}:
        face, ink = PLAIN, SOFT
    canvas.text((left + wide / 2, top + 18.5), cell.text, face, BODY, ink, anchor="middle", room=wide - 6)


def tint(weight: float) -> Rgb:
    """Nothing, pale, stronger, dark: lightness tells the result as well as the sign in the cell."""
    if weight > 0.9:
        return WORST
    return mix(HARMLESS, rgb("#e8a13a"), weight * 0.85)


def _foot(canvas: Canvas, table: Table, layout: Layout, top: float) -> None:
    x, y = float(PAD), top
    for entry in table.legend:
        wide = 34 + _wide(entry.text, SMALL, PLAIN) + 18
        if x + wide > layout.width - PAD and x > PAD:
            x, y = float(PAD), y + 24
        canvas.fill(rounded(x, y, 28, 19, 3), RULE)
        canvas.fill(rounded(x + 1, y + 1, 26, 17, 2.4), WHITE)
        _cell(canvas, entry.sign, (x, y - 3.6, 28, 23.6)) if entry.sign.weight > 0 else canvas.text(
            (x + 14, y + 14), entry.sign.text, PLAIN, BODY - 1, SOFT, anchor="middle"
        )
        canvas.text((x + 34, y + 14), entry.text, PLAIN, SMALL, INK)
        x += wide
    y += 24 if table.legend else 0
    for lines in layout.foot:
        for line in lines:
            canvas.text((PAD, y + 11), line, PLAIN, SMALL, SOFT, room=layout.width - 2 * PAD)
            y += 14
        y += 3


def _legend_rows(table: Table, width: float) -> int:
    rows, x = 0, width
    for entry in table.legend:
        wide = 34 + _wide(entry.text, SMALL, PLAIN) + 18
        if rows == 0 or x + wide > width - PAD:
            rows, x = rows + 1, float(PAD)
        x += wide
    return rows


def _column_width(table: Table, index: int) -> float:
    head = table.heads[index]
    words = max((_wide(word, SMALL + 0.6, BOLD) for word in head.text.split()), default=0)
    whole = min(_wide(head.text, SMALL + 0.6, BOLD), WIDEST_HEAD)
    cells = max((_wide(line.cells[index].text, BODY, HEAVY) for line in table.lines), default=0)
    return max(NARROWEST, words + CELL_PAD, whole * 0.6 + CELL_PAD, cells + 2 * CELL_PAD)


def _names_width(table: Table) -> float:
    if not table.heads:
        return TEXT_ROOM
    notes = max((_wide(line.note, SMALL, PLAIN) for line in table.lines if line.note), default=0)
    names = max((_wide(line.name, BODY, PLAIN) for line in table.lines), default=0)
    corner = _wide(table.corner, SMALL, PLAIN) if table.corner else 0
    return max(min(max(names, notes) + 18, NAME_ROOM), min(corner + 14, NAME_ROOM))


def _row_height(line: Line, names: float) -> float:
    face = PLAIN if line.cells else BOLD
    extra = 17 * (len(_wrap(line.name, BODY, face, names - 14)) - 1)
    if line.note:
        extra += 14 * len(_wrap(line.note, SMALL, PLAIN, names - 14)) + 1
    return ROW + extra


def _broken(text: str, wide: float) -> list[str]:
    return _wrap(text, SMALL + 0.6, BOLD, max(wide - 4, 20))


def _wide(text: str, cap: float, face: Face) -> float:
    return lettering.width(text, face, lettering.size_of(cap, face))


def _wrap(text: str, cap: float, face: Face, room: float) -> list[str]:
    return lettering.wrapped(text, face, lettering.size_of(cap, face), room)
