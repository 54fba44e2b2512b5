"""Reinforcements (2.1, 7.10n): who comes onto the board in a later round, and where."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Enter
from rules.barbarossa.book import effect, rule
from rules.barbarossa.movement.passage import doubts
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.engine.ruling import Finding, broken


def arrival_of(case: Case[Any], unit: str) -> tuple[int, frozenset[str]] | None:
    """The round in which a unit comes, and where; None for one that is there from the start."""
    for arrival in case.battle.arrivals:
        if unit in arrival.units:
            return arrival.round, arrival.hexes
    return None


@rule("BAR-7.10n", "BAR-2.1c", on=Enter)
def comes_as_planned(case: Case[Enter]) -> Iterator[Finding]:
    """Reinforcements come in their round at their place; those that must be towed come in tow."""
    unit, place = case.action.unit, case.action.hex
    arrival = arrival_of(case, unit)
    if case.unit(unit).standing and not case.unit(unit).off_board:
        yield structs.replace(broken("enter.not-awaited", unit=unit), rule="BAR-2.1c")
        return
    if arrival is None:
        if not case.counter(unit).is_a("transport"):
            yield structs.replace(broken("enter.not-awaited", unit=unit), rule="BAR-2.1c")
        return
    first, places = arrival
    if case.before.round < first:
        yield structs.replace(broken("enter.early", unit=unit, round=first), rule="BAR-2.1c")
    if places and place and place not in places:
        yield structs.replace(broken("enter.elsewhere", unit=unit, hex=place), rule="BAR-2.1c")
    if "tow" in case.counter(unit).card.orders and not case.unit(unit).carrier:
        yield broken("enter.not-towed", unit=unit)
    if place in case.battle.ground.grid and not case.land(place).roads:
        barred = doubts(case, unit, place, place)
        if barred:
            yield barred


@effect(Enter)
def enters(case: Case[Enter]) -> Position:
    """The unit stands on the board, with whatever it carries."""
    return case.before.unit(case.action.unit, hex=case.action.hex, facing=case.action.facing, off_board=False)
