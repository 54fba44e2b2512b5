"""The country as it is by now: trenches that were lowered, bridges that are no more (17.0, 19.2)."""

from collections.abc import Mapping, Set

from msgspec.structs import replace

from rules.caporetto.battle import NOTHING, Ground, Hex, Side
from rules.caporetto.book import outcome
from rules.engine import zones
from rules.engine.hexes import Hexes

LOWEST = 1
"""No trench in a hex is lowered below it; those along sides are."""


@outcome("CAP-3.0s")
def control(
    grid: Hexes, hexes: Mapping[str, Hex], sides: Mapping[tuple[str, str], Side], side: str, places: Set[str]
) -> Mapping[str, frozenset[str]]:
    """Where a side's zones of control reach: not into towns, forests and enemy trenches, nor over rock and rivers."""

    def ground(_: str, other: str) -> bool:
        return hexes[other].terrain in {"town", "woods"} or hexes[other].trench not in {"", side}

    def between(one: str, other: str) -> bool:
        found = sides.get((one, other), NOTHING)
        return found.uncrossed or found.rock or found.trench not in {"", side}

    return zones.reached(places, grid.neighbours, ground, between)


def carries(side: Side) -> bool:
    """Whether supplies go by a road over it: over rivers by bridges, not by those for men on foot."""
    return bool(side.rates) and (not side.river or side.bridge)


def over(pair: str) -> tuple[str, str]:
    """The two hexes between which a bridge lies."""
    one, _, other = pair.partition("/")
    return one, other


def changed(ground: Ground, trenches: Mapping[str, int], blown: Set[str]) -> Ground:
    """The country with these trenches lowered and these bridges gone; whatever hangs on them is worked out anew."""
    hexes, sides = dict(ground.hexes), dict(ground.sides)
    for place, level in trenches.items():
        if hexes[place].trench:
            hexes[place] = replace(hexes[place], deep=max(min(hexes[place].deep, level), LOWEST))
        for near in ground.grid.neighbours(place):
            found = sides.get((place, near), NOTHING)
            if found.trench and level < found.deep:
                lower = replace(found, deep=level, trench=found.trench if level else "")
                sides[place, near] = sides[near, place] = lower
    for pair in blown:
        one, other = over(pair)
        gone = replace(ground.side(one, other), bridge=False, footbridge=False, rates=())
        sides[one, other] = sides[other, one] = gone
    touched = {*trenches, *(place for pair in blown for place in over(pair))}
    around = touched.union(*(ground.grid.neighbours(place) for place in touched))
    net = {
        place: tuple(other for other in ground.grid.neighbours(place) if carries(sides.get((place, other), NOTHING)))
        for place in around
    }
    return replace(
        ground,
        hexes=hexes,
        sides=sides,
        net={**ground.net, **net},
        control={
            side: {**known, **control(ground.grid, hexes, sides, side, around)}
            for side, known in ground.control.items()
        },
    )
