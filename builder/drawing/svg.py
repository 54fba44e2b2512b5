"""Paths written as in SVG (`M 0 0 L 10 0 ... Z`), for symbols that are kept as data."""

import math
import re
from collections.abc import Iterator

from builder.drawing.path import STEPS, Contour, Path, Point, nested

TOKEN = re.compile(r"\s*,?\s*(?:([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def shape(data: str) -> Path:
    """The shape that the path data bound; an outline inside another is a hole."""
    return nested([contour for contour in lines(data) if len(contour) > 2])


def lines(data: str) -> list[Contour]:
    """The lines of the path data, flattened, each open or closed as it stands."""
    pen = _Pen()
    for command, numbers in _commands(data):
        pen.draw(command, numbers)
    return [tuple(points) for points in pen.contours if len(points) > 1]


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    command = ""
    numbers: list[float] = []
    position = 0
    text = data.strip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"not path data: {text[position:][:20]!r}")
        position = match.end()
        if match[1]:
            yield from _split(command, numbers)
            command, numbers = match[1], []
        else:
            numbers.append(float(match[2]))
    yield from _split(command, numbers)


def _split(command: str, numbers: list[float]) -> Iterator[tuple[str, list[float]]]:
    """One command a set of arguments: `L 1 2 3 4` is two lines, and more pairs after `M` are lines."""
    if not command:
        if numbers:
            raise ValueError("path data that start with a number")
        return
    size = ARGUMENTS[command.upper()]
    if (len(numbers) % size if size else len(numbers)) or (size and not numbers):
        raise ValueError(f"{command} takes {size} numbers, not {len(numbers)}")
    yield command, numbers[:size]
    follow = {"M": "L", "m": "l"}.get(command, command)
    for start in range(size, len(numbers), size or 1):
        yield follow, numbers[start : start + size]


class _Pen:
    """Where the pen stands while the commands are carried out."""

    def __init__(self) -> None:
        self.contours: list[list[Point]] = []
        self.at: Point = (0.0, 0.0)
        self.handle: Point | None = None

    def draw(self, command: str, numbers: list[float]) -> None:
        """Carry out one command."""
        kind = command.upper()
        if kind == "Z":
            self._to(self.contours[-1][0])
            self.contours.append([self.at])
            return
        absolute = self._absolute(numbers, kind, command.islower())
        if kind == "M":
            self.at = (absolute[0], absolute[1])
            self.contours.append([self.at])
        elif kind in "LHV":
            self._to(self._straight(kind, absolute))
        elif kind == "A":
            self._arc(absolute)
        else:
            self._curve(kind, absolute)
        if kind not in "CSQT":
            self.handle = None

    def _absolute(self, numbers: list[float], kind: str, relative: bool) -> list[float]:
        if not relative:
            return numbers
        if kind == "H":
            return [numbers[0] + self.at[0]]
        if kind == "V":
            return [numbers[0] + self.at[1]]
        if kind == "A":
            return [*numbers[:5], numbers[5] + self.at[0], numbers[6] + self.at[1]]
        return [number + self.at[index % 2] for index, number in enumerate(numbers)]

    def _straight(self, kind: str, numbers: list[float]) -> Point:
        if kind == "H":
            return numbers[0], self.at[1]
        if kind == "V":
            return self.at[0], numbers[0]
        return numbers[0], numbers[1]

    def _to(self, point: Point) -> None:
        self.contours[-1].append(point)
        self.at = point

    def _mirrored(self) -> Point:
        if self.handle is None:
            return self.at
        return 2 * self.at[0] - self.handle[0], 2 * self.at[1] - self.handle[1]

    def _curve(self, kind: str, numbers: list[float]) -> None:
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if kind in "ST":
            points.insert(0, self._mirrored())
        self.handle = points[-2]
        if len(points) == 2:
            (qx, qy), (x, y) = points
            points = [_between(self.at, (qx, qy), 2 / 3), _between((x, y), (qx, qy), 2 / 3), (x, y)]
        start = self.at
        for n in range(1, STEPS + 1):
            self._to(_cubic(start, points[0], points[1], points[2], n / STEPS))

    def _arc(self, numbers: list[float]) -> None:
        """The part of an ellipse between two points, as SVG's notes on implementation derive its centre."""
        rx, ry, tilt, large, sweep, x, y = numbers
        start = self.at
        if rx == 0 or ry == 0 or start == (x, y):
            self._to((x, y))
            return
        cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
        hx, hy = (start[0] - x) / 2, (start[1] - y) / 2
        px, py = cos * hx + sin * hy, cos * hy - sin * hx
        grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = abs(rx) * grow, abs(ry) * grow
        below = (rx * py) ** 2 + (ry * px) ** 2
        size = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below) * (-1 if large == sweep else 1)
        cx, cy = size * rx * py / ry, -size * ry * px / rx
        begin = math.atan2((py - cy) / ry, (px - cx) / rx)
        end = math.atan2((-py - cy) / ry, (-px - cx) / rx)
        turn = (end - begin) % math.tau if sweep else -((begin - end) % math.tau)
        mx, my = cos * cx - sin * cy + (start[0] + x) / 2, sin * cx + cos * cy + (start[1] + y) / 2
        count = max(2, math.ceil(abs(turn) / (math.pi / 2) * STEPS))
        for n in range(1, count):
            ex, ey = rx * math.cos(begin + turn * n / count), ry * math.sin(begin + turn * n / count)
            self._to((mx + cos * ex - sin * ey, my + sin * ex + cos * ey))
        self._to((x, y))


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    s = 1 - t
    wa, wb, wc, wd = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]
