"""Line of sight (4.1, 4.3): whether terrain is in the way between two hexes. Units never are.

The line runs from centre to centre. Where it runs along a side, that side is blocked only if both hexes of it are.
AMB-41 has two readings. Ours: the edge must face the lower unit, and an obstacle as high as the higher unit blocks for
good. The other: every hex at a contour line is an edge hex, and an obstacle hides only the hex behind it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import outcome
from rules.blitzkrieg.case import Case
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.ruling import Finding, Illegal
from rules.engine.sight import CLEAR, UNSHOWN, Line, Sight

EdgeReading = Literal["ruling", "other"]
READINGS: tuple[EdgeReading, ...] = ("ruling", "other")
BACK_FROM_THE_EDGE = frozenset({"BLZ-4.3.2e", "BLZ-4.3.2f"})
"""Rules by which the higher of two does not look over its own level."""


class Views:
    """The lines of sight on a map; each is traced once."""

    def __init__(self, battle: Battle) -> None:
        self._grid = battle.ground.grid
        self._level = {name: place.level for name, place in battle.ground.hexes.items()}
        self._obstacle = {
            name: battle.charts.terrain[place.terrain].blocks for name, place in battle.ground.hexes.items()
        }
        self._limit = battle.charts.limits["sight"]
        self._seen: dict[tuple[str, str], Mapping[EdgeReading, Sight]] = {}

    def between(self, start: str, goal: str) -> Mapping[EdgeReading, Sight]:
        """The line between two hexes, by the reading of AMB-41; it is the same both ways, and open where no hex is."""
        if start not in self._grid or goal not in self._grid:
            return dict.fromkeys(READINGS, UNSHOWN)
        key = (start, goal) if start < goal else (goal, start)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = {reading: self._look(*key, reading) for reading in READINGS}
        return found

    def _look(self, one: str, other: str, reading: EdgeReading) -> Sight:
        """The line as one reading has it: free, or stopped by the first of the rules that it does not meet."""
        distance = self._grid.distance(one, other)
        if distance > self._limit:
            return Sight(Answer.NO, why="BLZ-4.1d")
        high, low = (one, other) if self._level[one] >= self._level[other] else (other, one)
        stopped = self._stops(high, low, reading) if distance > 1 else ()
        return next((Sight(Answer.NO, by, rule) for rule, by in stopped if by), CLEAR)

    def _stops(self, high: str, low: str, reading: EdgeReading) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The rules that a line between two hexes must meet, each with what stops it."""
        level, line = self._level[high], self._grid.line(high, low)
        yield "BLZ-4.3.2b", self._in_the_way(high, low, lambda place: self._level[place] > level)
        if level > self._level[low]:
            yield self._back_from_the_edge(line, high, reading)
        if level == self._level[low] or reading == "ruling":
            yield "BLZ-4.3.1a", self._in_the_way(high, low, lambda place: self._hides(place, level))
        if level > self._level[low]:
            yield "BLZ-4.3.2h", self._hidden(line, high, low)

    def _in_the_way(self, start: str, goal: str, stops: Callable[[str], bool]) -> tuple[str, ...]:
        return self._grid.sight(start, goal, lambda place: Answer.of(not stops(place))).by

    def _hides(self, place: str, level: int) -> bool:
        return self._obstacle[place] and self._level[place] >= level

    def _back_from_the_edge(self, line: Line, high: str, reading: EdgeReading) -> tuple[str, tuple[str, ...]]:
        around = self._first(line, high) if reading == "ruling" else self._grid.neighbours(high)
        away = around and all(self._level[place] >= self._level[high] for place in around)
        return "BLZ-4.3.2e" if self._at_an_edge(high) else "BLZ-4.3.2f", (high,) if away else ()

    def _at_an_edge(self, place: str) -> bool:
        return any(self._level[near] < self._level[place] for near in self._grid.neighbours(place))

    def _first(self, line: Line, high: str) -> tuple[str, ...]:
        """What the line enters first; nothing where it leaves the map along its edge."""
        return line[0] if line and self._grid.distance(high, line[0][0]) == 1 else ()

    def _hidden(self, line: Line, high: str, low: str) -> tuple[str, ...]:
        """Blind is the hex right behind an obstacle that is not adjacent to both units."""
        behind = self._first(line[::-1], low)
        hides = all(self._hides(place, self._level[low]) for place in behind)
        return behind if hides and all(self._grid.distance(high, place) > 1 for place in behind) else ()


@lru_cache(maxsize=32)
def views(battle: Battle) -> Views:
    """The lines of sight on a battle's map."""
    return Views(battle)


@outcome(
    "BLZ-4.1a", "BLZ-4.1j", "BLZ-4.3b", "BLZ-4.3c", "BLZ-4.3d", "BLZ-4.3.2a", "BLZ-4.3.2c", "BLZ-4.3.2d", "BLZ-4.3.2g",
    "BLZ-4.3.2i", "BLZ-4.3.2j",
)  # fmt: skip
def view(case: Case[Action], start: str, goal: str) -> Sight:
    """The line of sight between two hexes as it is read for this game."""
    return views(case.battle).between(start, goal)[_taken(case)]


def _taken(case: Case[Action]) -> EdgeReading:
    return "other" if case.switches.read_otherwise("AMB-41") else "ruling"


@outcome("BLZ-4.1d", "BLZ-4.3a", "BLZ-4.3.1a", "BLZ-4.3.2b", "BLZ-4.3.2e", "BLZ-4.3.2f", "BLZ-4.3.2h")
def blocked(case: Case[Action], start: str, goal: str) -> Finding | None:
    """What is to be said of a line of sight that somebody relies on."""
    lines = views(case.battle).between(start, goal)
    if not any(line.blocked for line in lines.values()):
        return None
    return case.switches.among("AMB-41", {name: _objection(line, start, goal) for name, line in lines.items()})


def _objection(line: Sight, start: str, goal: str) -> Finding | None:
    if not line.blocked:
        return None
    if line.why == "BLZ-4.1d":
        return Illegal("sight.too-long", {"from": start, "to": goal}, line.why)
    if line.why in BACK_FROM_THE_EDGE:
        return Illegal("sight.from-the-rim", {"from": start, "to": goal, "by": line.by}, line.why)
    return Illegal("sight.blocked", {"from": start, "to": goal, "by": line.by}, line.why)
