"""Who could come onto the map, or come back to it."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.melee.overrun import TRACK
from rules.blitzkrieg.options import candidates
from rules.blitzkrieg.turn.timetable import arrival_by_unit
from rules.engine.actions import Action


@candidates("ACTIVE")
def entering(case: Case[Action]) -> Iterator[Action]:
    """Reinforcements of the active formation enter."""
    for formation in case.activation.formations if case.activation else ():
        for unit in case.members(formation, on_map=False):
            arrival = arrival_by_unit(case.battle).get(unit)
            if arrival and not case.unit(unit).hex and case.unit(unit).box == "pool":
                yield from (do.Enter(unit=unit, hex=place) for place in sorted(arrival.entry))


@candidates("DECIDE", "ACTIVE")
def returning(case: Case[Action]) -> Iterator[Action]:
    """An overrun HQ comes back to a unit of its formation."""
    for name, unit in case.before.units.items():
        if unit.box.startswith(TRACK):
            places = {case.unit(friend).hex for friend in case.members(unit.formation)}
            yield from (do.ReturnHq(unit=name, hex=place) for place in sorted(places))
