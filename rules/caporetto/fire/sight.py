"""Lines of sight and of direct fire, and who observes (12.1, 12.1.1)."""

from collections.abc import Callable, Iterable
from typing import Any

from rules.caporetto import layout
from rules.caporetto.book import outcome
from rules.caporetto.case import LIMBERED, Case
from rules.engine.answers import Answer, some
from rules.engine.corners import grazing, lines
from rules.engine.sight import Line, judged

CLEAR, FARTHEST = 6, 10
SIGHT = {"cloudy": 4, "rain": 2}
"""By weather: how many hexes one sees."""
SETTLED = frozenset({"town", "village"})


@outcome("CAP-12.1.1.1a", "CAP-12.1.1.3a", "CAP-12.1.1.4a", "CAP-3.0n")
def blocks(case: Case[Any], start: str, goal: str, place: str) -> bool:
    """Whether a hex on the way stops the view: it is higher than both ends, or wooded or built upon at one's level."""
    hexes = case.ground.hexes
    between, here, there = hexes[place], hexes[start].level, hexes[goal].level
    if between.level > max(here, there):
        return True
    return between.terrain in {"woods", "town"} and between.level in {here, there}


@outcome("CAP-12.1.1b", "CAP-12.1.1c", "CAP-8.1c")
def sees(case: Case[Any], start: str, goal: str) -> bool:
    """Whether one sees from hex to hex, where a settlement or a peak looks from its corners too; never out of fog."""
    grid = case.grid
    if not _near(case, start, goal):
        return False
    ways = lines(grid, start, goal) if _looks_around(case, start) else (grid.line(start, goal),)
    return _any(case, start, goal, ways)


@outcome("CAP-12.1.1b")
def glimpses(case: Case[Any], start: str, goal: str) -> bool:
    """Whether one sees from a settlement or a peak from any point of it: nobody is held to its corners."""
    return (
        _near(case, start, goal)
        and _looks_around(case, start)
        and _any(case, start, goal, grazing(case.grid, start, goal))
    )


def _near(case: Case[Any], start: str, goal: str) -> bool:
    """Whether a hex is so near that one sees it if nothing is in the way; never out of fog, or into it."""
    distance, layout = case.grid.distance(start, goal), case.layout
    return not (layout.misty(start) or layout.misty(goal)) and distance <= max(farthest(case, start, goal), 1)


def _looks_around(case: Case[Any], start: str) -> bool:
    hexes = case.ground.hexes
    return hexes[start].terrain in SETTLED or hexes[start].peak


def _any(case: Case[Any], start: str, goal: str, ways: Iterable[Line]) -> bool:
    """Whether one of some lines is free; the next hex is always seen."""
    if case.grid.distance(start, goal) <= 1:
        return True
    return any(_free(way, lambda place: blocks(case, start, goal, place)) for way in ways)


@outcome("CAP-12.1.1.2a", "CAP-8.1a", "CAP-8.1g", "CAP-8.1h")
def farthest(case: Case[Any], start: str, goal: str) -> int:
    """How far one sees: farther from above in clear weather, less far under clouds and in rain at either end."""
    hexes, skies = case.ground.hexes, {case.layout.sky(start), case.layout.sky(goal)}
    if skies == {layout.CLEAR}:
        return min(CLEAR + max(hexes[start].level - hexes[goal].level, 0), FARTHEST)
    return min(SIGHT.get(sky, CLEAR) for sky in skies)


def _free(line: Line, stops: Callable[[str], bool]) -> bool:
    """Whether a line is free; where it runs along a side, one free hex beside it will do."""
    return judged((places, some(Answer.of(not stops(place)) for place in places)) for places in line).clear


@outcome("CAP-12.1f", "CAP-12.1d", "CAP-12.1h")
def direct(case: Case[Any], start: str, goal: str) -> bool:
    """Whether guns fire directly: nothing on the way is higher than both the target and themselves."""
    hexes = case.ground.hexes
    top = max(hexes[start].level, hexes[goal].level)
    return _free(case.grid.line(start, goal), lambda place: hexes[place].level > top)


@outcome("CAP-12.1.1d", "CAP-12.1.1e", "CAP-7.8c")
def observed(case: Case[Any], side: str, goal: str, *, by_all: bool = False) -> bool:
    """Whether a hex is seen by units of a side that are not out of command, or by any, wherever they stand.

    What is seen from the middle or a corner is found sooner; from where else somebody may look is asked for last.
    """
    places = {
        unit.hex
        for name, unit in case.before.units.items()
        if unit.hex
        and case.side(name) == side
        and (by_all or "OOC" not in unit.marks)
        and not case.counter(name).kind.hq
    }
    near = [place for place in places if case.grid.distance(place, goal) <= FARTHEST]
    return any(sight(case, place, goal) for sight in (sees, glimpses) for place in near)


def entrenched(case: Case[Any], place: str) -> bool:
    """Whether a trench lies in a hex or along one of its sides: nobody knows of what level it is by now."""
    ground = case.ground
    return bool(ground.hexes[place].trench) or any(
        ground.side(place, near).trench for near in ground.grid.neighbours(place)
    )


def emplaced(case: Case[Any], name: str) -> bool:
    """Whether guns are on the map and in position."""
    unit = case.unit(name)
    return case.counter(name).kind.guns and bool(unit.hex) and LIMBERED not in unit.marks
