"""Names and numbers on the land: each name at the place where it hides least, letters of waters along their curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from assets.maps import Map
from builder.drawing import text as words
from builder.drawing.path import Path, together
from builder.drawing.raster import Mask, mask
from builder.fonts import Face
from builder.landscape.curves import Point, length, walk
from builder.maps.country import Country, number_at
from builder.maps.layout import Layout
from builder.maps.style import Rgb, Style

COARSE = 4
NUMBER_CAP = 7.4
TAKEN = 60_000


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


def names(source: Map, sheet: Layout, scene: Country) -> list[Name]:
    """All names of a map, placed; `sheet` at the layout's own density."""
    board = _board(source, sheet, scene)
    found = list(_signposts(source, sheet, scene, board))
    order = ("town", "village", "hamlet", "hill", "spot", "wood", "region")
    for kind in order:
        for place in source.places.values():
            if place.kind == kind:
                centres = [_land(sheet, name) for name in place.hexes]
                found += _place(_text(place.name, place.figure), KINDS[kind], centres, kind, board)
    for line in scene.waters:
        if line.way.name:
            found += _along(line.way.name, KINDS["water"], line.points, board)
    return found


def _text(name: str, figure: int | None) -> str:
    return name if figure is None else f"{name} {figure}" if name else f"· {figure}"


def _land(sheet: Layout, name: str) -> Point:
    x, y = sheet.centre(name)
    return x - sheet.field.left, y - sheet.field.top


def _board(source: Map, sheet: Layout, scene: Country) -> Board:
    board = Board(scene.land.width, scene.land.height)
    for line in scene.waters:
        board.line(line.points, 6, 60)
    for line in scene.railways:
        board.line(line.points, 5, 80)
    for line in scene.roads:
        board.line(line.points, 7, 150)
    for x, y, reach in scene.houses:
        board.box(x - reach, y - reach, x + reach, y + reach, 170)
    dx, dy = number_at(sheet)
    for name in source.grid.names:
        x, y = _land(sheet, name)
        board.box(x - 3, y - 3, x + 3, y + 3, 60)
        board.box(x + dx - 12, y + dy - 5, x + dx + 12, y + dy + 5, TAKEN)
    return board


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
    if kind in {"wood", "region"}:
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
        for slide in range(-30, 31, 6):
            rank = 30 * (off - 44) + 22 * abs(slide)
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
        ends = [line.points for line in scene.roads if sign.at in (line.way.path[0], line.way.path[-1])]  # type: ignore[union-attr]
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
    """A name whose letters follow a line, a little above it, where it is straightest and hides least."""
    size = words.size_of(how.cap, how.face)
    width = words.width(text, how.face, size, how.tracking)
    long = length(line)
    best: tuple[float, Path] | None = None
    for start in range(40, max(41, int(long - width - 40)), 12):
        for flip in (False, True):
            for above in (7.0, -7.0 - how.cap):
                found = _written(text, how, size, line, start, width, above, flip)
                if found is None:
                    continue
                shape, bend = found
                left, top, right, bottom = shape.bounds
                cost = bend * 900 + sum(board.cost(x - 4, y - 4, x + 4, y + 4) for x, y in _samples(shape))
                if best is None or cost < best[0]:
                    best = (cost, shape)
    if best is not None:
        for x, y in _samples(best[1]):
            board.box(x - 5, y - 5, x + 5, y + 5, TAKEN)
        yield Name(best[1], how)


def _samples(shape: Path) -> list[Point]:
    """One point for each letter."""
    return [
        (sum(x for x, _ in contour) / len(contour), sum(y for _, y in contour) / len(contour))
        for contour in shape.contours
    ]


