"""The phases of a turn, in their order (4.0)."""

from typing import Any

from rules.caporetto.actions import Begin, Done
from rules.caporetto.book import effect, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.engine.ruling import Finding, broken

LOOP = ("ActionAHG", "ActionIT")
"""The phases that alternate."""


def follows(case: Case[Any], phase: str, turn: int) -> bool:
    """Whether a phase may come now: later in the turn, in the turn after it, or one of those that alternate."""
    phases, now = case.battle.phases, case.before.stack[0]
    if turn == case.before.turn:
        return phases.index(phase) > phases.index(now) or (now in LOOP and phase in LOOP)
    return turn == case.before.turn + 1 and now == phases[-1] and phase == phases[1]


@rule("CAP-4.0b", "CAP-4.13b", on=Begin)
def in_order(case: Case[Begin]) -> Finding | None:
    """The phases of a turn follow each other in their order; what was put on too far and back at once is no breach."""
    phase, turn = case.action.phase, case.action.turn
    if follows(case, phase, turn) or case.before.idle:
        return None
    return broken("phase.order", phase=f"state.{phase}", turn=turn, now=f"state.{case.before.stack[0]}")


@effect(Begin)
def begins(case: Case[Begin]) -> Position:
    """The phase begins; nobody is on his way."""
    return case.before.but(stack=(case.action.phase,), turn=case.action.turn, mover="", idle=True)


@effect(Done)
def done(case: Case[Done]) -> Position:
    """Nothing changes by what is merely said."""
    return case.before
