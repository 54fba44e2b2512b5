"""The order in which the engine walks through a table of points, which decides between points equally near."""

import struct
from collections.abc import Iterable

_WORD = 2**32 - 1
_LONG = 2**64 - 1
_FIRST_SIZE = 16
_LONGEST_CHAIN = 8
_SMALLEST_FOR_TREES = 64


def walk(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return distinct points, given in order of insertion, in the order of the engine's walk.

    Exact but for tables with more than eight points in one of 64 or more slots, which the engine keeps as trees.
    """
    slots: list[list[tuple[int, int]]] = [[] for _ in range(_FIRST_SIZE)]
    for count, point in enumerate(dict.fromkeys(points), 1):
        chain = slots[spread(point) % len(slots)]
        chain.append(point)
        if len(chain) > _LONGEST_CHAIN and len(slots) < _SMALLEST_FOR_TREES:
            slots = _doubled(slots)
        if count > len(slots) * 0.75:
            slots = _doubled(slots)
    return [point for chain in slots for point in chain]


def spread(point: tuple[int, int]) -> int:
    """Return the number whose lowest bits are the slot of a point."""
    x, y = (int.from_bytes(struct.pack(">d", value), "big") for value in point)
    bits = x ^ (y * 31 & _LONG)
    code = (bits ^ bits >> 32) & _WORD
    return code ^ code >> 16


def _doubled(slots: list[list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    doubled: list[list[tuple[int, int]]] = [[] for _ in range(2 * len(slots))]
    for chain in slots:
        for point in chain:
            doubled[spread(point) % len(doubled)].append(point)
    return doubled
