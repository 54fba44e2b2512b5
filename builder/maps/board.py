"""The whole sheet of a map: land, grid, names, and what stands around it."""

from __future__ import annotations

from PIL import Image

from assets.maps import Map
from builder.drawing.colour import rgb
from builder.maps.country import country
from builder.maps.furniture import furnish, rims
from builder.maps.layout import inset_at, layout
from builder.maps.lettering import names, number, rosettes, within, write
from builder.maps.painter import grid_lines, inset_parts, lay_grid, parts
from builder.maps.seasons import seasoned
from builder.maps.style import CLASSIC, Style
from builder.maps.words import Words


def paint(source: Map, words: Words, density: int = 150, style: Style = CLASSIC) -> Image.Image:
    """The sheet of a map at a density (a multiple of 75)."""
    style = seasoned(style, source.season, source.levels, source.relief)
    base = layout(source)
    sheet = layout(source, density)
    scene = country(source, base, style, {side: rgb(ground) for side, (ground, _) in words.sides.items()})
    image = Image.new("RGB", sheet.size, style.paper)
    lines = grid_lines(base)
    for tile, part in parts(source, scene, sheet, style):
        lay_grid(part, lines, tile, style)
        image.paste(part, (sheet.field.left + tile.left, sheet.field.top + tile.top))
    number(image, sheet, style)
    rosettes(image, sheet, words.points, style)
    found = names(source, base, scene, words.points)
    write(image, sheet, found, style)
    rims(image, source, sheet, style)
    furnish(image, source, sheet, words, style)
    for key, inset in sheet.insets.items():
        plain = inset_at(source.grid, source.insets[key], 0, 0, 1)
        lines = grid_lines(plain)
        for tile, part in inset_parts(source, scene, base, inset, style):
            lay_grid(part, lines, tile, style)
            image.paste(part, (inset.field.left + tile.left, inset.field.top + tile.top))
        number(image, inset, style)
        rosettes(image, inset, {name: value for name, value in words.points.items() if name in inset.hexes}, style)
        write(image, inset, within(found, base, plain), style)
    return image


def overview(source: Map, words: Words, width: int, style: Style = CLASSIC) -> Image.Image:
    """The sheet so many pixels wide."""
    sheet = paint(source, words, 75, style)
    return sheet.resize((width, round(width * sheet.height / sheet.width)), Image.Resampling.LANCZOS)
