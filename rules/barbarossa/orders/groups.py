"""Groups (8.2): units of one hex under one flag, which changes neither their orders nor who can be aimed at."""

from collections.abc import Iterator

from rules.barbarossa.actions import Group, Order
from rules.barbarossa.book import effect, outcome, rule
from rules.barbarossa.state.battle import FOOT, VEHICLES
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.barbarossa.state.values import place_of
from rules.engine.ruling import Finding, broken

VEHICLE_UNITS, FOOT_UNITS = 3, 6
"""How many units of each kind a group card has room for."""


def _known(case: Case[Group]) -> tuple[str, ...]:
    return tuple(unit for unit in case.action.units if unit in case.battle.units and not case.unit(unit).out)


@rule("BAR-8.2b", on=Group)
def stands_together(case: Case[Group]) -> Finding | None:
    """The units of a group are of one side and stand in one hex, or are aboard of who stands there."""
    units = _known(case)
    places = {place_of(case, unit) for unit in units}
    sides = {case.side(unit) for unit in units}
    if len(places) <= 1 and "" not in places and len(sides) <= 1:
        return None
    return broken("group.apart", group=case.action.group, units=units)


@rule("BAR-8.2e", on=Group)
def fits_on_the_card(case: Case[Group]) -> Iterator[Finding]:
    """A group holds three vehicle units and six of infantry and artillery."""
    kinds = [case.counter(unit).type for unit in _known(case)]
    for limit, types in ((VEHICLE_UNITS, VEHICLES), (FOOT_UNITS, FOOT)):
        count = sum(kind in types for kind in kinds)
        if count > limit:
            yield broken("group.full", group=case.action.group, count=count, limit=limit)


@rule("BAR-8.2f", on=Order)
def orders_to_single_units(case: Case[Order]) -> Finding | None:
    """Orders are given to each unit, not to a group."""
    unit = case.action.unit
    if unit in case.battle.units or not any(each.group == unit for each in case.before.units.values()):
        return None
    return broken("group.order", group=unit)


@effect(Group)
@outcome("BAR-8.2c")
def grouped(case: Case[Group]) -> Position:
    """The units belong to the group, and no others do."""
    name, members = case.action.group, set(case.action.units)
    after = case.before
    for unit, state in case.before.units.items():
        if unit in members and state.group != name:
            after = after.unit(unit, group=name)
        elif unit not in members and state.group == name:
            after = after.unit(unit, group="")
    return after
