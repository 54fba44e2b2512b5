"""Where a unit of the active formation could move, or attack."""

from collections.abc import Iterator
from itertools import combinations

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import strays
from rules.blitzkrieg.movement.march import limit, on_road, step_cost
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.options import candidates, rash
from rules.blitzkrieg.table.placing import with_riders
from rules.engine.actions import Action

STACK = 3


@candidates("ACTIVE")
def movement(case: Case[Action]) -> Iterator[Action]:
    """Every stack and every part of it moves into every neighbouring hex, on the road also in column."""
    for place, units in _stacks(case).items():
        able = [unit for unit in units if _may_move(case, unit)]
        for goal in case.battle.ground.grid.neighbours(place):
            if case.there(goal, case.passive):
                yield from _assaults(case, units, place, goal)
                continue
            for column_march in (False, True) if on_road(case, place, goal) else (False,):
                going = [unit for unit in able if _affords(case, unit, place, goal, column=column_march)]
                for group in _groups(case, going):
                    yield do.Move(units=group, hex=goal, column=column_march)


@rash(do.Move, do.Assault, do.Enter)
def cannot_stay(case: Case[Action], action: do.Move | do.Assault | do.Enter) -> bool:
    """True for a move after which a unit is beyond its radius or one too many in the hex."""
    moved = (action.unit,) if isinstance(action, do.Enter) else action.units
    side, units = case.side(moved[0]), with_riders(case.before, moved)
    if not isinstance(action, do.Assault) and not room(case, action.hex, side, units):
        return True
    return any(strays(case, unit, action.hex) for unit in units)


def _stacks(case: Case[Action]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in case.actives():
        if not case.unit(unit).aboard:
            found.setdefault(case.unit(unit).hex, []).append(unit)
    return found


def _may_move(case: Case[Action], unit: str) -> bool:
    deed = case.before.deed(unit)
    return (
        not deed.halted and deed.fired not in {"full", "open"} and (not case.shaken(unit) or case.counter(unit).kind.hq)
    )


def _affords(case: Case[Action], unit: str, start: str, goal: str, *, column: bool) -> bool:
    price, deed = step_cost(case, unit, start, goal, column=column), case.before.deed(unit)
    return price is not None and (deed.hexes == 0 or deed.spent + price <= limit(case, unit))


def _groups(case: Case[Action], units: list[str]) -> Iterator[tuple[str, ...]]:
    """Every part of a stack that may move together."""
    for size in range(1, len(units) + 1):
        for group in combinations(units, size):
            if sum(case.counter(unit).kind.stacks for unit in group) <= STACK:
                yield group


def _assaults(case: Case[Action], units: list[str], start: str, goal: str) -> Iterator[Action]:
    fighters = [unit for unit in units if case.counter(unit).kind.direct_fire and _may_attack(case, unit)]
    hqs = [unit for unit in units if case.counter(unit).kind.hq and not case.before.deed(unit).halted]
    for column_march in (False, True) if on_road(case, start, goal) else (False,):
        for group in _groups(case, fighters):
            for along in ((), *((hq,) for hq in hqs)):
                going = tuple(unit for unit in units if unit in {*group, *along})
                yield do.Assault(units=going, hex=goal, column=column_march)


def _may_attack(case: Case[Action], unit: str) -> bool:
    deed = case.before.deed(unit)
    return not (deed.halted or deed.fired or deed.loaded or case.shaken(unit) or case.unit(unit).ooc)
