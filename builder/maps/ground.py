"""The ground of a map as fields of values: how high it is, how wooded, how built up; and its tint and shading.

A field has a value for every `GRAIN` units of the land inside the neat line, so it does not depend on the density.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from assets.maps import Map
from builder.landscape.noise import AT_ONCE, Floats, blurred, layered
from builder.maps import alps
from builder.maps.layout import BLEED, Layout, corners, offset
from builder.maps.style import Style

GRAIN = 2
LIGHT = 0.26
NORMAL = 200


@dataclass(frozen=True)
class Ground:
    """The land as fields: the hex, the height in levels, for each look how much of it there is (its edge at 0.5)."""

    width: int
    height: int
    places: NDArray[np.uint16]
    level: Floats
    looks: dict[str, Floats]
    tint: Image.Image
    shade: Image.Image

    def bare(self) -> Ground:
        """What is left to be painted when everything stands: tint and shade."""
        nothing = np.empty((0, 0), np.float32)
        return replace(self, places=nothing.astype(np.uint16), level=nothing, looks={})

    def at(self, field: Floats, x: float, y: float) -> float:
        """The value of a field at a point of the land; at its nearest edge for a point outside."""
        return float(field[self._grain(x, y)])

    def hex_at(self, x: float, y: float) -> int:
        """The hex at a point, by its index in `grid.names`; beyond the grid the nearest one."""
        return int(self.places[self._grain(x, y)])

    def _grain(self, x: float, y: float) -> tuple[int, int]:
        rows, columns = self.level.shape
        return min(max(int(y / GRAIN), 0), rows - 1), min(max(int(x / GRAIN), 0), columns - 1)


def ground(country: Map, sheet: Layout, style: Style) -> Ground:
    """The ground of a map."""
    width, height = sheet.field.width // sheet.factor, sheet.field.height // sheet.factor
    places = hexes(country, width, height)
    names = country.grid.names
    level = np.array([country.level[name] - country.lowest for name in names], np.float32)[places]
    top = float(level.max())
    alpine = country.relief == "alpine"
    rise = alps.risen(level, places, _middles(sheet), country.seed) if alpine else blurred(level, 8)
    swell = blurred(level, 11)
    del level
    kinds: set[str] = {country.terrains[key].look for key in country.seen}
    kinds |= {whole for whole, parts in TOGETHER.items() if kinds & parts}
    looks = {look: _spread(country, places, look) for look in sorted(kinds) if look not in BARE}
    for rank, look in enumerate(alps.LOOKS if alpine else ()):
        if look in looks:
            # Mountains end where the level does.
            looks[look] = alps.risen(_mask(country, places, look), places, _middles(sheet), country.seed + 40 * rank)
    crags = None
    if alpine and "mountain" in looks:
        crags = alps.crags(*_cells(width, height), country.seed + 11, looks["mountain"])
        swell += crags.height(rise)
    tint = _tint(rise, country.seed, style, country.terrains[country.base].look == "steppe", crags)
    del crags
    high = np.clip(rise, None, top, out=rise)
    if not alpine:
        high += layered(*_cells(width, height), 14, country.seed + 9, 2) * np.float32(0.16)
    swell += layered(*_cells(width, height), 90, country.seed + 7) * np.float32(0.75)
    shade = _shade(swell)
    return Ground(
        width=width,
        height=height,
        places=places,
        level=high,
        looks=looks,
        tint=tint,
        shade=shade,
    )


def hexes(country: Map, width: int, height: int) -> NDArray[np.uint16]:
    """For every grain of the land the index of its hex in `grid.names`; beyond the grid that of the nearest one."""
    grid = country.grid
    columns, rows = _cells(width, height)
    image = Image.new("I", (columns, rows))
    pen = ImageDraw.Draw(image)
    shape = corners(grid)
    for row in range(-1, grid.rows + 1):
        for column in range(-1, grid.columns + 1):
            x, y = offset(grid, column, row)
            inside = min(max(row, 0), grid.rows - 1) * grid.columns + min(max(column, 0), grid.columns - 1)
            pen.polygon([((x + BLEED + dx) / GRAIN, (y + BLEED + dy) / GRAIN) for dx, dy in shape], fill=inside)
    return np.asarray(image).astype(np.uint16)


def _middles(sheet: Layout) -> NDArray[np.int64]:
    """The rows and columns of the grains in the middles of all hexes."""
    spots = [(y - sheet.field.top, x - sheet.field.left) for x, y in sheet.hexes.values()]
    return np.array(spots, np.int64).T // GRAIN


def _cells(width: int, height: int) -> tuple[int, int]:
    return -(-width // GRAIN), -(-height // GRAIN)


EDGES = {
    "woods": (5, 0.42),
    "grove": (5, 0.36),
    "scrub": (5, 0.34),
    "orchard": (3, 0.22),
    "village": (5, 0.2),
    "town": (4, 0.12),
    "ploughed": (3, 0.13),
    "marsh": (6, 0.26),
    "river": (9, 0.44),
    "ford": (8, 0.4),
    "airfield": (3, 0.05),
    "mountain": (7, 0.34),
    "rock": (4, 0.3),
    "sea": (7, 0.3),
    "shore": (6, 0.3),
}
WAVES = {"river": 30}
"""How long the waves are in which the edge of a look strays, where they are not short."""
BARE = frozenset({"open", "fields", "meadow", "steppe"})
"""Looks of open ground: nobody asks how much of them there is where."""
TOGETHER = {"river": frozenset({"river", "ford"})}
"""A ford is a part of its river."""
"""How far the edge of a look is rounded, and how far it strays from the sides of the hexes."""


def _mask(country: Map, places: NDArray[np.uint16], look: str) -> Floats:
    """Where a look is, by hexes."""
    looks = TOGETHER.get(look, frozenset({look}))
    wanted = {key for key, kind in country.terrains.items() if kind.look in looks}
    return np.array([country.terrain[name] in wanted for name in country.grid.names], np.float32)[places]


def _spread(country: Map, places: NDArray[np.uint16], look: str) -> Floats:
    radius, stray = EDGES.get(look, (4, 0.16))
    mask = _mask(country, places, look)
    rows, columns = mask.shape
    found = blurred(mask, radius)
    noise = layered(columns, rows, WAVES.get(look, 12), country.seed + sum(map(ord, look)), 2)
    noise *= np.float32(stray)
    found += noise
    return found


def _tint(rise: Floats, seed: int, style: Style, dry: bool, crags: alps.Crags | None) -> Image.Image:
    """The colour of open ground: that of its level, a step at the edge, a faint mottle, dry patches, rock and snow."""
    rows, columns = rise.shape
    mottle = layered(columns, rows, 40, seed + 3) * np.float32(9)
    drought = None
    if dry:
        drought = layered(columns, rows, 64, seed + 5) + layered(columns, rows, 16, seed + 6, 2) * np.float32(0.4)
    colours = np.array(style.levels, np.float32)
    image = Image.new("RGB", (columns, rows))
    for top in range(0, rows, AT_ONCE):
        band = slice(top, top + AT_ONCE)
        base = np.clip(rise[band], 0, len(colours) - 1)
        whole = np.minimum(base.astype(np.int64), len(colours) - 2)
        share = np.clip((base - whole - np.float32(0.5)) * np.float32(2.6) + np.float32(0.5), 0, 1)
        found = np.empty((*base.shape, 3), np.float32)
        for channel in range(3):
            low, high = colours[whole, channel], colours[whole + 1, channel]
            found[..., channel] = low + (high - low) * share + mottle[band]
            if drought is not None:
                found[..., channel] += drought[band] * np.float32(style.dry[channel] * 1.6)
        if crags is not None:
            crags.whiten(found, band)
        image.paste(Image.fromarray(np.clip(found + np.float32(0.5), 0, 255).astype(np.uint8)), (0, top))
    return image


def _shade(height: Floats) -> Image.Image:
    """How light the ground is with the sun in the north-west, so that `NORMAL` is that of level ground."""
    image = Image.new("L", (height.shape[1], height.shape[0]))
    for top in range(0, height.shape[0], AT_ONCE):
        around = height[max(0, top - 1) : top + AT_ONCE + 1]
        slope = np.zeros_like(around)
        slope[1:-1, 1:-1] = (around[1:-1, 2:] - around[1:-1, :-2]) + (around[2:, 1:-1] - around[:-2, 1:-1])
        # A slope of one level over half a hex counts as steep.
        light = np.clip(slope[min(top, 1) :][:AT_ONCE] * np.float32(8), -1, 1)
        shade = np.where(light < 0, light * np.float32(LIGHT), light * np.float32(LIGHT * 0.5))
        image.paste(Image.fromarray((NORMAL * (1 + shade) + np.float32(0.5)).astype(np.uint8)), (0, top))
    return image
