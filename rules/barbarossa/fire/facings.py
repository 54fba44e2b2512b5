"""Facing (5.3): when a unit with a field of fire may turn."""

from rules.barbarossa.actions import Turn
from rules.barbarossa.book import rule
from rules.barbarossa.orders.terms import GUARDS, TURNS, breach, unshown
from rules.barbarossa.state.case import Case
from rules.engine.ruling import Finding


@rule("BAR-5.3f", on=Turn)
def only_by_order_or_after_a_move(case: Case[Turn]) -> Finding | None:
    """A unit that stays where it is turns only by an order that says so; who was put down in this round may face as
    its players like.
    """
    unit, facing = case.action.unit, case.action.facing
    if unit not in case.before.units or not case.counter(unit).can("field_of_fire") or facing == case.unit(unit).facing:
        return None
    if case.before.fired.get(f"{unit} put down"):
        return None
    if case.unopened(unit) or case.written_yet(unit):
        return unshown("BAR-5.3f", "order", unit=unit)
    order = case.unit(unit).order or case.before.cancelled.get(unit)
    if order is not None and case.battle.among(order.order, TURNS):
        return None
    wrong = breach("BAR-5.3f", "facing.stays", unit=unit, facing=facing)
    guards = order is not None and case.battle.among(order.order, GUARDS) and order.facing == facing
    return case.switches.doubtful("BAR-A30", wrong) if guards else wrong
