"""Who fights in a melee (9.1): those still in the hex, their enemies there, and who has yet to fire."""

from collections.abc import Iterable

from rules.blitzkrieg.book import outcome
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.model import Melee, Position
from rules.engine.actions import Action


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


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.3a", "BLZ-8.2.2b")
def still_to_fire(case: Case[Action]) -> tuple[str, ...]:
    """Who has to fire in this part of the round: all that can, each once; those aboard a carrier need not."""
    melee = case.before.melee
    if melee is None:
        return ()
    sides = {"defence": melee.defenders, "attack": tuple(melee.attackers)}
    turn = sides.get(melee.part, (*melee.defenders, *melee.attackers))
    return tuple(
        unit
        for unit in fighters(case, turn)
        if unit not in melee.fired and not case.unit(unit).aboard and _can_fire(case, unit, melee)
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
