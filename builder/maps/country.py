"""The country of a map as a scene: ground, layers of shapes and plants, ready to be drawn at any density."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from assets.maps import Map, Water, Way
from builder.landscape.contours import contours, rounded
from builder.landscape.curves import Point, crossings, length, part, walk
from builder.landscape.houses import Buildings
from builder.landscape.plots import furrows, plots
from builder.landscape.scene import Layer, Tile
from builder.maps.emblems import clear, courses, emblems, flow
from builder.maps.floors import floors, steppe
from builder.maps.ground import GRAIN, Ground, ground
from builder.maps.growth import Growth, Tree, wintered
from builder.maps.keepout import Keepout
from builder.maps.layout import Layout, numbers_at
from builder.maps.settle import Villages
from builder.maps.spans import spans
from builder.maps.style import Rgb, Style, toned
from builder.maps.ways import Line, Survey
from builder.maps.works import Work, Works
from vassal.memory import give_back

SMALL = 90
"""Knolls and hollows whose edge is shorter than this are left out where there are mountains."""
TILLED = 1.9
"""No fields above this level, counted from the lowest, where there are mountains."""
WIDTHS = {"highway": (8.8, 6.2), "road": (6.2, 4.2), "sunken": (5.2, 3.2), "track": (3.0, 1.8)}


@dataclass
class Country:
    """All that is drawn of a country, in units from the corner of the neat line."""

    land: Ground
    base: Layer = field(default_factory=Layer)
    buildings: Buildings = field(default_factory=lambda: Buildings(Layer(), Layer()))
    trees: list[Tree] = field(default_factory=list)
    roads: list[Line] = field(default_factory=list)
    waters: list[Line] = field(default_factory=list)
    railways: list[Line] = field(default_factory=list)
    houses: list[tuple[float, float, float]] = field(default_factory=list)
    edges: list[list[Point]] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    lines: list[tuple[list[Point], float]] = field(default_factory=list)

    def standing(self, tile: Tile) -> list[Tree]:
        """The plants that reach into a tile with their shadows, in order."""
        left, top, right, bottom = tile.bounds
        x, y, margin = self._stands
        reach = (x > left - margin) & (x < right + margin) & (y > top - margin) & (y < bottom + margin)
        return [self.trees[place] for place in np.flatnonzero(reach)]

    @cached_property
    def _stands(self) -> NDArray[np.float64]:
        """Where each plant stands, and how far from there something of it is seen."""
        stands = [(tree.x, tree.y, 2.2 * tree.radius + 2) for tree in self.trees]
        return np.array(stands, np.float64).reshape(-1, 3).T


def country(source: Map, sheet: Layout, style: Style, tones: Mapping[str, Rgb] = MappingProxyType({})) -> Country:
    """The scene of a map; `sheet` at the layout's own density, `tones` are the colours of the sides."""
    land = ground(source, sheet, style)
    found = Country(land, buildings=Buildings(Layer(), Layer(), style.snow))
    survey = Survey(source, sheet)
    found.roads, found.railways, found.waters = survey.roads(), survey.railways(), survey.waters()
    keepout = _keepout(source, sheet, survey, found)
    if source.terrains[source.base].look == "steppe":
        steppe(source, land, style, found.base)
    else:
        _fields(source, land, style, found.base)
    floors(source, land, style, found.base)
    give_back()
    _meadows(found.waters, style, found.base)
    found.edges = list(_edges(land, style, found.base, keepout, survey))
    works = Works(survey, style, tones, found.base)
    found.works = works.works
    for work in works.works:
        keepout.line(work.line, work.wide + 8)
    clear(survey, keepout)
    found.lines = [*courses(survey), *((list(work.line), work.wide + 4) for work in works.works)]
    flow(survey, style, found.base)
    _streams(found.waters, style, found.base)
    works.water()
    streets = Layer()
    villages = Villages(source, survey, style, found.base, found.buildings, keepout)
    villages.build([road for road in found.roads if isinstance(road.way, Way) and road.way.kind != "track"])
    found.houses = villages.stands
    for a, b in villages.streets:
        streets.line([a, b], style.road_case, 4.0)
    for a, b in villages.streets:
        streets.line([a, b], style.road_fill, 2.6)
    found.base.extend(streets)
    _railways(found.railways, style, found.base)
    _roads(found.roads, style, found.base)
    _bridges(found, style)
    spans(survey, found.roads, land, style, found.base)
    works.crossings([*found.roads, *found.railways])
    works.lines()
    emblems(survey, style, works, found.base)
    _features(source, survey, found, keepout)
    give_back()
    growth = Growth(source, survey, land, style, keepout)
    for x, y, reach in villages.stands:
        keepout.disc(x, y, reach + 1.5)
    growth.woods()
    growth.groves()
    growth.scrub()
    growth.orchards()
    growth.avenues(found.roads)
    growth.banks(found.waters)
    growth.strays()
    trees = map(wintered, growth.trees) if style.snow else growth.trees
    found.land = land.bare()
    found.trees = sorted(trees, key=lambda tree: (tree.y + tree.radius * 0.3, tree.x))
    return found


def _keepout(source: Map, sheet: Layout, survey: Survey, found: Country) -> Keepout:
    keepout = Keepout(found.land.width, found.land.height)
    for road in found.roads:
        wide = isinstance(road.way, Way) and road.way.kind == "highway"
        keepout.line(road.points, 13 if wide else 9)
    for line in found.railways:
        keepout.line(line.points, 10)
    for line in found.waters:
        keepout.line(line.points, 9)
    for x, y in numbers_at(sheet).values():
        keepout.box(x - 12, y - 6, x + 12, y + 6)
    return keepout


