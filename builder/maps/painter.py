"""Paints a map: tile by tile, so that memory stays small whatever the density."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from assets.maps import Map
from builder.landscape.noise import grain
from builder.landscape.plants import sprite
from builder.landscape.scene import Layer, Tile
from builder.maps.country import Country, country
from builder.maps.ground import GRAIN, NORMAL
from builder.maps.layout import Layout, corners, layout
from builder.maps.lettering import names, number, write
from builder.maps.style import CLASSIC, Style

TILE = 512
NOISE = 256
EVEN = 2600
"""Grain of 128 changes nothing, and the grain is this strong: 128 in so many."""
GRID_WIDTH = 1.0
DOT = 3.2


def paint(source: Map, density: int = 150, style: Style = CLASSIC) -> Image.Image:
    """The whole sheet of a map."""
    base = layout(source)
    scene = country(source, base, style)
    factor = density // 75
    sheet = base.scaled(factor)
    image = Image.new("RGB", sheet.size, style.paper)
    noise = grain(NOISE, source.seed)
    lines = grid_lines(base)
    for tile in _tiles(sheet, factor):
        part = paint_tile(scene, tile, style, noise)
        _grid(part, lines, tile, style)
        image.paste(part, (sheet.field.left + tile.left, sheet.field.top + tile.top))
    number(image, sheet, style)
    write(image, sheet, names(source, base, scene), style)
    return image


def grid_lines(sheet: Layout) -> Layer:
    """The sides of all places, each once, and a dot in the middle of each; on the land."""
    found = Layer()
    shape = corners(sheet.grid)
    seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for x, y in sheet.hexes.values():
        x, y = x - sheet.field.left, y - sheet.field.top
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            low, high = sorted(((x + ax, y + ay), (x + bx, y + by)))
            if (low, high) not in seen:
                seen.add((low, high))
                found.line([low, high], (0, 0, 0), GRID_WIDTH)
        found.disc(x, y, (0, 0, 0), DOT)
    return found


def _grid(image: Image.Image, lines: Layer, tile: Tile, style: Style) -> None:
    fine = fineness(tile.scale)
    mask = Image.new("L", (tile.width * fine, tile.height * fine))
    lines.stencil(ImageDraw.Draw(mask), tile.finer(fine))
    mask = mask.reduce(fine)
    wide = mask.filter(ImageFilter.BoxBlur(tile.scale))
    image.paste((255, 255, 240), (0, 0), wide.point([round(value * 0.3) for value in range(256)]))
    image.paste(style.grid, (0, 0), mask.point([round(value * style.grid_opacity) for value in range(256)]))


def _tiles(sheet: Layout, factor: int) -> Iterator[Tile]:
    for top in range(0, sheet.field.height, TILE):
        for left in range(0, sheet.field.width, TILE):
            width = min(TILE, sheet.field.width - left)
            height = min(TILE, sheet.field.height - top)
            yield Tile(left, top, width, height, factor)


def fineness(factor: int) -> int:
    """How many times finer shapes are drawn than they are shown."""
    return 4 if factor == 1 else 3 if factor <= 2 else 2


def paint_tile(scene: Country, tile: Tile, style: Style, noise: np.ndarray) -> Image.Image:
    """The land of a tile: ground and shapes, shading, shadows, buildings, plants."""
    fine = tile.finer(fineness(tile.scale))
    image = _window(scene.land.tint, fine)
    scene.base.draw(ImageDraw.Draw(image), fine)
    image = image.reduce(fineness(tile.scale))
    image = _shaded(image, scene, tile, noise)
    trees = [tree for tree in scene.trees if _reaches(tree.x, tree.y, tree.radius, tile)]
    image = _shadows(image, scene, trees, tile, style)
    if any(True for _ in scene.buildings.roofs.seen(tile)):
        large = image.resize((fine.width, fine.height), Image.Resampling.NEAREST)
        scene.buildings.roofs.draw(ImageDraw.Draw(large), fine)
        image = large.reduce(fineness(tile.scale))
    for tree in trees:
        x, y = round(tree.x * tile.scale) - tile.left, round(tree.y * tile.scale) - tile.top
        sprite(tree.plant, round(tree.radius * tile.scale * 8), tree.turn, tree.tint).paste(image, x, y)
    return image


def _reaches(x: float, y: float, radius: float, tile: Tile) -> bool:
    left, top, right, bottom = tile.bounds
    margin = 2.2 * radius + 2
    return left - margin < x < right + margin and top - margin < y < bottom + margin


def _window(source: Image.Image, tile: Tile) -> Image.Image:
    """The part of a picture of grains that a tile shows, enlarged."""
    left, top, right, bottom = (edge / GRAIN for edge in tile.bounds)
    return source.resize(
        (tile.width, tile.height),
        Image.Resampling.BICUBIC,
        (left, top, min(right, source.width), min(bottom, source.height)),
    )


def _shaded(image: Image.Image, scene: Country, tile: Tile, noise: np.ndarray) -> Image.Image:
    """The picture with the light on the slopes, and a whisper of grain."""
    shade = np.asarray(_window(scene.land.shade, tile), np.uint32)
    rows = (np.arange(tile.top, tile.top + tile.height) % NOISE)[:, None]
    columns = (np.arange(tile.left, tile.left + tile.width) % NOISE)[None, :]
    speck = noise[rows, columns].astype(np.uint32) + (EVEN - 128)
    factor = (shade * speck * 256 // (NORMAL * EVEN)).astype(np.uint16)
    pixels = np.asarray(image, np.uint32) * factor[..., None] >> 8
    return Image.fromarray(np.minimum(pixels, 255).astype(np.uint8))


def _shadows(image, scene, trees, tile, style):
    mask = Image.new("L", image.size)
    pen = ImageDraw.Draw(mask)
    scene.buildings.shadows.stencil(pen, tile)
    for tree in trees:
        x, y = round(tree.x * tile.scale) - tile.left, round(tree.y * tile.scale) - tile.top
        sprite(tree.plant, round(tree.radius * tile.scale * 8), tree.turn, tree.tint).shade(mask, x, y)
    opacity = style.shadow_opacity
    image.paste(style.shadow, (0, 0), mask.point([round(value * opacity) for value in range(256)]))
    return image
