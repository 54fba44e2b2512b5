"""Chains: single sides and single places joined into the lines that a river, a trench or a stream takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from builder.landscape.curves import Point, distance
from builder.maps.ways import Survey, eased

N = TypeVar("N", bound=Hashable)
OUT = 24.0
"""So far a line that ends at the edge of the map goes on beyond it."""


def chained(links: Iterable[tuple[N, N]]) -> list[list[N]]:
    """The links as lines, as long as they can be: each ends where lines fork or end; closed ones come back."""
    around: dict[N, list[N]] = defaultdict(list)
    for one, other in links:
        around[one].append(other)
        around[other].append(one)
    left = {node: list(others) for node, others in around.items()}
    ends = [node for node, others in around.items() if len(others) != 2]
    lines = [_followed(node, left, around) for node in ends for _ in range(len(left[node]))]
    lines += [_followed(node, left, around) for node in around for _ in range(len(left[node]) // 2)]
    return [line for line in lines if len(line) > 1]


def _followed(start: N, left: Mapping[N, list[N]], around: Mapping[N, list[N]]) -> list[N]:
    line = [start]
    while left[line[-1]] and (len(line) == 1 or len(around[line[-1]]) == 2):
        after = left[line[-1]].pop(0)
        left[after].remove(line[-1])
        line.append(after)
    return line


def of_sides(survey: Survey, sides: Iterable[str]) -> list[list[Point]]:
    """The lines along sides, from corner to corner; beyond the edge of the map they go a little on."""
    corners = [survey.side(*side.split("/")) for side in sides]
    return [_led_out(survey, line) for line in chained(corners)]


def _led_out(survey: Survey, line: Sequence[Point]) -> list[Point]:
    if line[0] == line[-1]:
        return list(line)
    found = list(line)
    for end, at in ((0, 0), (-1, len(found))):
        x, y = found[end]
        near = [middle for middle in survey.middles if distance(middle, (x, y)) < survey.reach]
        if len(near) < survey.meeting:
            mx, my = sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)
            far = distance((mx, my), (x, y)) or 1.0
            found.insert(at, (x + (x - mx) / far * OUT, y + (y - my) / far * OUT))
    return found


def flowing(line: Sequence[Point]) -> list[Point]:
    """The line with its corners worn round, as water wears them; its ends stay."""
    fine = [line[0]]
    for a, b in pairwise(line):
        fine += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b]
    return eased(eased(fine)) if len(fine) > 2 else fine


def of_places(survey: Survey, names: Sequence[str]) -> list[list[Point]]:
    """The lines through the middles of places next to each other, without loops of three."""
    grid = survey.country.grid
    joined: dict[str, str] = {name: name for name in names}

    def root(name: str) -> str:
        while joined[name] != name:
            name = joined[name]
        return name

    links = []
    for index, name in enumerate(names):
        for other in names[:index]:
            if grid.bordering(name, other) and root(name) != root(other):
                joined[root(name)] = root(other)
                links.append((other, name))
    lines = chained(links)
    alone = set(names) - {name for line in lines for name in line}
    return [[survey.centre(name) for name in line] for line in lines] + [
        [(x - 26, y + 6), (x, y - 5), (x + 26, y + 6)] for x, y in map(survey.centre, sorted(alone))
    ]
