"""Sight: whether a line is free. Along a side it is free if either of the two places leaves it free."""

from collections.abc import Callable
from functools import cache

import msgspec

Line = tuple[tuple[str, ...], ...]
"""What lies between two places, from the first to the last: one place, or the two of a side the line runs along."""


class Sight(msgspec.Struct, frozen=True):
    """Whether the view is free, and what stops it first."""

    clear: bool
    blocked_by: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.clear


CLEAR = Sight(clear=True)


def look(line: Line, blocks: Callable[[str], bool]) -> Sight:
    """Free unless some part of the line is blocked on every side of it."""
    for places in line:
        if all(blocks(place) for place in places):
            return Sight(clear=False, blocked_by=places)
    return CLEAR


def remembered(view: Callable[[str, str], Sight]) -> Callable[[str, str], Sight]:
    """The same view, looked up from the second time on."""
    return cache(view)
