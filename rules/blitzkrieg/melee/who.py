"""Who fights in a melee (9.1): those still in the hex, their enemies there, and who has yet to fire."""

from collections.abc import Iterable

from rules.blitzkrieg.book import outcome
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.model import Melee, Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due


def fighting(position: Position, units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are still in the melee."""
    melee = position.melee
    return tuple(unit for unit in units if melee and position.units[unit].hex == melee.hex)


def fighters(case: Case[Action], units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are still in the melee and fight in it: an HQ only goes along."""
    return tuple(unit for unit in fighting(case.before, units) if not case.counter(unit).kind.hq)


def opponents(case: Case[Action], unit: str) -> tuple[str, ...]:
    """The enemy pieces in the melee hex, HQs too."""
    melee = case.before.melee
    return case.there(melee.hex, case.battle.enemy(case.side(unit))) if melee else ()


def at_turn(melee: Melee) -> tuple[str, ...]:
    """The units that fire in this part of the round."""
    sides = {"defence": melee.defenders, "attack": tuple(melee.attackers)}
    return sides.get(melee.part, (*melee.defenders, *melee.attackers))


def throws(due: Due, units: Iterable[str]) -> bool:
    """True if these units have still to throw the dice of a fire in a melee."""
    dice = (one for one in due.options if isinstance(one, Roll) and one.purpose == "MELEE")
    return due.must and any(one.who in units for one in dice)


def awaited(case: Case[Action]) -> tuple[str, ...]:
    """Who has to fire in this part of the round, or has named its target and not thrown yet."""
    melee = case.before.melee
    turn = at_turn(melee) if melee else ()
    named = (unit for unit in turn if any(throws(due, (unit,)) for due in case.before.due))
    return (*still_to_fire(case), *named)


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.3a", "BLZ-8.2.2b")
def still_to_fire(case: Case[Action]) -> tuple[str, ...]:
    """Who has to fire in this part of the round: all that can, each once; those aboard a carrier need not."""
    melee = case.before.melee
    turn = at_turn(melee) if melee else ()
    return tuple(unit for unit in _ready(case, turn) if not case.unit(unit).aboard)


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e")
def may_name(case: Case[Action]) -> tuple[str, ...]:
    """Who may name a target now: also who rides, and attackers as soon as no defender has still to name one."""
    melee = case.before.melee
    if melee is None:
        return ()
    early = melee.part == "defence" and (melee.quiet or not still_to_fire(case))
    return _ready(case, (*at_turn(melee), *(melee.attackers if early else ())))


def _ready(case: Case[Action], units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that fight, have not fired in this part of the round, and can."""
    melee = case.before.melee
    return tuple(
        unit for unit in fighters(case, units) if melee and unit not in melee.fired and _can_fire(case, unit, melee)
    )


def _can_fire(case: Case[Action], unit: str, melee: Melee) -> bool:
    first = melee.round == 1
    return any(
        column(case, target, firers=(unit,), manner="melee", first_round=first).fires
        for target in opponents(case, unit)
    )


def barred(case: Case[Action]) -> frozenset[str]:
    """The hexes that the attackers came from: no defender retreats there."""
    melee = case.before.melee
    return frozenset(melee.attackers.values()) if melee else frozenset()
