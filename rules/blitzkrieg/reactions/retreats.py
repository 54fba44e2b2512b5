"""Where a unit can retreat to: the next hex that no enemy holds, and on from there while it is overstacked."""

from collections.abc import Iterator

from rules.blitzkrieg.case import Case
from rules.blitzkrieg.movement.march import step_cost
from rules.blitzkrieg.movement.stacking import room
from rules.engine.actions import Action

Path = tuple[str, ...]


def open_to(case: Case[Action], unit: str, place: str) -> bool:
    """True for a hex of the map that the unit can enter and in which no enemy piece stands."""
    if place not in case.battle.ground.grid or step_cost(case, unit, "", place) is None:
        return False
    return not case.there(place, case.battle.enemy(case.side(unit)))


def next_hexes(case: Case[Action], unit: str, barred: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The hexes that a unit can retreat into."""
    here = case.unit(unit).hex
    around = case.battle.ground.grid.neighbours(here)
    return tuple(place for place in around if place not in barred and open_to(case, unit, place))


def paths(case: Case[Action], unit: str, barred: frozenset[str] = frozenset()) -> Iterator[Path]:
    """The ways that a unit can retreat: one hex, or by the shortest way to one with room if that is full."""
    for first in next_hexes(case, unit, barred):
        yield from shortest(case, unit, (first,), barred)


def shortest(case: Case[Action], unit: str, begun: Path, barred: frozenset[str] = frozenset()) -> list[Path]:
    """The shortest ways on from a begun one to a hex with room."""
    ways, seen, side = [begun], {case.unit(unit).hex, *begun}, case.side(unit)
    while ways:
        ended = [way for way in ways if room(case, way[-1], side, (unit,))]
        if ended:
            return ended
        onward = [
            (*way, near)
            for way in ways
            for near in case.battle.ground.grid.neighbours(way[-1])
            if near not in seen and near not in barred and open_to(case, unit, near)
        ]
        seen.update(way[-1] for way in onward)
        ways = onward
    return []


def is_way(case: Case[Action], unit: str, path: Path) -> bool:
    """True if the path leads from hex to adjacent hex through hexes that the unit can retreat through."""
    here = case.unit(unit).hex
    for place in path:
        if not case.beside(here, place) or not open_to(case, unit, place):
            return False
        here = place
    return bool(path)
