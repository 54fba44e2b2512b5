"""Barrages: what they are worth and cost, whom they strike, and when (12.1.6)."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Bombard, Move, Resolve
from rules.caporetto.battle import QUARTERS
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.bombardment import BARRAGE, LAID, factors
from rules.caporetto.fire.sight import emplaced
from rules.caporetto.model import Position
from rules.caporetto.movement.march import BACK, ENTERED
from rules.engine.dice import Roll
from rules.engine.obligations import NOW, Due
from rules.engine.ruling import Finding, broken

FALLS, WHEN, ROUNDING = "CAP-12.1.6d", "CAP-A10", "CAP-A59"
FIVE = 5
"""For so many guns that lay barrages the Italians pay a point."""
DICE = (Roll(purpose="BARRAGE"),)


# ---------------------------------------------------------------------------------------------------------- laying it
@rule("CAP-12.1.6j", on=Bombard)
def barrage_is_paid(case: Case[Bombard]) -> Finding | None:
    """The Italians pay a point for each five guns that lay barrages; whether also for fewer is a question."""
    if case.action.what != BARRAGE or toll(case) <= case.left(case.action.unit):
        return None
    return broken("barrage.points", unit=case.action.unit)


def toll(case: Case[Bombard]) -> int:
    """What one more gun costs: only what is certain, as long as nobody has settled how that is rounded."""
    italians, name = case.battle.sides[1], case.action.unit
    if case.side(name) != italians or name in case.before.barrages:
        return 0
    purse = case.battle.purse(name)
    count = sum(case.side(gun) == italians and case.battle.purse(gun) == purse for gun in case.before.barrages)
    up = case.switches.reading(ROUNDING) == "up"
    return -(-(count + 1) // FIVE) + -count // FIVE if up else (count + 1) // FIVE - count // FIVE


@LAID.on
@outcome("CAP-12.1.6c")
def laid(case: Case[Bombard], after: Position) -> Position:
    """The position in which a gun lays a barrage, with the factors that it has now; whoever is there is struck."""
    name, place = case.action.unit, case.action.hex
    quarters = int(factors(case, name, place) * QUARTERS)
    first = place not in marked(case)
    after = after.but(barrages={**after.barrages, name: (place, quarters)})
    after = after.paid(case.battle.purse(name), toll(case))
    if not first or not fresh(case, place):
        return after
    due = Due(FALLS, DICE, until=case.before.stack[0], owner=case.side(name))
    return after.owing(*case.switches.as_we_read(WHEN, due))


def marked(case: Case[Any]) -> frozenset[str]:
    """The hexes on which barrages lie."""
    return frozenset(place for place, _ in case.before.barrages.values())


def layers(case: Case[Any], place: str) -> tuple[str, ...]:
    """The guns that lay the barrage on a hex."""
    return tuple(name for name, (at, _) in case.before.barrages.items() if at == place)


@outcome("CAP-12.1.6e")
def strength(case: Case[Any], names: tuple[str, ...]) -> Fraction:
    """Half of what guns of either side have laid on a hex."""
    return Fraction(sum(case.before.barrages[name][1] for name in names), 2 * QUARTERS)


# ------------------------------------------------------------------------------------------------------ whom it strikes
@outcome("CAP-12.1.6g")
def exposed(case: Case[Any], place: str) -> tuple[str, ...]:
    """The units in a hex that a barrage strikes: those of either side, but no guns in position."""
    return tuple(name for name in case.layout.occupants.get(place, ()) if not emplaced(case, name))


def once(name: str, place: str) -> str:
    """How it is remembered that a unit was struck in a hex."""
    return f"{name} {place}"


def fresh(case: Case[Any], place: str) -> tuple[str, ...]:
    """Those whom it has not struck there in this turn, also if they have gone on before the dice fell."""
    crossed = (name for name in case.before.units if case.unit(name).hex and once(name, place) in case.before.crossed)
    every = dict.fromkeys((*exposed(case, place), *crossed))
    return tuple(name for name in every if once(name, place) not in case.before.struck)


def nobody_left(case: Case[Any], after: Position) -> Position:
    """The position in which no dice are due for a barrage, as soon as there is nobody whom it could strike."""
    now = case.then(after).on(case.layout)
    waits = any(due.options == DICE for due in after.due)
    gone = {name for name, unit in after.units.items() if not unit.hex}
    if not waits or any(set(fresh(now, place)) - gone for place in marked(now)):
        return after
    return after.but(due=tuple(due for due in after.due if due.options != DICE or due.until == NOW))


@rule("CAP-12.1.6f", FALLS, "CAP-12.1.6g", on=Resolve)
def strikes_somebody(case: Case[Resolve]) -> Finding | None:
    """Dice for a barrage fall for those in its hex, once for each in a turn, and not for guns in position."""
    place = case.action.hex
    if case.action.purpose != "BARRAGE" or place not in marked(case) or fresh(case, place):
        return None
    if not exposed(case, place):
        guns = case.layout.occupants.get(place, ())
        found = broken("barrage.guns" if guns else "barrage.nobody", hex=place)
        return structs.replace(found, rule="CAP-12.1.6g" if guns else FALLS)
    again = broken("barrage.again", hex=place)
    hit = sum(each.endswith(f" {place}") for each in case.before.struck)
    return again if case.before.volleys.get(place, 0) >= hit else case.switches.doubtful(WHEN, again)


@ENTERED.on
def runs_into_it(case: Case[Move], after: Position, name: str, place: str) -> Position:
    """The position after a unit has entered a barrage: dice are due, for those who go together once."""
    unit = case.unit(name)
    known = place in marked(case) and once(name, place) not in case.before.struck
    if not known or unit.hex == place or emplaced(case, name) or not unit.hex or case.counter(name).kind.hq:
        return after
    owner = case.side(layers(case, place)[0])
    after = after.but(crossed=after.crossed | {once(name, place)})
    must = not fresh(case, place) and case.counter(name).kind.bears
    return after.owing(Due(FALLS, DICE, until=case.before.stack[0], must=must, owner=owner))


@BACK.on
def not_meant(case: Case[Move], after: Position) -> Position:
    """The position in which a unit that is put back has run into no barrage on the way that it has not gone."""
    name, unit = case.action.unit, case.unit(case.action.unit)
    way = [place for place, _ in unit.way]
    undone = {once(name, place) for place in (*way[way.index(case.action.hex) + 1 :], unit.hex)} - {
        once(name, case.action.hex)
    }
    kept, struck = list(after.due), case.before.struck
    for _ in (undone & after.crossed) - struck:
        waits = next((due for due in kept if due.options == DICE and due.until != NOW), None)
        if waits is not None:
            kept.remove(waits)
    return after.but(crossed=after.crossed - undone, due=tuple(kept))
