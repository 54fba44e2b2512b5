"""How the passive side could react."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.options import candidates
from rules.blitzkrieg.reactions.checks import fired_at_it, window
from rules.blitzkrieg.reactions.retreats import paths
from rules.engine.actions import Action


@candidates("REACT")
def reacting(case: Case[Action]) -> Iterator[Action]:
    """Every passive unit fires at who moved or fired, fires back, retreats; or nobody reacts."""
    trigger = window(case)
    if trigger is None:
        return
    yield do.Decline()
    for unit, state in case.before.units.items():
        if not state.hex or case.side(unit) != case.passive or trigger.was_answered_by(unit):
            continue
        yield from _answers(case, unit, trigger.units, at=fired_at_it(case, unit))
        yield from (do.Retreat(unit=unit, path=path) for path in paths(case, unit))
    for unit in trigger.passed:
        if case.unit(unit).on_map and case.unit(unit).neutralised:
            yield from (do.Retreat(unit=unit, path=path) for path in paths(case, unit))


def _answers(case: Case[Action], unit: str, triggers: tuple[str, ...], *, at: tuple[str, ...]) -> Iterator[Action]:
    if case.unit(unit).neutralised:
        yield do.TryRetreat(unit=unit)
    for target in dict.fromkeys((*triggers, *at)) if case.face(unit).attack else ():
        if case.unit(target).on_map:
            if target in triggers and not case.unit(unit).opp:
                yield do.OppFire(unit=unit, target=target)
            if target in at:
                yield do.ReturnFire(unit=unit, target=target)
