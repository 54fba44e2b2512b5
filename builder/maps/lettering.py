"""Names and numbers on the land: each name at the place where it hides least, letters of waters along their curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from assets.maps import Map, Way
from builder.drawing import text as words
from builder.drawing.canvas import Canvas
from builder.drawing.path import Path, circle, star, together
from builder.drawing.raster import Mask, mask
from builder.fonts import Face
from builder.landscape.curves import Point, Spot, distance, length, part, walk
from builder.maps.country import Country
from builder.maps.emblems import streams
from builder.maps.layout import Layout, Rect, numbers_at
from builder.maps.style import Rgb, Style
from builder.maps.ways import Survey

COARSE = 4
FINE = 2.0
NUMBER_CAP = 7.4
TAKEN = 60_000
EMBLEMS = {"peak": (-12, -13, 12, 9), "depot": (-38, 23, -16, 45)}
"""What stands in the middle of a hex, or beside it, and is not written over: left, top, right, bottom."""
AGAIN = 1300.0
"""So long a stretch of a river has the name once."""
GROUND = {"woods": 12, "orchard": 24, "village": 60, "town": 60}
"""What a name costs on ground that it makes restless."""


@dataclass(frozen=True)
class Lettering:
    """How a kind of name is written: its face, the height of its capitals, how far apart the letters stand."""

    face: Face
    cap: float
    tracking: float = 0.0
    ink: str = "ink"
    opacity: float = 1.0
    halo: float = 2.4


KINDS = {
    "town": Lettering(Face.NAME_HEAVY, 12.5, 0.03),
    "village": Lettering(Face.NAME_BOLD, 10.5, 0.01),
    "hamlet": Lettering(Face.NAME, 9.5, 0.01),
    "hill": Lettering(Face.TEXT_BOLD_ITALIC, 9.0),
    "spot": Lettering(Face.TEXT_BOLD_ITALIC, 8.4),
    "wood": Lettering(Face.TITLE_ITALIC, 9.5, 0.06, "wood_ink"),
    "water": Lettering(Face.WATER, 8.8, 0.12, "water_ink"),
    "region": Lettering(Face.TITLE, 17, 0.75, "ink", 0.34, 0),
    "sign": Lettering(Face.TEXT_BOLD_ITALIC, 8.2, 0.0),
}


@dataclass(frozen=True)
class Name:
    """A name where it is to be written: the shape of its letters in units, and how."""

    shape: Path
    how: Lettering


class Board:
    """A coarse picture of what a name must not hide, and of the names that stand already."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("I", (-(-width // COARSE), -(-height // COARSE)))
        self.pen = ImageDraw.Draw(self.image)

    def box(self, left: float, top: float, right: float, bottom: float, cost: int) -> None:
        """Charge for a rectangle."""
        self.pen.rectangle([left / COARSE, top / COARSE, right / COARSE, bottom / COARSE], fill=cost)

    def line(self, points: Sequence[Point], width: float, cost: int) -> None:
        """Charge for a line."""
        self.pen.line([(x / COARSE, y / COARSE) for x, y in points], fill=cost, width=max(1, round(width / COARSE)))

    def cost(self, left: float, top: float, right: float, bottom: float) -> int:
        """What a rectangle would hide; beyond the edge of the land all is taken."""
        if left < 4 or top < 4 or right > self.image.width * COARSE - 4 or bottom > self.image.height * COARSE - 4:
            return TAKEN * 10
        box = (int(left / COARSE), int(top / COARSE), int(right / COARSE) + 1, int(bottom / COARSE) + 1)
        return int(np.asarray(self.image.crop(box), np.int64).sum())


