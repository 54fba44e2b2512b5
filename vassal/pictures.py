"""The size of a picture from its first bytes, without decoding it."""

import re
import struct

from vassal.grids import Size

# As much of a picture as is looked at: JPEG files may carry long metadata before the size.
HEAD = 1 << 20
_SVG = re.compile(rb"<svg\b[^>]{0,4000}>", re.DOTALL)
_LENGTH = re.compile(rb"""\s(width|height)\s*=\s*["']\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(?:px)?\s*["']""")
_VIEW = re.compile(rb"""\sviewBox\s*=\s*["']\s*(?:[-0-9.]+[\s,]+){2}([0-9.]{1,12})[\s,]+([0-9.]{1,12})\s*["']""")
# Frames of a JPEG file: all start-of-frame marks but those of tables.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})


def picture_size(head: bytes) -> Size | None:
    """Return width and height in pixels of a PNG, GIF, JPEG, BMP or SVG picture, or None."""
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        width, height = struct.unpack(">II", head[16:24])
        return width, height
    if head.startswith((b"GIF87a", b"GIF89a")) and len(head) >= 10:
        width, height = struct.unpack("<HH", head[6:10])
        return width, height
    if head.startswith(b"BM") and len(head) >= 26:
        width, height = struct.unpack("<ii", head[18:26])
        return width, abs(height)
    return _jpeg(head) if head.startswith(b"\xff\xd8") else _svg(head)


def _jpeg(head: bytes) -> Size | None:
    position = 2
    while position + 9 <= len(head):
        mark = head[position + 1]
        if head[position] != 0xFF:
            return None
        if mark in _FRAMES:
            height, width = struct.unpack(">HH", head[position + 5 : position + 9])
            return width, height
        if mark == 0xFF or mark in _BARE:
            position += 1 if mark == 0xFF else 2
            continue
        position += 2 + int.from_bytes(head[position + 2 : position + 4], "big")
    return None


def _svg(head: bytes) -> Size | None:
    found = _SVG.search(head)
    if found is None:
        return None
    stated = {name: float(value) for name, value in _LENGTH.findall(found.group())}
    if len(stated) == 2:
        return round(stated[b"width"]), round(stated[b"height"])
    view = _VIEW.search(found.group())
    if view is None or not all(re.fullmatch(rb"[0-9]+(?:\.[0-9]+)?", part) for part in view.groups()):
        return None
    return round(float(view.group(1))), round(float(view.group(2)))
