"""The declaration of assaults at the end of a move (10.2)."""

from typing import Any

from msgspec import structs

from rules.caporetto.actions import Assault, Disorganise, Move
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import most, occasion, ordinary, points, spent
from rules.caporetto.movement.prices import across, by_road
from rules.caporetto.movement.stacking import MOST, limit, weight
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

ROAD = "road"


def _as_move(case: Case[Assault]) -> Case[Move]:
    """The assault as the move into the hex that it costs like."""
    move = Move(unit=case.action.unit, hex=case.action.at)
    return Case(case.battle, case.switches, case.before, move).on(case.layout)


@outcome("CAP-10.2.5a", "CAP-10.2.5c")
def cost(case: Case[Assault]) -> int | None:
    """What it costs to attack: as much as to enter the hex, by road or not, whatever zones of control there are."""
    name, goal = case.action.unit, case.action.at
    here = case.unit(name).hex
    if not case.beside(here, goal):
        return None
    if case.action.how == ROAD:
        rates = case.ground.side(here, goal).rates
        return min(rates) if rates else None
    free = by_road(case, name, here, goal) if case.ground.side(here, goal).isonzo else None
    found = [each for each in (across(case, name, here, goal), free) if each is not None]
    return min(found) if found else None


@rule("CAP-21.1a", "CAP-21.3a", "CAP-18.1g", on=Assault)
def may_attack(case: Case[Assault]) -> Finding | None:
    """Machine guns, engineers and guns do not attack."""
    kind = case.counter(case.action.unit).kind
    if kind.assaults:
        return None
    name = "CAP-18.1g" if kind.guns else "CAP-21.1a" if kind.builds else "CAP-21.3a"
    return structs.replace(broken("assault.who", unit=case.action.unit), rule=name)


@rule("CAP-10.2.1a", on=Assault)
def enemies_beside(case: Case[Assault]) -> Finding | None:
    """Only enemies in the next hex are attacked."""
    name, goal = case.action.unit, case.action.at
    enemy = case.battle.enemy(case.side(name))
    if not case.beside(case.unit(name).hex, goal) or not case.layout.there(goal, enemy):
        return broken("assault.nobody", unit=name, hex=goal)
    return None


@rule("CAP-7.8a", "CAP-10.2.6h", on=Assault)
def in_command(case: Case[Assault]) -> Finding | None:
    """Only units that act, and are in command, attack; who supports does not."""
    name, acting = case.action.unit, case.before.acting
    if acting is None or acting.side != case.side(name):
        return None
    if name in case.before.supports:
        return structs.replace(broken("assault.supports", unit=name), rule="CAP-10.2.6h")
    own = name in acting.sure | acting.open or case.unit(name).attached in acting.formations
    return None if own else broken("march.ooc", unit=name)


@rule("CAP-11.1d", on=Assault)
def two_out_of_a_hex(case: Case[Assault]) -> Finding | None:
    """No more than two battalions attack out of a hex, however many of a regiment stand in it."""
    name, here = case.action.unit, case.unit(case.action.unit).hex
    side = case.side(name)
    others = (each for each, base in case.before.bases.items() if base == here and case.side(each) == side)
    names = tuple({**dict.fromkeys(each for each in others if case.unit(each).hex == here), name: None})
    return broken("assault.crowd", unit=name, hex=here) if weight(case, names) > MOST else None


@rule("CAP-10.2.5d", on=Assault)
def could_enter(case: Case[Assault]) -> Finding | None:
    """Nobody attacks a hex that he could not enter."""
    name, goal = case.action.unit, case.action.at
    if case.beside(case.unit(name).hex, goal) and cost(case) is None:
        return broken("assault.barred", unit=name, hex=goal)
    return None


@rule("CAP-10.2.5b", "CAP-10.4c", on=Assault)
def has_the_points(case: Case[Assault]) -> Finding | None:
    """Who attacks has the points that it costs to enter the hex."""
    name, acting = case.action.unit, case.before.acting
    price = cost(case)
    if price is None or acting is None or acting.side != case.side(name):
        return None
    move = _as_move(case)
    left = most(move) - spent(move)
    if price > left:
        return broken("assault.points", unit=name, hex=case.action.at, cost=points(price), left=points(max(left, 0)))
    return None


@effect(Assault)
@outcome("CAP-10.2.1b", "CAP-12.4.2a")
def declared(case: Case[Assault]) -> Position:
    """The unit attacks the hex, and has paid for it."""
    name, goal = case.action.unit, case.action.at
    move, price = _as_move(case), cost(case) or 0
    unit, before = case.unit(name), spent(move)
    if not unit.hex:
        return case.before
    mark = "RoadAssault" if case.action.how == ROAD else "Assault"
    known = case.before.attacks.get(name) == goal
    used = before if known else before + price
    after = case.before.unit(name, marks=unit.marks | {mark}, spent=used, moved=occasion(case)).but(
        attacks={**case.before.attacks, name: goal},
        origins=case.before.origins | {unit.hex},
        bases={**case.before.bases, name: unit.hex},
        mover=case.before.mover if case.before.mover == name else "",
    )
    own = case.before.acting is not None and case.before.acting.side == case.side(name)
    if own and before <= ordinary(move) < used <= most(move):
        weary = Due(
            "CAP-10.4b", (Disorganise(unit=name, change="more"),), until=case.before.stack[0], owner=case.side(name)
        )
        after = after.but(forced=after.forced | {name}).owing(weary)
    return after


def crowded(case: Case[Any], place: str, names: tuple[str, ...]) -> bool:
    """Whether more units attack a hex than may fight in it at once, so that they come in waves."""
    return weight(case, names) > limit(case, place)


@outcome("CAP-10.2.4a", "CAP-10.2.4b", "CAP-11.4a", "CAP-12.3.1a", "CAP-12.3.1b", "CAP-11.1d")
def waves(case: Case[Any], place: str, names: tuple[str, ...]) -> int:
    """How many times dice fall at least until all that attack a hex have done so."""
    return -(-weight(case, names) // limit(case, place))


def attackers(case: Case[Any], place: str, side: str) -> tuple[str, ...]:
    """The units of a side that attack a hex and have not done so yet."""
    known = (name for name, at in case.before.attacks.items() if at == place and case.side(name) == side)
    return tuple(name for name in known if name not in case.before.fought)
