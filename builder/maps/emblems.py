"""What places have beside their ground: peaks, streams, depots, trenches, airfields. Towns are built, objectives
are worth points on the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from assets.mapmarks import Border, Flag, Kind
from builder.landscape.curves import Point, Spot, direction, distance, smooth
from builder.landscape.scene import Layer
from builder.maps.chains import of_places
from builder.maps.keepout import Keepout
from builder.maps.style import Rgb, Style, toned
from builder.maps.ways import Survey, eased
from builder.maps.works import Work, Works, boulder, on

STREAM = 5
DEPOT = (-27.0, 34.0)
"""Where the crate of a depot stands, from the middle of its place."""
RUNWAY = (34.0, 7.0)
"""So far a runway reaches beyond the middles of its last places, and half its width."""


def flagged(survey: Survey, look: str) -> Iterator[tuple[Flag, Kind]]:
    """The flags of a look with their kinds."""
    country = survey.country
    for flag in country.flags.values():
        if country.kinds[flag.kind].look == look:
            yield flag, country.kinds[flag.kind]


def streams(survey: Survey) -> list[tuple[Flag, float, list[Point]]]:
    """The lines of all streams that run through places, each with its width."""
    found = []
    for flag, kind in flagged(survey, "stream"):
        dice = Random(f"{survey.country.seed} stream {flag.id}")
        for line in of_places(survey, flag.at):
            bent = [line[0]]
            for a, b in pairwise(line):
                for share in (0.3, 0.62):
                    aside = distance(a, b) * dice.uniform(0.08, 0.2) * dice.choice((-1, 1))
                    dx, dy = (b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)
                    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                    bent.append((x - dy * aside, y + dx * aside))
                bent.append((b[0] + dice.uniform(-9, 9), b[1] + dice.uniform(-9, 9)))
            ends = [_mouth(survey, line[0]), *eased(bent), _mouth(survey, line[-1])]
            course = [point for point in ends if point is not None]
            found.append((flag, (kind.width or STREAM) * 1.04, smooth(course, 8)))
    return found


def _mouth(survey: Survey, end: Point) -> Point | None:
    """Where a stream that ends in a place flows into the river on one of its sides."""
    country = survey.country
    name = min(country.grid.names, key=lambda name: distance(survey.centre(name), end))
    for pair, borders in country.borders_at.items():
        if name in pair and any(country.kinds[border.kind].look == "river" for border in borders):
            a, b = (survey.centre(each) for each in pair)
            into = 0.62 if distance(a, end) < distance(b, end) else 0.38
            return a[0] + (b[0] - a[0]) * into, a[1] + (b[1] - a[1]) * into
    return None


def courses(survey: Survey) -> list[tuple[list[Point], float]]:
    """The lines that are drawn through places, each with the width that it takes."""
    found = [(line, wide + 4) for _, wide, line in streams(survey)]
    return found + [(line, 12.0) for _, _, line in _trenches(survey)]


def clear(survey: Survey, keepout: Keepout) -> None:
    """Keep trees and houses off everything that is drawn in places."""
    for line, wide in courses(survey):
        keepout.line(line, wide + 4)
    for look, radius, (dx, dy) in (("peak", 15, (0.0, 0.0)), ("depot", 15, DEPOT), ("airfield", 30, (0.0, 0.0))):
        for flag, _ in flagged(survey, look):
            for name in flag.at:
                x, y = survey.centre(name)
                keepout.disc(x + dx, y + dy, radius)


def _trenches(survey: Survey) -> Iterator[tuple[Flag, Kind, list[Point]]]:
    for flag, kind in flagged(survey, "trench"):
        for line in of_places(survey, flag.at):
            yield flag, kind, smooth(eased(line) if len(line) > 2 else line, 6)


def flow(survey: Survey, style: Style, base: Layer) -> None:
    """Draw the streams."""
    found = streams(survey)
    for grow, colour in ((10.0, style.meadow), (2.0, style.bank), (0.0, style.water)):
        for _, wide, line in found:
            base.line(line, colour, wide + grow)


def emblems(survey: Survey, style: Style, works: Works, base: Layer) -> None:
    """Draw everything but streams, towns and objectives."""
    for flag, _ in flagged(survey, "airfield"):
        for line in of_places(survey, flag.at):
            _runway(line, style, base)
    for flag, _ in flagged(survey, "peak"):
        for name in flag.at:
            _peak(survey.centre(name), Random(f"{survey.country.seed} peak {name}"), style, base)
    for flag, kind, line in _trenches(survey):
        border = Border(id=flag.id, kind=flag.kind, at=flag.at, owner=flag.owner, level=flag.level)
        works.trench(Work(border, kind, line))
    for flag, _ in flagged(survey, "depot"):
        for name in flag.at:
            x, y = survey.centre(name)
            _depot((x + DEPOT[0], y + DEPOT[1]), works.tones.get(flag.owner or "", style.accent), style, base)


def _peak(at: Point, dice: Random, style: Style, base: Layer) -> None:
    """A rocky summit: spurs that are light towards the north-west, and a triangle on the top."""
    for index in range(14):
        turn = index * 360 // 14 + dice.randrange(-8, 9)
        dx, dy = direction(turn)
        lit = dx + dy < 0.2
        far = dice.uniform(15, 26)
        side = direction(turn + 90)
        tone = toned(style.barred_floor, (44, 40, 32) if lit else (-30, -28, -24))
        foot = [(at[0] + dx * 5 + side[0] * wide, at[1] + dy * 5 + side[1] * wide) for wide in (-5.0, 5.0)]
        base.area([*foot, (at[0] + dx * far, at[1] + dy * far)], tone)
    for _ in range(7):
        dx, dy = direction(dice.randrange(360))
        far = dice.uniform(4, 15)
        boulder(base, (at[0] + dx * far, at[1] + dy * far), dice.uniform(2.0, 3.6), dice.choice(style.stones), dice)
    top = [(at[0], at[1] - 10.0), (at[0] + 9.4, at[1] + 6.0), (at[0] - 9.4, at[1] + 6.0)]
    base.area([(at[0] + (x - at[0]) * 1.3, at[1] - 1 + (y - at[1] + 1) * 1.3) for x, y in top], style.box)
    base.area(top, style.ink)


def _depot(at: Point, tone: Rgb, style: Style, base: Layer) -> None:
    """A crate with its boards crossed, in the colour of its owner."""
    x, y = at
    base.area(_square(x + 1.2, y + 1.6, 8.6), style.shadow)
    base.area(_square(x, y, 8.6), style.ink)
    base.area(_square(x, y, 7.4), style.paper)
    base.area(_square(x, y, 5.8), tone)
    for ends in (((-5.6, -5.6), (5.6, 5.6)), ((-5.6, 5.6), (5.6, -5.6))):
        base.line([(x + px, y + py) for px, py in ends], style.paper, 1.5)


def _square(x: float, y: float, half: float) -> Sequence[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _runway(line: Sequence[Point], style: Style, base: Layer) -> None:
    """A runway on mown grass, its middle marked."""
    (x, y), (to_x, to_y) = line[0], line[-1]
    far = distance(line[0], line[-1])
    dx, dy = (to_x - x) / far, (to_y - y) / far
    middle = Spot((x + to_x) / 2, (y + to_y) / 2, dx, dy, 0)
    long = far / 2 + RUNWAY[0]
    for grow, colour in ((7.0, toned(style.meadow, (10, 10, 2))), (1.0, style.road_case), (0.0, style.ballast)):
        ends = [
            (along * (long + grow), side * (RUNWAY[1] + grow)) for along, side in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        base.area([on(middle, *end) for end in ends], colour)
    for step in range(int(long * 2 - 16) // 12):
        start = 12 * step + 10 - long
        base.line([on(middle, start, 0), on(middle, start + 6, 0)], style.box, 1.2)
    for end in (-1, 1):
        for side in (-4, -1.4, 1.4, 4):
            base.line([on(middle, end * (long - 7), side), on(middle, end * (long - 2), side)], style.box, 1.0)
