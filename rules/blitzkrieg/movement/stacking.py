"""Stacking (7.3): three units of a side in a hex, when a move, a retreat or the set-up ends."""

from collections.abc import Iterable, Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.activation import ACTING, actors
from rules.blitzkrieg.table.placing import with_riders
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Illegal, broken


@outcome("BLZ-7.3c")
def counted(case: Case[Action], units: Iterable[str]) -> list[str]:
    """The units that count against the limit: HQs do not."""
    return [unit for unit in units if case.counter(unit).kind.stacks]


def too_many(case: Case[Action], units: Iterable[str], limit: int) -> dict[str, Illegal | None]:
    """By the readings of AMB-54, what is wrong with so many units together: a company aboard counts, or it does not."""
    pieces = sorted(counted(case, units))
    afoot = [unit for unit in pieces if not case.unit(unit).aboard]
    found = broken("stacking.too-many", units=tuple(pieces), limit=limit)
    return {"ruling": found if len(pieces) > limit else None, "other": found if len(afoot) > limit else None}


def room(case: Case[Action], place: str, side: str, coming: Iterable[str] = ()) -> bool:
    """True if units, and who rides on them, can stay in a hex within the limit as it is read (AMB-54)."""
    pieces = {*case.there(place, side)}
    for unit in coming:
        pieces |= {unit, *case.riders.get(unit, ())}
    if len(pieces) <= case.battle.stacking:
        return True
    return too_many(case, pieces, case.battle.stacking)[case.switches.taken("AMB-54")] is None


@rule("BLZ-7.3a", "BLZ-7.3b", on=(*ACTING, do.EndActivation))
def within_the_limit(case: Case[do.EndActivation]) -> Iterator[Finding | None]:
    """No more than three units stay in a hex once their move has ended; while they move there is no limit.

    That a move ends when another unit acts, and not with the activation, is our reading (AMB-54).
    """
    if case.activation is None:
        return
    ending = isinstance(case.action, do.EndActivation)
    goes_on = frozenset(_going(case))
    movers = case.activation.deeds if ending else set(case.activation.moving) - set(actors(case.action))
    for place in sorted({case.unit(unit).hex for unit in movers} - {""}):
        staying = [unit for unit in case.there(place, case.activation.side) if unit not in goes_on]
        if len(staying) <= case.battle.stacking:
            continue
        readings = too_many(case, staying, case.battle.stacking)
        if any(case.before.deed(unit).crowded for unit in staying):
            # a melee threw one of them back into a full hex: that it must go on is our reading
            own = readings[case.switches.taken("AMB-54")] if ending else None
            yield case.switches.doubtful("AMB-20", own)
        else:
            yield case.switches.among("AMB-54", readings if ending else {"ruling": readings["ruling"], "other": None})


def _going(case: Case[Action]) -> tuple[str, ...]:
    """Who is on its way: it only passes through the hex in which it is."""
    return with_riders(case.before, actors(case.action)) if isinstance(case.action, do.Move | do.Assault) else ()


@rule("BLZ-7.1f", on=(do.Move, do.Assault))
def stack_of_three(case: Case[do.Move]) -> Finding | None:
    """Units move singly or as a stack of up to three."""
    limit, units = case.battle.charts.limits["stack-moves"], with_riders(case.before, case.action.units)
    return case.switches.among("AMB-54", too_many(case, units, limit)) if len(units) > limit else None
