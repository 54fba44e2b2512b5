"""Fields: the open country cut into blocks, the blocks into strips of turned directions, the strips into plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from builder.landscape.curves import Point, clipped, direction
from builder.landscape.scatter import strewn


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: its corners, the direction of its furrows, and a lot from 0 to 1 that decides what grows there."""

    corners: tuple[Point, ...]
    turn: int
    lot: float

    @property
    def middle(self) -> Point:
        """The mean of the corners."""
        count = len(self.corners)
        return sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count


def plots(width: float, height: float, seed: int, block: float = 118.0) -> Iterator[Plot]:
    """The plots that cover a rectangle from (0, 0)."""
    dice = Random(f"plots {seed}")
    seeds = strewn(width + 2 * block, height + 2 * block, block, seed) - block
    for index in range(len(seeds)):
        corners = _cell(seeds, index, block)
        if len(corners) > 2:
            yield from _strips(corners, dice)


def _cell(seeds: np.ndarray[tuple[int, ...], np.dtype[np.float64]], index: int, block: float) -> list[Point]:
    """The part of the plane that is nearer to this seed than to any other."""
    x, y = seeds[index].tolist()
    away = ((seeds - seeds[index]) ** 2).sum(axis=1)
    reach = 1.6 * block
    corners: list[Point] = [
        (x - reach, y - reach),
        (x + reach, y - reach),
        (x + reach, y + reach),
        (x - reach, y + reach),
    ]
    for other in np.argsort(away, kind="stable")[1:16].tolist():
        ox, oy = seeds[other].tolist()
        a, b = ox - x, oy - y
        corners = clipped(corners, a, b, (ox * ox + oy * oy - x * x - y * y) / 2)
        if len(corners) < 3:
            return []
    return corners


def _strips(corners: list[Point], dice: Random) -> Iterator[Plot]:
    turn = dice.choice((8, 20, 32, 50, 68, 84, 100, 118, 140, 156, 172))
    (ax, ay), (bx, by) = direction(turn), direction(turn + 90)
    places = [x * bx + y * by for x, y in corners]
    low, high = min(places), max(places)
    while low < high:
        wide = dice.uniform(15, 40)
        strip = clipped(clipped(corners, -bx, -by, -low), bx, by, low + wide)
        low += wide
        if len(strip) > 2:
            yield from _cut(strip, (ax, ay), turn, dice)


def _cut(strip: list[Point], along: Point, turn: int, dice: Random) -> Iterator[Plot]:
    ax, ay = along
    places = [x * ax + y * ay for x, y in strip]
    low, high = min(places), max(places)
    while low < high:
        long = dice.uniform(48, 130)
        if high - low - long < 30:
            long = high - low + 1
        piece = clipped(clipped(strip, -ax, -ay, -low), ax, ay, low + long)
        low += long
        if len(piece) > 2:
            yield Plot(tuple(piece), turn, dice.random())


def furrows(plot: Plot, gap: float) -> Iterator[tuple[Point, Point]]:
    """The furrows of a plot, so far apart."""
    (ax, ay), (bx, by) = direction(plot.turn), direction(plot.turn + 90)
    corners = [(x * ax + y * ay, x * bx + y * by) for x, y in plot.corners]
    low, high = min(v for _, v in corners), max(v for _, v in corners)
    row = low + gap / 2
    while row < high:
        ends = []
        for index, (u, v) in enumerate(corners):
            pu, pv = corners[index - 1]
            if (pv > row) != (v > row):
                ends.append(pu + (u - pu) * (row - pv) / (v - pv))
        if len(ends) == 2:
            u0, u1 = sorted(ends)
            if u1 - u0 > 3:
                u0, u1 = u0 + 1, u1 - 1
                yield (u0 * ax + row * bx, u0 * ay + row * by), (u1 * ax + row * bx, u1 * ay + row * by)
        row += gap
