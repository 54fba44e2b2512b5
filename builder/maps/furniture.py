"""What stands around the land: frame, title, legend, scale, tracks and boxes, all on the same paper."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image

from assets.mapmarks import Rim
from assets.maps import Map
from builder.drawing import path as shapes
from builder.drawing.canvas import Canvas
from builder.drawing.colour import rgb
from builder.drawing.path import Path
from builder.drawing.text import wrapped
from builder.fonts import Face
from builder.landscape.noise import grain
from builder.maps.layout import ACROSS, HEADER, RAISED, Item, Layout, Rect, corners, slot_of
from builder.maps.lettering import rosette
from builder.maps.style import Rgb, Style
from builder.maps.swatches import swatch
from builder.maps.words import Line, Words

HEXAGON = ((13.25, 0), (39.75, 0), (53, 23), (39.75, 46), (13.25, 46), (0, 23))


def furnish(image: Image.Image, source: Map, sheet: Layout, words: Words, style: Style) -> None:
    """Draw everything but the land."""
    base_factor = sheet.factor
    _paper(image, sheet)
    canvas = Canvas(1, 1, base_factor, (0, 0, 0))
    canvas.image = image
    pen = Furniture(canvas, source, words, style)
    pen.frame(_units(sheet.field, base_factor))
    for item in sheet.items.values():
        pen.item(item, _units(item.frame, base_factor), _units(item.inside, base_factor))
    for inset in sheet.insets.values():
        pen.frame(_units(inset.field, base_factor))


RIM = 9


def rims(image: Image.Image, source: Map, sheet: Layout, style: Style) -> None:
    """Draw the coloured stretches of the map's edge, just inside the neat line."""
    canvas = Canvas(1, 1, sheet.factor, (0, 0, 0))
    canvas.image = image
    for rim in source.rims.values():
        left, top, right, bottom = _stretch(sheet, rim)
        wide, high = (RIM, bottom - top) if rim.edge in ("west", "east") else (right - left, RIM)
        x = right - RIM if rim.edge == "east" else left
        y = bottom - RIM if rim.edge == "south" else top
        canvas.fill(shapes.rectangle(x, y, wide, high), rgb(rim.colour), 0.9)
        inner = {
            "west": (x + RIM, y, 1.2, high),
            "east": (x - 1.2, y, 1.2, high),
            "north": (x, y + RIM, wide, 1.2),
            "south": (x, y - 1.2, wide, 1.2),
        }
        canvas.fill(shapes.rectangle(*inner[rim.edge]), style.ink, 0.75)


def _stretch(sheet: Layout, rim: Rim) -> tuple[float, float, float, float]:
    """The part of the land beside which an edge is coloured: left, top, right, bottom in units."""
    field = _units(sheet.field, sheet.factor)
    if rim.stretch is None:
        return field.left, field.top, field.right, field.bottom
    (x, y), (to_x, to_y) = ((x / sheet.factor, y / sheet.factor) for x, y in map(sheet.centre, rim.stretch))
    shape = corners(sheet.grid)
    wide, high = max(px for px, _ in shape), max(py for _, py in shape)
    low_x, high_x = min(x, to_x) - wide, max(x, to_x) + wide
    low_y, high_y = min(y, to_y) - high, max(y, to_y) + high
    if rim.edge in ("west", "east"):
        return field.left, max(field.top, low_y), field.right, min(field.bottom, high_y)
    return max(field.left, low_x), field.top, min(field.right, high_x), field.bottom


