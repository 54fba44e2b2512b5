"""How the land looks in a season: the same country in other colours, and under snow with other trees and roofs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.maps import alps
from builder.maps.style import Style, ramp

AUTUMN: Mapping[str, Any] = {
    "levels": ((184, 177, 125), (214, 198, 142), (232, 216, 170), (246, 236, 216)),
    "meadow": (176, 174, 118),
    "wood_floor": ((158, 140, 92), (128, 120, 78), (104, 104, 66)),
    "wood_trees": ((178, 134, 66), (154, 122, 60), (126, 116, 64), (106, 108, 64), (90, 102, 62)),
    "firs": 0.34,
    "fir_trees": ((76, 104, 76), (68, 96, 70), (84, 110, 78)),
    "field_trees": ((160, 122, 60), (140, 116, 62), (178, 140, 70)),
    "grove_floor": (178, 168, 108),
    "grove_trees": ((196, 154, 70), (182, 132, 60), (164, 144, 72), (206, 168, 84)),
    "scrub_floor": (196, 180, 130),
    "scrub": ((146, 118, 70), (128, 110, 64), (156, 132, 80), (138, 100, 62)),
    "ploughed": (154, 130, 102),
    "marsh_floor": (164, 166, 122),
    "marsh_water": (118, 144, 152),
    "reed": (128, 112, 62),
    "garden": ((176, 166, 112), (190, 176, 124), (164, 150, 104)),
}
"""Straw, rust and bare ground; firs stay green."""

WINTER: Mapping[str, Any] = {
    "levels": ((209, 218, 226), (223, 228, 231), (236, 236, 233), (249, 247, 241)),
    "meadow": (198, 209, 217),
    "crops": ((0, 0, 0), (4, 4, 2), (-6, -5, -3), (-8, -8, -8), (-10, -8, -5), (6, 5, 4)),
    "grass": ((0, 0, 0), (-5, -4, -2), (-8, -6, -4), (4, 4, 3)),
    "dry": (-9, -6, -2),
    "tufts": ((-58, -66, -86), (-40, -44, -54), (-20, -16, -9), (-14, -11, -6)),
    "snow": (240, 244, 248),
    "wood_floor": ((196, 205, 210), (172, 183, 190), (150, 163, 171)),
    "wood_trees": ((122, 106, 92), (110, 96, 86), (98, 88, 82), (88, 80, 78), (80, 74, 74)),
    "firs": 0.6,
    "fir_trees": ((58, 84, 74), (50, 74, 68), (66, 92, 78)),
    "field_trees": ((104, 90, 78), (92, 82, 74), (116, 98, 80)),
    "grove_floor": (198, 207, 211),
    "grove_trees": ((118, 100, 82), (104, 90, 78), (128, 108, 84)),
    "scrub_floor": (206, 209, 206),
    "scrub": ((124, 104, 80), (108, 94, 78), (136, 112, 82), (116, 92, 72)),
    "ploughed": (178, 170, 164),
    "sand": (214, 214, 210),
    "shallow": (186, 206, 216),
    "orchard_floor": (204, 212, 214),
    "orchard_trees": ((112, 96, 82), (100, 88, 78)),
    "hedge": (104, 98, 86),
    "village_floor": (204, 197, 188),
    "town_floor": (192, 187, 182),
    "marsh_floor": (190, 200, 202),
    "marsh_water": (142, 170, 188),
    "reed": (140, 118, 76),
    "rough_floor": (204, 204, 200),
    "barred_floor": (168, 168, 168),
    "stones": ((150, 150, 150), (136, 138, 142), (168, 168, 168)),
    "garden": ((214, 219, 222), (222, 225, 226), (206, 210, 212)),
    "edge": (96, 92, 98),
    "water": (150, 180, 200),
    "bank": (92, 120, 144),
    "road_case": (98, 84, 72),
    "road_fill": (222, 211, 197),
    "highway_fill": (201, 176, 142),
    "ballast": (206, 206, 204),
    "grid": (34, 42, 56),
    "grid_light": (246, 249, 252),
    "number": (26, 32, 44),
    "wood_ink": (24, 36, 44),
    "wood_halo": (26, 38, 46),
    "shadow": (62, 80, 110),
}
"""Snow on the ground, on roofs and firs; all other trees bare, water and swamp under ice, roads trodden."""

SEASONS: Mapping[str, Mapping[str, Any]] = {"autumn": AUTUMN, "winter": WINTER}


def seasoned(style: Style, season: str, levels: int = 0, relief: str = "") -> Style:
    """The style as the land looks in a season, with a tint for each of so many levels."""
    found = replace(style, **SEASONS.get(season, {}))
    return replace(found, levels=(alps.tints if relief == "alpine" else ramp)(found.levels, levels))
