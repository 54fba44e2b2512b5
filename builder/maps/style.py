"""The colours and measures of a painted map; lengths in units of the layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Style:
    """One way to paint a map. `levels` are the tints of levels 0, 1, 2 ... (negative ones take the first)."""

    levels: tuple[Rgb, ...] = ((172, 190, 126), (208, 204, 140), (232, 215, 166), (246, 237, 216))
    meadow: Rgb = (160, 186, 120)
    crops: tuple[tuple[int, int, int], ...] = (
        (0, 0, 0),
        (12, 8, -12),
        (-14, 2, -16),
        (-8, -14, -18),
        (-20, -6, -20),
        (10, 2, -4),
        (-6, 6, -10),
        (18, 12, 6),
    )
    grass: tuple[tuple[int, int, int], ...] = (
        (0, 0, 0),
        (-10, 2, -12),
        (-16, -2, -16),
        (8, 6, -2),
        (-6, 4, -8),
        (4, -2, -10),
    )
    dry: Rgb = (22, 10, -10)
    """The dry patches of the steppe, against its ground."""
    tufts: tuple[Rgb, ...] = ((-30, -22, -26), (-22, -14, -22), (-14, -6, -16), (18, 16, 2))
    """Tufts of grass, against their ground."""
    snow: Rgb | None = None
    """What lies on roofs and firs; then all other trees are bare."""
    wood_floor: tuple[Rgb, ...] = ((132, 156, 96), (104, 132, 80), (84, 112, 66))
    wood_trees: tuple[Rgb, ...] = ((112, 142, 82), (100, 132, 76), (92, 124, 72), (82, 114, 68), (74, 106, 64))
    firs: float = 0.13
    fir_trees: tuple[Rgb, ...] = ((74, 106, 76), (66, 98, 70))
    field_trees: tuple[Rgb, ...] = ((104, 132, 70), (92, 122, 66), (118, 140, 76))
    grove_floor: Rgb = (156, 178, 112)
    grove_trees: tuple[Rgb, ...] = ((128, 156, 84), (142, 166, 94), (116, 146, 80), (152, 170, 98))
    scrub_floor: Rgb = (190, 188, 132)
    scrub: tuple[Rgb, ...] = ((116, 130, 74), (102, 120, 68), (134, 142, 86), (124, 122, 72))
    ploughed: Rgb = (176, 146, 106)
    sand: Rgb = (222, 206, 162)
    shallow: Rgb = (152, 184, 186)
    planks: Rgb = (198, 174, 136)
    orchard_floor: Rgb = (176, 200, 122)
    orchard_trees: tuple[Rgb, ...] = ((110, 146, 66), (122, 152, 74), (98, 136, 62))
    hedge: Rgb = (88, 112, 60)
    village_floor: Rgb = (222, 205, 176)
    town_floor: Rgb = (206, 196, 182)
    marsh_floor: Rgb = (160, 184, 140)
    marsh_water: Rgb = (116, 156, 166)
    reed: Rgb = (84, 108, 62)
    rough_floor: Rgb = (196, 188, 146)
    barred_floor: Rgb = (150, 140, 126)
    stones: tuple[Rgb, ...] = ((150, 142, 130), (136, 128, 118), (166, 158, 144))
    garden: tuple[Rgb, ...] = ((170, 186, 118), (186, 190, 128), (158, 176, 110))
    roofs: tuple[Rgb, ...] = ((178, 84, 60), (190, 102, 72), (164, 74, 56), (150, 92, 72), (176, 116, 84))
    slates: tuple[Rgb, ...] = ((112, 114, 124), (126, 124, 128))
    edge: Rgb = (112, 84, 50)
    water: Rgb = (108, 158, 190)
    bank: Rgb = (64, 106, 140)
    road_case: Rgb = (104, 78, 52)
    road_fill: Rgb = (250, 241, 218)
    highway_fill: Rgb = (243, 201, 112)
    ballast: Rgb = (214, 204, 184)
    rail: Rgb = (52, 46, 44)
    grid: Rgb = (38, 34, 24)
    grid_light: Rgb = (238, 240, 214)
    grid_opacity: float = 0.42
    box: Rgb = (249, 244, 230)
    number: Rgb = (58, 54, 46)
    ink: Rgb = (40, 32, 26)
    water_ink: Rgb = (28, 74, 116)
    wood_ink: Rgb = (30, 52, 26)
    wood_halo: Rgb = (28, 48, 30)
    paper: Rgb = (240, 231, 209)
    paper_dark: Rgb = (224, 211, 181)
    rule: Rgb = (118, 98, 70)
    accent: Rgb = (150, 44, 36)
    shadow: Rgb = (46, 50, 44)
    shadow_opacity: float = 0.42


def ramp(levels: tuple[Rgb, ...], count: int) -> tuple[Rgb, ...]:
    """The tints of so many levels: those that there are, or as many between and beyond them, up to bare stone."""
    if count <= len(levels):
        return levels
    anchors = (*levels, STONE, PEAK)
    found = []
    for level in range(count):
        whole, share = divmod(level * (len(anchors) - 1), count - 1)
        low, high = anchors[whole], anchors[min(whole + 1, len(anchors) - 1)]
        found.append(toned(low, [b - a for a, b in zip(low, high, strict=True)], share / (count - 1)))
    return tuple(found)


STONE: Rgb = (222, 208, 190)
PEAK: Rgb = (238, 236, 234)
"""What lies above straw and sand, where a map is high."""


def toned(ground: Sequence[int], by: Sequence[int], share: float = 1.0) -> Rgb:
    """A colour, so much lighter or darker in each of its parts."""
    red, green, blue = (max(0, min(255, round(int(one) + more * share))) for one, more in zip(ground, by, strict=True))
    return red, green, blue


CLASSIC = Style()
