"""Player aids: charts side by side on a sheet, the key of the markers, the anatomy of a counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PIL import Image

from builder.charts.picture import BIG, BODY, BOLD, INK, PAD, PAPER, PLAIN, RULE, SMALL, SOFT, TITLE, WHITE, draw_table
from builder.charts.table import Table
from builder.counters.faces import MarkerFace, UnitFace
from builder.counters.marker import draw_marker
from builder.counters.style import Style
from builder.counters.unit import draw_unit
from builder.drawing import text as lettering
from builder.drawing.canvas import Canvas
from builder.drawing.path import circle, line, rectangle, rounded
from builder.drawing.text import Anchor

Size = tuple[int, int]

GAP = 15
PAGE = 1.4
"""The shape that a sheet should have, about that of a page lying on its side."""

ORDERS: tuple[Callable[[Size], tuple[int, ...]], ...] = (
    lambda size: (-size[1], -size[0]),
    lambda size: (-size[0], -size[1]),
    lambda size: (-size[0] * size[1],),
)
ICON = 60
NOTE_ROOM = 300
LARGE, BESIDE, BELOW = 220.0, 220.0, 62.0
"""The side of the large counter, the room at both of its sides, where it starts below the title."""


class Sheet(msgspec.Struct, frozen=True):
    """A player aid: its heading and the charts on it."""

    title: str
    subtitle: str
    tables: tuple[Table, ...]


class KeyEntry(msgspec.Struct, frozen=True):
    """A marker in the key: how it looks, what it is called, what it does."""

    face: MarkerFace
    name: str
    use: str


class Key(msgspec.Struct, frozen=True):
    """The key of all markers."""

    title: str
    entries: tuple[KeyEntry, ...]


class Callout(msgspec.Struct, frozen=True):
    """A word beside a picture and the place that it speaks of, in hundredths of the picture's side."""

    text: str
    at: tuple[float, float]


class Sample(msgspec.Struct, frozen=True):
    """A counter that is explained, with the word below it."""

    face: UnitFace
    word: str


class Anatomy(msgspec.Struct, frozen=True):
    """How to read a counter: one in large with callouts, others beside it."""

    title: str
    face: UnitFace
    left: tuple[Callout, ...]
    right: tuple[Callout, ...]
    samples: tuple[Sample, ...]


def draw_sheet(sheet: Sheet, density: float = 1.0) -> Image.Image:
    """The charts of a sheet, packed under a heading."""
    pictures = [draw_table(table, density) for table in sheet.tables]
    gap = round(GAP * density)
    places, (used, high) = arranged([picture.size for picture in pictures], gap)
    head = round(64 * density)
    canvas = Canvas(used / density, (high + head) / density, density, PAPER)
    canvas.text((GAP + 2, 43), sheet.title, BOLD, BIG * 1.5, TITLE)
    if sheet.subtitle:
        canvas.text((used / density - GAP, 43), sheet.subtitle, PLAIN, BODY, SOFT, anchor="right")
    for (x, y), picture in zip(places, pictures, strict=True):
        canvas.image.paste(picture, (x, y + head - gap))
    return canvas.image


def arranged(sizes: Sequence[Size], gap: int) -> tuple[list[Size], Size]:
    """Places for rectangles on the sheet that wastes least and is not far from the shape of a page; and its size."""
    widest = max(wide for wide, _ in sizes) + 2 * gap
    area = sum((wide + gap) * (high + gap) for wide, high in sizes)
    tries: list[tuple[float, int, list[Size], Size]] = []
    for step in range(8, 21):
        width = max(widest, round((area * PAGE) ** 0.5 * step / 14))
        for order in ORDERS:
            places = packed(sizes, width, gap, sorted(range(len(sizes)), key=lambda n: (*order(sizes[n]), n)))
            ends = [(x + w + gap, y + h + gap) for (x, y), (w, h) in zip(places, sizes, strict=True)]
            used, high = max(x for x, _ in ends), max(y for _, y in ends)
            shape = used / high / PAGE
            tries.append((used * high * max(shape, 1 / shape) ** 0.25, len(tries), places, (used, high)))
    _, _, places, size = min(tries)
    return places, size


def packed(sizes: Sequence[Size], width: int, gap: int, order: Sequence[int]) -> list[Size]:
    """Places for rectangles on a sheet of a width, each in turn as high up as it goes, then as far left."""
    places: list[Size] = [(0, 0)] * len(sizes)
    edges = [(gap, gap, width)]
    for index in order:
        wide, high = sizes[index]
        options = []
        for left in sorted({start for _, start, _ in edges}):
            if left + wide + gap <= width or left == gap:
                top = max(y for y, start, end in edges if start < left + wide + gap and end > left)
                options.append((top, left))
        top, left = min(options)
        places[index] = (left, top)
        edges = _raised(edges, left, left + wide + gap, top + high + gap)
    return places