def _written(
    text: str, how: Lettering, size: float, line: Sequence[Point], start: float, width: float, above: float, flip: bool
) -> tuple[Path, float] | None:
    """The letters along the line from a distance on, and how much the line bends there; None if it is too short."""
    spots = list(walk(line, 2.0, start))[: int(width / 2) + 8]
    if len(spots) < int(width / 2) + 2:
        return None
    if flip:
        spots = spots[::-1]
    direction = -1 if flip else 1
    if (spots[-1].x - spots[0].x) <= 0:
        return None
    letters: list[Path] = []
    bend = 0.0
    last: tuple[float, float] | None = None
    for index, letter in enumerate(text):
        before = words.width(text[:index], how.face, size, how.tracking) + (how.tracking * size if index else 0)
        wide = words.width(letter, how.face, size)
        at = spots[min(len(spots) - 1, int((before + wide / 2) / 2))]
        window = spots[max(0, int((before + wide / 2) / 2) - 5) : int((before + wide / 2) / 2) + 6]
        dx = sum(spot.dx for spot in window) / len(window) * direction
        dy = sum(spot.dy for spot in window) / len(window) * direction
        norm = (dx * dx + dy * dy) ** 0.5 or 1.0
        dx, dy = dx / norm, dy / norm
        if last is not None:
            bend += abs(dx * last[1] - dy * last[0])
        last = (dx, dy)
        shape, _ = words.path(letter, how.face)
        x, y = at.x + dy * above, at.y - dx * above
        letters.append(shape.scaled(size).moved(-wide / 2, 0).transformed((dx, dy, -dy, dx, x, y)))
    return together(letters), bend


def write(image: Image.Image, sheet: Layout, found: Sequence[Name], style: Style) -> None:
    """Write all names on the picture, each with a halo in the colour of the ground under it."""
    factor = sheet.factor
    for name in found:
        letters = mask(name.shape, factor, sheet.field.left, sheet.field.top)
        ink: Rgb = getattr(style, name.how.ink)
        if name.how.halo:
            _halo(image, letters, name.how.halo * factor)
        cover = letters.image
        if name.how.opacity < 1:
            cover = cover.point([round(value * name.how.opacity) for value in range(256)])
        image.paste(ink, letters.box, cover)


def _halo(image: Image.Image, letters: Mask, width: float) -> None:
    margin = round(width) + 2
    size = (letters.image.width + 2 * margin, letters.image.height + 2 * margin)
    cover = Image.new("L", size)
    cover.paste(letters.image, (margin, margin))
    cover = cover.filter(ImageFilter.MaxFilter(2 * max(1, round(width * 0.62)) + 1)).filter(
        ImageFilter.BoxBlur(max(1, round(width * 0.4)))
    )
    box = (letters.left - margin, letters.top - margin, letters.left - margin + size[0], letters.top - margin + size[1])
    red, green, blue = (int(value) for value in _mean(image, box))
    pale = tuple(round(part + (255 - part) * 0.62) for part in (red, green, blue))
    image.paste(pale, box, cover.point([min(255, round(value * 0.86)) for value in range(256)]))


def _mean(image: Image.Image, box: tuple[int, int, int, int]) -> NDArray[np.float64]:
    left, top, right, bottom = max(0, box[0]), max(0, box[1]), min(image.width, box[2]), min(image.height, box[3])
    pixels = np.asarray(image.crop((left, top, right, bottom)), np.int64)
    return pixels.reshape(-1, 3).sum(axis=0) // max(1, pixels.shape[0] * pixels.shape[1])


def number(image: Image.Image, sheet: Layout, style: Style) -> None:
    """Write the number of every hex at the same place in it."""
    factor = sheet.factor
    dx, dy = number_at(sheet)
    size = words.size_of(NUMBER_CAP, Face.FIGURE_MEDIUM) * factor
    for name, (x, y) in sheet.hexes.items():
        wide = words.width(name, Face.FIGURE_MEDIUM, size, 0.02)
        letters = words.text_mask(name, Face.FIGURE_MEDIUM, size, tracking=0.02)
        at = letters.moved(round(x + dx * factor - wide / 2), round(y + (dy + NUMBER_CAP / 2) * factor))
        soft = _grown(at, factor)
        image.paste((236, 236, 214), soft.box, soft.image.point([round(value * 0.5) for value in range(256)]))
        image.paste(style.number, at.box, at.image.point([round(value * 0.85) for value in range(256)]))


def _grown(letters: Mask, by: int) -> Mask:
    size = (letters.image.width + 4 * by, letters.image.height + 4 * by)
    cover = Image.new("L", size)
    cover.paste(letters.image, (2 * by, 2 * by))
    return Mask(
        cover.filter(ImageFilter.MaxFilter(2 * by + 1)).filter(ImageFilter.BoxBlur(by)),
        letters.left - 2 * by,
        letters.top - 2 * by,
    )
