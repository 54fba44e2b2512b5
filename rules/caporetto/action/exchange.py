"""Two formations that change places: the one behind moves first, the one in front goes back (7.11)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.action.activation import EXCHANGE, formation_in, joins
from rules.caporetto.actions import Activate, Assault, Bombard, Complete, Move, Support
from rules.caporetto.book import rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import MOVED, going, marching
from rules.caporetto.movement.prices import reach
from rules.caporetto.movement.stacking import limit, weight
from rules.engine.ruling import Finding, Illegal, broken

TWO = 2
OPEN = "CAP-A73"


def _mine(case: Case[Any], name: str) -> str:
    """The formation that changes places to which a unit belongs; nobody's in other actions."""
    acting = case.before.acting
    return formation_in(case, name) if acting is not None and acting.kind == EXCHANGE else ""


def _gone(case: Case[Any], formation: str) -> tuple[str, ...]:
    """The units of a formation that have moved in the action."""
    units = case.before.units
    return tuple(name for name in units if units[name].moved and _mine(case, name) == formation and going(case, name))


@rule("CAP-7.11a", on=Activate)
def two_change_places(case: Case[Activate]) -> Finding | None:
    """Two formations change places, and not a third one."""
    acting = case.before.acting
    if acting is None or not joins(case) or case.action.kind != EXCHANGE or len(acting.every) < TWO:
        return None
    return broken("activate.exchange", unit=case.action.hq)


@rule("CAP-7.11d", on=(Assault, Support, Bombard))
def only_to_move(case: Case[Assault | Support | Bombard]) -> Finding | None:
    """Formations that change places move, and do nothing else."""
    acting, name = case.before.acting, case.action.unit
    if acting is not None and acting.kind == EXCHANGE and case.side(name) == acting.side:
        return broken("exchange.fights", unit=name)
    return None


@rule("CAP-7.11b", on=Move)
def the_rear_first(case: Case[Move]) -> Iterator[Finding]:
    """The one behind moves first, and is done with it before the other does; it comes to where that one stands."""
    name, relief = case.action.unit, case.before.relief
    own = _mine(case, name) if marching(case) else ""
    if not own or not relief:
        return
    if own in relief[:-1] and _gone(case, relief[-1]):
        yield broken("exchange.order", unit=name)
    elif own not in relief:
        astray = next((each for each in _gone(case, relief[-1]) if not _among(case, each, own)), "")
        found = structs.replace(broken("exchange.elsewhere", unit=astray), rule="CAP-7.11b")
        doubt = case.switches.disputed(OPEN, found) if astray else None
        yield from (doubt,) if doubt else ()


def _among(case: Case[Any], name: str, formation: str) -> bool:
    """Whether a unit stands where some of a formation do."""
    there = case.layout.there(case.unit(name).hex, case.side(name))
    return any(_mine(case, other) == formation for other in there)


@MOVED.on
def has_begun(case: Case[Move], after: Position) -> Position:
    """The position in which it is known who has begun to change places."""
    own = _mine(case, case.action.unit)
    return after.but(relief=(*after.relief, own)) if own and own not in after.relief else after


@rule("CAP-7.11c", on=Complete)
def the_relieved_go_back(case: Case[Complete]) -> Iterator[Finding]:
    """Who is relieved, and moves, ends farther from all enemies than he has begun, if he can get there."""
    relief = case.before.relief
    for name in _gone(case, relief[-1]) if len(relief) == TWO else ():
        unit, enemy = case.unit(name), case.battle.enemy(case.side(name))
        start = unit.way[0][0]
        near = case.layout.nearest(start, enemy)
        if case.layout.nearest(unit.hex, enemy) > near:
            continue
        farther = (
            place for place in reach(case, name, case.allowance(name), start=start).costs if _room(case, name, place)
        )
        if any(case.layout.nearest(place, enemy) > near for place in farther):
            found = Illegal("exchange.near", {"unit": name}, "CAP-7.11c", owner=case.side(name))
            doubt = case.switches.doubtful(OPEN, found)
            yield from (doubt,) if doubt else ()


def _room(case: Case[Any], name: str, place: str) -> bool:
    """Whether a hex has room for one more unit."""
    return weight(case, (*case.layout.there(place, case.side(name)), name)) <= limit(case, place)
