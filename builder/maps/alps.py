"""High mountains: crests and gullies on the slopes, rock and early snow above them, brown tints between."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from builder.landscape.noise import Floats, blurred, layered
from builder.maps.style import Rgb, toned

ROUND, STRAY, WAVES = 12, 1.9, 30
"""How far the edge of a level is rounded, how far it strays from the sides of the hexes, in how long waves."""
SURE = 0.3
"""In the middle of a hex the ground is no farther from its level than this, in levels."""
STEEP = 0.8
"""How high crests stand over gullies at the top, in levels."""
TINTS: tuple[Rgb, ...] = ((232, 208, 150), (222, 188, 128), (204, 164, 114), (188, 148, 112))
"""What lies over the meadows of the valleys: straw, sand, bracken, umber."""
ROCK: Rgb = (172, 164, 154)
SNOW: Rgb = (234, 237, 239)
LOOKS = ("mountain", "woods")
"""The looks whose edges stray as those of the levels do; the seeds of their ways lie so far apart."""


def tints(valley: tuple[Rgb, ...], count: int) -> tuple[Rgb, ...]:
    """The tints of so many levels, from the meadow up to bare ground below the snow."""
    anchors = (*valley[:2], *TINTS)
    found = []
    for level in range(count):
        place = level * (len(anchors) - 1) / max(1, count - 1)
        low = anchors[int(place)]
        high = anchors[min(int(place) + 1, len(anchors) - 1)]
        found.append(toned(low, [b - a for a, b in zip(low, high, strict=True)], place - int(place)))
    return tuple(found)


def risen(level: Floats, places: NDArray[np.uint16], middles: NDArray[np.int64], seed: int) -> Floats:
    """The height of the ground in levels: slopes have spurs, not the corners of hexes; each middle keeps its level.

    `middles` are the rows and columns of the middles of all hexes, in the order of `places`.
    """
    found = blurred(level, ROUND)
    rows, columns = found.shape
    noise = layered(columns, rows, WAVES, seed + 9, 3)
    noise *= np.float32(STRAY)
    # Only where it slopes: no islands in the middle of a level.
    noise *= np.minimum(np.abs(found - np.round(found)) * np.float32(3), 1)
    found += noise
    del noise
    down, across = middles
    for _ in range(2):
        wrong = level[down, across] - found[down, across]
        owed = np.sign(wrong) * np.maximum(np.abs(wrong) - np.float32(SURE / 2), 0)
        found += blurred(owed.astype(np.float32)[places], ROUND)
    return found


@dataclass(frozen=True)
class Crags:
    """The shape of rough ground: how high its crests stand, and how much of the land is high mountain."""

    crest: Floats
    mountain: Floats
    depth: Floats
    """How far inside a massif: a lone summit is of rock, a massif lies under snow."""

    def height(self, rise: Floats) -> Floats:
        """What the crests add to the height of the ground: nothing in the valleys, most where mountains are."""
        rough: Floats = np.clip((rise - np.float32(0.8)) * np.float32(0.2), 0, 1)
        np.maximum(rough, np.clip(self.mountain, 0, 1), out=rough)
        rough *= self.crest
        rough *= np.float32(STEEP)
        return rough

    def whiten(self, colours: Floats, band: slice) -> None:
        """Paint rock and snow over the tints of some rows: rock where it is steep, snow where it can lie."""
        crest = self.crest[max(0, band.start - 1) : band.stop + 1]
        slope = np.zeros_like(crest)
        slope[1:-1, 1:-1] = np.abs(crest[1:-1, 2:] - crest[1:-1, :-2]) + np.abs(crest[2:, 1:-1] - crest[:-2, 1:-1])
        slope = slope[min(1, band.start) :][: len(colours)]
        bare = np.clip((self.mountain[band] - np.float32(0.42)) * np.float32(6), 0, 1)
        snow = np.clip(self.depth[band] * np.float32(1.5) - np.float32(0.25) - slope * np.float32(8), 0, 1)
        for channel in range(3):
            stone = np.float32(ROCK[channel]) + np.float32(SNOW[channel] - ROCK[channel]) * snow
            colours[..., channel] += (stone - colours[..., channel]) * bare


def crags(columns: int, rows: int, seed: int, mountain: Floats) -> Crags:
    """The crags of a land with such mountains."""
    return Crags(_crests(columns, rows, seed), mountain, blurred(mountain, 34, 2))


def _crests(columns: int, rows: int, seed: int) -> Floats:
    """Sharp crests with gullies between, from 0 to 1."""
    found = np.zeros((rows, columns), np.float32)
    for step, weight in ((60, 0.5), (30, 0.28), (14, 0.15), (7, 0.07)):
        noise = np.abs(layered(columns, rows, step, seed + step, 1))
        noise *= np.float32(-4)
        noise += np.float32(1)
        np.maximum(noise, 0, out=noise)
        noise *= noise
        noise *= np.float32(weight)
        found += noise
    return found
