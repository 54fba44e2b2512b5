"""Pieces of terrain as they lie on the board, seen from above: works on hexsides, bridges and tiles that fill a hex.

Lengths are hundredths of a counter's side; a hex is 160 of them from corner to corner, so that a hexside is 80 long.
Pieces on hexsides are drawn about the middle of the side, which lies `side_offset` from the middle of the hex.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Literal

from PIL import Image

from builder.counters.token import FACINGS, hexagon
from builder.drawing.canvas import Canvas
from builder.drawing.colour import Rgb, mix, rgb
from builder.drawing.path import Path, Point, circle, ellipse, line, polygon, rectangle, rounded, star, together

RADIUS = 80.0
REACH = RADIUS * 0.8660254
Kind = Literal["side", "axis", "hex"]
Shape = tuple[Path, Rgb, float]
"""A shape with its colour and opacity."""

BLACK, WHITE = rgb("#14171a"), rgb("#ffffff")
EARTH, DUG, PIT = rgb("#a9865a"), rgb("#6d5233"), rgb("#3a2b1b")
BAG, STEEL, GLINT = rgb("#cdb98a"), rgb("#343b40"), rgb("#e8edf0")
STONE, STONE_DARK, STONE_LIGHT = rgb("#a9aaa2"), rgb("#5f625c"), rgb("#d9dad2")
WOOD, WOOD_DARK, WOOD_LIGHT = rgb("#9a7444"), rgb("#4e3820"), rgb("#c9a878")
WATER, SMOKE, LEAF = rgb("#5f8ea6"), rgb("#e3e3df"), rgb("#4c6a3a")


def side_offset(facing: str) -> Point:
    """Where the middle of a hexside lies, counted from the middle of the hex."""
    angle = math.radians(60 * FACINGS.index(facing) - 90)
    return REACH * math.cos(angle), REACH * math.sin(angle)


def kind_of(icon: str) -> Kind | None:
    """How a piece with this icon lies on the board; None if it is a marker like others."""
    return PIECES[icon][0] if icon in PIECES else None


def draw_piece(icon: str, facing: str, density: int) -> Image.Image:
    """The picture of a piece; `facing` is empty for one that has no direction."""
    kind, shapes = PIECES[icon]
    wide, high = (2 * RADIUS, 2 * REACH) if kind != "side" else (96.0, 96.0)
    canvas = Canvas(wide, high, density / 100)
    turn = 60 * FACINGS.index(facing) if facing else 0
    for path, colour, opacity in shapes():
        canvas.fill(path.turned(turn).moved(wide / 2, high / 2), colour, opacity)
    return canvas.image


def _edged(path: Path, colour: Rgb, edge: Rgb = BLACK, width: float = 1.6) -> list[Shape]:
    return [(path.grown(width), edge, 0.9), (path, colour, 1.0)]


def _wire() -> list[Shape]:
    """Two strands wound about crossed stakes."""
    found: list[Shape] = []
    stakes = [line((x - 6, y), (x + 6, -y), width=3.2, cap="round") for x in (-34, -17, 0, 17, 34) for y in (8, -8)]
    coil = [(x, 6.5 * math.sin(x / 40 * math.pi * 5 + phase)) for phase in (0.0,) for x in range(-40, 41)]
    other = [(x, -y) for x, y in coil]
    wires = together(
        [line(*coil, width=1.9, cap="round", join="round"), line(*other, width=1.9, cap="round", join="round")]
    )
    barbs = together(
        line((x - 2.6, y - 2.6), (x + 2.6, y + 2.6), width=1.5)
        + line((x + 2.6, y - 2.6), (x - 2.6, y + 2.6), width=1.5)
        for x, y in coil[4::8]
    )
    whole = together([*stakes, wires]).joined()
    found.append((whole.grown(2.2), WHITE, 0.75))
    found.append((together(stakes).joined(), WOOD_DARK, 1.0))
    found.append((together([wires, barbs]).joined(), STEEL, 1.0))
    return found


def _teeth() -> list[Shape]:
    """Concrete pyramids in two rows, lit from the upper left."""
    found: list[Shape] = []
    spots = [(x, 5.5) for x in (-32, -16, 0, 16, 32)] + [(x, -6.5) for x in (-24, -8, 8, 24)]
    for x, y in sorted(spots, key=lambda spot: spot[1]):
        h = 6.6
        base = polygon((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
        found += [(base.grown(1.3), BLACK, 0.9)]
        top = (x - 0.6, y - 1.2)
        for a, b, colour in (
            ((x - h, y - h), (x + h, y - h), STONE_LIGHT),
            ((x - h, y - h), (x - h, y + h), mix(STONE_LIGHT, STONE, 0.5)),
            ((x + h, y - h), (x + h, y + h), STONE),
            ((x - h, y + h), (x + h, y + h), STONE_DARK),
        ):
            found.append((polygon(a, b, top), colour, 1.0))
    return found


def _trench() -> list[Shape]:
    """A ditch that turns, its parapet of sandbags towards the faced side."""
    zigzag = [(-40, 5), (-24, 5), (-17, -2), (-4, -2), (4, 5), (17, 5), (24, -2), (40, -2)]
    found = _edged(line(*zigzag, width=21, cap="round", join="round"), EARTH, DUG, 1.4)
    found.append((line(*zigzag, width=11, cap="round", join="round"), DUG, 1.0))
    found.append((line(*zigzag, width=6.5, cap="round", join="round"), PIT, 1.0))
    for x in range(-36, 37, 9):
        level = 5 if x < -20 or -1 < x < 20 else -2
        bag = rounded(x - 4.4, level - 13.5, 8.8, 5.4, 2.6)
        found += [(bag.grown(0.8), DUG, 0.9), (bag, BAG, 1.0)]
    return found


def _bunker() -> list[Shape]:
    """A low block of concrete, its slit towards the faced side."""
    body = polygon((-44, 30), (-44, -14), (-24, -36), (24, -36), (44, -14), (44, 30)).grown(4)
    roof = polygon((-35, 22), (-35, -10), (-18, -27), (18, -27), (35, -10), (35, 22)).grown(3)
    found = [(body.moved(3, 4), BLACK, 0.35), *_edged(body, STONE_DARK), (roof, STONE, 1.0)]
    found.append((roof.minus(roof.moved(2.2, 2.6)), STONE_LIGHT, 0.9))
    found.append((polygon((-24, -38), (24, -38), (17, -29), (-17, -29)), BLACK, 1.0))
    found.append((rectangle(-3, -46, 6, 13), STEEL, 1.0))
    found.append((circle(0, -1, 9).outline(2.4), STONE_DARK, 1.0))
    found += [(circle(x, 12, 2.6), STONE_DARK, 1.0) for x in (-26, 26)]
    found.append((rectangle(-10, 27, 20, 9), BLACK, 0.85))
    return found


def _manned() -> list[Shape]:
    """A bunker with its flag, which the first hit takes away."""
    cloth = polygon((16, -66), (50, -60), (42, -52), (50, -43), (16, -46))
    return [*_bunker(), *_edged(rounded(12, -68, 4.4, 58, 2), STEEL), *_edged(cloth, rgb("#c8261b"))]


def _breached() -> list[Shape]:
    """A bunker that was hit once."""
    crack = [(-22, -24), (-12, -10), (-18, 0), (-4, 10), (-9, 22)]
    hole = star(20, -4, (13, 6), 9)
    return [
        *_bunker(),
        (line(*crack, width=3.4, join="round"), BLACK, 0.9),
        (hole, BLACK, 0.9),
        (circle(20, -4, 5), PIT, 1.0),
    ]


def _deck(low: float, high: float) -> list[Shape]:
    """Planks between rails along the axis of a bridge."""
    deck = rectangle(-19, low, 38, high - low)
    found = [(deck.moved(4, 4).grown(1), BLACK, 0.3), *_edged(deck, WOOD, WOOD_DARK, 2)]
    planks = together(rectangle(-19, y, 38, 1.3) for y in _steps(low + 7, high, 8))
    found.append((planks, WOOD_DARK, 0.75))
    rails = together([rectangle(-22, low - 2, 5, high - low + 4), rectangle(17, low - 2, 5, high - low + 4)])
    found += _edged(rails, WOOD_LIGHT, WOOD_DARK, 1)
    posts = together(rectangle(x, y, 6.6, 4) for x in (-22.8, 16.2) for y in _steps(low, high - 3, 21))
    found.append((posts, WOOD_DARK, 1.0))
    return found


def _steps(low: float, high: float, step: float) -> list[float]:
    return [low + n * step for n in range(max(0, math.ceil((high - low) / step)))]


def _bridge() -> list[Shape]:
    """A bridge of wood between walls of stone."""
    return [*_deck(-REACH + 2, REACH - 2), *_abutments()]


def _ruin() -> list[Shape]:
    """What is left of a bridge: its ends, piles, timber in the water."""
    found = [*_deck(-REACH + 2, -30), *_deck(34, REACH - 2)]
    jagged = polygon((-22, -31), (-14, -20), (-8, -29), (0, -16), (8, -27), (15, -19), (22, -31))
    other = polygon((-22, 35), (-13, 22), (-5, 31), (4, 18), (12, 30), (22, 35))
    found += [(jagged, WOOD_DARK, 1.0), (other, WOOD_DARK, 1.0)]
    for x, y, turn in ((-12, -4, 28), (10, 4, -38), (-2, 10, 74), (20, -10, 12)):
        beam = rectangle(-13, -2.6, 26, 5.2).turned(turn).moved(x, y)
        found += _edged(beam, WOOD, WOOD_DARK, 1.1)
    found += [(star(-18, 12, (7, 3), 8), BLACK, 0.55), (star(13, -6, (9, 4), 8), BLACK, 0.5)]
    return [*found, *_abutments()]


def _abutments() -> list[Shape]:
    """The walls of stone on which a bridge ends."""
    upper, lower = (_edged(rectangle(-27, y, 54, 9), STONE, STONE_DARK, 1.5) for y in (-REACH + 1, REACH - 10))
    return [*upper, *lower]


def _pontoon() -> list[Shape]:
    """Boats side by side, planks over them."""
    found: list[Shape] = []
    for y in (-48, -24, 0, 24, 48):
        boat = polygon((-42, y), (-34, y - 7), (34, y - 7), (42, y), (34, y + 7), (-34, y + 7)).grown(1.5)
        found += [(boat.moved(2, 3), BLACK, 0.3), *_edged(boat, rgb("#5d6a5a"), BLACK, 1.3)]
        found.append((rectangle(-32, y - 3.4, 64, 6.8), rgb("#3d4a42"), 1.0))
    return [*found, *_deck(-REACH + 2, REACH - 2)]


def _path() -> list[Shape]:
    """A way cut through a wood: ruts between stumps."""
    track = [(0.0, -REACH + 1), (-7.0, -36.0), (6.0, -8.0), (-5.0, 26.0), (0.0, REACH - 1)]
    found: list[Shape] = [
        (line(*track, width=44, cap="flat", join="round"), mix(LEAF, EARTH, 0.45), 0.95),
        (line(*track, width=30, cap="flat", join="round"), mix(EARTH, BAG, 0.4), 1.0),
    ]
    ruts = [line(*((x + shift, y) for x, y in track), width=4, join="round") for shift in (-7, 7)]
    found += [(rut, DUG, 0.75) for rut in ruts]
    for x, y in ((-27, -52), (25, -40), (-24, -6), (26, 14), (-27, 42), (22, 54)):
        found += _edged(circle(x, y, 4.8), WOOD_LIGHT, WOOD_DARK, 1.4)
        found.append((circle(x, y, 2.2).outline(1), WOOD_DARK, 0.8))
    return found


def _smoke() -> list[Shape]:
    """Billows that fill the hex and let a little of it through."""
    puffs = [(0, 0, 40), (-38, 8, 28), (38, 10, 28), (-22, -32, 27), (24, -30, 28), (0, 38, 27)]
    puffs += [(-34, 36, 19), (36, 36, 18), (0, -46, 18), (-54, -14, 17), (54, -12, 17)]
    whole = together(circle(x, y, r) for x, y, r in puffs).joined()
    found: list[Shape] = [(whole.moved(3, 4), BLACK, 0.22), (whole.grown(1.2), STONE_DARK, 0.65), (whole, SMOKE, 0.86)]
    for x, y, r in puffs:
        found.append(
            (
                circle(x + r * 0.2, y + r * 0.24, r * 0.74).minus(circle(x - r * 0.06, y - r * 0.1, r * 0.78)),
                STONE_DARK,
                0.34,
            )
        )
        found.append((circle(x - r * 0.25, y - r * 0.3, r * 0.42), WHITE, 0.55))
    return found


def _cargo() -> list[Shape]:
    """A crate under its parachute, which lies on the ground."""
    cloth = ellipse(10, -10, 42, 34)
    found: list[Shape] = [(cloth.moved(2, 3), BLACK, 0.25), *_edged(cloth, rgb("#e9e5d6"), STONE_DARK, 1.2)]
    for n in range(8):
        angle = math.radians(45 * n + 12)
        found.append((line((10, -10), (10 + 41 * math.cos(angle), -10 + 33 * math.sin(angle)), width=1.2), STONE, 1.0))
    found.append((line((10, -10), (-22, 26), width=2), STONE_DARK, 1.0))
    crate = rectangle(-46, 8, 46, 36)
    found += [(crate.moved(3, 4), BLACK, 0.35), *_edged(crate, WOOD, WOOD_DARK, 2)]
    bands = [rectangle(-46, y, 46, 1.6) for y in (19, 31)] + [rectangle(-38, 8, 5, 36), rectangle(-13, 8, 5, 36)]
    found.append((together(bands), WOOD_DARK, 0.85))
    return found


def _hill() -> list[Shape]:
    """A tile one level high: a slope all round, grass on top."""
    low, high = rgb("#a98f5c"), rgb("#d8c58c")
    found: list[Shape] = [(hexagon(3, 4, 72, 6), BLACK, 0.3), (hexagon(0, 0, 73, 6), rgb("#5f4c2b"), 1.0)]
    found += [(hexagon(-0.4 * n, -0.5 * n, 71 - 3.4 * n, 6), mix(low, high, n / 6), 1.0) for n in range(7)]
    hatch = together(
        line((math.cos(a) * 50, math.sin(a) * 50), (math.cos(a) * 62, math.sin(a) * 62), width=1.6)
        for a in (math.radians(10 * k) for k in range(36))
    )
    found.append((hatch, rgb("#6f5a33"), 0.6))
    return found


PIECES: Mapping[str, tuple[Kind, Callable[[], list[Shape]]]] = {
    "wire": ("side", _wire),
    "dragons-teeth": ("side", _teeth),
    "trench": ("side", _trench),
    "bunker": ("axis", _manned),
    "bunker-hit": ("axis", _breached),
    "bridge": ("axis", _bridge),
    "bridge-destroyed": ("axis", _ruin),
    "pontoon": ("axis", _pontoon),
    "path": ("axis", _path),
    "smoke": ("hex", _smoke),
    "cargo": ("hex", _cargo),
    "hill": ("hex", _hill),
}
"""The pieces by the icon of their marker: on a side of the hex, along an axis through it, or all over it."""
