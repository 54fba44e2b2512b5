"""Whose turn it is where both sides do the same: the Central Powers come first (4.6, 4.9, 4.10)."""

from typing import Any

from msgspec import structs

from rules.caporetto.actions import Move, Show
from rules.caporetto.book import rule
from rules.caporetto.case import BUILDING, Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import going, marching
from rules.caporetto.turn.artillery import turned
from rules.caporetto.works.bridges import BLOW, spans
from rules.caporetto.works.trenches import ENGINEERS
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, broken

BEGINS, BLOWING = 2, 3
"""Activities of the engineer phase that follow each other: repairs are begun, bridges blown."""
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


def _activity(case: Case[Any]) -> tuple[int, int]:
    """The activity of the engineer phase to which a deed belongs, and the place of its side; none for others."""
    action, before = case.action, case.before
    name = action.who if isinstance(action, Roll) else getattr(action, "unit", "")
    if before.stack[0] != ENGINEERS or name not in case.battle.units:
        return 0, 0
    if isinstance(action, Roll):
        known = BLOWING if action.purpose == BLOW else 0
    else:
        place, marks = case.unit(name).hex, case.unit(name).marks
        starts = isinstance(action, Show) and action.state == BUILDING and action.on and BUILDING not in marks
        near = any(spans(case.battle.ground, each) for each in (place, *case.grid.neighbours(place)))
        known = BEGINS if starts and place in before.trenches and not near else 0
    return (known, case.battle.sides.index(case.side(name))) if known else (0, 0)


@rule("CAP-4.5e", on=(Roll, Show))
def one_activity_after_another(case: Case[Roll | Show]) -> Finding | None:
    """Repairs are begun before bridges are blown, and in both the Central Powers come first."""
    now = _activity(case)
    named = case.action.who if isinstance(case.action, Roll) else case.action.unit
    return broken("engineers.order", unit=named) if now[0] and now < case.before.engineering else None


def in_activity(case: Case[Any], after: Position) -> Position:
    """The position in which it is known how far the engineers have come."""
    now = _activity(case)
    return after.but(engineering=now) if now > after.engineering else after


def _begins(case: Case[Any]) -> bool:
    """Whether a unit goes off, or guns are turned."""
    if isinstance(case.action, Move):
        return marching(case) and not going(case, case.action.unit)
    return turned(case) and case.before.stack[0] == "Artillery"