def _fields(source: Map, land: Ground, style: Style, base: Layer) -> None:
    """Plots of crops or grass over all open land, a little off the colour of the ground."""
    grassy = source.terrains[source.base].look != "fields"
    palette = style.grass if grassy else style.crops
    tints = np.asarray(land.tint)
    for plot in plots(land.width, land.height, source.seed):
        x, y = plot.middle
        row = min(max(int(y / GRAIN), 0), tints.shape[0] - 1)
        column = min(max(int(x / GRAIN), 0), tints.shape[1] - 1)
        crop = palette[int(plot.lot * len(palette)) % len(palette)]
        share = 0.55 + 0.45 * (plot.lot * 37 % 1)
        if source.relief == "alpine" and land.at(land.level, x, y) > TILLED:
            continue
        ground = tints[row, column]
        colour = toned(ground, crop, share)
        base.area(plot.corners, colour)
        lot = plot.lot * 7919 % 1
        if lot < (0.3 if grassy else 0.72):
            dark = toned(colour, (-9, -9, -9), 0.6 + lot * 0.5)
            for start, end in furrows(plot, 3.2 + 2.2 * lot):
                base.line([start, end], dark, 0.55)
        edge = toned(colour, (-16, -14, -14), 1.0)
        closed = [*plot.corners, plot.corners[0]]
        base.line(closed, edge, 0.5)


def _edges(land: Ground, style: Style, base: Layer, keepout: Keepout, survey: Survey) -> Iterator[list[Point]]:
    """The edge where the level changes: a line, and strokes down the slope."""
    top = int(float(land.level.max()) + 0.5)
    for level in range(1, top + 1):
        for outline in contours(land.level, level - 0.5, GRAIN):
            if len(outline) < (20 if survey.country.relief == "rolling" else SMALL):
                continue
            smooth = rounded(outline)
            closed = [(float(x), float(y)) for x, y in (*smooth, smooth[0])]
            keepout.line(closed, 2)
            for index, spot in enumerate(walk(closed, 5.2)):
                far = 6.4 if index % 2 else 4.2
                if not survey.numbered(spot.beside(-3)):
                    base.line([spot.beside(0), spot.beside(-far)], style.edge, 0.62)
            base.line(closed, style.edge, 1.25)
            yield closed


def _meadows(waters: Iterable[Line], style: Style, base: Layer) -> None:
    """Meadows along streams."""
    for line in waters:
        if isinstance(line.way, Water):
            base.line(line.points, style.meadow, line.way.width + 15)


def _streams(waters: Iterable[Line], style: Style, base: Layer) -> None:
    """Streams with darker banks, wider downstream."""
    lines = [(line, line.way) for line in waters if isinstance(line.way, Water)]
    for grow, colour in ((2.2, style.bank), (0.0, style.water)):
        for line, water in lines:
            long = length(line.points)
            for index in range(6):
                piece = part(line.points, long * index / 6, long * (index + 1) / 6)
                base.line(piece, colour, water.width * (0.45 + 0.11 * index) * 0.62 + grow)


def _railways(lines: Iterable[Line], style: Style, base: Layer) -> None:
    for line in lines:
        base.line(line.points, style.ballast, 5.2)
        for spot in walk(line.points, 4.2):
            base.line([spot.beside(-2.9), spot.beside(2.9)], style.rail, 1.0)
        base.line(line.points, style.rail, 2.4)
        base.line(line.points, (232, 226, 212), 0.9)


def _roads(roads: Iterable[Line], style: Style, base: Layer) -> None:
    """Casings of all roads first, then their surfaces, the larger over the smaller: so joins look driven."""
    by_kind: dict[str, list[Line]] = {kind: [] for kind in ("track", "sunken", "road", "highway")}
    for line in roads:
        if isinstance(line.way, Way):
            by_kind[line.way.kind].append(line)
    for line in by_kind["sunken"]:
        for spot in walk(line.points, 3.8):
            for side in (-1, 1):
                base.line([spot.beside(side * 2.2), spot.beside(side * 6.0)], style.edge, 0.6)
    for line in by_kind.pop("track"):
        for index in range(int(length(line.points) / 7)):
            base.line(part(line.points, index * 7, index * 7 + 4.4), style.road_case, 1.5)
    for kind, lines in by_kind.items():
        for line in lines:
            base.line(line.points, style.road_case, WIDTHS[kind][0])
    for kind, lines in by_kind.items():
        for line in lines:
            base.line(line.points, style.highway_fill if kind == "highway" else style.road_fill, WIDTHS[kind][1])


def _bridges(found: Country, style: Style) -> None:
    for road in [*found.roads, *found.railways]:
        kind = road.way.kind if isinstance(road.way, Way) else "road"
        half = (WIDTHS[kind][0] if kind in WIDTHS else 6.4) / 2 + 0.9
        for water in found.waters:
            for spot in crossings(road.points, water.points):
                for side in (-1, 1):
                    ends = []
                    for along, out in ((-8.5, 2.6), (-5.2, 0.0), (5.2, 0.0), (8.5, 2.6)):
                        x, y = spot.beside(side * (half + out))
                        ends.append((x + spot.dx * along, y + spot.dy * along))
                    found.base.line(ends, style.ink, 1.3)


def _features(source: Map, survey: Survey, found: Country, keepout: Keepout) -> None:
    for item in source.features.values():
        x, y = survey.centre(item.at)
        x, y = x + item.off[0] * 1.04, y + item.off[1] * 1.04
        if item.kind == "windmill":
            found.buildings.windmill(x, y)
        elif item.kind == "watertower":
            found.buildings.watertower(x, y)
        elif item.kind == "farm":
            found.buildings.farm(x, y, 12, (164, 96, 72))
        elif item.kind == "church":
            found.buildings.church(x, y, 0)
        found.houses.append((x, y, 11))
