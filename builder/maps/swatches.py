"""Samples for the legend, painted by the painter itself on maps of one or two hexes."""

from __future__ import annotations

from PIL import Image, ImageDraw

from assets.grids import Grid
from assets.mapmarks import OVER_WATER, Border, Flag
from assets.maps import Area, Height, Map, Terrain, Water, Way
from assets.schema import Text
from builder.maps.layout import BLEED
from builder.maps.painter import land
from builder.maps.style import Style
from builder.maps.words import Line

WIDTH, HEIGHT = 120, 104
SHOWN = (53, 46)
ALONG = ("0200/0201", "0101/0201", "0101/0102")
"""Sides on which a line runs through the middle of a sample."""
_NAME = Text(en="-", de="-")


def swatch(source: Map, line: Line, factor: int, style: Style) -> tuple[Image.Image, Image.Image]:
    """The picture of a sample at less than half the size of a hex, and the mask of its hexagon."""
    image = land(_scene(source, line), max(2, factor), style)
    scale = max(2, factor)
    left, top = _corner(line)
    box = (left * scale, top * scale, (left + WIDTH) * scale, (top + HEIGHT) * scale)
    size = (SHOWN[0] * factor, SHOWN[1] * factor)
    mask = Image.new("L", (WIDTH * scale * 2, HEIGHT * scale * 2))
    corners = [(30, 0), (90, 0), (120, 52), (90, 104), (30, 104), (0, 52)]
    ImageDraw.Draw(mask).polygon([(x * scale * 2, y * scale * 2) for x, y in corners], fill=255)
    picture = image.crop(box).resize(size, Image.Resampling.LANCZOS)
    return picture, mask.resize(size, Image.Resampling.BOX)


def _corner(line: Line) -> tuple[int, int]:
    """The upper left corner of what is shown, on the land of the sample's map."""
    if line.sample in ("edge", "border"):
        return BLEED + 45, BLEED + 26
    return BLEED, BLEED


def _scene(source: Map, line: Line) -> Map:
    """A small map that shows what the line speaks of."""
    base = line.what if line.sample == "terrain" else source.base
    terrains: dict[str, Terrain] = dict(source.terrains)
    ways: dict[str, Way] = {}
    waters: dict[str, Water] = {}
    areas: dict[str, Area] = {}
    heights: dict[str, Height] = {}
    columns = 2 if line.sample in ("edge", "border") else 1
    if line.sample == "terrain" and terrains[base].look in {"village", "town"}:
        ways["way"] = Way(id="way", kind="road", path=("0100", "0101", "0102"))
    if line.sample == "way":
        kind = next(way for way in source.ways.values() if way.kind == line.what)
        ways["way"] = Way(id="way", kind=kind.kind, path=("0001", "0101", "0200"))
    if line.sample == "water":
        waters["water"] = Water(id="water", course=("0001", "0101", "0200"), width=9)
    if line.sample == "edge":
        heights["height"] = Height(id="height", level=1, hexes=("0101",))
    if line.sample == "terrain" and terrains[base].look == "orchard":
        areas["orchard"] = Area(id="orchard", terrain=base, hexes=("0101",))
    borders, flags = _marks(source, line)
    if any(source.kinds[border.kind].look == "bridge" for border in borders.values()):
        ways["way"] = Way(id="way", kind="road", path=("0101", "0201"))
    return Map(
        id="sample",
        title=_NAME,
        subtitle=_NAME,
        seed=source.seed,
        relief=source.relief,
        grid=Grid(columns=columns, rows=1),
        base=base,
        terrains=terrains,
        areas=areas,
        heights=heights,
        ways=ways,
        waters=waters,
        kinds=source.kinds,
        borders=borders,
        flags=flags,
    )


def _marks(source: Map, line: Line) -> tuple[dict[str, Border], dict[str, Flag]]:
    """A mark in the middle of the sample; a crossing with the river that it crosses."""
    if line.sample == "flag":
        return {}, {"flag": Flag(id="flag", kind=line.what, at=("0101",))}
    if line.sample != "border":
        return {}, {}
    kind = source.kinds[line.what]
    if kind.look not in OVER_WATER:
        return {"border": Border(id="border", kind=kind.id, at=ALONG)}, {}
    borders = {"crossing": Border(id="crossing", kind=kind.id, at=("0101/0201",))}
    river = next((key for key, other in source.kinds.items() if other.look == "river"), None)
    return borders | ({"river": Border(id="river", kind=river, at=ALONG)} if river else {}), {}
