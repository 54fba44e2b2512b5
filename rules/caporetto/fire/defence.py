"""Defensive fire in step C, and against counter-assaults in step F (12.2, 12.4.3)."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Defend
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case, alike
from rules.caporetto.fire.sight import emplaced, observed, sees
from rules.caporetto.model import Position
from rules.caporetto.movement.prices import uphill
from rules.engine.answers import Answer
from rules.engine.ruling import Finding, broken

NEAR = 6
"""Guns fire defensively no farther than that."""
INFILTRATION = "infiltration"
MOST = 3
MIST = -2
"""The columns that fog and blizzards cost fire in defence."""


def defends(case: Case[Defend]) -> bool:
    """True for defensive fire, and not fire at somebody who passes by."""
    return case.action.what != INFILTRATION


def marked(case: Case[Any], place: str, side: str) -> tuple[str, ...]:
    """The units of a side in a hex that attack or support out of it."""
    aiming = {**case.before.attacks, **case.before.supports}
    return tuple(name for name in aiming if case.unit(name).hex == place and case.side(name) == side)


@rule("CAP-12.2a", on=Defend)
def at_those_who_attack(case: Case[Defend]) -> Finding | None:
    """Defensive fire hits units that attack or support, and nobody else."""
    enemy = case.battle.enemy(case.side(case.action.unit))
    if defends(case) and not marked(case, case.action.hex, enemy):
        return broken("defend.target", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-12.2.1a", on=Defend)
def from_beside(case: Case[Defend]) -> Finding | None:
    """Who is no gun fires at the hexes beside him."""
    name, goal = case.action.unit, case.action.hex
    foot = defends(case) and not case.counter(name).kind.guns
    if foot and goal not in case.grid.neighbours(case.unit(name).hex):
        return broken("defend.beside", unit=name, hex=goal)
    return None


@rule("CAP-12.2.1d", "CAP-12.2b", on=Defend)
def at_one_hex(case: Case[Defend]) -> Finding | None:
    """Each unit fires at one hex in a step; once dice have fallen for it there is no other."""
    name = case.action.unit
    aimed = case.before.defends.get(name, "")
    if defends(case) and aimed and aimed != case.action.hex and f"DEFEND {aimed}" in case.before.resolved:
        return broken("defend.one", unit=name, hex=case.action.hex)
    return None


@rule("CAP-12.2.1b", "CAP-8.1n", on=Defend)
def in_fog_by_the_attacked(case: Case[Defend]) -> Finding | None:
    """At attackers in fog only those fire whom they attack; whether also somebody in fog himself is a question."""
    name, goal = case.action.unit, case.action.hex
    if not defends(case) or case.counter(name).kind.guns:
        return None
    here, aims = case.unit(name).hex, {**case.before.attacks, **case.before.supports}
    if here in {at for other, at in aims.items() if case.unit(other).hex == goal}:
        return None
    found = structs.replace(broken("defend.fog", unit=name, hex=goal), rule="CAP-12.2.1b")
    if case.layout.misty(goal):
        return found
    return case.switches.disputed("CAP-A88", found) if here and case.layout.misty(here) else None


@rule("CAP-12.2.4a", "CAP-12.2.4b", "CAP-12.2.4e", on=Defend)
def guns_near_and_seen(case: Case[Defend]) -> Finding | None:
    """Guns fire defensively at what is seen, no farther than six hexes away, and never into fog."""
    name, goal = case.action.unit, case.action.hex
    if not (defends(case) and case.counter(name).kind.guns):
        return None
    here = case.unit(name).hex
    if case.within(here, goal, NEAR) is not Answer.YES:
        return broken("defend.far", unit=name, hex=goal)
    if not (observed(case, case.side(name), goal) or sees(case, here, goal)):
        found = broken("defend.unseen", unit=name, hex=goal)
        return structs.replace(found, rule="CAP-12.2.4e") if case.layout.misty(goal) else found
    return None


@rule("CAP-12.2.7a", on=Defend)
def guns_once_a_turn(case: Case[Defend]) -> Finding | None:
    """Guns fire defensively once a turn; a target may be named anew before the dice fall."""
    name = case.action.unit
    if defends(case) and name in case.before.defended and name not in case.before.defends:
        return broken("defend.again", unit=name)
    return None


@rule("CAP-10.1.2e", "CAP-12.4.3b", on=Defend)
def no_guns_here(case: Case[Defend]) -> Finding | None:
    """Guns take no part in fire at those who pass by, nor in that against counter-assaults."""
    name, acting = case.action.unit, case.before.acting
    if not case.counter(name).kind.guns:
        return None
    against = acting is not None and acting.side == case.side(name)
    found = broken("defend.no-guns", unit=name)
    if not defends(case):
        return found
    return structs.replace(found, rule="CAP-12.4.3b") if against else None


@rule("CAP-12.2.4c", "CAP-18.9.3a", on=Defend)
def no_heavy_ones(case: Case[Defend]) -> Finding | None:
    """Heavy guns, mortars and groups of guns do not fire in defence."""
    name = case.action.unit
    kind = case.counter(name).kind
    if not (defends(case) and (kind.heavy or kind.mortar or kind.group)):
        return None
    found = broken("defend.heavy", unit=name)
    return structs.replace(found, rule="CAP-18.9.3a") if kind.group else found


@effect(Defend)
@outcome("CAP-18.7a")
def aims(case: Case[Defend]) -> Position:
    """The unit has a target."""
    name = case.action.unit
    if not case.unit(name).hex:
        return case.before
    if not defends(case):
        return case.before.but(sniped={**case.before.sniped, name: case.action.hex})
    done = case.before.defended | {name} if case.counter(name).kind.guns else case.before.defended
    return case.before.but(defends={**case.before.defends, name: case.action.hex}, defended=done)


@outcome("CAP-12.2.6a", "CAP-12.2.5a", "CAP-12.2.5b", "CAP-12.2.5c", "CAP-7.8f", "CAP-12.2.1e")
def strength(case: Case[Any], place: str) -> Fraction:
    """The machine guns that fire at a hex, and a quarter of the guns', which is capped where they do not see it."""
    firing = [name for name, at in case.before.defends.items() if at == place]
    foot = [name for name in firing if not case.counter(name).kind.guns]
    total = sum(machine_guns(case, name) for name in foot)
    cap = max(sum(case.face(name).mg for name in foot), 1)
    guns = [name for name in firing if emplaced(case, name)]
    own = [name for name in guns if sees(case, case.unit(name).hex, place)]
    return total + _quarter(case, own) + min(_quarter(case, [name for name in guns if name not in own]), Fraction(cap))


