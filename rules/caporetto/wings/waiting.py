"""Brigades that wait, or have no guns, and who may do what in the first turn (24.9, 24.10)."""

from typing import Any

from rules.caporetto.action.activation import REACTION
from rules.caporetto.actions import Activate, Assault, Attach, Bombard, Move, Resolve
from rules.caporetto.book import rule
from rules.caporetto.case import Case
from rules.caporetto.fire.bombardment import BARRAGE
from rules.caporetto.fire.preparing import GAS, MINE
from rules.caporetto.model import Position
from rules.caporetto.movement.march import going, marching, strategic
from rules.caporetto.wings.sectors import at_dawn
from rules.engine.ruling import Finding, broken

WAITING = frozenset({"it.salerno", "it.arno", "it.bers4"})
GUNLESS = WAITING | {"it.elba", "it.firenze", "it.foggia"}
"""The brigades that have just come to the front."""
READY, ATTACKED = 5, "CAP-A43"
"""From this turn on they wait no longer; whether they are attacked by a bombardment is a question."""
REST = "Rest"


def _mornings(case: Case[Any], name: str) -> bool:
    """True for an Italian unit in the first turn."""
    return at_dawn(case) and case.side(name) == case.battle.sides[1]


def _unless_attacked(case: Case[Any], formation: str, found: Finding) -> Finding | None:
    """The finding, unless the formation was attacked; where it was bombarded only, that is a question."""
    if formation in case.before.attacked:
        return None
    return case.switches.doubtful(ATTACKED, found) if formation in case.before.bombarded else found


# ------------------------------------------------------------------------------------------------------ the first turn
@rule("CAP-24.9d", on=Activate)
def only_who_was_attacked(case: Case[Activate]) -> Finding | None:
    """In the first turn an Italian formation reacts only if it was attacked."""
    hq = case.action.hq
    if case.action.kind != REACTION or not _mornings(case, hq):
        return None
    return _unless_attacked(case, case.counter(hq).formation, broken("morning.reacts", unit=hq))


@rule("CAP-24.9f", on=Move)
def who_moves_late(case: Case[Move]) -> Finding | None:
    """In the first turn an Italian formation moves late if it was attacked or bombarded, and has not reacted."""
    name = case.action.unit
    formation = case.counter(name).formation
    late = marching(case) and case.before.stack[0] == REST and _mornings(case, name)
    if not late or formation not in case.battle.formations:
        return None
    hit = formation in case.before.attacked | case.before.bombarded
    return None if hit and formation not in case.before.acted else broken("morning.rest", unit=name)


@rule("CAP-24.9g", on=Move)
def nobody_marches_far(case: Case[Move]) -> Finding | None:
    """In the first turn there is no strategic movement."""
    far = at_dawn(case) and marching(case) and strategic(case)
    return broken("morning.strategic", unit=case.action.unit) if far else None


@rule("CAP-24.10a", on=Move)
def jams_at_bridges(case: Case[Move]) -> Finding | None:
    """In the first turn Italian units stop in the hex behind a bridge over the Isonzo."""
    name = case.action.unit
    if not (_mornings(case, name) and marching(case)):
        return None
    unit = case.unit(name)
    crossed = going(case, name) and unit.way and case.battle.ground.side(unit.way[-1][0], unit.hex).isonzo
    far = not _behind_a_bridge(case, unit.hex, case.action.hex)
    return broken("morning.bridge", unit=name, hex=unit.hex) if crossed or far else None


def _behind_a_bridge(case: Case[Any], start: str, goal: str) -> bool:
    """Whether a hex lies on the bank on which somebody sets out, or just beyond the river."""
    bank, ground = case.layout.once(("bank", start), lambda: _bank(case, start)), case.battle.ground
    return goal in bank or any(near in bank and ground.side(near, goal).isonzo for near in case.grid.neighbours(goal))


def _bank(case: Case[Any], start: str) -> frozenset[str]:
    """The hexes to which one comes without crossing the Isonzo."""
    found, todo = {start}, [start]
    while todo:
        place = todo.pop()
        near = (each for each in case.grid.neighbours(place) if not case.battle.ground.side(place, each).isonzo)
        fresh = [each for each in near if each not in found]
        found.update(fresh)
        todo += fresh
    return frozenset(found)


# -------------------------------------------------------------------------------------------------------- the brigades
@rule("CAP-24.9.2a", on=Move)
def brigades_that_wait(case: Case[Move]) -> Finding | None:
    """Three brigades do not move until they are attacked, or until the fifth turn."""
    name = case.action.unit
    formation = case.counter(name).formation
    if not (case.battle.parted and formation in WAITING and marching(case)) or case.before.turn >= READY:
        return None
    return _unless_attacked(case, formation, broken("wing.waits", unit=name))


@rule("CAP-24.9.2b", on=Attach)
def brigades_without_guns(case: Case[Attach]) -> Finding | None:
    """Six brigades have no guns with them."""
    name, formation = case.action.unit, case.action.formation
    guns = case.battle.parted and case.counter(name).kind.guns and formation in GUNLESS
    return broken("wing.guns", unit=name, formation=formation) if guns else None


# -------------------------------------------------------------------------------------------------- what is remembered
def attacked(case: Case[Assault], after: Position) -> Position:
    """The position in which it is known which formations were attacked."""
    return after.but(attacked=after.attacked | _formations(case, case.action.unit, case.action.at))


def bombarded(case: Case[Bombard], after: Position) -> Position:
    """The position in which it is known which formations were bombarded."""
    if case.action.what == BARRAGE:
        return after
    return after.but(bombarded=after.bombarded | _formations(case, case.action.unit, case.action.hex))


def sprung(case: Case[Resolve], after: Position) -> Position:
    """The position in which gas and mines count as a bombardment."""
    if case.action.purpose not in {GAS, MINE}:
        return after
    there = case.layout.there(case.action.hex, case.battle.sides[1])
    return after.but(bombarded=after.bombarded | {case.counter(name).formation for name in there})


def _formations(case: Case[Any], unit: str, place: str) -> frozenset[str]:
    """The formations of the enemies in a hex."""
    there = case.layout.there(place, case.battle.enemy(case.side(unit)))
    return frozenset(case.counter(name).formation for name in there)
