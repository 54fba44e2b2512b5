"""What lies on the sides of places: rivers and their crossings, rock, ridges, trenches, fronts and other lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from assets.grids import Grid
from assets.mapmarks import Border, Kind
from assets.maps import Map
from builder.drawing.colour import rgb
from builder.landscape.curves import Point, Spot, crossings, direction, distance, part, walk
from builder.landscape.curves import length as long
from builder.landscape.scene import Layer
from builder.maps.chains import flowing, of_sides
from builder.maps.style import Rgb, Style, toned
from builder.maps.ways import Line, Survey

WIDE = {"river": 9, "line": 3, "front": 4}
NEAR = 34.0
"""A way that leads over a side crosses its river no farther from the middle of the side."""


@dataclass(frozen=True)
class Work:
    """A kind of mark on sides, drawn: the line that it takes, and whose it is."""

    border: Border
    kind: Kind
    line: Sequence[Point]

    @property
    def look(self) -> str:
        """How it is drawn."""
        return self.kind.look or ""

    @property
    def wide(self) -> float:
        """How wide it is drawn, in units."""
        return (self.kind.width or WIDE.get(self.look, 3)) * 1.04


class Works:
    """All that lies on the sides of a map's places."""

    def __init__(self, survey: Survey, style: Style, tones: Mapping[str, Rgb], base: Layer) -> None:
        self.survey, self.style, self.base = survey, style, base
        self.tones = {side: deep(tone) for side, tone in tones.items()}
        self.works = list(self._traced())
        self.draw: Mapping[str, Callable[[Work], None]] = {
            "rock": self._rock,
            "ridge": self._ridge,
            "trench": self.trench,
            "contour": self._contour,
            "hedge": self._hedge,
            "wall": self._wall,
            "front": self._front,
            "line": self._line,
        }

    def _traced(self) -> Iterator[Work]:
        country = self.survey.country
        for mask in country.masks.values():
            if mask.colour is not None:
                border = Border(id=mask.id, kind=mask.id, at=_edge(country, frozenset(mask.hexes)))
                kind = Kind(id=mask.id, name=mask.name, look="line", colour=mask.colour)
                yield from (Work(border, kind, line) for line in of_sides(self.survey, border.at))
        for border in country.borders.values():
            kind = country.kinds[border.kind]
            if kind.look in CROSSINGS or kind.look is None:
                continue
            for line in of_sides(self.survey, border.at):
                yield Work(border, kind, flowing(line) if kind.look == "river" else line)

    @property
    def rivers(self) -> list[Work]:
        """The rivers among them."""
        return [work for work in self.works if work.look == "river"]

    def water(self) -> None:
        """Draw the rivers: all banks first, so that they flow into each other."""
        style, rivers = self.style, self.rivers
        for work in rivers:
            self.base.line(work.line, style.meadow, work.wide + 9.0)
        for work in rivers:
            bank = toned(self._colour(work, style.water), [b - w for b, w in zip(style.bank, style.water, strict=True)])
            self.base.line(work.line, bank, work.wide + 2.6)
        for work in rivers:
            self.base.line(work.line, self._colour(work, style.water), work.wide)
        for work in rivers:
            if work.wide > 11:
                self.base.line(work.line, toned(self._colour(work, style.water), (-10, -8, -6)), work.wide * 0.5)
                self._flow(work)

    def _flow(self, work: Work) -> None:
        dice = Random(f"{self.survey.country.seed} flow {work.border.id}")
        start, end = 6.0, long(work.line)
        while start < end:
            piece = part(work.line, start, start + dice.uniform(8, 18))
            aside = dice.uniform(-0.26, 0.26) * work.wide
            dash = [spot.beside(aside) for spot in walk(piece, 2.5)]
            if len(dash) > 1:
                self.base.line(dash, toned(self._colour(work, self.style.water), (44, 36, 24)), 0.8)
            start += dice.uniform(16, 40)

    def lines(self) -> None:
        """Draw everything but water."""
        for work in self.works:
            if work.look in self.draw:
                self.draw[work.look](work)

    def _colour(self, work: Work, usual: Rgb) -> Rgb:
        if work.kind.colour:
            return rgb(work.kind.colour)
        return self.tones.get(work.border.owner or "", usual)

    def _rock(self, work: Work) -> None:
        """A wall of rocks, dark below and light above."""
        dice = Random(f"{self.survey.country.seed} rock {work.border.id}")
        self.base.line([(x + 1.6, y + 2.2) for x, y in work.line], toned(self.style.shadow, (10, 8, 4)), 7.0)
        self.base.line(work.line, toned(self.style.barred_floor, (-26, -26, -24)), 7.4)
        for spot in walk(work.line, 4.4, 1.5):
            for aside in (-2.6, 2.2):
                x, y = spot.beside(aside + dice.uniform(-1, 1))
                boulder(self.base, (x, y), dice.uniform(2.6, 4.2), dice.choice(self.style.stones), dice)

    def _ridge(self, work: Work) -> None:
        """A crest: light on the north-western slope, hachures down both."""
        dark = toned(self.style.edge, (-20, -14, -6))
        for index, spot in enumerate(walk(work.line, 4.0, 1.0)):
            far = 9.5 if index % 2 else 6.5
            for side in (-1, 1):
                away = spot.beside(side * far)
                lit = (away[0] - spot.x) + (away[1] - spot.y) < 0
                self.base.line([spot.beside(side * 1.2), away], toned(dark, (58, 50, 40)) if lit else dark, 0.9)
        self.base.line(work.line, dark, 2.6)
        self.base.line(work.line, toned(self.style.levels[-1], (0, 0, 0)), 1.0)

    def trench(self, work: Work) -> None:
        """A crenellated line in its owner's colour on a pale one; a second line for a stronger work."""
        ink = toned(self._colour(work, self.style.ink), (-40, -40, -40))
        steps = list(_battlement(work.line, 2.6))
        pale = toned(self.style.box, (-6, -8, -14))
        self.base.line(steps, pale, 4.6)
        if (work.border.level or 1) > 1:
            behind = [spot.beside(6.2) for spot in walk(work.line, 3.0)]
            self.base.line(behind, pale, 3.8)
            self.base.line(behind, ink, 1.5)
        self.base.line(steps, ink, 2.0)

    def _contour(self, work: Work) -> None:
        self.base.line(work.line, self.style.edge, 1.5)

    def _hedge(self, work: Work) -> None:
        for spot in walk(work.line, 3.6, 1.2):
            self.base.disc(spot.x + 0.9, spot.y + 1.1, self.style.shadow, 4.6)
            self.base.disc(spot.x, spot.y, self.style.hedge, 4.6)
            self.base.disc(spot.x - 0.7, spot.y - 0.8, toned(self.style.hedge, (26, 26, 18)), 2.2)

    def _wall(self, work: Work) -> None:
        self.base.line([(x + 0.9, y + 1.2) for x, y in work.line], self.style.shadow, 3.0)
        self.base.line(work.line, self.style.stones[1], 3.0)
        self.base.line(work.line, self.style.stones[2], 1.2)

    def _front(self, work: Work) -> None:
        """A heavy broken line, dark and in its colour in turn."""
        colour = self._colour(work, self.style.accent)
        self.base.line(work.line, toned(self.style.box, (0, 0, 0)), work.wide + 2.4)
        self.base.line(work.line, self.style.ink, work.wide)
        self._dashes(work, colour, work.wide - 1.4, 13.0, 9.0)

    def _line(self, work: Work) -> None:
        colour = self._colour(work, self.style.accent)
        self._dashes(work, toned(colour, (-70, -70, -70)), work.wide + 1.6, 10.0, 5.5)
        self._dashes(work, colour, work.wide, 10.0, 5.5)

    def _dashes(self, work: Work, colour: Rgb, wide: float, dash: float, gap: float) -> None:
        start, end = gap / 2, long(work.line)
        while start < end:
            self.base.line(part(work.line, start, min(end, start + dash)), colour, wide)
            start += dash + gap

    def crossings(self, roads: Sequence[Line]) -> None:
        """Draw bridges, footbridges and fords where ways lead over rivers, or straight across their side."""
        country = self.survey.country
        for border in country.borders.values():
            draw = CROSSINGS.get(country.kinds[border.kind].look or "")
            if draw is None:
                continue
            for side in border.at:
                draw(self, *self._where(side, roads), border.state == BLOWN)

    def _where(self, side: str, roads: Sequence[Line]) -> tuple[Spot, float]:
        """Where a side is crossed and how wide the water is there: by a way, else from middle to middle."""
        one, other = side.split("/")
        a, b = self.survey.centre(one), self.survey.centre(other)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        rivers = [work for work in self.rivers if side in {*work.border.at, f"{other}/{one}"}]
        leading = [line for line in roads if {one, other} <= set(_path(line))]
        for work in rivers:
            for line in (*(road.points for road in leading), (a, b)):
                found = [spot for spot in crossings(line, work.line) if distance((spot.x, spot.y), middle) < NEAR]
                if found:
                    return min(found, key=lambda spot: distance((spot.x, spot.y), middle)), work.wide
        far = distance(a, b)
        return Spot(*middle, (b[0] - a[0]) / far, (b[1] - a[1]) / far, 0), 12.0

    def bridge(self, spot: Spot, wide: float, blown: bool) -> None:
        """A stone bridge: a deck between parapets; blown, it ends over the water."""
        half, style = wide / 2 + 4.5, self.style
        for start, end in _spans(half, wide, blown):
            deck = [on(spot, start), on(spot, end)]
            self.base.line([(x + 2.4, y + 3.0) for x, y in deck], toned(style.bank, (-14, -14, -14)), 9.0)
            self.base.line(deck, style.ink, 10.4)
            self.base.line(deck, style.road_fill, 6.4)
            for side in (-1, 1):
                rail = [on(spot, at, side * 4.2) for at in (start, end)]
                self.base.line(rail, toned(style.stones[1], (10, 10, 10)), 1.6)
        for at in (-half, half):
            for side in (-1, 1):
                ends = [on(spot, at, side * 4.4), on(spot, at * 1.35, side * 7.6)]
                self.base.line(ends, style.ink, 1.5)
        if blown:
            self._rubble(spot)

    def footbridge(self, spot: Spot, wide: float, blown: bool) -> None:
        """A few planks between thin rails."""
        half, style = wide / 2 + 4.5, self.style
        for start, end in _spans(half, wide, blown):
            deck = [on(spot, start), on(spot, end)]
            self.base.line(deck, style.ink, 5.6)
            self.base.line(deck, style.planks, 3.6)
            for step in range(int((end - start) / 2.2)):
                at = start + 1.1 + 2.2 * step
                self.base.line([on(spot, at, -1.7), on(spot, at, 1.7)], toned(style.planks, (-60, -56, -50)), 0.6)

    def ford(self, spot: Spot, wide: float, _blown: bool) -> None:
        """Gravel under thin water, and the ruts on both banks."""
        half, style = wide / 2 + 3.0, self.style
        self.base.line([on(spot, -half), on(spot, half)], style.shallow, 13.0)
        for side in (-3.4, 0.0, 3.4):
            for at in (-half * 0.5, half * 0.4):
                self.base.line([on(spot, at, side - 1.6), on(spot, at, side + 1.6)], style.sand, 1.0)
        for side in (-2.6, 2.6):
            for end in (-1, 1):
                self.base.line([on(spot, end * half, side), on(spot, end * (half + 7), side)], style.road_case, 1.1)

    def _rubble(self, spot: Spot) -> None:
        dice = Random(f"{self.survey.country.seed} rubble {spot.x:.0f} {spot.y:.0f}")
        for _ in range(6):
            at = on(spot, dice.uniform(-3.5, 3.5), dice.uniform(-5, 5))
            boulder(self.base, at, dice.uniform(1.2, 2.2), dice.choice(self.style.stones), dice)


