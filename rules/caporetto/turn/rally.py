"""Rally: who may shed a point of disorganisation, and which markers come off (20, 4.12)."""

from collections.abc import Iterator
from typing import Any

from rules.caporetto.actions import Disorganise, Show
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.turn.supply import doubt, fed
from rules.caporetto.zoned import by_zones
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

RALLY, OVER = "Rally", "Victory"
WIPED = ("Activated", "Forced", "OOC")


def rallies(case: Case[Disorganise]) -> bool:
    """True where a unit sheds a point that it has not been given by mistake, in this phase or for no reason."""
    unit = case.unit(case.action.unit)
    return case.action.change == "less" and unit.raised <= 0 and not unit.stray


@rule("CAP-4.12b", "CAP-20.1c", on=Disorganise)
def in_the_rally_phase(case: Case[Disorganise]) -> Finding | None:
    """Disorganisation is shed in the rally phase only."""
    if rallies(case) and case.before.stack[0] != RALLY:
        return broken("rally.now", unit=case.action.unit)
    return None


@rule("CAP-20.1d", on=Disorganise)
def one_point(case: Case[Disorganise]) -> Finding | None:
    """A unit sheds one point a turn."""
    if rallies(case) and case.before.stack[0] == RALLY and case.unit(case.action.unit).raised < 0:
        return broken("rally.twice", unit=case.action.unit)
    return None


@rule("CAP-20.1a", "CAP-10.4e", on=Disorganise)
def not_after_a_forced_march(case: Case[Disorganise]) -> Finding | None:
    """Who has made a forced march does not rally."""
    name = case.action.unit
    if not (rallies(case) and case.before.stack[0] == RALLY):
        return None
    if "Forced" in case.unit(name).marks or name in case.before.forced:
        return broken("rally.forced", unit=name)
    return None


@rule("CAP-20.1a", on=Disorganise)
@by_zones
def in_supply(case: Case[Disorganise]) -> Finding | None:
    """Who lies out of supply does not rally; a marker of an earlier turn, that nobody took off, bars nobody."""
    name = case.action.unit
    unit, side = case.unit(name), case.side(name)
    marked = rallies(case) and case.before.stack[0] == RALLY and "OOS" in unit.marks and unit.hex
    if not marked or fed(case, unit.hex, side):
        return None
    found, ruling = broken("rally.supply", unit=name), doubt(case, unit.hex, side)
    return case.switches.doubtful(ruling, found) if ruling else found


@rule("CAP-20.1b", "CAP-7.8d", on=Disorganise)
def in_command(case: Case[Disorganise]) -> Finding | None:
    """Who is out of command does not rally."""
    name = case.action.unit
    if rallies(case) and case.before.stack[0] == RALLY and "OOC" in case.unit(name).marks:
        return broken("rally.ooc", unit=name)
    return None


@rule("CAP-20.1a", on=Disorganise)
@by_zones
def out_of_zones(case: Case[Disorganise]) -> Finding | None:
    """Nobody rallies in an enemy zone of control; beside a friend that is a question."""
    name = case.action.unit
    place, side = case.unit(name).hex, case.side(name)
    if not (rallies(case) and case.before.stack[0] == RALLY and place and case.layout.threatened(place, side)):
        return None
    found = broken("rally.zone", unit=name, hex=place)
    friends = any(other != name for other in case.layout.there(place, side))
    return case.switches.doubtful("CAP-A111", found) if friends else found


@outcome("CAP-4.12d")
def wiped(case: Case[Any]) -> Iterator[Due]:
    """The markers of the turn come off before the next one begins."""
    for name, unit in case.before.units.items():
        for state in WIPED:
            if unit.hex and state in unit.marks:
                off = Show(unit=name, state=state, on=False)
                yield Due("CAP-4.12d", (off,), until=OVER, owner=case.side(name))
