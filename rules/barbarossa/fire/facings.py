"""Facing (5.3): when a unit with a field of fire may turn."""

from rules.barbarossa.actions import Turn
from rules.barbarossa.book import rule
from rules.barbarossa.orders.terms import breach, unshown
from rules.barbarossa.state.case import Case
from rules.engine.ruling import Finding

TURNING = frozenset({"change_fof", "dig_in"})
"""Orders whose box says where the unit faces from now on."""
GUARDING = frozenset({"defend", "ambush"})
"""Orders that name a facing; whether a unit with a field of fire of its own turns by them is open."""
MOVING = frozenset(
    {
        "cautious_move",
        "march",
        "fire_on_move",
        "assault",
        "set_up",
        "pack_up",
        "mount",
        "dismount",
        "tow",
        "air_landing",
    }
)
"""Orders with which a unit leaves its place: it faces as it likes afterwards."""


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
    if order is not None and order.order in TURNING | MOVING:
        return None
    wrong = breach("BAR-5.3f", "facing.stays", unit=unit, facing=facing)
    guards = order is not None and order.order in GUARDING and order.facing == facing
    return case.switches.doubtful("BAR-A30", wrong) if guards else wrong
