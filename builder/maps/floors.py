"""The ground of everything that is not open country: floors of woods and towns, ploughed land, rivers and fords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np

from assets.maps import Map
from builder.landscape.contours import area, contours, rounded
from builder.landscape.curves import Point, direction, walk
from builder.landscape.noise import Floats, layered
from builder.landscape.plots import furrows, plots
from builder.landscape.scatter import strewn
from builder.landscape.scene import Layer
from builder.maps.ground import GRAIN, Ground
from builder.maps.litter import litter
from builder.maps.style import Rgb, Style, toned

Bands = tuple[tuple[float, Rgb], ...]


def floors(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Draw them all."""
    alpine = source.relief == "alpine"
    for look, rings in _bands(style).items():
        if look in land.looks and not (alpine and look == "mountain"):
            _rings(land.looks[look], rings, base)
    if "ploughed" in land.looks:
        _ploughland(source, land, style, base)
    if "marsh" in land.looks:
        _pools(source, land, style, base)
    if "river" in land.looks:
        _river(source, land, style, base)
    if "shore" in land.looks:
        _tideland(source, land, style, base)
    if "sea" in land.looks:
        _waves(source, land, style, base)
    if "mountain" in land.looks and not alpine:
        _spurs(source, land, style, base)
    litter(source, land, style, base)


def _bands(style: Style) -> dict[str, Bands]:
    """For each look the colours of its ground, from the edge inward."""
    return {
        "scrub": ((0.5, style.scrub_floor),),
        "grove": ((0.48, toned(style.grove_floor, (10, 8, 4))), (0.6, style.grove_floor)),
        "orchard": ((0.5, style.orchard_floor),),
        "woods": tuple(zip((0.46, 0.58, 0.72), style.wood_floor, strict=True)),
        "village": ((0.47, toned(style.village_floor, (-26, -22, -26))), (0.5, style.village_floor)),
        "town": ((0.47, toned(style.town_floor, (-30, -28, -28))), (0.5, style.town_floor)),
        "marsh": ((0.46, toned(style.marsh_floor, (12, 6, -6))), (0.54, style.marsh_floor)),
        "rough": ((0.5, style.rough_floor),),
        "airfield": ((0.46, toned(style.meadow, (-10, -8, -8))), (0.5, toned(style.meadow, (14, 14, 4)))),
        "mountain": (
            (0.44, toned(style.barred_floor, (44, 40, 30))),
            (0.5, toned(style.barred_floor, (66, 64, 58))),
            (0.74, toned(style.barred_floor, (82, 82, 80))),
        ),
        "rock": (
            (0.45, toned(style.barred_floor, (-44, -42, -38))),
            (0.5, style.barred_floor),
            (0.7, toned(style.barred_floor, (20, 20, 18))),
        ),
        "shore": ((0.47, toned(style.sand, (-22, -20, -20))), (0.5, style.sand)),
        "sea": (
            (0.42, toned(style.sand, (-6, -6, -6))),
            (0.46, style.shallow),
            (0.52, toned(style.water, (16, 12, 6))),
            (0.66, style.water),
            (0.86, toned(style.water, (-14, -11, -8))),
        ),
        "barred": ((0.47, style.edge), (0.5, style.barred_floor)),
        "ploughed": ((0.46, toned(style.ploughed, (-22, -8, -18))), (0.5, style.ploughed)),
        "water": (
            (0.46, style.meadow),
            (0.5, style.bank),
            (0.53, style.water),
            (0.8, toned(style.water, (-10, -8, -6))),
        ),
    }


def _rings(field: Floats, rings: Bands, base: Layer) -> None:
    for threshold, colour in rings:
        for outline in contours(field, threshold, GRAIN):
            if area(outline) > 0:
                base.area(rounded(outline), colour)


# ------------------------------------------------------------------------------------------------------- ploughland