def machine_guns(case: Case[Any], name: str) -> int:
    """The machine guns of a unit; half of them, rounded up, if it is out of command."""
    found = case.face(name).mg
    return (found + 1) // 2 if "OOC" in case.unit(name).marks else found


def _quarter(case: Case[Any], names: list[str]) -> Fraction:
    factors = sum(case.counter(name).faces[0].fire * Fraction(max(2 - case.unit(name).level, 0), 2) for name in names)
    return Fraction(factors) / 4


@outcome("CAP-8.1e")
def mist(case: Case[Any], place: str) -> int | None:
    """The columns that fog takes from fire into a hex, or out of one; it is open where only some stand in it."""
    firing = (name for name, at in case.before.defends.items() if at == place)
    veiled = case.layout.misty(place) or alike(case.layout.misty(case.unit(name).hex) for name in firing)
    return None if veiled is None else MIST * veiled


@outcome("CAP-12.2.9b", "CAP-12.2.9c", "CAP-12.2.9e")
def shift(case: Case[Any], place: str, names: tuple[str, ...], cover: int = 0) -> int:
    """The columns by which fire at attackers in a hex is shifted, at most three."""
    found = (mist(case, place) or 0) + case.battle.charts.shifts.get(case.ground.hexes[place].terrain, {}).get(
        "fire", 0
    )
    goals = {case.before.attacks[name] for name in names if name in case.before.attacks}
    found += any(uphill(case, place, goal) for goal in goals)
    found += any(case.ground.side(place, goal).river for goal in goals)
    return max(-MOST, min(MOST, found + cover))


@outcome("CAP-12.2.2a", "CAP-10.2.6g", "CAP-12.2.4d")
def targets(case: Case[Any], place: str) -> tuple[str, ...]:
    """Whom fire at a hex hits: those who attack or support out of it."""
    aiming = {**case.before.attacks, **case.before.supports}
    return tuple(name for name in aiming if case.unit(name).hex == place)
