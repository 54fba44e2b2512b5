"""Who could get on or off."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.options import candidates
from rules.engine.actions import Action


@candidates("ACTIVE")
def riding(case: Case[Action]) -> Iterator[Action]:
    """Companies get on and off."""
    for unit in case.actives():
        if case.unit(unit).aboard:
            yield do.Unload(unit=unit)
        elif case.counter(unit).kind.rides:
            here = case.there(case.unit(unit).hex, case.side(unit))
            yield from (do.Load(unit=unit, carrier=other) for other in here if case.counter(other).kind.carries)
