"""Merging (7.4) and reinforcements (7.10n): two units become one; others come onto the board."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Enter, Merge, Out
from rules.barbarossa.book import effect, outcome, rule
from rules.barbarossa.case import Case
from rules.barbarossa.doubts import doubtful
from rules.barbarossa.harm import forget, marks_due
from rules.barbarossa.model import Position
from rules.barbarossa.orders import in_melee
from rules.barbarossa.passage import doubts
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, noted, unknown


# --------------------------------------------------------------------------------------------------------- merging
@rule("BAR-7.4c", "BAR-7.4d", "BAR-7.4e", "BAR-7.4b", "BAR-7.0b", on=Merge)
def may_merge(case: Case[Merge]) -> Iterator[Finding | None]:
    """Two units with the order, in one hex, of one type, together not larger than one of them, merge in step 9."""
    unit, other = case.action.unit, case.action.other
    if case.unopened(unit) or case.unopened(other):
        yield unknown("order", unit=unit)
        return
    if not (case.ordered(unit, "merge") and case.ordered(other, "merge")):
        yield structs.replace(broken("merge.both", unit=unit, other=other), rule="BAR-7.4b")
    if case.before.state != "S9":
        yield structs.replace(broken("merge.step", unit=unit, step=case.before.state), rule="BAR-7.0b")
    if case.unit(unit).hex != case.unit(other).hex or case.enemies(unit, other):
        yield broken("merge.apart", unit=unit, other=other)
    if case.counter(unit).type != case.counter(other).type:
        yield structs.replace(broken("merge.types", unit=unit, other=other), rule="BAR-7.4d")
    elif case.counter(unit).card.id != case.counter(other).card.id:
        yield structs.replace(noted("merge.cards", unit=unit, other=other), rule="BAR-7.4d")
    together, most = case.size(unit) + case.size(other), case.counter(unit).size
    if together > most:
        found = structs.replace(broken("merge.size", unit=unit, size=together, most=most), rule="BAR-7.4e")
        yield found if together > case.counter(other).size else doubtful(case, "BAR-A127", found)


@effect(Merge)
@outcome("BAR-7.4f", "BAR-7.4g", "BAR-7.4h", "BAR-7.4i")
def merged(case: Case[Merge]) -> Position:
    """The one that remains has the steps of both, and its bravery with them; the other one goes out of the game."""
    unit, other = case.action.unit, case.action.other
    losses = max(case.unit(unit).losses - case.size(other), 0)
    after = marks_due(case.before, unit, "losses", losses, "BAR-7.4g")
    after = forget(after, other, "losses").unit(other, out=True, hex="", order=None).unit(unit, order=None)
    return after.owing(Due("BAR-7.4f", (Out(piece=other),), after.state, "merge.out"))


@rule("BAR-7.4f", on=Advance)
def have_merged(case: Case[Advance]) -> Iterator[Finding]:
    """When step 9 is over, those that were ordered to merge have done so, if they are in no melee by then."""
    if case.before.state != "S9":
        return
    for name, unit in case.before.units.items():
        order = unit.order
        partner = order.target if order and order.order == "merge" else ""
        if not (partner in case.before.units and name < partner and case.ordered(partner, "merge") and unit.standing):
            continue
        if unit.hex == case.unit(partner).hex and not in_melee(case, name):
            yield broken("merge.undone", unit=name, other=partner)


# -------------------------------------------------------------------------------------------------- reinforcements
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