def names(source: Map, sheet: Layout, scene: Country, points: Mapping[str, int]) -> list[Name]:
    """All names of a map, placed; `sheet` at the layout's own density."""
    board = _board(source, sheet, scene, points)
    found = list(_signposts(source, sheet, scene, board))
    order = ("town", "village", "hamlet", "hill", "spot", "wood", "water", "region")
    for kind in order:
        for place in source.places.values():
            if place.kind == kind:
                centres = [_land(sheet, name) for name in place.hexes]
                found += _place(_text(place.name, place.figure), KINDS[kind], centres, kind, board)
    for line in scene.waters:
        if line.way.name:
            found += _along(line.way.name, KINDS["water"], line.points, board)
    for work in scene.works:
        if work.border.name and work.look == "river":
            for stretch in _stretches(work.line):
                found += _along(work.border.name, KINDS["water"], stretch, board)
    for flag, _, course in streams(Survey(source, sheet)):
        if flag.name:
            found += _along(flag.name, KINDS["water"], course, board)
    return found


def _stretches(line: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """A long river in stretches, each of which has the name."""
    count = max(1, round(length(line) / AGAIN))
    yield from (part(line, length(line) * n / count, length(line) * (n + 1) / count) for n in range(count))


def within(found: Sequence[Name], sheet: Layout, part: Layout) -> list[Name]:
    """The names that stand wholly on a part of the land, where they stand on that part; both layouts unscaled."""
    first = part.grid.name(0, 0)
    (x, y), (own_x, own_y) = sheet.hexes[first], part.hexes[first]
    dx, dy = own_x - part.field.left - x + sheet.field.left, own_y - part.field.top - y + sheet.field.top
    there = [Name(name.shape.moved(dx, dy), name.how) for name in found]
    return [name for name in there if _inside(name.shape, part.field)]


def _inside(shape: Path, field: Rect) -> bool:
    points = [point for contour in shape.contours for point in contour]
    return all(0 <= x <= field.width and 0 <= y <= field.height for x, y in points)


def _text(name: str, figure: int | None) -> str:
    return name if figure is None else f"{name} {figure}" if name else f"· {figure}"


def _land(sheet: Layout, name: str) -> Point:
    x, y = sheet.centre(name)
    return x - sheet.field.left, y - sheet.field.top


def _board(source: Map, sheet: Layout, scene: Country, points: Mapping[str, int]) -> Board:
    board = Board(scene.land.width, scene.land.height)
    for name, terrain in source.terrain.items():
        x, y = _land(sheet, name)
        board.box(x - 42, y - 42, x + 42, y + 42, GROUND.get(source.terrains[terrain].look, 0))
    for line in scene.waters:
        board.line(line.points, 6, 60)
    for course, wide in scene.lines:
        board.line(course, wide, 110)
    for line in scene.railways:
        board.line(line.points, 5, 80)
    for line in scene.roads:
        board.line(line.points, 7, 150)
    for x, y, reach in scene.houses:
        board.box(x - reach, y - reach, x + reach, y + reach, 170)
    for edge in scene.edges:
        board.line(edge, 5, 70)
    for name in source.grid.names:
        x, y = _land(sheet, name)
        board.box(x - 3, y - 3, x + 3, y + 3, 60)
    for x, y in numbers_at(sheet).values():
        board.box(x - 12, y - 5, x + 12, y + 5, TAKEN)
    for x, y, (left, top, right, bottom) in _emblems(source, sheet):
        board.box(x + left, y + top, x + right, y + bottom, TAKEN)
    px, py = rosette_at(sheet)
    for name in points:
        x, y = _land(sheet, name)
        board.box(x + px - ROSETTE, y + py - ROSETTE, x + px + ROSETTE, y + py + ROSETTE, TAKEN)
    return board


def _emblems(source: Map, sheet: Layout) -> Iterator[tuple[float, float, tuple[int, int, int, int]]]:
    """Where something stands that is not written over, and how far it reaches."""
    for flag in source.flags.values():
        reach = EMBLEMS.get(source.kinds[flag.kind].look or "")
        yield from ((*_land(sheet, name), reach) for name in flag.at if reach)


def _place(text: str, how: Lettering, centres: Sequence[Point], kind: str, board: Board) -> Iterator[Name]:
    shape, wide = words.path(text, how.face, how.tracking)
    size = words.size_of(how.cap, how.face)
    width = wide * size
    best = min(
        _candidates(centres, width, how.cap, kind),
        key=lambda spot: (spot[2] + board.cost(*_frame(spot, width, how)), spot),
    )
    frame = _frame(best, width, how)
    board.box(*frame, TAKEN)
    yield Name(shape.scaled(size).moved(best[0], best[1]), how)


def _frame(spot: tuple[float, float, int], width: float, how: Lettering) -> tuple[float, float, float, float]:
    margin = 1 + how.halo
    return spot[0] - margin, spot[1] - how.cap - margin, spot[0] + width + margin, spot[1] + how.cap * 0.28 + margin


def _candidates(centres: Sequence[Point], width: float, cap: float, kind: str) -> Iterator[tuple[float, float, int]]:
    """Places for the left end of the baseline, with what each costs beyond what it hides."""
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    cx, cy = (left + right) / 2, (top + bottom) / 2
    if kind in {"wood", "water", "region"}:
        for dy in range(-30, 31, 5):
            for dx in range(-30, 31, 6):
                yield cx - width / 2 + dx, cy + cap / 2 + dy, 12 * (abs(dx) + abs(dy))
        return
    if kind in {"hill", "spot"}:
        for dy in range(-34, 40, 4):
            for dx in range(-30, 31, 6):
                yield cx - width / 2 + dx, cy + cap / 2 + dy, 10 * (abs(dx) + abs(dy))
        return
    for off in range(44, 62, 3):
        for slide in range(-54, 55, 6):
            rank = 30 * (off - 44) + 16 * abs(slide)
            yield cx - width / 2 + slide, top - off + 4, rank
            yield cx - width / 2 + slide, bottom + off + cap - 4, rank + 60
            yield right + off, cy + cap / 2 + slide, rank + 90
            yield left - off - width, cy + cap / 2 + slide, rank + 120


def _signposts(source: Map, sheet: Layout, scene: Country, board: Board) -> Iterator[Name]:
    """Where a way leaves the map: whither it goes."""
    how = KINDS["sign"]
    size = words.size_of(how.cap, how.face)
    land = scene.land
    for sign in source.signposts.values():
        ends = [line.points for line in scene.roads if isinstance(line.way, Way) and sign.at in line.way.path]
        if not ends:
            continue
        line = (
            ends[0] if _land(sheet, sign.at) and _nearer(ends[0], _land(sheet, sign.at)) else tuple(reversed(ends[0]))
        )
        inside = [(x, y) for x, y in line if 0 <= x <= land.width and 0 <= y <= land.height]
        x, y = inside[0]
        side = min((x, "←"), (land.width - x, "→"), (y, "↑"), (land.height - y, "↓"))[1]
        text = f"{sign.text} {side}" if side == "→" else f"{side} {sign.text}"
        shape, wide = words.path(text, how.face)
        width = wide * size
        spots = []
        for away in range(8, 44, 3):
            if side in "←→":
                px = 7 if side == "←" else land.width - 7 - width
                spots += [(px, y - away, away), (px, y + away + how.cap, away + 4)]
            else:
                py = 8 + how.cap if side == "↑" else land.height - 8
                spots += [(x + away, py, away), (x - away - width, py, away + 4)]
        best = min(spots, key=lambda spot: (spot[2] * 20 + board.cost(*_frame(spot, width, how)), spot))
        board.box(*_frame(best, width, how), TAKEN)
        yield Name(shape.scaled(size).moved(best[0], best[1]), how)


def _nearer(line: Sequence[Point], end: Point) -> bool:
    (ax, ay), (bx, by) = line[0], line[-1]
    return (ax - end[0]) ** 2 + (ay - end[1]) ** 2 < (bx - end[0]) ** 2 + (by - end[1]) ** 2


def _along(text: str, how: Lettering, line: Sequence[Point], board: Board) -> Iterator[Name]:
    """A name whose letters follow a line, beside it, where it is straightest and hides least."""
    size = words.size_of(how.cap, how.face)
    gap = how.tracking * size
    steps = [words.width(text[:end], how.face, size, how.tracking) + (gap if end else 0) for end in range(len(text))]
    middles = [step + words.width(letter, how.face, size) / 2 for step, letter in zip(steps, text, strict=True)]
    found = [spots for spots in _courses(line, middles, how.cap) if spots]
    if not found:
        return
    best = min(found, key=lambda spots: _strain(spots, board))
    letters = []
    for letter, spot in zip(text, best, strict=True):
        shape, wide = words.path(letter, how.face)
        turn = (spot.dx, spot.dy, -spot.dy, spot.dx, spot.x, spot.y)
        letters.append(shape.scaled(size).moved(-wide * size / 2, 0).transformed(turn))
        board.box(spot.x - 5, spot.y - how.cap, spot.x + 5, spot.y + how.cap / 2, TAKEN)
    yield Name(together(letters), how)


def _courses(line: Sequence[Point], middles: Sequence[float], cap: float) -> Iterator[list[Spot]]:
    """The places that letters could take along a line: from every start, read either way, on either side."""
    spots = list(walk(line, FINE))
    wide = int((middles[-1] + 8) / FINE)
    for start in range(20, len(spots) - wide - 20, 5):
        window = spots[start : start + wide]
        if window[-1].x < window[0].x:
            window = [Spot(spot.x, spot.y, -spot.dx, -spot.dy, 0) for spot in reversed(window)]
        for above in (7.5, -7.5 - cap * 0.7):
            yield [_letter(window, int(middle / FINE), above) for middle in middles]


def _letter(window: Sequence[Spot], index: int, above: float) -> Spot:
    """Where a letter stands: beside the line, turned as the line runs about there."""
    near = window[max(0, index - 6) : index + 7]
    dx, dy = near[-1].x - near[0].x, near[-1].y - near[0].y
    long = distance((0, 0), (dx, dy)) or 1.0
    dx, dy = dx / long, dy / long
    x, y = sum(spot.x for spot in near) / len(near), sum(spot.y for spot in near) / len(near)
    return Spot(x + dy * above, y - dx * above, dx, dy, 0)


def _strain(spots: Sequence[Spot], board: Board) -> float:
    """How much a name on these places bends, and what it hides."""
    bend = sum(abs(a.dx * b.dy - a.dy * b.dx) for a, b in pairwise(spots))
    steep = sum(abs(spot.dy) for spot in spots) / len(spots)
    return bend * 1500 + steep * 400 + sum(board.cost(s.x - 4, s.y - 8, s.x + 4, s.y + 3) for s in spots)


def write(image: Image.Image, sheet: Layout, found: Sequence[Name], style: Style) -> None:
    """Write all names on the picture, each with a halo in the colour of the ground under it."""
    factor = sheet.factor
    for name in found:
        letters = mask(name.shape, factor, sheet.field.left, sheet.field.top)
        ground = _mean(image, letters.box)
        dark = int(ground.sum()) < 3 * DARK
        ink: Rgb = style.grid_light if dark else getattr(style, name.how.ink)
        if name.how.halo:
            _halo(image, letters, name.how.halo * factor, style.wood_halo if dark else _pale(ground))
        cover = letters.image
        if name.how.opacity < 1:
            cover = cover.point([round(value * name.how.opacity) for value in range(256)])
        image.paste(ink, letters.box, cover)


def _halo(image: Image.Image, letters: Mask, width: float, colour: Rgb) -> None:
    margin = round(width) + 2
    size = (letters.image.width + 2 * margin, letters.image.height + 2 * margin)
    cover = Image.new("L", size)
    cover.paste(letters.image, (margin, margin))
    cover = cover.filter(ImageFilter.MaxFilter(2 * max(1, round(width * 0.62)) + 1))
    cover = cover.filter(ImageFilter.BoxBlur(max(1, round(width * 0.4))))
    left, top = letters.left - margin, letters.top - margin
    image.paste(colour, (left, top, left + size[0], top + size[1]), cover.point(HALO))


HALO = [min(255, round(value * 0.86)) for value in range(256)]
DARK = 112
"""Ground that is darker than this on average gets light letters."""


def _pale(ground: NDArray[np.int64]) -> Rgb:
    """The colour of the ground, much lighter."""
    red, green, blue = (round(part + (255 - part) * 0.62) for part in ground.tolist())
    return red, green, blue


def _mean(image: Image.Image, box: tuple[int, int, int, int]) -> NDArray[np.int64]:
    left, top, right, bottom = max(0, box[0]), max(0, box[1]), min(image.width, box[2]), min(image.height, box[3])
    pixels = np.asarray(image.crop((left, top, right, bottom)), np.int64)
    return np.asarray(pixels.reshape(-1, 3).sum(axis=0) // max(1, pixels.shape[0] * pixels.shape[1]))


def number(image: Image.Image, sheet: Layout, style: Style) -> None:
    """Write the number of every hex at the same place in it, dark on light ground and light on dark ground."""
    factor = sheet.factor
    size = words.size_of(NUMBER_CAP, Face.FIGURE_MEDIUM) * factor
    for name, (x, y) in numbers_at(sheet).items():
        wide = words.width(name, Face.FIGURE_MEDIUM, size, 0.02)
        letters = words.text_mask(name, Face.FIGURE_MEDIUM, size, tracking=0.02)
        left, base = sheet.field.left + x * factor, sheet.field.top + (y + NUMBER_CAP / 2) * factor
        at = letters.moved(round(left - wide / 2), round(base))
        dark = sum(_mean(image, at.box).tolist()) < 3 * DARK
        soft = _grown(at, factor)
        halo, ink = (style.wood_ink, style.grid_light) if dark else (style.grid_light, style.number)
        image.paste(halo, soft.box, soft.image.point([round(value * 0.45) for value in range(256)]))
        image.paste(ink, at.box, at.image.point([round(value * 0.85) for value in range(256)]))


ROSETTE = 10.0


def rosette_at(sheet: Layout) -> Point:
    """Where the points of an objective stand, from the centre of the hex."""
    if sheet.grid.kind == "hexes" and sheet.grid.straight == "columns":
        return 24.0, 36.0
    return 0.0, 43.0


def rosettes(image: Image.Image, sheet: Layout, points: Mapping[str, int], style: Style) -> None:
    """Draw what each objective is worth."""
    factor = sheet.factor
    dx, dy = rosette_at(sheet)
    for name, value in points.items():
        x, y = sheet.hexes[name]
        rosette(image, (x + dx * factor, y + dy * factor), value, factor, style)


def rosette(image: Image.Image, at: Point, value: int, factor: int, style: Style) -> None:
    """Draw the points of an objective around a pixel: a disc with a rim, and the number; a star for 0."""
    canvas = Canvas(1, 1, factor, (0, 0, 0))
    canvas.image = image
    x, y = at[0] / factor, at[1] / factor
    canvas.fill(circle(x + 0.8, y + 1.0, ROSETTE), style.shadow, 0.4)
    for radius, colour in ((ROSETTE, style.ink), (ROSETTE - 0.9, style.paper), (ROSETTE - 2.2, style.accent)):
        canvas.fill(circle(x, y, radius), colour)
    if value:
        canvas.text((x, y + 4.3), str(value), Face.FIGURE, 8.6, style.paper, anchor="middle")
    else:
        canvas.fill(star(x, y + 0.3, (6.4, 2.7), 5), style.paper)


def _grown(letters: Mask, by: int) -> Mask:
    size = (letters.image.width + 4 * by, letters.image.height + 4 * by)
    cover = Image.new("L", size)
    cover.paste(letters.image, (2 * by, 2 * by))
    cover = cover.filter(ImageFilter.MaxFilter(2 * by + 1)).filter(ImageFilter.BoxBlur(by))
    return Mask(cover, letters.left - 2 * by, letters.top - 2 * by)
