"""Command (3.4, 3.5): radius, out of command, and when it is checked."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.turn.timetable import independent_yet
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal, broken


@outcome("BLZ-3.1a", "BLZ-10.3a", "BLZ-10.3d")
def has_radius(case: Case[Action], unit: str) -> bool:
    """True for a unit that has to stay near an HQ: not independents, nor an HQ, nor one without an HQ (AMB-28)."""
    counter = case.counter(unit)
    if counter.independent or counter.kind.hq:
        return False
    command = case.battle.formations.get(case.formation_of(unit))
    bound = command is not None and (command.hq != "" or case.switches.read_otherwise("AMB-28"))
    return bound and not independent_yet(case, unit)


@outcome("BLZ-3.2j", "BLZ-3.5a", "BLZ-0b")
def in_command(case: Case[Action], unit: str, place: str = "") -> bool:
    """True within the command radius of the HQ, or if the unit needs none; false if the HQ is off the map."""
    if not has_radius(case, unit):
        return True
    command = case.command(case.formation_of(unit))
    if not command.hq:
        return False
    hq = case.unit(command.hq)
    return case.within(hq.hex, place or case.unit(unit).hex, command.radius) is Answer.YES


@outcome("BLZ-2.1b", "BLZ-3.5b", "BLZ-3.5a", "BLZ-1.4d")
def command_dues(case: Case[Action], until: str) -> Iterator[Due]:
    """An OOC marker goes on every unit beyond the radius, and comes off every unit within it."""
    for name, unit in case.before.units.items():
        if not unit.hex or not has_radius(case, name):
            continue
        turned = Due(
            "BLZ-2.1b" if unit.ooc else "BLZ-3.5b", (do.Mark(piece=name, marker="ooc", on=not unit.ooc),), until
        )
        if unit.ooc == in_command(case, name):
            yield _as_doctrine_binds(case, name, turned)
        elif unit.ooc and not _bound(case, name):
            yield replace(turned, must=False)


@outcome("BLZ-3.4a", "BLZ-3.4b", "BLZ-3.5a")
def _as_doctrine_binds(case: Case[Action], unit: str, due: Due) -> Due:
    """What is due of a unit's marker; to mark those whom the doctrine does not name is no duty unless settled."""
    if case.unit(unit).ooc or _bound(case, unit):
        return due
    if case.switches.read_otherwise("AMB-09"):
        return case.switches.as_others_read("AMB-09", due)[0]
    return replace(due, must=False)


def _bound(case: Case[Action], unit: str) -> bool:
    """True for a company that the doctrine names, and for all while their HQ is off the map (3.2j)."""
    return case.counter(unit).kind.doctrine or not _led(case, unit)


@outcome("BLZ-3.5c", "BLZ-3.5a")
def recheck(case: Case[Action], after: Position, units: Iterable[str]) -> Position:
    """The position after units went back: who is now beyond the radius is marked, who is within may lose its marker."""
    units, now = tuple(units), case.then(after)
    admin = after.within("ADMIN")
    known = tuple(each for each in after.due if not any(_about_command(option, units) for option in each.options))
    until = "ADMIN" if admin else "ACTIVE" if after.within("ACTIVE") else ""
    new = list[Due]()
    for name in units:
        unit = after.units[name]
        if unit.hex and has_radius(now, name) and unit.ooc == in_command(now, name):
            mark = do.Mark(piece=name, marker="ooc", on=not unit.ooc)
            due = Due("BLZ-3.5c", (mark,), until=until, must=admin or not unit.ooc)
            new.append(_as_doctrine_binds(now, name, due))
    return after.but(due=(*known, *new))


def _about_command(option: Action, units: tuple[str, ...]) -> bool:
    return isinstance(option, do.Mark) and option.marker == "ooc" and option.piece in units


@rule("BLZ-3.4a", "BLZ-3.4b", on=do.EndActivation)
def within_the_radius(case: Case[do.EndActivation]) -> Iterator[Finding | None]:
    """No infantry or tank company moves beyond the radius of its HQ and stays there."""
    for unit, deed in case.activation.deeds.items() if case.activation else ():
        if not deed.strayed or not case.unit(unit).on_map or in_command(case, unit) or not _led(case, unit):
            continue
        command = case.command(case.formation_of(unit))
        away = case.distance(case.unit(command.hq).hex, case.unit(unit).hex)
        rule_id = "BLZ-3.4a" if command.side == "french" else "BLZ-3.4b"
        found = Illegal("command.strayed", {"unit": unit, "distance": away, "radius": command.radius}, rule_id)
        strict = case.switches.doubtful("AMB-08", found)
        bound = case.counter(unit).kind.doctrine
        yield strict if bound else case.switches.tolerated("AMB-09", strict)


def strays(case: Case[Action], unit: str, place: str) -> bool:
    """True if a unit in command would be beyond its radius there by its own move."""
    return has_radius(case, unit) and _led(case, unit) and not case.unit(unit).ooc and not in_command(case, unit, place)


def _led(case: Case[Action], unit: str) -> bool:
    """True if the HQ from which the radius is counted is on the map."""
    hq = case.command(case.formation_of(unit)).hq
    return bool(hq) and case.unit(hq).on_map


__all__ = ["Position", "broken", "command_dues", "has_radius", "in_command", "strays"]
