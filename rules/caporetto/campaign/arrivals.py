"""Reinforcements: when they come, where, and what becomes of crowds of them (4.1, 5.0, 20.0)."""

from collections.abc import Iterator

from msgspec import structs

from rules.caporetto.actions import Begin, Disorganise, Move
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.caporetto.movement.stacking import limit, of_one_regiment, weight
from rules.caporetto.thresholds import wearied
from rules.caporetto.turn.phases import BEGUN
from rules.caporetto.turn.supply import SUPPLY
from rules.caporetto.zoned import by_zones
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

PHASE, SETUP, OVER = "Reinforcement", "Setup", "Victory"
GONE = frozenset({"lost", "surrendered"})


def arrives(case: Case[Move]) -> bool:
    """True for a unit that comes onto the map after the set-up, and was not there before."""
    unit = case.unit(case.action.unit)
    known = case.action.unit in case.battle.arrivals and not unit.box
    return known and not unit.hex and case.before.stack[0] != SETUP


@rule("CAP-4.1a", on=Move)
def in_its_phase(case: Case[Move]) -> Finding | None:
    """Reinforcements come in the phase that begins the turn."""
    if arrives(case) and case.before.stack[0] != PHASE:
        return broken("arrive.phase", unit=case.action.unit)
    return None


@rule("CAP-5.1a", on=Move)
def when_and_where_it_is_due(case: Case[Move]) -> Iterator[Finding]:
    """Reinforcements come in their turn, or later, in the hex that the scenario names."""
    name, place = case.action.unit, case.action.hex
    if not arrives(case):
        return
    due = case.battle.arrivals[name]
    if case.before.turn < due.turn:
        yield broken("arrive.early", unit=name, turn=due.turn)
    if place not in due.hexes:
        yield broken("arrive.where", unit=name, hex=place)


@rule("CAP-5.2a", on=Move)
@by_zones
def not_among_enemies(case: Case[Move]) -> Finding | None:
    """Nobody comes where an enemy stands, or in an enemy zone of control without a friend."""
    name, place = case.action.unit, case.action.hex
    side = case.side(name)
    if not arrives(case) or place not in case.battle.arrivals[name].hexes:
        return None
    alone = case.layout.threatened(place, side) and not case.layout.there(place, side)
    barred = case.layout.there(place, case.battle.enemy(side)) or alone
    return broken("arrive.barred", unit=name, hex=place) if barred else None


@rule("CAP-20.0a", "CAP-4.12a", on=Move)
def nobody_comes_back(case: Case[Move]) -> Finding | None:
    """There are no replacements; who was taken off by mistake in the same phase comes back."""
    name = case.action.unit
    if case.unit(name).box in GONE and not case.unit(name).hex and name not in case.before.gone:
        return broken("arrive.replaced", unit=name)
    return None


@rule("CAP-10.0b", on=Move)
def nobody_else_moves(case: Case[Move]) -> Finding | None:
    """While reinforcements come, whoever is on the map stays where he is; for a correction there is room."""
    name, place = case.action.unit, case.action.hex
    here = case.unit(name).hex
    stands = here and here != place and not case.counter(name).kind.hq
    if case.before.stack[0] != PHASE or not stands or name in case.before.arrived:
        return None
    return structs.replace(broken("arrive.others", unit=name, hex=place), rule="CAP-10.0b")


@ENTERED.on
def came(case: Case[Move], after: Position, name: str, place: str) -> Position:
    """The position in which it is known who has come in this turn."""
    del place
    fresh = arrives(case) and name == case.action.unit
    return after.but(arrived=after.arrived | {name}) if fresh else after


@BEGUN.on
@outcome("CAP-5.1b")
def crowded(case: Case[Begin], after: Position) -> Position:
    """Where too many are left when all have moved, because some have come, each is disorganised by a point."""
    if case.action.phase != SUPPLY or not case.before.arrived:
        return after
    places = {case.unit(name).hex for name in case.before.arrived} - {""}
    return after.owing(*(due for place in sorted(places) for due in _crowd(case, place)))


def _crowd(case: Case[Begin], place: str) -> Iterator[Due]:
    side = next(case.side(name) for name in case.before.arrived if case.unit(name).hex == place)
    names = case.layout.there(place, side)
    if weight(case, names) <= limit(case, place) or of_one_regiment(case, names):
        return
    for name in names:
        kind = case.counter(name).kind
        more = Due("CAP-5.1b", (Disorganise(unit=name, change="more"),), until=OVER, must=kind.combat, owner=side)
        yield from () if not kind.bears else wearied(case, name, more, case.unit(name).level + 1)
