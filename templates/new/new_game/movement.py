"""Set-up and movement (chapters 1 and 2): where units stand is looked at when a phase ends; before, all may change."""

from collections.abc import Iterator

from new_game.actions import Begin, Move
from new_game.book import effect, rule
from new_game.case import Case
from new_game.model import Position
from rules.engine.ruling import Facts, Finding, broken

SETUP = "Setup"


@rule("NEW-1a", on=Begin)
def outside(case: Case[Begin]) -> Iterator[Finding]:
    """Before the first turn each side sets its units up in its own zone."""
    if case.before.state == SETUP and case.before.turn == 1:
        for name, unit in case.battle.units.items():
            found = case.before.hexes.get(name, "")
            if found and found not in unit.zone:
                yield broken("setup.outside", unit=name, found=found)


@rule("NEW-2a", on=Begin)
def not_now(case: Case[Begin]) -> Iterator[Finding]:
    """Units of the other side stay where they are."""
    for unit, origin, found in case.moved():
        if case.moving and case.battle.units[unit].side != case.moving:
            yield broken("movement.not-now", unit=unit, origin=origin, found=found)


@rule("NEW-2b", on=Begin)
def too_far(case: Case[Begin]) -> Iterator[Finding]:
    """A unit stands at most so many hexes from where it began the phase as its movement says."""
    for unit, origin, found in case.moved():
        printed = case.battle.units[unit]
        distance = case.distance(origin, found)
        if printed.side == case.moving and distance > printed.movement:
            facts: Facts = {"origin": origin, "found": found, "distance": distance, "movement": printed.movement}
            yield broken("movement.too-far", unit=unit, **facts)


@effect(Move)
def goes(case: Case[Move]) -> Position:
    """The unit is where it went."""
    return case.before.but(hexes={**case.before.hexes, case.action.unit: case.action.hex})


@effect(Begin)
def begins(case: Case[Begin]) -> Position:
    """A phase begins with all units where they are."""
    return case.before.but(stack=(case.action.phase,), turn=case.action.turn, began=case.before.hexes)
