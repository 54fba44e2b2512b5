"""Letters as outlines, read from a bundled TrueType file: no hinting, no other library's taste, the same everywhere.

Only what the bundled faces use is read: `cmap` format 4, simple and composite glyphs, widths, and the plain pair
kerning of `GPOS`. The file is ours; it is not checked as a stranger's would be.
"""

import functools
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File

from builder.drawing.path import Contour, Path, Point

STEPS = 6
"""Straight pieces for a curve of an outline."""

ON_CURVE, X_SHORT, Y_SHORT, REPEAT, X_SAME, Y_SAME = 1, 2, 4, 8, 16, 32
WORDS, OFFSETS, ONE_SCALE, MORE, TWO_SCALES, MATRIX = 1, 2, 8, 32, 64, 128


@dataclass(frozen=True)
class Glyph:
    """A letter: its outline with the y axis pointing down from the baseline, and its width; the em is 1."""

    shape: Path
    advance: float


class Typeface:
    """A TrueType file, with its letters read as they are asked for."""

    def __init__(self, file: File) -> None:
        self._data = file.read_bytes()
        count = self._numbers(">H", 4)[0]
        records = [struct.unpack_from(">4sLLL", self._data, 12 + 16 * n) for n in range(count)]
        self._tables: dict[str, int] = {tag.decode(): offset for tag, _, offset, _ in records}
        self.em: int = self._numbers(">H", self._tables["head"] + 18)[0]
        self._long_offsets = bool(self._numbers(">h", self._tables["head"] + 50)[0])
        self._metrics: int = self._numbers(">H", self._tables["hhea"] + 34)[0]
        self.cap_height = self._numbers(">h", self._tables["OS/2"] + 88)[0] / self.em
        self.x_height = self._numbers(">h", self._tables["OS/2"] + 86)[0] / self.em
        self._glyphs = self._characters()
        self._read: dict[str, Glyph] = {}

    def has(self, letter: str) -> bool:
        """Tell whether the face has the letter."""
        return ord(letter) in self._glyphs

    def glyph(self, letter: str) -> Glyph:
        """The letter; KeyError if the face lacks it."""
        if letter not in self._read:
            number = self._glyphs[ord(letter)]
            points = [[(x / self.em, -y / self.em) for x, y in contour] for contour in self._contours(number)]
            self._read[letter] = Glyph(Path(tuple(tuple(contour) for contour in points)), self._advance(number))
        return self._read[letter]

    def kerning(self, left: str, right: str) -> float:
        """How much farther apart two letters stand than their widths say; negative for nearer."""
        one, other = self._glyphs.get(ord(left)), self._glyphs.get(ord(right))
        if one is None or other is None:
            return 0.0
        for subtable in self._pair_tables:
            found = self._pair(subtable, one, other)
            if found is not None:
                return found / self.em
        return 0.0

    def _numbers(self, layout: str, offset: int) -> tuple[int, ...]:
        return struct.unpack_from(layout, self._data, offset)

    def _characters(self) -> dict[int, int]:
        """From code points to glyph numbers, by the Unicode subtable of format 4."""
        table = self._tables["cmap"]
        for n in range(self._numbers(">H", table + 2)[0]):
            platform, _, offset = struct.unpack_from(">HHL", self._data, table + 4 + 8 * n)
            if platform in {0, 3} and self._numbers(">H", table + offset)[0] == 4:
                return dict(self._segments(table + offset))
        raise ValueError("the typeface has no Unicode table")

    def _segments(self, table: int) -> Iterator[tuple[int, int]]:
        count = self._numbers(">H", table + 6)[0] // 2
        ends = self._numbers(f">{count}H", table + 14)
        starts = self._numbers(f">{count}H", table + 16 + 2 * count)
        deltas = self._numbers(f">{count}H", table + 16 + 4 * count)
        places = table + 16 + 6 * count
        offsets = self._numbers(f">{count}H", places)
        for n in range(count):
            for code in range(starts[n], min(ends[n], 0xFFFE) + 1):
                number = code
                if offsets[n]:
                    number = self._numbers(">H", places + 2 * n + offsets[n] + 2 * (code - starts[n]))[0]
                if number or not offsets[n]:
                    yield code, (number + deltas[n]) & 0xFFFF

    def _advance(self, number: int) -> float:
        place = self._tables["hmtx"] + 4 * min(number, self._metrics - 1)
        return self._numbers(">H", place)[0] / self.em

    def _contours(self, number: int) -> list[list[Point]]:
        width, layout = (4, ">2L") if self._long_offsets else (2, ">2H")
        start, end = self._numbers(layout, self._tables["loca"] + width * number)
        if start == end:
            return []
        place = self._tables["glyf"] + start * (1 if self._long_offsets else 2)
        count = self._numbers(">h", place)[0]
        return self._simple(place + 10, count) if count >= 0 else self._composite(place + 10)

    def _simple(self, place: int, count: int) -> list[list[Point]]:
        ends = self._numbers(f">{count}H", place)
        place += 2 * count
        place += 2 + self._numbers(">H", place)[0]
        total = ends[-1] + 1 if ends else 0
        flags: list[int] = []
        while len(flags) < total:
            flag = self._data[place]
            place += 1
            flags.append(flag)
            if flag & REPEAT:
                flags.extend([flag] * self._data[place])
                place += 1
        xs, place = self._steps(flags, place, X_SHORT, X_SAME)
        ys, _ = self._steps(flags, place, Y_SHORT, Y_SAME)
        points = list(zip(xs, ys, flags, strict=True))
        starts = [0, *(end + 1 for end in ends[:-1])]
        return [_flattened(points[start : end + 1]) for start, end in zip(starts, ends, strict=True)]

    def _steps(self, flags: list[int], place: int, short: int, same: int) -> tuple[list[int], int]:
        value, values = 0, []
        for flag in flags:
            if flag & short:
                value += self._data[place] if flag & same else -self._data[place]
                place += 1
            elif not flag & same:
                value += self._numbers(">h", place)[0]
                place += 2
            values.append(value)
        return values, place

    def _composite(self, place: int) -> list[list[Point]]:
        found: list[list[Point]] = []
        flags = MORE
        while flags & MORE:
            flags, number = self._numbers(">HH", place)
            dx, dy = self._numbers(">hh" if flags & WORDS else ">bb", place + 4)
            place += 8 if flags & WORDS else 6
            a, b, c, d, size = self._scales(flags, place)
            place += size
            parts = self._contours(number)
            found.extend([(a * x + c * y + dx, b * x + d * y + dy) for x, y in contour] for contour in parts)
        return found

    def _scales(self, flags: int, place: int) -> tuple[float, float, float, float, int]:
        if flags & ONE_SCALE:
            scale = self._numbers(">h", place)[0] / 16384
            return scale, 0, 0, scale, 2
        if flags & TWO_SCALES:
            sx, sy = (value / 16384 for value in self._numbers(">hh", place))
            return sx, 0, 0, sy, 4
        if flags & MATRIX:
            a, b, c, d = (value / 16384 for value in self._numbers(">4h", place))
            return a, b, c, d, 8
        return 1, 0, 0, 1, 0

    @functools.cached_property
    def _pair_tables(self) -> list[int]:
        """Where the pair adjustments of the `kern` feature stand."""
        if "GPOS" not in self._tables:
            return []
        table = self._tables["GPOS"]
        features, lookups = self._numbers(">HH", table + 6)
        wanted: set[int] = set()
        for n in range(self._numbers(">H", table + features)[0]):
            tag, offset = struct.unpack_from(">4sH", self._data, table + features + 2 + 6 * n)
            if tag == b"kern":
                place = table + features + offset
                wanted.update(self._numbers(f">{self._numbers('>H', place + 2)[0]}H", place + 4))
        found = []
        for number in sorted(wanted):
            lookup = table + lookups + self._numbers(">H", table + lookups + 2 + 2 * number)[0]
            kind, _, count = self._numbers(">HHH", lookup)
            for offset in self._numbers(f">{count}H", lookup + 6):
                found.extend(self._unwrapped(kind, lookup + offset))
        return found

    def _unwrapped(self, kind: int, place: int) -> list[int]:
        if kind == 9:
            _, kind, offset = struct.unpack_from(">HHL", self._data, place)
            place += offset
        return [place] if kind == 2 else []

    def _pair(self, place: int, left: int, right: int) -> int | None:
        """The first number of a pair's first value record; None if the subtable says nothing of the pair."""
        layout, coverage, first, second = self._numbers(">HHHH", place)
        index = self._covered(place + coverage, left)
        if index is None or not first & 4:
            return None
        before = 2 * (first & 3).bit_count()
        size = 2 * (first.bit_count() + second.bit_count())
        if layout == 1:
            return self._listed(place + self._numbers(">H", place + 10 + 2 * index)[0], right, size, before)
        one, other, _, columns = self._numbers(">HHHH", place + 8)
        row, column = self._class(place + one, left), self._class(place + other, right)
        return self._numbers(">h", place + 16 + size * (row * columns + column) + before)[0]

    def _listed(self, place: int, right: int, size: int, before: int) -> int | None:
        for n in range(self._numbers(">H", place)[0]):
            record = place + 2 + (2 + size) * n
            if self._numbers(">H", record)[0] == right:
                return self._numbers(">h", record + 2 + before)[0]
        return None

    def _covered(self, place: int, glyph: int) -> int | None:
        layout, count = self._numbers(">HH", place)
        if layout == 1:
            listed = self._numbers(f">{count}H", place + 4)
            return listed.index(glyph) if glyph in listed else None
        for n in range(count):
            start, end, index = self._numbers(">HHH", place + 4 + 6 * n)
            if start <= glyph <= end:
                return index + glyph - start
        return None

    def _class(self, place: int, glyph: int) -> int:
        if self._numbers(">H", place)[0] == 1:
            start, count = self._numbers(">HH", place + 2)
            inside = start <= glyph < start + count
            return self._numbers(">H", place + 6 + 2 * (glyph - start))[0] if inside else 0
        for n in range(self._numbers(">H", place + 2)[0]):
            start, end, value = self._numbers(">HHH", place + 4 + 6 * n)
            if start <= glyph <= end:
                return value
        return 0