DEEPEST = 360
"""What is drawn in the colour of a side is no lighter than this (the sum of its parts), or it is lost on the ground."""


def deep(colour: Rgb) -> Rgb:
    """The colour, dark enough to be seen on any ground."""
    share = min(1.0, DEEPEST / max(1, sum(colour)))
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue


BLOWN = "blown"
CROSSINGS: Mapping[str, Callable[[Works, Spot, float, bool], None]] = {
    "bridge": Works.bridge,
    "footbridge": Works.footbridge,
    "ford": Works.ford,
}


def boulder(base: Layer, at: Point, size: float, colour: Rgb, dice: Random) -> None:
    """A stone with light from the north-west."""
    turn = dice.randrange(0, 60)
    corners = []
    for index in range(6):
        dx, dy = direction(turn + 60 * index)
        far = size * dice.uniform(0.75, 1.15)
        corners.append((at[0] + dx * far, at[1] + dy * far))
    base.area([(x + 0.9, y + 1.1) for x, y in corners], toned(colour, (-70, -68, -62)))
    base.area(corners, colour)
    base.area(
        [(at[0] + (x - at[0]) * 0.55 - 0.5, at[1] + (y - at[1]) * 0.55 - 0.6) for x, y in corners],
        toned(colour, (26, 26, 24)),
    )


