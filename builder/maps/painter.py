"""Paints the land of a map: tile by tile, so that memory stays small whatever the density."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from assets.maps import Map
from builder.landscape.noise import grain
from builder.landscape.plants import sprite
from builder.landscape.scene import Layer, Tile
from builder.maps.country import Country, country
from builder.maps.ground import GRAIN, NORMAL
from builder.maps.growth import Tree
from builder.maps.layout import Layout, Rect, layout
from builder.maps.seasons import seasoned
from builder.maps.style import CLASSIC, Style

TILE = 512
BAND = 256
NOISE = 256
EVEN = 2600
"""Grain of 128 changes nothing, and the grain is this strong: 128 in so many."""
AROUND = 3
"""So many grains around a tile decide how its edge looks."""

GRID_WIDTH = 1.0
DOT = 3.2


def land(source: Map, factor: int, style: Style = CLASSIC) -> Image.Image:
    """The land of a map alone, without grid and names."""
    style = seasoned(style, source.season, source.levels, source.relief)
    sheet = layout(source).scaled(factor)
    image = Image.new("RGB", (sheet.field.width, sheet.field.height))
    for tile, part in parts(source, country(source, layout(source), style), sheet, style):
        image.paste(part, (tile.left, tile.top))
    return image


def parts(source: Map, scene: Country, sheet: Layout, style: Style) -> Iterator[tuple[Tile, Image.Image]]:
    """The land in tiles, each with its picture."""
    noise = grain(NOISE, source.seed)
    for tile in _tiles(sheet, sheet.factor):
        yield tile, paint_tile(scene, tile, style, noise)


def inset_parts(
    source: Map, scene: Country, base: Layout, inset: Layout, style: Style
) -> Iterator[tuple[Tile, Image.Image]]:
    """A part of the land once more in tiles, counted from the corner of the part; `base` is the whole sheet."""
    noise = grain(NOISE, source.seed)
    name = inset.grid.name(0, 0)
    (x, y), (own_x, own_y) = base.hexes[name], inset.hexes[name]
    scale = inset.factor
    left = (x - base.field.left) * scale - (own_x - inset.field.left)
    top = (y - base.field.top) * scale - (own_y - inset.field.top)
    for tile in _tiles(inset, scale):
        there = Tile(tile.left + left, tile.top + top, tile.width, tile.height, scale)
        yield tile, paint_tile(scene, there, style, noise)


def grid_lines(sheet: Layout) -> Layer:
    """The sides of all places, each once, and a dot in the middle of each; on the land."""
    found = Layer()
    seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    field = sheet.field
    for shape in sheet.shapes:
        points = [(x - field.left, y - field.top) for x, y in shape]
        for a, b in zip(points, (*points[1:], points[0]), strict=True):
            low, high = sorted((a, b))
            if (low, high) not in seen and _inside(low, high, field):
                seen.add((low, high))
                found.line([low, high], (0, 0, 0), GRID_WIDTH)
    for x, y in (*sheet.hexes.values(), *sheet.halves.values()):
        found.disc(x - field.left, y - field.top, (0, 0, 0), DOT)
    return found


def _inside(one: tuple[int, int], other: tuple[int, int], field: Rect) -> bool:
    """Whether a side is more than a piece of the edge of the land."""
    edges = ((0, field.width), (0, field.height))
    return not any(one[axis] == other[axis] and one[axis] in edges[axis] for axis in (0, 1))


def lay_grid(image: Image.Image, lines: Layer, tile: Tile, style: Style) -> None:
    """The grid, thin and half transparent: dark on light ground, light on dark ground."""
    fine = fineness(tile.scale)
    mask = Image.new("L", (tile.width * fine, tile.height * fine))
    lines.stencil(ImageDraw.Draw(mask), tile.finer(fine))
    mask = mask.reduce(fine)
    dark = image.convert("L").filter(ImageFilter.BoxBlur(5 * tile.scale)).point(_DARKNESS)
    ink = Image.composite(
        Image.new("RGB", image.size, style.grid_light), Image.new("RGB", image.size, style.grid), dark
    )
    image.paste(ink, (0, 0), mask.point([round(value * style.grid_opacity) for value in range(256)]))


_DARKNESS = [max(0, min(255, (126 - value) * 6)) for value in range(256)]


def _tiles(sheet: Layout, factor: int) -> Iterator[Tile]:
    for top in range(0, sheet.field.height, TILE):
        for left in range(0, sheet.field.width, TILE):
            width = min(TILE, sheet.field.width - left)
            height = min(TILE, sheet.field.height - top)
            yield Tile(left, top, width, height, factor)


def fineness(factor: int) -> int:
    """How many times finer shapes are drawn than they are shown."""
    return 4 if factor == 1 else 3 if factor <= 2 else 2


def paint_tile(scene: Country, tile: Tile, style: Style, noise: NDArray[np.uint8]) -> Image.Image:
    """The land of a tile: ground and shapes, shading, shadows, buildings, plants."""
    fine = tile.finer(fineness(tile.scale))
    image = _window(scene.land.tint, fine)
    scene.base.draw(ImageDraw.Draw(image), fine)
    image = image.reduce(fineness(tile.scale))
    image = _shaded(image, scene, tile, noise)
    trees = scene.standing(tile)
    _shadows(image, scene, trees, tile, style)
    if any(True for _ in scene.buildings.roofs.seen(tile)):
        large = image.resize((fine.width, fine.height), Image.Resampling.NEAREST)
        scene.buildings.roofs.draw(ImageDraw.Draw(large), fine)
        image = large.reduce(fineness(tile.scale))
    for tree in trees:
        x, y = round(tree.x * tile.scale) - tile.left, round(tree.y * tile.scale) - tile.top
        sprite(tree.plant, round(tree.radius * tile.scale * 8), tree.turn, tree.tint).paste(image, x, y)
    return image


def _window(source: Image.Image, tile: Tile) -> Image.Image:
    """The part of a picture of grains that a tile shows, enlarged, band by band: each takes its memory but once."""
    found = Image.new(source.mode, (tile.width, tile.height))
    for top in range(0, tile.height, BAND):
        height = min(BAND, tile.height - top)
        found.paste(_band(source, Tile(tile.left, tile.top + top, tile.width, height, tile.scale)), (0, top))
    return found


def _band(source: Image.Image, tile: Tile) -> Image.Image:
    """The same in one piece; what lies around it is looked at as well."""
    fine = GRAIN * tile.scale
    left, top = max(0, tile.left // fine - AROUND), max(0, tile.top // fine - AROUND)
    right = min(source.width, -(-(tile.left + tile.width) // fine) + AROUND)
    bottom = min(source.height, -(-(tile.top + tile.height) // fine) + AROUND)
    size = ((right - left) * fine, (bottom - top) * fine)
    large = source.resize(size, Image.Resampling.BICUBIC, (left, top, right, bottom))
    x, y = tile.left - left * fine, tile.top - top * fine
    return large.crop((x, y, x + tile.width, y + tile.height))


def _shaded(image: Image.Image, scene: Country, tile: Tile, noise: NDArray[np.uint8]) -> Image.Image:
    """The picture with the light on the slopes, and a whisper of grain."""
    shade = np.asarray(_window(scene.land.shade, tile), np.uint32)
    rows = (np.arange(tile.top, tile.top + tile.height) % NOISE)[:, None]
    columns = (np.arange(tile.left, tile.left + tile.width) % NOISE)[None, :]
    speck = noise[rows, columns].astype(np.uint32) + (EVEN - 128)
    factor = (shade * speck * 256 // (NORMAL * EVEN)).astype(np.uint16)
    pixels = np.asarray(image, np.uint32) * factor[..., None] >> 8
    return Image.fromarray(np.minimum(pixels, 255).astype(np.uint8))


def _shadows(image: Image.Image, scene: Country, trees: Sequence[Tree], tile: Tile, style: Style) -> None:
    mask = Image.new("L", image.size)
    scene.buildings.shadows.stencil(ImageDraw.Draw(mask), tile)
    for tree in trees:
        x, y = round(tree.x * tile.scale) - tile.left, round(tree.y * tile.scale) - tile.top
        sprite(tree.plant, round(tree.radius * tile.scale * 8), tree.turn, tree.tint).shade(mask, x, y)
    image.paste(style.shadow, (0, 0), mask.point([round(value * style.shadow_opacity) for value in range(256)]))
