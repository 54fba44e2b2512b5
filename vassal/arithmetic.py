"""Numbers as the engine computes them: truncation toward zero, half-up rounding, single precision, strict parsing."""

import math
import re
import struct

INT_MIN = -(2**31)
INT_MAX = 2**31 - 1

_SINGLE = struct.Struct("<f")
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
_DOUBLE = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?[fFdD]?\s*")
_LONGEST_NUMBER = 64


def truncate(value: float) -> int:
    """Return the value without its fraction."""
    return int(value)


def floor(value: float) -> int:
    """Return the greatest integer that is not above the value."""
    return math.floor(value)


def round_half_up(value: float) -> int:
    """Return the nearest integer; halves go up, also below zero."""
    low = math.floor(value)
    return low + 1 if value - low >= 0.5 else low


def single(value: float) -> float:
    """Return the value as a single-precision number holds it."""
    held: float = _SINGLE.unpack(_SINGLE.pack(value))[0]
    return held


def parse_int(text: str) -> int | None:
    """Return the 32-bit integer that the text is, or None: no blanks, no fraction, no empty text."""
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if INT_MIN <= value <= INT_MAX else None


def parse_double(text: str) -> float | None:
    """Return the finite decimal number that the text is, or None."""
    if len(text) > _LONGEST_NUMBER or not _DOUBLE.fullmatch(text):
        return None
    value = float(text.strip().rstrip("fFdD"))
    return value if math.isfinite(value) else None
