"""The whole sheet of a map: land, grid, names, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from assets.maps import Map
from builder.drawing.colour import rgb
from builder.landscape.scene import Layer, Tile
from builder.maps.country import country
from builder.maps.furniture import furnish, rims
from builder.maps.layout import inset_at, layout
from builder.maps.lettering import names, number, rosettes, within, write
from builder.maps.painter import grid_lines, inset_parts, lay_grid, parts
from builder.maps.seasons import seasoned
from builder.maps.style import CLASSIC, Style
from builder.maps.words import Words
from vassal.memory import give_back


def paint(source: Map, words: Words, density: int = 150, style: Style = CLASSIC) -> Image.Image:
    """The sheet of a map at a density (a multiple of 75)."""
    style = seasoned(style, source.season, source.levels, source.relief)
    base = layout(source)
    sheet = layout(source, density)
    scene = country(source, base, style, {side: rgb(ground) for side, (ground, _) in words.sides.items()})
    # The fields that the country grew from were large, and the picture is as well.
    give_back()
    image = Image.new("RGB", sheet.size, style.paper)
    _lay(image, (sheet.field.left, sheet.field.top), parts(source, scene, sheet, style), grid_lines(base), style)
    # The land of the insets is painted while the country is there, and laid on when all else stands.
    plain = {key: inset_at(source.grid, source.insets[key], 0, 0, 1) for key in sheet.insets}
    insets = {key: Image.new("RGB", (each.field.width, each.field.height)) for key, each in sheet.insets.items()}
    for key, inset in sheet.insets.items():
        _lay(insets[key], (0, 0), inset_parts(source, scene, base, inset, style), grid_lines(plain[key]), style)
    give_back()
    number(image, sheet, style)
    rosettes(image, sheet, words.points, style)
    found = names(source, base, scene, words.points)
    del scene
    give_back()
    write(image, sheet, found, style)
    rims(image, source, sheet, style)
    furnish(image, source, sheet, words, style)
    for key, inset in sheet.insets.items():
        image.paste(insets[key], (inset.field.left, inset.field.top))
        number(image, inset, style)
        rosettes(image, inset, {name: value for name, value in words.points.items() if name in inset.hexes}, style)
        write(image, inset, within(found, base, plain[key]), style)
    return image


def _lay(
    image: Image.Image, at: tuple[int, int], land: Iterable[tuple[Tile, Image.Image]], lines: Layer, style: Style
) -> None:
    """The land in its tiles on a picture, its corner at a pixel, with the grid on it."""
    for tile, part in land:
        lay_grid(part, lines, tile, style)
        image.paste(part, (at[0] + tile.left, at[1] + tile.top))


def overview(source: Map, words: Words, width: int, style: Style = CLASSIC) -> Image.Image:
    """The sheet so many pixels wide."""
    sheet = paint(source, words, 75, style)
    return sheet.resize((width, round(width * sheet.height / sheet.width)), Image.Resampling.LANCZOS)
