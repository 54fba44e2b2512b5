"""Formations chosen in the command phase, and the logistic points that it costs the Italians (6, 7.2 to 7.4)."""

from collections.abc import Iterator
from typing import Any

from rules.caporetto.actions import Begin, Slot, Spend
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.engine.ruling import Finding, Illegal, broken, unknown

COMMAND = "Command"
COSTS = {"ready": 1, "guns5": 2, "guns10": 3, "guns15": 4}


@rule("CAP-4.2a", on=Slot)
def in_the_command_phase(case: Case[Slot]) -> Finding | None:
    """Formations are chosen in the command phase; afterwards headquarters only leave their boxes."""
    hq, box = case.action.hq, case.action.box
    if box in COSTS and case.before.stack[0] != COMMAND and case.before.slots.get(hq) != box:
        return broken("slot.late", unit=hq)
    return None


@effect(Slot)
def put_into_a_box(case: Case[Slot]) -> Position:
    """The headquarters lies in a box of the formation display."""
    hq, box = case.action.hq, case.action.box
    after = case.before.unit(hq, hex="", box=box)
    return after.but(slots={**after.slots, hq: box}) if case.before.stack[0] == COMMAND else after


@outcome("CAP-4.2b", "CAP-7.3b", "CAP-7.3c", "CAP-6.0d", "CAP-4.2d", "CAP-27.5a", "CAP-26.5a", "CAP-6.0a")
def price(case: Case[Any], purse: str) -> int:
    """What the formations cost that the Italians have chosen: a point each, and one for each five guns begun."""
    italians, own = case.battle.sides[1], case.battle.purse
    boxes = (box for hq, box in case.before.slots.items() if case.side(hq) == italians and own(hq) == purse)
    return sum(COSTS.get(box, 0) for box in boxes)


@rule("CAP-7.3d", "CAP-6.1a", "CAP-24.14c", on=Begin)
def can_be_paid(case: Case[Begin]) -> Iterator[Finding]:
    """The Italians spend no more points than they have, no wing those of the other; without any they choose nobody."""
    if case.before.stack[0] != COMMAND:
        return
    for purse, left in case.before.points.items():
        if price(case, purse) > left:
            facts = {"cost": price(case, purse), "left": left}
            named = "CAP-24.14c" if sum(case.before.points.values()) > left else "CAP-7.3d"
            yield Illegal("slot.points", facts, named if left else "CAP-6.1a", owner=case.battle.sides[1])


@rule("CAP-3.0h", on=Spend)
def by_the_italians(case: Case[Spend]) -> Finding | None:
    """Only the Italians use logistic points; whoever plays both sides may sit at one seat."""
    return unknown("seat", "slot.whose", side=case.action.by) if case.action.by == case.battle.sides[0] else None


@effect(Spend)
def said(case: Case[Spend]) -> Position:
    """Nothing changes: the points are counted by what they are spent for."""
    return case.before


def paid(case: Case[Any], after: Position) -> Position:
    """The points that are left when the command phase is over."""
    if case.before.stack[0] == COMMAND:
        for purse in case.before.points:
            after = after.paid(purse, price(case, purse))
    return after
