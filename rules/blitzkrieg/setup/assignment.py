"""Independent units (10.3, 12.2.7): to which formation they are assigned, once and at the start."""

from collections.abc import Iterable, Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.turn.timetable import came_ahead
from rules.engine.actions import Action
from rules.engine.obligations import Due
from rules.engine.ruling import Found, Illegal, broken

NAMED = {"fr.11rdp.at": "BLZ-12.1.2f", "fr.205ri.at": "BLZ-12.2.2d", "de.pj8": "BLZ-12.2.5d"}
"""Units for which a rule of their own says where they may be assigned."""


def unassigned(case: Case[Action], units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are independent and belong to no formation yet."""
    return tuple(unit for unit in units if case.counter(unit).independent and not case.formation_of(unit))


@rule("BLZ-1.1b", "BLZ-3.1d", "BLZ-12.2.3d", on=do.Assign)
def only_independents(case: Case[do.Assign]) -> Found:
    """Only independent units are assigned; whether one that comes before its HQ is such a unit is AMB-49."""
    unit = case.action.unit
    if case.counter(unit).independent:
        return None
    found = broken("assign.bound", unit=unit)
    return case.switches.doubtful("AMB-49", found) if unit in came_ahead(case.battle) else found


@rule("BLZ-10.3b", "BLZ-12.1.2f", "BLZ-12.2.2d", "BLZ-12.2.7c", on=do.Assign)
def to_a_formation_with_a_marker(case: Case[do.Assign]) -> Found:
    """They go to a formation of their own side that has an activation marker, or to one of those that are named."""
    unit, formation = case.action.unit, case.action.formation
    facts = {"unit": unit, "formation": formation}
    command = case.battle.formations.get(formation)
    if command is None or command.side != case.side(unit) or not command.chit:
        return Illegal("assign.no-marker", facts, "BLZ-10.3b")
    named = case.battle.attach.get(unit)
    if named and formation not in named:
        return Illegal("assign.not-there", facts, NAMED.get(unit, "BLZ-10.3b"))
    if command.independent and command.id != case.counter(unit).formation:
        return Illegal("assign.independent", facts, "BLZ-12.2.7c")
    return None


@rule("BLZ-12.2.7e", on=do.Assign)
def once(case: Case[do.Assign]) -> Iterator[Illegal]:
    """It is decided once, at the start or when the unit arrives, and not changed; a set-up may come with a proposal."""
    unit, formation = case.action.unit, case.action.formation
    home, present = case.counter(unit).formation, case.formation_of(unit)
    arrives = bool(case.before.turn) and _arrives(case, unit)
    if present not in {home, formation} and case.battle.attach.get(unit) != (present,) and not arrives:
        yield broken("assign.changed", unit=unit, formation=present)
    if case.before.turn and not arrives:
        yield broken("assign.late", unit=unit)


def _arrives(case: Case[Action], unit: str) -> bool:
    return any(unit in arrival.units and arrival.turn == case.before.turn for arrival in case.battle.arrivals)


@rule("BLZ-12.2.5a", "BLZ-12.2.2d", on=do.Assign)
def by_its_owner(case: Case[do.Assign]) -> Found:
    """The owner assigns; for the anti-tank unit of 205 RI the print says otherwise (AMB-31)."""
    unit, side = case.action.unit, case.side(case.action.unit)
    if case.action.by in {"", side}:
        return None
    found = broken("players.not-own", by=case.action.by, owner=side)
    if NAMED.get(unit) == "BLZ-12.2.2d":
        return case.switches.doubtful("AMB-31", found)
    return Illegal(found.why, found.facts, "BLZ-0a")


@outcome("BLZ-1.1b", "BLZ-3.1d", "BLZ-12.2.7b", "BLZ-12.2.7d", "BLZ-10.3b")
@effect(do.Assign)
def assign(case: Case[do.Assign]) -> Position:
    """The unit acts with the formation; a formation that is parcelled out altogether loses its marker for good."""
    unit, home = case.action.unit, case.counter(case.action.unit).formation
    if case.action.formation not in case.battle.formations:
        return case.before
    after = case.before.unit(unit, formation=case.action.formation)
    if not home or not case.command(home).independent or case.then(after).members(home, on_map=False):
        return after
    chit = case.command(home).chit
    return after.chit(chit, "off").owing(Due("BLZ-12.2.7d", (do.Discard(chit=chit),), until="SETUP", must=False))


@rule("BLZ-12.2.7d", on=do.Stock)
def no_marker_without_units(case: Case[do.Stock]) -> Found:
    """The marker of a formation that is parcelled out stays out of the cup."""
    chit = case.battle.chits.get(case.action.chit)
    if chit is None or not chit.formation or not case.command(chit.formation).independent:
        return None
    present = case.members(chit.formation, on_map=False)
    return None if present else broken("assign.marker-gone", chit=chit.id)


@outcome("BLZ-10.3b", "BLZ-12.2.7e")
def assignments_due(case: Case[Action]) -> Iterator[Due]:
    """Independent units that arrive in this turn are assigned now."""
    arriving = [unit for arrival in case.battle.arrivals for unit in arrival.units if _arrives(case, unit)]
    for unit in dict.fromkeys(unassigned(case, arriving)):
        places = case.battle.attach.get(unit) or tuple(case.battle.formations)
        fit = [name for name in places if case.command(name).side == case.side(unit) and case.command(name).chit]
        yield Due("BLZ-10.3b", tuple(do.Assign(unit=unit, formation=name) for name in fit), until="ADMIN")
