"""A map on which an answer is drawn: where a piece can get, whom it can hit, who sees whom, and what stands where.

Colours are told apart by everybody, and nothing is said by colour alone: every place has its words, a line that is
blocked is broken and ends at what blocks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from assets.maps import Map
from builder.fonts import Face, font
from builder.maps.board import paint
from builder.maps.layout import Layout, Point, corners, layout
from builder.maps.words import Words

Tone = Literal["start", "reach", "target", "refused", "blocked"]
Colour = tuple[int, int, int, int]
TONES: dict[Tone, tuple[Colour, Colour]] = {
    "start": ((255, 255, 255, 60), (20, 20, 20, 255)),
    "reach": ((0, 114, 178, 85), (0, 60, 110, 255)),
    "target": ((213, 94, 0, 95), (140, 50, 0, 255)),
    "refused": ((90, 90, 90, 70), (70, 70, 70, 255)),
    "blocked": ((0, 0, 0, 95), (0, 0, 0, 255)),
}
"""By tone: what fills a place, and what borders it."""
FREE: Colour = (0, 90, 160, 255)
BARRED: Colour = (190, 60, 0, 255)
PAPER: Colour = (255, 255, 255, 225)
CAPTION = 0.2
"""The height of a caption, in parts of a place's width."""
NEAR, CORNER, BESIDE = 0.2, 0.86, 0.8
"""How near the middle a piece lies on a place; how far towards a corner, and how much smaller, one writes then."""
ASIDE, MOST_ASIDE = 0.08, 4
"""How far a piece of a pile stands out, in parts of its width, and how many do."""
DASH = 14


class Mark(NamedTuple):
    """A place that the answer names, and what stands there."""

    place: str
    tone: Tone
    caption: str = ""


class Line(NamedTuple):
    """A line between two places, free or not."""

    start: str
    goal: str
    free: bool


class Token(NamedTuple):
    """A piece on the map: where its middle lies on the sheet, and its picture."""

    at: Point
    picture: Image.Image


class Answer(NamedTuple):
    """What is drawn on the map."""

    marks: Sequence[Mark] = ()
    lines: Sequence[Line] = ()
    tokens: Sequence[Token] = ()


def answered(country: Map, words: Words, density: int, answer: Answer) -> Image.Image:
    """The land of a map with an answer on it, without what stands around it."""
    marks, lines, tokens = answer
    sheet = layout(country, density)
    image = paint(country, words, density).convert("RGBA")
    veil = Image.new("RGBA", image.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(veil)
    for mark in marks:
        _place(pen, sheet, mark)
    for token in _piled(tokens):
        _token(veil, *token)
    for line in lines:
        _line(pen, sheet, line)
    for mark in marks:
        _caption(pen, sheet, mark, taken=_taken(sheet, mark.place, tokens))
    land = sheet.field
    whole = Image.alpha_composite(image, veil).convert("RGB")
    return whole.crop((land.left, land.top, land.right, land.bottom))


def _shape(sheet: Layout, place: str, shrink: float = 0.94) -> list[tuple[float, float]]:
    x, y = sheet.centre(place)
    return [(x + dx * sheet.factor * shrink, y + dy * sheet.factor * shrink) for dx, dy in corners(sheet.grid)]


def _width(sheet: Layout) -> float:
    across = [dx * sheet.factor for dx, _ in corners(sheet.grid)]
    return max(across) - min(across)


def _place(pen: ImageDraw.ImageDraw, sheet: Layout, mark: Mark) -> None:
    fill, border = TONES[mark.tone]
    shape = _shape(sheet, mark.place)
    pen.polygon(shape, fill=fill)
    pen.line([*shape, shape[0]], fill=border, width=max(2, round(_width(sheet) / 40)), joint="curve")


def _taken(sheet: Layout, place: str, tokens: Iterable[Token]) -> bool:
    """Whether a piece lies on the middle of a place."""
    return any(dist(token.at, sheet.centre(place)) < _width(sheet) * NEAR for token in tokens)


def _caption(pen: ImageDraw.ImageDraw, sheet: Layout, mark: Mark, *, taken: bool) -> None:
    """Write below the middle of a place; where a piece lies there, towards a corner: its values stay legible."""
    if not mark.caption:
        return
    letters = font(Face.FIGURE_BOLD, round(_width(sheet) * (CAPTION * BESIDE if taken else CAPTION)))
    middle, height = sheet.centre(mark.place)
    corner = min(_shape(sheet, mark.place, CORNER), key=lambda point: (round(point[0]), -point[1]))
    x, below = corner if taken else (middle, height + _width(sheet) * 0.27)
    left, top, right, bottom = pen.textbbox((x, below), mark.caption, font=letters, anchor="mm")
    pad = (bottom - top) * 0.3
    pen.rounded_rectangle((left - pad, top - pad, right + pad, bottom + pad), radius=pad * 1.5, fill=PAPER)
    pen.text((x, below), mark.caption, font=letters, anchor="mm", fill=TONES[mark.tone][1])


def _piled(tokens: Iterable[Token]) -> list[tuple[Token, int]]:
    """Each piece with how many lie below it at its point."""
    seen: dict[Point, int] = {}
    found = []
    for token in tokens:
        found.append((token, seen.get(token.at, 0)))
        seen[token.at] = seen.get(token.at, 0) + 1
    return found


def _token(veil: Image.Image, token: Token, below: int) -> None:
    """Lay a piece on the map, with its middle on its point; who lies higher in a pile a little up and to the right."""
    wide, high = token.picture.size
    aside = min(below, MOST_ASIDE) * max(2, round(min(wide, high) * ASIDE))
    x, y = token.at[0] - wide / 2 + aside, token.at[1] - high / 2 - aside
    veil.paste(token.picture, (round(x), round(y)), token.picture)


def _line(pen: ImageDraw.ImageDraw, sheet: Layout, line: Line) -> None:
    start, goal = sheet.centre(line.start), sheet.centre(line.goal)
    width = max(3, round(_width(sheet) / 24))
    if line.free:
        pen.line([start, goal], fill=FREE, width=width)
    else:
        for one, other in list(pairwise(_points(start, goal)))[::2]:
            pen.line([one, other], fill=BARRED, width=width)
    for x, y in (start, goal):
        pen.ellipse((x - width, y - width, x + width, y + width), fill=FREE if line.free else BARRED)


def _points(start: Point, goal: Point) -> list[tuple[float, float]]:
    """Points along a line, a dash apart."""
    length = max(((goal[0] - start[0]) ** 2 + (goal[1] - start[1]) ** 2) ** 0.5, 1)
    count = max(2, round(length / DASH))
    return [
        (start[0] + (goal[0] - start[0]) * step / count, start[1] + (goal[1] - start[1]) * step / count)
        for step in range(count + 1)
    ]
