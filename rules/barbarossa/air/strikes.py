"""Air strikes and what shoots back, and how often flak fires (9.6, 9.10, 9.11)."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa.actions import Fire
from rules.barbarossa.air.flight import airborne, goal
from rules.barbarossa.book import begins, outcome, rule
from rules.barbarossa.fire.aiming import type_of
from rules.barbarossa.fire.firing import shots_by
from rules.barbarossa.fire.volleys import can_fire
from rules.barbarossa.orders.terms import breach
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.obligations import Due
from rules.engine.ruling import Finding


@begins("S6")
@outcome("BAR-9.10d", "BAR-9.11a", "BAR-9.11c", "BAR-4.4g")
def strikes_due(case: Case[Action], position: Position) -> Position:
    """An aircraft over its target hex attacks every enemy unit there; those with Defend may shoot back, all at once."""
    look = case.then(position)
    for aircraft in strikers(look):
        for target in look.foes(aircraft, look.unit(aircraft).hex):
            shot = Fire(unit=aircraft, target=target, kind="strike")
            if can_fire(look, aircraft, target, "strike") and not any(due.met_by(shot) for due in position.due):
                position = position.owing(Due("BAR-9.10d", (shot,), "S6", "fire.due"))
            if look.ordered(target, "defend") and look.unit(target).ammo > 0:
                back = Fire(unit=target, target=aircraft, kind="react")
                position = position.owing(Due("BAR-9.11a", (back,), "S6", must=False))
    return position


def strikers(case: Case[Any]) -> tuple[str, ...]:
    """The aircraft that strike the hex over which they are."""
    return tuple(
        name for name in airborne(case) if case.ordered(name, "air_strike") and case.unit(name).hex == goal(case, name)
    )


@rule("BAR-9.10d", "BAR-9.10b", on=Fire)
def strikes_its_hex(case: Case[Fire]) -> Iterator[Finding]:
    """The aircraft strikes each unit of its target hex once, and no others."""
    action = case.action
    if action.kind != "strike" or action.unit not in case.before.units or action.target not in case.before.units:
        return
    here, ordered = case.unit(action.unit).hex, goal(case, action.unit)
    met = here in {case.unit(action.target).hex, *case.before.stepped.get(action.target, ())}
    if not met or (ordered and here != ordered):
        yield breach("BAR-9.10d", "strike.elsewhere", unit=action.unit, target=action.target, hex=ordered)
    if any(shot.target == action.target for shot in shots_by(case.before, action.unit, "strike")):
        yield breach("BAR-9.10d", "fire.twice", unit=action.unit, target=action.target)


@rule("BAR-9.11a", "BAR-9.11d", on=Fire)
def shoots_back_at_its_attacker(case: Case[Fire]) -> Iterator[Finding]:
    """Only units that an aircraft strikes shoot at it, once, as in melee."""
    action = case.action
    if action.kind != "react" or action.unit not in case.before.units or action.target not in case.before.units:
        return
    over = type_of(case, action.target) == "aircraft" and case.unit(action.unit).hex == case.unit(action.target).hex
    if not over or not (case.unopened(action.target) or _strikes(case, action.target)):
        yield breach("BAR-9.11a", "strike.not-attacked", unit=action.unit, target=action.target)
    if any(shot.target == action.target for shot in shots_by(case.before, action.unit, "react")):
        yield breach("BAR-9.11a", "fire.twice", unit=action.unit, target=action.target)


def _strikes(case: Case[Any], aircraft: str) -> bool:
    return case.ordered(aircraft, "air_strike") or bool(shots_by(case.before, aircraft, "strike"))


@rule("BAR-9.6b", on=Fire)
def flak_fires_at_aircraft(case: Case[Fire]) -> Finding | None:
    """Only flak fires at a flight path, and only at aircraft over the board."""
    action = case.action
    if action.kind != "flak" or action.unit not in case.before.units or action.target not in case.before.units:
        return None
    if case.counter(action.unit).is_a("flak") and case.counter(action.target).flies:
        return None
    return breach("BAR-9.6b", "flak.not-so", unit=action.unit, target=action.target)


@rule("BAR-9.6c", "BAR-9.6d", on=Fire)
def flak_fires_once_or_twice(case: Case[Fire]) -> Finding | None:
    """Flak fires once at an aircraft unit, and a second time if it stands in the mission's target hex."""
    action = case.action
    if action.kind != "flak" or action.unit not in case.before.units or action.target not in case.before.units:
        return None
    fired = [shot for shot in shots_by(case.before, action.unit, "flak") if shot.target == action.target]
    most = 2 if goal(case, action.target) == case.unit(action.unit).hex else 1
    if len(fired) < most:
        return None
    return breach("BAR-9.6d" if most == 2 else "BAR-9.6c", "fire.twice", unit=action.unit, target=action.target)