@functools.cache
def typeface(file: File) -> Typeface:
    """The typeface in this file, read once."""
    return Typeface(file)


def _flattened(points: list[tuple[int, int, int]]) -> list[Point]:
    """The straight pieces of one outline: between two points off the curve lies one on it."""
    full: list[tuple[float, float, bool]] = []
    for index, (px, py, flag) in enumerate(points):
        qx, qy, before = points[index - 1]
        if not flag & ON_CURVE and not before & ON_CURVE:
            full.append(((px + qx) / 2, (py + qy) / 2, True))
        full.append((px, py, bool(flag & ON_CURVE)))
    start = next(index for index, point in enumerate(full) if point[2])
    full = full[start:] + full[: start + 1]
    found: list[Point] = []
    for index, (x, y, on) in enumerate(full[:-1]):
        if on:
            found.append((x, y))
        else:
            found.extend(_curve(full[index - 1][:2], (x, y), full[index + 1][:2]))
    return found


def _curve(a: Point, b: Point, c: Point) -> Contour:
    points = []
    for n in range(1, STEPS):
        t = n / STEPS
        s = 1 - t
        wa, wb, wc = s * s, 2 * s * t, t * t
        points.append((wa * a[0] + wb * b[0] + wc * c[0], wa * a[1] + wb * b[1] + wc * c[1]))
    return tuple(points)
