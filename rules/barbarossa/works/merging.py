"""Merging (7.4): two units become one."""

from collections.abc import Iterator

from msgspec import structs

from rules.barbarossa.actions import Advance, Merge, Out
from rules.barbarossa.book import effect, outcome, rule
from rules.barbarossa.orders.terms import in_melee
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import forget, joins, marks_due
from rules.barbarossa.state.model import Position, forbids
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, noted, unknown


# --------------------------------------------------------------------------------------------------------- merging
@rule("BAR-7.4c", "BAR-7.4d", "BAR-7.4e", "BAR-7.4b", "BAR-7.0b", on=Merge)
def may_merge(case: Case[Merge]) -> Iterator[Finding | None]:
    """Two units with the order, in one hex, of one type, together not larger than one of them, merge in step 9."""
    unit, other = case.action.unit, case.action.other
    if case.unopened(unit) or case.unopened(other):
        yield unknown("order", "order.unopened", unit=unit)
        return
    told = any(forbids(name) in case.before.fired for name in (unit, other))
    if not (told or (case.ordered(unit, "merge") and case.ordered(other, "merge"))):
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
        yield found if together > case.counter(other).size else case.switches.doubtful("BAR-A127", found)


@effect(Merge)
@outcome("BAR-7.4f", "BAR-7.4g", "BAR-7.4h", "BAR-7.4i")
def merged(case: Case[Merge]) -> Position:
    """The one that remains has the steps of both, and its bravery with them; the other one goes out of the game."""
    unit, other = case.action.unit, case.action.other
    losses = max(case.unit(unit).losses - case.size(other), 0)
    after = marks_due(case.before, unit, "losses", losses, "BAR-7.4g")
    after = forget(after, other, "losses").unit(other, out=True, hex="", order=None).unit(unit, order=None)
    after = after.but(fired={**after.fired, joins(other, unit): 1})
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
