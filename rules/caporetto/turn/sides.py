"""Whose turn it is where both sides do the same: the Central Powers come first (4.6, 4.9, 4.10)."""

from typing import Any

from msgspec import structs

from rules.caporetto.actions import Move, Show
from rules.caporetto.book import rule
from rules.caporetto.case import Case
from rules.caporetto.movement.march import going, marching
from rules.caporetto.turn.artillery import turned
from rules.engine.ruling import Finding, broken

FIRST = {"Artillery": "CAP-4.6e", "Guns": "CAP-4.9a", "Rest": "CAP-4.10a"}
"""By phase in which one side comes after the other: the rule that says so."""


@rule(*FIRST.values(), on=(Move, Show))
def central_powers_first(case: Case[Move | Show]) -> Finding | None:
    """No unit of the Central Powers begins after the Italians have begun."""
    action, phase = case.action, case.before.stack[0]
    first, second = case.battle.sides
    if phase not in FIRST or case.side(action.unit) != first or action.unit in case.before.went:
        return None
    late = _begins(case) and any(case.side(name) == second for name in case.before.went)
    return structs.replace(broken("order.first", unit=action.unit), rule=FIRST[phase]) if late else None


def _begins(case: Case[Any]) -> bool:
    """Whether a unit goes off, or guns are turned."""
    if isinstance(case.action, Move):
        return marching(case) and not going(case, case.action.unit)
    return turned(case) and case.before.stack[0] == "Artillery"
