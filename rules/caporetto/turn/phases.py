"""The phases of a turn, in their order (4.0)."""

from typing import Any

from msgspec.structs import replace

from rules.caporetto.action.purse import COSTS, paid
from rules.caporetto.actions import Begin, Done
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.turn.rally import RALLY, wiped
from rules.caporetto.turn.supply import SUPPLY, wanting
from rules.caporetto.works.trenches import ENGINEERS, MENDED, mended
from rules.engine.following import Following
from rules.engine.ruling import Finding, broken, unknown

LOOP = ("ActionAHG", "ActionIT")
"""The phases that alternate."""
DUE = {SUPPLY: wanting, RALLY: wiped, ENGINEERS: mended}
"""By phase: what is due, or permitted, when it begins."""
OVER = frozenset({"CAP-13.0a", MENDED})
"""What is due, or permitted, in one turn."""
BEGUN: Following[Position, []] = Following()
"""What else happens when a phase begins."""


def follows(case: Case[Any], phase: str, turn: int) -> bool:
    """Whether a phase may come now: later in the turn, in the turn after it, or one of those that alternate."""
    phases, now = case.battle.phases, case.before.stack[0]
    place = {name: number for number, name in enumerate(phases)}
    if turn == case.before.turn:
        return place[phase] > place[now] or (now in LOOP and phase in LOOP)
    return turn == case.before.turn + 1 and now == phases[-1] and phase == phases[1]


@rule("CAP-4.0b", "CAP-4.13b", on=Begin)
def in_order(case: Case[Begin]) -> Finding | None:
    """The phases of a turn follow each other in their order; what was put on too far and back at once is no breach."""
    phase, turn = case.action.phase, case.action.turn
    if follows(case, phase, turn) or case.before.idle:
        return None
    return broken("phase.order", phase=f"state.{phase}", turn=turn, now=f"state.{case.before.stack[0]}")


@rule("CAP-4.8c", on=Begin)
def both_have_passed(case: Case[Begin]) -> Finding | None:
    """The actions end when nobody has a formation left to activate, or both sides have passed one after the other."""
    before = case.before
    if before.stack[0] not in LOOP or case.action.phase in LOOP:
        return None
    other = case.battle.enemy(case.acting)
    chosen = (hq for hq, box in before.slots.items() if box in COSTS and case.side(hq) == other)
    left = any(case.counter(hq).formation not in before.acted for hq in chosen)
    return unknown("pass") if left and before.passed != other and not before.ended else None


@effect(Begin)
def begins(case: Case[Begin]) -> Position:
    """The phase begins; nobody is on his way."""
    before, phase = case.before, case.action.phase
    fresh = case.action.turn != before.turn
    after = _dawn(before) if fresh else before
    after = paid(
        case,
        after.but(
            stack=(phase,),
            turn=case.action.turn,
            mover="",
            idle=True,
            acting=None,
            answer="",
            turned=frozenset(),
            went=frozenset(),
            gone=frozenset(),
            dug={},
            mending=frozenset(),
            bridged=frozenset(),
            engineering=(0, 0),
            far=False,
        ),
    )
    if before.stack[0] in LOOP and phase in LOOP:
        after = after.but(passed=case.acting)
    units = {name: replace(unit, raised=0) if unit.raised else unit for name, unit in after.units.items()}
    if units != after.units:
        after = after.but(units=units)
    dues = DUE[phase](case) if phase in DUE else ()
    return BEGUN.follow(case, after.owing(*dues))


@outcome("CAP-12.1.6h", "CAP-4.12c")
def _dawn(before: Position) -> Position:
    """What is forgotten when a turn begins."""
    units = {
        name: replace(unit, moved="", way=(), spent=0) if unit.moved else unit for name, unit in before.units.items()
    }
    nothing: frozenset[str] = frozenset()
    return before.but(
        units=units,
        due=tuple(due for due in before.due if due.rule not in OVER),
        acted=nothing,
        activated=nothing,
        forced=nothing,
        slots={},
        tried=nothing,
        divisions={},
        passed="",
        ended=False,
        target="",
        fired=nothing,
        defended=nothing,
        unready=nothing,
        barrages={},
        struck=nothing,
        crossed=nothing,
        volleys={},
        arrived=nothing,
        shelled=nothing,
        drawn="",
        fronts=(),
    )


@effect(Done)
def done(case: Case[Done]) -> Position:
    """Nothing changes by what is merely said."""
    return case.before