def _ploughland(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Furrows over all ploughed land, each plot in its own direction and shade."""
    field = land.looks["ploughed"]
    for plot in plots(land.width, land.height, source.seed + 17, 84.0):
        shade = round((plot.lot - 0.5) * 26)
        ground = toned(style.ploughed, (shade, shade, shade))
        gap = 3.6 + 1.4 * (plot.lot * 37 % 1)
        for start, end in furrows(plot, gap):
            for a, b in _inside(field, start, end):
                base.line([a, b], ground, gap + 0.3)
                base.line([a, b], toned(ground, (-24, -22, -18)), 1.1)
                base.line([_shifted(a), _shifted(b)], toned(ground, (18, 16, 12)), 0.7)


def _shifted(point: Point) -> Point:
    return point[0] - 0.9, point[1] - 0.9


def _inside(field: Floats, start: Point, end: Point, least: float = 0.5) -> Iterator[tuple[Point, Point]]:
    """The pieces of a line on which a field is high enough."""
    long = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    count = max(2, int(long / 2.4))
    share = np.linspace(0.0, 1.0, count)
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    rows = np.clip((y / GRAIN).astype(np.int64), 0, field.shape[0] - 1)
    columns = np.clip((x / GRAIN).astype(np.int64), 0, field.shape[1] - 1)
    good = np.concatenate([[False], field[rows, columns] > least, [False]])
    changes = np.flatnonzero(good[1:] != good[:-1]).tolist()
    for first, after in zip(changes[::2], changes[1::2], strict=True):
        if after - first > 2:
            yield (float(x[first]), float(y[first])), (float(x[after - 1]), float(y[after - 1]))


# ------------------------------------------------------------------------------------------------- marsh and rivers


def _pools(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Pools of open water, irregular, with a dark rim of moss."""
    rows, columns = land.looks["marsh"].shape
    noise = layered(columns, rows, 11, source.seed + 53, 2)
    wet = np.minimum(land.looks["marsh"] - np.float32(0.1), noise * np.float32(0.9) + np.float32(0.42))
    _rings(wet, ((0.49, toned(style.marsh_floor, (-40, -26, -34))), (0.525, style.marsh_water)), base)
    _rings(wet, ((0.62, toned(style.marsh_water, (14, 14, 12))),), base)


def _tideland(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Half water, half land: arms of shallow water between sandbanks."""
    rows, columns = land.looks["shore"].shape
    noise = layered(columns, rows, 16, source.seed + 57, 2)
    wet = np.minimum(land.looks["shore"] - np.float32(0.04), noise * np.float32(0.8) + np.float32(0.55))
    tones = (toned(style.sand, (-30, -26, -20)), style.shallow, toned(style.water, (18, 14, 8)), style.water)
    _rings(wet, tuple(zip((0.47, 0.5, 0.58, 0.68), tones, strict=True)), base)


def _waves(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Short crests on open water."""
    dice = Random(f"{source.seed} waves")
    for x, y in strewn(land.width, land.height, 17.0, source.seed + 71).tolist():
        if land.at(land.looks["sea"], x, y) > 0.62 and dice.random() < 0.6:
            half = dice.uniform(3.0, 6.5)
            crest = [
                (x - half, y + 0.8),
                (x - half / 2, y - 0.9),
                (x, y + 0.5),
                (x + half / 2, y - 0.9),
                (x + half, y + 0.8),
            ]
            base.line(crest, toned(style.water, (40, 34, 22)), 0.8)


def _spurs(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Bare spurs of high mountains: each a lit and a shaded face of scree."""
    dice = Random(f"{source.seed} spurs")
    field = land.looks["mountain"]
    light, dark = toned(style.barred_floor, (98, 99, 100)), toned(style.barred_floor, (26, 28, 32))
    for x, y in strewn(land.width, land.height, 27.0, source.seed + 73).tolist():
        if land.at(field, x, y) > 0.6:
            high, wide = dice.uniform(9, 19), dice.uniform(7, 12)
            lean = dice.uniform(-3.5, 3.5)
            top = (x + lean, y - high / 2)
            base.area([top, (x - wide, y + high / 2), (x + lean * 0.4, y + high / 2)], light)
            base.area([top, (x + wide, y + high / 2), (x + lean * 0.4, y + high / 2)], dark)


def _river(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Water from bank to bank, deeper in the middle, with the lines of its flow; fords as shallows across it."""
    field = land.looks["river"]
    bands: Bands = (
        (0.36, toned(style.meadow, (2, 4, -2))),
        (0.43, style.sand),
        (0.485, toned(style.bank, (-10, -12, -14))),
        (0.505, toned(style.water, (26, 20, 8))),
        (0.6, toned(style.water, (12, 10, 4))),
        (0.72, style.water),
        (0.85, toned(style.water, (-14, -11, -8))),
    )
    _rings(field, bands, base)
    dice = Random(f"{source.seed} ripples")
    for threshold, width in ((0.56, 0.6), (0.66, 0.8), (0.76, 0.8), (0.86, 0.7), (0.93, 0.6)):
        for outline in contours(field, threshold, GRAIN):
            smooth = [(float(x), float(y)) for x, y in rounded(outline, 2)]
            for dash in _dashes(smooth, dice):
                base.line(dash, toned(style.water, (52, 42, 26)), width)
    if "ford" in land.looks:
        _shallows(source, land, style, base)


def _dashes(line: Sequence[Point], dice: Random) -> Iterator[list[Point]]:
    """Pieces of a line with gaps of all lengths between them."""
    spots = [(spot.x, spot.y) for spot in walk(line, 3.0)]
    start = dice.randrange(0, 24)
    while start < len(spots) - 4:
        long = dice.randrange(4, 15)
        yield spots[start : start + long]
        start += long + dice.randrange(8, 34)


def _shallows(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """The shallows of a ford: banks of gravel under thin water, ripples and stones."""
    rows, columns = land.looks["ford"].shape
    noise = layered(columns, rows, 9, source.seed + 61, 2)
    ford = np.minimum(land.looks["ford"], land.looks["river"])
    _rings(ford, ((0.42, toned(style.water, (24, 22, 6))), (0.5, style.shallow)), base)
    bars = np.minimum(ford, noise * np.float32(0.8) + np.float32(0.48))
    _rings(bars, ((0.5, toned(style.sand, (-18, -16, -20))), (0.54, style.sand)), base)
    dice = Random(f"{source.seed} ford")
    for x, y in strewn(land.width, land.height, 7.0, source.seed + 67).tolist():
        if land.at(ford, x, y) > 0.52:
            _ripple(x, y, style, base, dice) if dice.random() < 0.55 else _pebbles(x, y, style, base, dice)


def _ripple(x: float, y: float, style: Style, base: Layer, dice: Random) -> None:
    half = dice.uniform(2.2, 4.6)
    base.line([(x - half, y), (x, y - 1.1), (x + half, y)], toned(style.water, (86, 72, 52)), 0.8)


def _pebbles(x: float, y: float, style: Style, base: Layer, dice: Random) -> None:
    for _ in range(dice.choice((1, 2, 3))):
        dx, dy = direction(dice.randrange(0, 360, 20))
        base.disc(x + dx * 2.2, y + dy * 2.2, dice.choice(style.stones), dice.uniform(1.4, 2.6))


# ----------------------------------------------------------------------------------------------------------- steppe


def steppe(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Grass over all open land, its tufts in drifts."""
    tints = np.asarray(land.tint)
    rows, columns = land.level.shape
    drift = layered(columns, rows, 30, source.seed + 83, 2)
    dice = Random(f"{source.seed} tufts")
    for x, y in strewn(land.width, land.height, 7.5, source.seed + 89).tolist():
        if land.at(drift, x, y) > dice.uniform(-0.3, 0.42):
            _tuft(x, y, toned(_ground(tints, x, y), dice.choice(style.tufts)), base, dice)


def _ground(tints: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], x: float, y: float) -> Sequence[int]:
    row = min(max(int(y / GRAIN), 0), tints.shape[0] - 1)
    column = min(max(int(x / GRAIN), 0), tints.shape[1] - 1)
    found: Iterable[int] = tints[row, column]
    return tuple(int(part) for part in found)


def _tuft(x: float, y: float, colour: Rgb, base: Layer, dice: Random) -> None:
    for angle in (-125, -92, -60):
        dx, dy = direction(angle + dice.randrange(-12, 13, 4))
        high = dice.uniform(2.2, 4.2)
        base.line([(x, y), (x + dx * high, y + dy * high)], colour, 0.7)
