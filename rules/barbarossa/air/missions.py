"""Missions as step 5 ends (9.4, 9.5, 9.9): who should have taken off, or fought, and who has flown at nobody."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa.actions import Advance, TakeOff
from rules.barbarossa.air.duels import fuel
from rules.barbarossa.air.flight import entry_of, may_come, starts_by_order, starts_if_called, starts_ready
from rules.barbarossa.book import rule
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import forbids
from rules.engine.ruling import Finding, broken

LED = frozenset({"intercept", "escort"})
"""Missions that go where another aircraft goes: without it there is nothing to do."""


@rule("BAR-9.4a", on=Advance)
def missions_are_flown(case: Case[Advance]) -> Iterator[Finding]:
    """When step 5 is over, nobody is left on his airfield whose mission nothing stands against."""
    for unit in _sent(case):
        if not case.unit(unit).hex and unit not in case.before.stepped and _can_start(case, unit):
            yield broken("air.unflown", unit=unit)


@rule("BAR-9.9c", on=Advance)
def interceptors_fight(case: Case[Advance]) -> Iterator[Finding]:
    """When step 5 is over, whoever intercepts has fought, if what he is sent at is still over the board with him."""
    for unit in _sent(case):
        state, order = case.unit(unit), case.unit(unit).order
        if order is not None and order.order == "intercept" and state.hex and fuel(case, unit):
            yield broken("air.unfought", unit=unit, target=order.target)


@rule("BAR-9.5b", on=Advance)
def interceptors_meet_somebody(case: Case[Advance]) -> Iterator[Finding]:
    """When step 5 is over, nobody has flown to intercept an aircraft that never came over the board."""
    for unit, trail in case.before.stepped.items() if case.before.state == "S5" else ():
        order = case.unit(unit).order if unit in case.before.units else None
        if order is None or order.order != "intercept" or len(trail) < 2 or not case.unit(unit).hex:
            continue
        if may_come(case, order.target):
            yield broken("air.nobody", unit=unit, hex=trail[-1], target=order.target)


def _sent(case: Case[Any]) -> Iterator[str]:
    """The aircraft whose mission can be carried out as step 5 ends: nobody has forbidden it, or fights them already."""
    engaged = {name for pair in (*case.before.duels, *case.before.fought) for name in pair}
    for unit, state in case.before.units.items() if case.before.state == "S5" else ():
        order, fired = state.order, case.before.fired
        if order is None or not order.order or state.out or not case.counter(unit).flies or forbids(unit) in fired:
            continue
        target = case.before.units.get(order.target)
        meets = order.order not in LED or (target is not None and bool(target.hex) and not target.out)
        armed = order.order != "intercept" or (state.ammo > 0 and unit not in engaged and f"{unit} duel" not in fired)
        if meets and armed:
            yield unit


def _can_start(case: Case[Any], unit: str) -> bool:
    """True where nothing at all stands against its take-off."""
    start = Case(case.battle, case.switches, case.before, TakeOff(unit=unit, hex=entry_of(case, unit)))
    return not any(check(start) for check in (starts_by_order, starts_ready, starts_if_called))
