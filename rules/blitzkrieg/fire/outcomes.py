"""Results (1.2, 8.3): neutralisation or a step loss by choice, red N, losses, removal, and what follows from them."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case, comes_off
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.morale.demoralisation import lost_steps
from rules.blitzkrieg.table.placing import take_off, with_riders
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due, made_good
from rules.engine.ruling import Found, broken

ANSWERED = ("returnfire", "oppfire", "tryretreat", "retreat")
"""What may come before a result is taken: that it is said, and rolled for, that fire is returned."""
LOST, WITHDRAWN = "lost", "withdrawn"
"""Boxes: of the eliminated, and of those taken out of the game without being lost."""


@outcome("BLZ-8.3a", "BLZ-8.3d", "BLZ-8.6b", "BLZ-8.6.1p")
def suffer(case: Case[Action], after: Position, unit: str, result: str) -> Position:
    """The position in which a unit has to take a result of the combat results table."""
    kind = case.counter(unit).kind
    if result == "N" or (result == "Nr" and kind.red_n):
        if comes_off(after, unit):
            # the marker lies there still, and from now on rightly
            return after.but(due=tuple(made_good(due) if _takes_off(due, unit) else due for due in after.due))
        return after.owing(*_neutralised(case, after, unit, certain=result == "N" or not kind.hq))
    return after.owing(*losses(case, after, unit)) if result == "1" else after


def suffer_as_read(case: Case[Action], after: Position, unit: str, result: str, others: Mapping[str, str]) -> Position:
    """The same, where an open ruling would give the unit another result."""
    hit = suffer(case, after, unit, result)
    if not others:
        return hit
    ruling, other = next(iter(others.items()))
    ours = hit.due[len(after.due) :]
    theirs = suffer(case, after, unit, other).due[len(after.due) :]
    options = tuple(option for due in theirs for option in due.options)
    if ours:
        return after.owing(*(each for due in ours for each in case.switches.as_we_read(ruling, due, *options)))
    return after.owing(*(each for due in theirs for each in case.switches.as_others_read(ruling, due)))


def suffer_as_claimed(case: Case[Action], after: Position, unit: str, result: str, claimed: str) -> Position:
    """The position in which a unit takes its result, or the one that the firer told it; it need not if one is none."""
    ours, theirs = (
        [due for due in suffer(case, after, unit, each).due[len(after.due) :] if due.must] for each in (result, claimed)
    )
    if not (ours or theirs):
        return after
    options = tuple(dict.fromkeys(option for due in (*ours, *theirs) for option in due.options))
    must = bool(ours and theirs)
    return after.owing(replace((*ours, *theirs)[0], options=options, must=must, below=not must))


def _takes_off(due: Due, unit: str) -> bool:
    return due.options == (do.Mark(piece=unit, marker="neutralised", on=False),)


@outcome("BLZ-8.3b", "BLZ-8.3c", "BLZ-8.4f", "BLZ-3.2d", "BLZ-1.4f")
def _neutralised(case: Case[Action], after: Position, unit: str, *, certain: bool) -> Iterator[Due]:
    """An N: a marker, or a step loss by choice; a second one brings a panic check. An HQ has no steps."""
    hq, shaken = case.counter(unit).kind.hq, after.units[unit].neutralised
    if shaken and hq:
        return
    marked, steps = do.Mark(piece=unit, marker="neutralised"), step_losses(case, after, unit)
    if shaken:
        yield Due("BLZ-8.4f", (Roll(purpose="PANIC", who=unit), *steps), must=unit not in after.wronged)
        return
    if not hq and any(due.must and marked in due.options for due in after.due):
        # an N before this one is not taken yet: after a marker comes the panic roll, after a step lost the marker
        yield Due("BLZ-8.4f", (Roll(purpose="PANIC", who=unit), marked, *steps))
        return
    due = Due("BLZ-8.3b", (marked, *steps), open_to=ANSWERED)
    yield from (due,) if certain else case.switches.as_we_read("AMB-18", due)
    if steps:
        # who has marked it may still change its mind
        yield Due("BLZ-8.3c", steps, must=False, open_to=("decline", *ANSWERED))


@outcome("BLZ-8.3e", "BLZ-1.2b", "BLZ-1.2c", "BLZ-3.2c")
def losses(case: Case[Action], after: Position, unit: str, rule_id: str = "BLZ-8.3e") -> Iterator[Due]:
    """A step loss; on an HQ it counts as N (AMB-18)."""
    if not case.counter(unit).kind.hq:
        survives = after.units[unit].steps > 1
        yield Due(rule_id, step_losses(case, after, unit), open_to=ANSWERED if survives else ())
    elif not after.units[unit].neutralised:
        yield from case.switches.as_we_read("AMB-18", Due("BLZ-3.2d", (do.Mark(piece=unit, marker="neutralised"),)))


@outcome("BLZ-8.3c", "BLZ-1.2c", "BLZ-12.1.5f")
def step_losses(case: Case[Action], after: Position, unit: str) -> tuple[Action, ...]:
    """The ways to lose a step: the unit, or with a carrier and a company aboard either of them; no HQ."""
    if case.counter(unit).kind.hq:
        return ()
    carrier = after.units[unit].aboard
    pair = with_riders(after, (carrier or unit,))
    flips = [do.StepLoss(unit=name) for name in pair]
    gone = [do.Remove(unit=name) for name in pair if after.units[name].steps == 1]
    return (*flips, *gone)


# ------------------------------------------------------------------------------------------------------ step losses
@rule("BLZ-3.2c", on=(do.StepLoss, do.Remove))
def no_hq_is_eliminated(case: Case[do.StepLoss | do.Remove]) -> Found:
    """An HQ never loses a step and is never eliminated; at the end of a turn it may leave the game."""
    if not case.counter(case.action.unit).kind.hq or case.before.within("TURN_END"):
        return None
    return broken("outcome.hq", unit=case.action.unit)


@outcome("BLZ-1.2a", "BLZ-1.2b", "BLZ-1.2c", "BLZ-8.3e")
@effect(do.StepLoss)
def step_loss(case: Case[do.StepLoss]) -> Position:
    """The unit is turned over, or removed for good if it was; its formation may have to check its morale."""
    unit, steps = case.action.unit, case.unit(case.action.unit).steps
    if case.counter(unit).kind.hq:
        return case.before
    if steps > 1:
        after = lost_steps(case, case.before.unit(unit, steps=steps - 1), unit, 1)
        return after.owing(*_marked_before(case, unit))
    return _eliminated(case, unit)


def _marked_before(case: Case[do.StepLoss], unit: str) -> Iterator[Due]:
    """The marker of the N that a step loss takes the place of comes off again, if it was put on."""
    shot, melee = case.before.shot, case.before.melee
    swapped = shot is not None and shot.results.get(unit) in {"N", "Nr"} and unit not in shot.shaken
    swapped = swapped or (melee is not None and unit in melee.told and unit not in melee.shaken)
    if swapped and case.unit(unit).neutralised:
        until = next((state for state in ("MELEE", "ACTIVE") if case.before.within(state)), "")
        yield Due("BLZ-8.3c", (do.Mark(piece=unit, marker="neutralised", on=False),), until=until, must=False)


@effect(do.Remove)
def remove(case: Case[do.Remove]) -> Position:
    """The unit is off the map: eliminated, or at the end of a turn withdrawn without loss."""
    unit = case.action.unit
    if case.before.within("TURN_END"):
        return take_off(case, case.before, unit, WITHDRAWN)
    return case.before if case.counter(unit).kind.hq else _eliminated(case, unit)


def _eliminated(case: Case[do.StepLoss] | Case[do.Remove], unit: str) -> Position:
    steps = case.unit(unit).steps
    after = take_off(case, case.before.unit(unit, steps=0), unit, LOST)
    return lost_steps(case, after, unit, steps)
