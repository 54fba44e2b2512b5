"""What could be done in the air: flights, the way home, combats, what is dropped."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.air.duels import may_choose
from rules.barbarossa.air.flight import airborne, entry_of, goal, next_with, path
from rules.barbarossa.options import candidates
from rules.barbarossa.orders.terms import FLIGHTS, LASTING
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action
from rules.engine.dice import Roll


@candidates("S5")
def flights(case: Case[Any]) -> Iterator[Action]:
    """Take-offs, the next hex of each flight, the way home."""
    for unit, state in case.before.units.items():
        if state.out or not case.counter(unit).flies:
            continue
        if not state.hex and case.ordered_to(unit, FLIGHTS):
            entry = entry_of(case, unit)
            halves = (entry,) if entry else tuple(sorted(case.battle.ground.halves))
            yield from (do.TakeOff(unit=unit, hex=place, by=case.side(unit)) for place in halves)
        elif unit in case.before.stepped:
            yield from (do.Fly(unit=unit, hex=place, by=case.side(unit)) for place in _next(case, unit))


@candidates("S12")
def flying_home(case: Case[Any]) -> Iterator[Action]:
    """The way home at the end of a round, for whoever could stay longer."""
    yield from (do.Return(unit=unit, by=case.side(unit)) for unit in airborne(case) if case.ordered_to(unit, LASTING))


def _next(case: Case[Any], unit: str) -> tuple[str, ...]:
    order = case.unit(unit).order
    if order is not None and order.order == "escort":
        return next_with(case, unit, case.before.stepped.get(order.target, ()))[:1]
    here, line = case.unit(unit).hex, path(case, unit)
    reached = next((number for number, places in enumerate(line) if here in places), -1)
    return line[reached + 1] if reached + 1 < len(line) else ()


@candidates("S5")
def combats(case: Case[Any]) -> Iterator[Action]:
    """Duels that could be fought, who chooses first, and searches."""
    flying = airborne(case)
    for unit in flying:
        for target in flying:
            if case.enemies(unit, target) and (target, unit) not in case.before.duels:
                yield do.Duel(unit=unit, target=target, by=case.side(unit))
        if may_choose(case, unit):
            yield from (Roll(purpose="PICK", who=unit, dice=(die,), by=case.side(unit)) for die in range(1, 7))
        if case.ordered(unit, "recon") and case.unit(unit).hex == goal(case, unit):
            yield from (Roll(purpose="SEARCH", who=unit, dice=(die,), by=case.side(unit)) for die in range(1, 7))


@candidates("S6", "S9")
def dropping(case: Case[Any]) -> Iterator[Action]:
    """Paratroops and boxes of supply."""
    for unit in airborne(case):
        if case.ordered(unit, "air_landing", "drop_supply") and case.unit(unit).hex == goal(case, unit):
            yield do.Drop(unit=unit, hex=case.unit(unit).hex, by=case.side(unit))