def _raised(edges: list[tuple[int, int, int]], left: int, right: int, high: int) -> list[tuple[int, int, int]]:
    """The skyline (height, start, end) after something was put on it."""
    found = [(y, start, min(end, left)) for y, start, end in edges if start < left]
    found += [(y, max(start, right), end) for y, start, end in edges if end > right]
    return [*(edge for edge in found if edge[1] < edge[2]), (high, left, right)]


def draw_key(key: Key, style: Style, density: float = 1.0) -> Image.Image:
    """All markers with their names and uses, in two columns."""
    rows = -(-len(key.entries) // 2)
    cell = ICON + 22 + NOTE_ROOM
    canvas = blank(key.title, (2 * cell + 3 * PAD, 54 + rows * (ICON + 14) + PAD), density)
    for index, entry in enumerate(key.entries):
        x = PAD + (index // rows) * (cell + PAD)
        y = 56 + (index % rows) * (ICON + 14)
        canvas.stamp(draw_marker(entry.face, style, round(ICON * density)), (x, y))
        canvas.text((x + ICON + 14, y + 17), entry.name, BOLD, BODY, INK, room=NOTE_ROOM)
        size = lettering.size_of(SMALL, PLAIN)
        for number, words in enumerate(lettering.wrapped(entry.use, PLAIN, size, NOTE_ROOM)):
            canvas.text((x + ICON + 14, y + 33 + 14 * number), words, PLAIN, SMALL, SOFT, room=NOTE_ROOM)
    return canvas.image


def draw_anatomy(anatomy: Anatomy, style: Style, density: float = 1.0) -> Image.Image:
    """A counter in large with what stands where, and the counters that look otherwise."""
    wide = 2 * BESIDE + LARGE
    canvas = blank(anatomy.title, (wide, 480), density)
    canvas.stamp(draw_unit(anatomy.face, style, round(LARGE * density)), (BESIDE, BELOW))
    for callouts, to_the_left in ((anatomy.left, True), (anatomy.right, False)):
        for number, callout in enumerate(callouts):
            height = BELOW + 24 + number * (LARGE - 6) / max(len(callouts) - 1, 1)
            _callout(canvas, callout, height, to_the_left)
    _samples(canvas, anatomy.samples, style, density, (wide, BELOW + LARGE + 42))
    return canvas.image


def blank(title: str, size: tuple[float, float], density: float) -> Canvas:
    """A white field with a title, as all player aids have it."""
    wide, high = size
    canvas = Canvas(wide, high, density, PAPER)
    canvas.fill(rounded(1, 1, wide - 2, high - 2, 7), RULE)
    canvas.fill(rounded(2, 2, wide - 4, high - 4, 6), WHITE)
    canvas.fill(rounded(2, 2, wide - 4, 39, 6) + rectangle(2, 31, wide - 4, 10), TITLE)
    canvas.text((PAD, 28.5), title, BOLD, BIG, WHITE, room=wide - 2 * PAD)
    return canvas


def _callout(canvas: Canvas, callout: Callout, height: float, to_the_left: bool) -> None:
    """A word beside the large counter, and a line to the place that it speaks of."""
    edge, inwards = (BESIDE - 24, 1) if to_the_left else (BESIDE + LARGE + 24, -1)
    x, y = BESIDE + callout.at[0] * LARGE / 100, BELOW + callout.at[1] * LARGE / 100
    shape = line((edge, height), (edge + 10 * inwards, height), (x, y), width=1.6, cap="round", join="round")
    canvas.fill(shape.grown(1.3) + circle(x, y, 4.8), WHITE)
    canvas.fill(shape + circle(x, y, 3.4), TITLE)
    anchor: Anchor = "right" if to_the_left else "left"
    canvas.text((edge - 6 * inwards, height + 5), callout.text, BOLD, BODY, INK, anchor=anchor, room=BESIDE - 50)


def _samples(
    canvas: Canvas, samples: tuple[Sample, ...], style: Style, density: float, place: tuple[float, float]
) -> None:
    wide, top = place
    room = (wide - 2 * PAD) / max(len(samples), 1)
    for number, sample in enumerate(samples):
        middle = PAD + room * (number + 0.5)
        canvas.stamp(draw_unit(sample.face, style, round(96 * density)), (middle - 48, top))
        size = lettering.size_of(SMALL, PLAIN)
        for index, words in enumerate(lettering.wrapped(sample.word, PLAIN, size, room - 16)):
            canvas.text((middle, top + 114 + 14 * index), words, PLAIN, SMALL, INK, anchor="middle", room=room - 12)