def _units(rect: Rect, factor: int) -> Rect:
    return Rect(rect.left // factor, rect.top // factor, rect.width // factor, rect.height // factor)


def _paper(image: Image.Image, sheet: Layout) -> None:
    """A whisper of grain on the paper around the land."""
    size = 256
    speck = np.asarray(grain(size, 71), np.int16)[..., None] - 128
    field = sheet.field
    strips = (
        (0, 0, image.width, field.top),
        (0, field.bottom, image.width, image.height),
        (0, field.top, field.left, field.bottom),
        (field.right, field.top, image.width, field.bottom),
    )
    for left, top, right, bottom in strips:
        for y in range(top, bottom, size):
            for x in range(left, right, size):
                box = (x, y, min(x + size, right), min(y + size, bottom))
                pixels = np.asarray(image.crop(box), np.int16)
                rough = pixels + speck[: box[3] - y, : box[2] - x] // 28
                image.paste(Image.fromarray(np.clip(rough, 0, 255).astype(np.uint8)), box[:2])


class Furniture:
    """Draws the items of a sheet, in units of the layout."""

    def __init__(self, canvas: Canvas, source: Map, words: Words, style: Style) -> None:
        self.canvas = canvas
        self.source = source
        self.words = words
        self.style = style
        self.draw: dict[str, Callable[[Item, Rect, Rect], None]] = {
            "box": self.box,
            "track": self.track,
            "space": self.space,
            "title": self.title,
            "legend": self.legend,
            "scale": self.scale,
            "inset": self.track,
        }

    def item(self, item: Item, frame: Rect, inside: Rect) -> None:
        """Draw one item."""
        self.draw[item.kind](item, frame, inside)

    def frame(self, field: Rect) -> None:
        """The neat line around the land."""
        left, top, width, height = field.left - 1, field.top - 1, field.width + 2, field.height + 2
        for x, y, wide, high in (
            (left, top, width, 1.6),
            (left, field.bottom - 0.6, width, 1.6),
            (left, top, 1.6, height),
            (field.right - 0.6, top, 1.6, height),
        ):
            self.canvas.fill(shapes.rectangle(x, y, wide, high), self.style.ink)

    def _ring(self, outer: Path, inner: Path, colour: Rgb) -> None:
        self.canvas.fill(outer + Path(tuple(contour[::-1] for contour in inner.contours)), colour)

    def panel(self, frame: Rect, band: Rgb | None) -> None:
        """A sheet of lighter paper with a thin rule, and a band for the heading."""
        outer = shapes.rounded(frame.left, frame.top, frame.width, frame.height, 5)
        inner = shapes.rounded(frame.left + 1.1, frame.top + 1.1, frame.width - 2.2, frame.height - 2.2, 4)
        self.canvas.fill(outer, self.style.rule)
        self.canvas.fill(inner, self.style.box)
        if band is not None:
            head = shapes.rounded(frame.left, frame.top, frame.width, HEADER, 5) + shapes.rectangle(
                frame.left, frame.top + 8, frame.width, HEADER - 8
            )
            self.canvas.fill(head, band)

    def heading(self, frame: Rect, text: str, ink: Rgb) -> None:
        """The heading of a box."""
        self.canvas.text(
            (frame.left + 9, frame.top + 16.6), text, Face.NAME_BOLD, 8.6, ink, room=frame.width - 16, tracking=0.02
        )

    def box(self, item: Item, frame: Rect, inside: Rect) -> None:
        """A box, in the colour of its side, with faint outlines where pieces lie."""
        band, ink = self.style.paper_dark, self.style.ink
        if item.side in self.words.sides:
            band, ink = map(rgb, self.words.sides[item.side])
        self.panel(frame, band)
        self.heading(frame, item.name[self.words.language], ink)
        box = self.source.boxes[item.id]
        across, down = box.holds
        side, room = self.source.counter, slot_of(self.source.counter)
        across = min(across, max(1, inside.width // (side + 4)))
        down = max(down, (inside.height - 6) // (room + 2)) if down > 1 else down
        step_x, step_y = inside.width / across, inside.height / down
        for row in range(down):
            for column in range(across):
                x = inside.left + step_x * (column + 0.5) - side / 2
                y = inside.top + step_y * (row + 0.5) - side / 2
                self.slot(x, y)

    def slot(self, x: float, y: float) -> None:
        """The faint outline of a counter."""
        side = self.source.counter
        outer = shapes.rounded(x, y, side, side, 6)
        inner = shapes.rounded(x + 0.9, y + 0.9, side - 1.8, side - 1.8, 5.2)
        self.canvas.fill(outer, self.style.paper_dark, 0.75)
        self.canvas.fill(inner, self.style.box)

    def track(self, item: Item, frame: Rect, inside: Rect) -> None:
        """The sheet of paper under a track, or under an inset."""
        self.panel(frame, self.style.paper_dark)
        self.heading(frame, item.name[self.words.language], self.style.ink)

    def space(self, item: Item, frame: Rect, inside: Rect) -> None:
        """A space of a track: its number large and pale, its note below."""
        track = item.id.split("/")[0]
        last = item.id == f"{track}/{self.source.tracks[track].first + self.source.tracks[track].spaces - 1}"
        if not last:
            self.canvas.fill(
                shapes.rectangle(frame.right - 0.5, frame.top + 8, 1, frame.height - 16), self.style.rule, 0.55
            )
        note = self.words.notes.get(item.id, item.note[self.words.language] if item.note else "")
        lines = (
            [line for part in note.split("\n") for line in wrapped(part, Face.FIGURE_BOLD, 10, frame.width - 14)]
            if note
            else []
        )
        middle = frame.left + frame.width / 2
        self.canvas.text(
            (middle, inside.centre[1] - RAISED + 18),
            item.name.en,
            Face.FIGURE_BOLD,
            36,
            self.style.rule,
            anchor="middle",
            opacity=0.36,
        )
        for index, line in enumerate(lines):
            y = frame.bottom - 5 - 9 * (len(lines) - 1 - index)
            self.canvas.text(
                (middle, y), line, Face.FIGURE_BOLD, 7, self.style.ink, anchor="middle", room=frame.width - 10
            )

    def title(self, item: Item, frame: Rect, inside: Rect) -> None:
        """The title of the map between two rules."""
        middle = frame.left + frame.width / 2
        ink, accent = self.style.ink, self.style.accent
        self.canvas.fill(shapes.rectangle(frame.left, frame.top, frame.width, 3), ink)
        self.canvas.fill(shapes.rectangle(frame.left, frame.top + 5, frame.width, 1), ink)
        self.canvas.text(
            (middle, frame.top + 34),
            self.words.game.upper(),
            Face.NAME_BOLD,
            9.5,
            accent,
            anchor="middle",
            tracking=0.22,
        )
        self.canvas.text(
            (middle, frame.top + 108), self.words.title, Face.TITLE, 52, ink, anchor="middle", room=frame.width - 20
        )
        self.canvas.text(
            (middle, frame.top + 142),
            self.words.subtitle,
            Face.TITLE_ITALIC,
            10.5,
            ink,
            anchor="middle",
            room=frame.width - 8,
        )
        self.canvas.fill(shapes.rectangle(frame.left, frame.bottom - 6, frame.width, 1), ink)
        self.canvas.fill(shapes.rectangle(frame.left, frame.bottom - 3, frame.width, 3), ink)

    def legend(self, item: Item, frame: Rect, inside: Rect) -> None:
        """Every terrain with a sample of it and what it does."""
        self.panel(frame, self.style.paper_dark)
        self.heading(frame, self.words["legend"], self.style.ink)
        self.canvas.text(
            (frame.right - 9, frame.top + 16.6),
            f"{self.words['mp']} {self.words.costs}" if self.words.costs else "",
            Face.TEXT_ITALIC,
            7.4,
            self.style.ink,
            anchor="right",
            room=frame.width * 0.6,
        )
        count = len(self.words.legend)
        pitch = (frame.height - HEADER - 8) / count
        for index, line in enumerate(self.words.legend):
            self._legend_line(line, frame, frame.top + HEADER + 4 + pitch * (index + 0.5))

    def _legend_line(self, line: Line, frame: Rect, y: float) -> None:
        factor = round(self.canvas.scale)
        x = frame.left + 12
        if line.sample == "objective":
            rosette(self.canvas.image, ((x + 26) * factor, y * factor), 3 * (line.what == "points"), factor, self.style)
        elif line.sample == "rim":
            band = shapes.rectangle(x + 8, y - 7, 37, 14)
            self.canvas.fill(band, rgb(self.source.rims[line.what].colour), 0.9)
            self.canvas.fill(band.outline(1.1, "mitre"), self.style.ink)
        else:
            picture, mask = swatch(self.source, line, factor, self.style)
            self.canvas.image.paste(picture, (round(x * factor), round((y - 23) * factor)), mask)
            outline = shapes.polygon(*((x + px, y + py - 23) for px, py in HEXAGON))
            self.canvas.fill(outline.outline(1.1, "mitre"), self.style.rule)
        room = frame.width - 88
        packed = _packed(line.effects, room)
        top = y - (9 + 11.5 * len(packed)) / 2 + 8.6
        self.canvas.text((frame.left + 78, top), line.name, Face.NAME_HEAVY, 9.2, self.style.ink, room=room)
        for index, text in enumerate(packed):
            self.canvas.text(
                (frame.left + 78, top + 13.4 + 11.5 * index), text, Face.FIGURE_REGULAR, 7.2, self.style.ink, room=room
            )

    def scale(self, item: Item, frame: Rect, inside: Rect) -> None:
        """Compass, scale bar and the tints of the levels."""
        self.panel(frame, None)
        self._compass(frame.left + 58, frame.top + frame.height / 2 + 6, 40, self.source.north)
        left = frame.left + 124
        metres = self.source.grid.metres
        if metres:
            self.canvas.text(
                (left, frame.top + 30),
                self.words[self.source.grid.word].format(metres),
                Face.NAME_BOLD,
                8.4,
                self.style.ink,
            )
            self._bar(left, frame.top + 42, metres)
        self._levels(left, frame.bottom - 46, frame.right - left - 10)

    def _bar(self, left: float, top: float, metres: int) -> None:
        step = ACROSS / 2
        for index in range(4):
            self.canvas.fill(shapes.rectangle(left + index * step, top, step, 7), self.style.ink)
            if index % 2:
                self.canvas.fill(
                    shapes.rectangle(left + index * step + 0.8, top + 0.8, step - 1.6, 5.4), self.style.box
                )
        for index in range(0, 5, 2):
            text = self.words.kilometres(index * metres // 2)
            self.canvas.text(
                (left + index * step, top + 18),
                f"{text} km" if index == 4 else text,
                Face.FIGURE_MEDIUM,
                6.6,
                self.style.ink,
                anchor="middle",
            )

    def _levels(self, left: float, top: float, room: float) -> None:
        self.canvas.text((left, top - 6), self.words["level"], Face.NAME_BOLD, 8.4, self.style.ink)
        pitch = min(44.0, room / self.source.levels)
        for index, level in enumerate(range(self.source.lowest, self.source.lowest + self.source.levels)):
            x, wide = left + index * pitch, pitch - 4 if pitch >= 30 else pitch
            tint = self.style.levels[min(index, len(self.style.levels) - 1)]
            self.canvas.fill(shapes.rectangle(x, top, wide, 20), self.style.rule)
            self.canvas.fill(shapes.rectangle(x + 0.8, top + 0.8, wide - 1.6, 18.4), tint)
            figure = str(level).replace("-", "−")
            self.canvas.text((x + wide / 2, top + 14), figure, Face.FIGURE_BOLD, 8, self.style.ink, anchor="middle")

    def _compass(self, x: float, y: float, radius: float, north: int) -> None:
        ink, paper = self.style.ink, self.style.box
        self._ring(shapes.circle(x, y, radius * 0.66), shapes.circle(x, y, radius * 0.62), self.style.rule)
        for turn, reach in (
            (45, 0.62),
            (135, 0.62),
            (225, 0.62),
            (315, 0.62),
            (0, 1.0),
            (90, 1.0),
            (180, 1.0),
            (270, 1.0),
        ):
            angle = turn + north
            tip = shapes.polar(x, y, radius * reach, angle - 90)
            left, right = shapes.polar(x, y, radius * 0.17, angle - 45), shapes.polar(x, y, radius * 0.17, angle - 135)
            whole = shapes.polygon(tip, left, (x, y), right)
            self.canvas.fill(whole, ink)
            half = shapes.polygon(tip, left, (x, y)).grown(-0.7)
            self.canvas.fill(half, paper)
        at = (x, y - radius - 4) if not north else shapes.polar(x, y + 5.5, radius + 9.5, north - 90)
        self.canvas.text(at, self.words["north"], Face.NAME_HEAVY, 11, ink, anchor="middle")


def _packed(effects: tuple[str, ...], room: float) -> list[str]:
    """The effects in as few lines as their width allows."""
    return (
        wrapped(
            " · ".join(effects).replace(" ", "\u00a0").replace("\u00a0·\u00a0", " · "), Face.FIGURE_REGULAR, 10.2, room
        )
        if effects
        else []
    )
