"""Lines of text as paths and masks."""

import functools
from collections.abc import Sequence
from typing import Literal

from builder.drawing import svg
from builder.drawing.outlines import Glyph, Typeface, typeface
from builder.drawing.path import Path, together
from builder.drawing.raster import Mask, mask
from builder.fonts import Face

Anchor = Literal["left", "middle", "right"]

SIGNS = {
    "→": (0.86, "M.06 -.42H.5V-.6L.82 -.36L.5 -.12V-.3H.06Z"),
    "←": (0.86, "M.8 -.42H.36V-.6L.04 -.36L.36 -.12V-.3H.8Z"),
    "↑": (0.6, "M.24 0V-.44H.06L.3 -.74L.54 -.44H.36V0Z"),
    "↓": (0.6, "M.24 -.74V-.3H.06L.3 0L.54 -.3H.36V-.74Z"),
    "≤": (0.56, "M.5 -.66V-.53L.2 -.41L.5 -.29V-.16L.06 -.35V-.47ZM.06 -.1H.5V0H.06Z"),
    "≥": (0.56, "M.06 -.66V-.53L.36 -.41L.06 -.29V-.16L.5 -.35V-.47ZM.06 -.1H.5V0H.06Z"),
    "≠": (0.56, "M.06 -.52H.5V-.41H.06Z M.06 -.29H.5V-.18H.06Z M.36 -.66H.46L.2 -.04H.1Z"),
    "✓": (0.7, "M.06 -.34L.15 -.43L.27 -.3L.54 -.66L.64 -.58L.28 -.1Z"),
    "★": (0.8, "M.4 -.76L.49 -.48H.78L.55 -.31L.63 -.03L.4 -.2L.17 -.03L.25 -.31L.02 -.48H.31Z"),
    "●": (0.62, "M.06 -.36A.25 .25 0 1 1 .56 -.36A.25 .25 0 1 1 .06 -.36Z"),
    "■": (0.62, "M.06 -.61H.56V-.11H.06Z"),
    "▲": (0.7, "M.35 -.68L.67 -.08H.03Z"),
    "▼": (0.7, "M.35 -.08L.03 -.68H.67Z"),
}
"""Signs that the bundled faces lack: their width and path, the em being 1."""


KEPT = 32
"""So many outlines of lines of text are kept: they are large, and what is written again has its mask already."""


@functools.lru_cache(maxsize=KEPT)
def path(text: str, face: Face, tracking: float = 0.0) -> tuple[Path, float]:
    """The outlines of a line of text from (0, 0) on its baseline, and its width; the em is 1."""
    letters = typeface(face.path)
    found: list[Path] = []
    x = 0.0
    for index, letter in enumerate(text):
        glyph = _glyph(letters, letter)
        if index:
            x += letters.kerning(text[index - 1], letter) + tracking
        found.append(glyph.shape.moved(x, 0))
        x += glyph.advance
    return together(found), x


@functools.lru_cache(maxsize=8192)
def _advance(text: str, face: Face, tracking: float) -> float:
    """The width of a line of text, without its outlines: these are large, and most lines are only measured."""
    letters = typeface(face.path)
    x = 0.0
    for index, letter in enumerate(text):
        if index:
            x += letters.kerning(text[index - 1], letter) + tracking
        x += _glyph(letters, letter).advance
    return x


def width(text: str, face: Face, size: float, tracking: float = 0.0) -> float:
    """How wide a line of text is at a size (of its em)."""
    return _advance(text, face, tracking) * size


def size_of(cap: float, face: Face) -> float:
    """The size (of the em) at which capitals are so high."""
    return cap / typeface(face.path).cap_height


def cap_of(size: float, face: Face) -> float:
    """How high capitals are at a size (of the em)."""
    return size * typeface(face.path).cap_height


def fitting(text: str, face: Face, size: float, room: float, tracking: float = 0.0) -> float:
    """The size, or the largest below it at which the line is no wider than the room."""
    wide = width(text, face, size, tracking)
    return size if wide <= room else size * room / wide


def wrapped(text: str, face: Face, size: float, room: float) -> list[str]:
    """The text in lines no wider than the room, broken between words; a line break in it stays one."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width(longer, face, size) > room:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@functools.lru_cache(maxsize=8192)
def text_mask(
    text: str, face: Face, size: float, *, squeeze: float = 1.0, shift: float = 0.0, tracking: float = 0.0
) -> Mask:
    """The mask of a line of text whose baseline starts `shift` pixels right of the origin; `size` in pixels."""
    shape, _ = path(text, face, tracking)
    return mask(shape.scaled(squeeze, 1) if squeeze != 1 else shape, size, shift, 0.0)


def longest(texts: Sequence[str], face: Face, size: float) -> float:
    """The width of the widest of several lines; 0 for none."""
    return max((width(text, face, size) for text in texts), default=0.0)


def _glyph(letters: Typeface, letter: str) -> Glyph:
    if letters.has(letter) or letter not in SIGNS:
        return letters.glyph(letter if letters.has(letter) else "?")
    advance, data = SIGNS[letter]
    return Glyph(_sign(data), advance)


@functools.cache
def _sign(data: str) -> Path:
    return svg.shape(data)
