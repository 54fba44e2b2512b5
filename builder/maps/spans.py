"""Bridges over broad rivers: piers in the water, a deck of planks, rails on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from assets.maps import Way
from builder.landscape.curves import Point, Spot, distance, walk
from builder.landscape.scene import Layer
from builder.maps.emblems import flagged
from builder.maps.ground import Ground
from builder.maps.style import Style, toned
from builder.maps.ways import Line, Survey

STEP = 2.0
REACH = 78.0
SHORE = 0.43
DECK = {"highway": 12.0, "road": 9.6, "sunken": 8.6, "track": 7.0}


def spans(survey: Survey, roads: Iterable[Line], land: Ground, style: Style, base: Layer) -> None:
    """Draw the bridge of every road in every place that has one."""
    wet = [land.looks[look] for look in ("river", "sea") if look in land.looks]
    if not wet:
        return
    river = np.maximum.reduce(wet)
    bridged = [name for flag, _ in flagged(survey, "bridge") for name in flag.at]
    middles = [survey.centre(name) for name in (*survey.country.bridges, *bridged)]
    for road in roads:
        for middle in middles:
            over = [
                spot
                for spot in walk(road.points, STEP)
                if distance((spot.x, spot.y), middle) < REACH and land.at(river, spot.x, spot.y) > SHORE
            ]
            if over and isinstance(road.way, Way):
                _span(over, DECK.get(road.way.kind, 9.6), style, base)


def _span(spots: Sequence[Spot], wide: float, style: Style, base: Layer) -> None:
    line = [(spot.x, spot.y) for spot in spots]
    half = wide / 2
    base.line([(x + 4.5, y + 5.5) for x, y in line], toned(style.bank, (-8, -10, -12)), wide + 1)
    for spot in spots[6:-4:9]:
        base.line([spot.beside(-half - 4.2), spot.beside(half + 4.2)], style.ink, 4.6)
        base.line([spot.beside(-half - 3.6), spot.beside(half + 3.6)], toned(style.sand, (-30, -30, -30)), 3.2)
    base.line(line, style.ink, wide + 2.6)
    base.line(line, style.planks, wide)
    for spot in walk(line, 3.1):
        base.line([spot.beside(-half + 0.6), spot.beside(half - 0.6)], toned(style.planks, (-44, -42, -40)), 0.55)
    for side in (-1, 1):
        base.line([spot.beside(side * (half + 0.2)) for spot in spots], style.ink, 1.5)
        rail = [spot.beside(side * (half + 0.2)) for spot in spots]
        base.line(rail, toned(style.planks, (34, 32, 26)), 0.6)
        for end, along in ((spots[0], -1.0), (spots[-1], 1.0)):
            base.line(_wing(end, side * half, side * 4.6, along * 7.0), style.ink, 1.6)


def _wing(end: Spot, beside: float, out: float, along: float) -> list[Point]:
    """The wall that leads from the end of a rail to the bank."""
    x, y = end.beside(beside + out)
    return [end.beside(beside), (x + end.dx * along, y + end.dy * along)]
