"""What could be shot at and struck beyond what is due: reactions, dice carried on or rolled again."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.barbarossa import actions as do
from rules.barbarossa.fire.aiming import WAYS, against, firing_hex
from rules.barbarossa.fire.firing import shots_by
from rules.barbarossa.fire.groupfire import SPREADS, can_be_carried_on
from rules.barbarossa.melee.fighting import can_strike, struck
from rules.barbarossa.options import candidates
from rules.barbarossa.state.bravery import withdrawing
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action

Nothing = Case[Any]
"""A case in which nothing has been done yet."""
GUARDS: dict[str, do.Shot] = {"defend": "defend", "ambush": "ambush"}
"""Orders with which a unit fires at those who move."""


def clear(case: Nothing, unit: str, target: str, kind: do.Shot) -> bool:
    """True if nothing is known to stand against the shot."""
    return case.unit(unit).ammo >= WAYS[kind].ammo and next(against(case, unit, target, kind), None) is None


# ------------------------------------------------------------------------------------------------------- reactions
@candidates("S8", "S10")
def at_movers(case: Nothing) -> Iterator[Action]:
    """Whoever defends or lies in ambush may fire at an enemy that has just moved, near enough; in step 8 as well."""
    late = case.before.state == "S10"
    moved = [name for name, trail in case.before.stepped.items() if len(trail) > 1 and case.unit(name).standing]
    moving = moved if late else [name for name, state in case.before.units.items() if state.standing]
    if not moving:
        return
    for unit, state in case.before.units.items():
        order = state.order
        kind = GUARDS.get(order.order) if order else None
        idle = not late and kind == "defend"
        if order is None or kind is None or idle or not state.standing or case.before.fired.get(unit):
            continue
        for target in moving:
            if case.enemies(unit, target) and clear(case, unit, target, kind):
                yield do.Fire(unit=unit, target=target, kind=kind, by=case.side(unit))


@candidates("S10")
def on_the_move(case: Nothing) -> Iterator[Action]:
    """Fire on the Move, once the unit has come to the hex from which it was ordered to fire."""
    for unit, state in case.before.units.items():
        order = state.order
        if (
            order is None
            or order.order != "fire_on_move"
            or case.before.fired.get(unit)
            or firing_hex(case, unit) != order.fire_from
        ):
            continue
        if order.target in case.before.units and clear(case, unit, order.target, "move"):
            yield do.Fire(unit=unit, target=order.target, kind="move", by=case.side(unit))


@candidates("S10")
def at_who_withdraws(case: Nothing) -> Iterator[Action]:
    """Those from whose melee a unit goes away may strike it once as it leaves."""
    for target, trail in case.before.stepped.items():
        for unit in case.foes(target, trail[0]) if withdrawing(case, target) else ():
            able = can_strike(case, unit, target) and case.unit(unit).ammo and not case.unit(unit).carrier
            if able and not struck(case.before, unit):
                yield do.Strike(unit=unit, target=target, by=case.side(unit))


# ------------------------------------------------------------------------------------------------ more of the same
@candidates("S2", "S3", "S8", "S10")
def carried_on(case: Nothing) -> Iterator[Action]:
    """Dice that missed may be rolled against others of a group."""
    for unit, name in dict.fromkeys((shot.unit, shot.kind) for shot in case.before.shots if shot.kind in SPREADS):
        kind = msgspec.convert(name, do.Shot)
        for target in can_be_carried_on(case, unit, kind):
            last = shots_by(case.before, unit, kind)[-1].target
            yield do.Fire(unit=unit, target=target, kind=kind, after=last, by=case.side(unit))


@candidates("S3", "S10")
def adjusted(case: Nothing) -> Iterator[Action]:
    """Artillery that hit nothing may roll again once a round, if a headquarters leads it."""
    for shot in case.before.shots:
        misses = bool(shot.rolled) and not shot.hits and not shot.after and shot.kind in WAYS
        may = case.counter(shot.unit).type == "artillery" and case.side(shot.unit) not in case.before.adjusted
        if misses and may:
            kind = msgspec.convert(shot.kind, do.Shot)
            yield do.Fire(unit=shot.unit, target=shot.target, kind=kind, again=True, by=case.side(shot.unit))
