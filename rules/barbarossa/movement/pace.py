"""Pace (12.4, 12.12, 12.15): forest, slopes and fords that leave a single hex of a move."""

from itertools import pairwise

from msgspec import structs

from rules.barbarossa.actions import Step
from rules.barbarossa.book import outcome, rule
from rules.barbarossa.movement.moving import limits
from rules.barbarossa.movement.passage import follows_road, waded
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import slope
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Illegal, broken, unknown


@limits
@rule("BAR-12.4f", on=Step)
def slow_in_forest(case: Case[Step]) -> Finding | None:
    """Infantry moves one hex a round in forest, unless along a road; a move that only touches forest is doubtful."""
    unit = case.action.unit
    trail = (*case.before.stepped.get(unit, (case.unit(unit).hex,)), case.action.hex)
    if case.counter(unit).type != "infantry" or len(trail) < 3 or not _all_in_grid(case, trail):
        return None
    off_road = [not follows_road(case, one, other) for one, other in pairwise(trail)]
    wooded = [case.land(place).terrain == "forest" for place in trail]
    cleared = [bool(case.before.in_hex(place, "path")) for place in trail]
    thick = [woods and not path for woods, path in zip(wooded, cleared, strict=True)]
    entered = sum(woods and off for woods, off in zip(thick[1:], off_road, strict=True))
    if entered >= 2:
        return _in_an_assault(case, broken("move.forest", unit=unit, hex=case.action.hex))
    if not any(wooded) or not any(off for off, woods in zip(off_road, wooded[1:], strict=True) if woods or wooded[0]):
        return None
    if any(cleared):
        return unknown("path", "move.forest-path", unit=unit)
    return case.switches.doubtful("BAR-A14", broken("move.forest", unit=unit, hex=case.action.hex))


@limits
@rule("BAR-12.12a", "BAR-12.12c", on=Step)
def one_hex_on_slopes(case: Case[Step]) -> Finding | None:
    """Up a gentle slope, and up or down an abrupt one, the step is the only one of the round.

    Who follows a road need not obey the rules of other terrain; whether that holds for slopes the book does not say.
    """
    unit = case.action.unit
    trail = (*case.before.stepped.get(unit, (case.unit(unit).hex,)), case.action.hex)
    if len(trail) < 3 or not _all_in_grid(case, trail):
        return None
    sides = tuple(pairwise(trail))
    abrupt = structs.replace(broken("move.abrupt", unit=unit, hex=case.action.hex), rule="BAR-12.12c")
    climbs = broken("move.climbs", unit=unit, hex=case.action.hex)
    heights = [(slope(case.battle.ground, *side), follows_road(case, *side)) for side in sides]
    for roads in (False, True):
        bound = [height for height, road in heights if road == roads]
        found = abrupt if any(abs(height) == 2 for height in bound) else climbs if 1 in bound else None
        if found:
            return case.switches.disputed("BAR-A128", found) if roads else _in_an_assault(case, found)
    return None


def _in_an_assault(case: Case[Step], wrong: Illegal) -> Finding | None:
    """The finding; of an assault it is open whether the ground shortens it."""
    return case.switches.doubtful("BAR-A84", wrong) if case.ordered(case.action.unit, "assault") else wrong


@limits
@rule("BAR-12.15a", "BAR-12.15c", "BAR-12.15d", on=Step)
def fords(case: Case[Step]) -> Finding | None:
    """Into a ford, or out of it, takes the whole round: the move is one hex."""
    unit = case.action.unit
    trail = case.before.stepped.get(unit, (case.unit(unit).hex,))
    if len(trail) < 2 or not _all_in_grid(case, (*trail, case.action.hex)):
        return None
    if waded(case, trail[0]):
        return _in_an_assault(case, structs.replace(broken("move.from-ford", unit=unit), rule="BAR-12.15d"))
    if waded(case, case.action.hex):
        return _in_an_assault(case, broken("move.ford", unit=unit, hex=case.action.hex))
    if waded(case, trail[1]):
        return _in_an_assault(case, structs.replace(broken("move.past-ford", unit=unit), rule="BAR-12.15c"))
    return None


@outcome("BAR-12.15b")
def rounds_to_cross(case: Case[Action]) -> int:
    """A ford takes two rounds: one into it, one out of it."""
    return 2 if any(land.terrain == "ford" for land in case.battle.ground.hexes.values()) else 0


def _all_in_grid(case: Case[Action], trail: tuple[str, ...]) -> bool:
    return all(place in case.battle.ground.grid for place in trail)