def _edge(country: Map, places: frozenset[str]) -> tuple[str, ...]:
    """The sides between a region and the rest of the map."""
    grid = country.grid
    found = []
    for name in sorted(places):
        column, row = grid.position(name) or (0, 0)
        around = {(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(column, row)}
        near = (grid.name(*spot) for spot in sorted(around) if min(spot) >= 0)
        found += [f"{name}/{other}" for other in near if _beyond(grid, name, other, places)]
    return tuple(found)


def _beyond(grid: Grid, name: str, other: str, places: frozenset[str]) -> bool:
    return other in grid and other not in places and grid.bordering(name, other)


def _path(line: Line) -> Sequence[str]:
    return getattr(line.way, "path", ())


def _spans(half: float, wide: float, blown: bool) -> tuple[tuple[float, float], ...]:
    return ((-half, -wide * 0.24), (wide * 0.24, half)) if blown else ((-half, half),)


def on(spot: Spot, along: float, right: float = 0.0) -> Point:
    """The point so far along a line and to the right of it."""
    x, y = spot.beside(right)
    return x + spot.dx * along, y + spot.dy * along


def _battlement(line: Sequence[Point], high: float) -> Iterator[Point]:
    """The corners of a line that steps to its left and right in turn."""
    for index, spot in enumerate(walk(line, 5.2, 0.6)):
        side = high if index % 2 else -high
        yield spot.beside(side)
        x, y = spot.beside(side)
        yield x + spot.dx * 5.2, y + spot.dy * 5.2
