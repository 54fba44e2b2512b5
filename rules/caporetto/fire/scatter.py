"""Dice for bombardments and barrages, and fire that falls short of its target (12.1.4, 12.1.5.6, 12.1.6)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from rules.caporetto.book import outcome, roll
from rules.caporetto.case import Case
from rules.caporetto.fire import barrage, bombardment
from rules.caporetto.fire.hitting import BOMBARDED, hits, thrower
from rules.caporetto.fire.preparing import carried_out
from rules.caporetto.fire.sight import sees
from rules.caporetto.model import Position
from rules.caporetto.works.cover import against_fire
from rules.engine.dice import Roll
from rules.engine.obligations import Due

SCATTER, SHORT, MIXED = "CAP-12.1.5.6a", "CAP-A09", "CAP-A35"
ASTRAY = 6
"""With so much a bombardment also hits a hex beside its target."""


class Shells(NamedTuple):
    """Whom shells strike, those of which guns, and how strong they are."""

    names: tuple[str, ...]
    guns: tuple[str, ...]
    strength: Fraction


@roll("BOMBARD")
def bombarded(case: Case[Roll]) -> Position:
    """The bombardment does what the table says."""
    place = case.before.resolving[1]
    text, names = bombardment.outcome_of(case, place, case.action.total)
    guns = _aimed(case, place)
    after = (
        hits(case, text, names, BOMBARDED, case.before, guns=guns, place=place) if text else case.before.but(vague=True)
    )
    return carried_out(case, after.owing(*_astray(case, place, guns)))


def _aimed(case: Case[Any], place: str) -> tuple[str, ...]:
    """The guns that bombard a hex."""
    return tuple(name for name, aim in case.before.bombs.items() if aim.split(" ")[0] == place)


@roll("BARRAGE")
@outcome("CAP-12.1.6d", "CAP-12.1.6i")
def struck(case: Case[Roll]) -> Position:
    """Whoever is in the hex, and was not struck there before, is bombarded with half of what lies on it."""
    before, (purpose, place) = case.before, case.before.resolving
    names = barrage.fresh(case, place) if purpose == "BARRAGE" else ()
    if not names:
        return before.but(vague=True)
    guns = barrage.layers(case, place)
    after = before.but(
        struck=before.struck | {barrage.once(name, place) for name in names},
        volleys={**before.volleys, place: before.volleys.get(place, 0) + 1},
    )
    together = len(names) == 1 or case.switches.reading(barrage.WHEN) == "once" or not case.acting
    shells = Shells(names, guns, barrage.strength(case, guns))
    after = _falls(case, after, shells, place, case.action.total) if together else after.but(vague=True)
    return after.owing(*_astray(case, place, guns))


def _falls(case: Case[Roll], after: Position, shells: Shells, place: str, die: int) -> Position:
    """The position after shells have fallen on units; where trenches help them otherwise nobody knows what they do."""
    sides = {case.side(name) for name in shells.names}
    covers = {against_fire(case, place, side, (), guns=True) for side in sides}
    cover = bombardment.ridden(case, shells.names, covers.pop() if len(covers) == 1 else None)
    if cover is None:
        return after.but(vague=True)
    text = bombardment.box(case, shells.strength, bombardment.shift(case, place, cover), die)
    return hits(case, text, shells.names, BOMBARDED, after, guns=shells.guns, place=place)


# ------------------------------------------------------------------------------------------------ fire that falls short
@outcome("CAP-12.1.5.6a", "CAP-12.1.5.6b", "CAP-12.1.5.6c")
def _astray(case: Case[Roll], place: str, guns: tuple[str, ...]) -> Iterator[Due]:
    """A six of guns without a sight of their own also falls on a hex beside the target, but not in the first turn."""
    blind = _blind(case, place, guns)
    if case.action.total == ASTRAY and blind and case.before.turn > 1:
        due = Due(SCATTER, (Roll(purpose="DIRECTION"),), until=case.before.state, owner=thrower(case))
        yield from (due,) if blind == guns else case.switches.as_we_read(MIXED, due)


def _blind(case: Case[Any], place: str, guns: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some guns that do not see a hex; who is off the map since he was given his target is none of them."""
    there = {name: case.unit(name).hex for name in guns}
    return tuple(name for name, here in there.items() if here in case.grid and not sees(case, here, place))


@roll("DIRECTION")
def turned_aside(case: Case[Roll]) -> Position:
    """The fire also falls, with half its strength, on whoever is beside the target, clockwise from the top of the map.

    Whether dice fall for it once more is a question.
    """
    place = case.before.resolving[1]
    beside = case.grid.toward(place, case.action.total) if place else None
    if not beside or not case.layout.occupants.get(beside):
        return case.before
    after, reading = case.before.but(astray=beside), case.switches.reading(SHORT)
    if reading == "six":
        return _short(case, after, ASTRAY)
    again = Due(SCATTER, (Roll(purpose="FRIENDLY"),), until=case.before.state, owner=thrower(case))
    return after.but(vague=after.vague or reading is None).owing(*case.switches.as_we_read(SHORT, again))


@roll("FRIENDLY")
def fallen_short(case: Case[Roll]) -> Position:
    """Whoever is there is bombarded by what falls short."""
    return _short(case, case.before, case.action.total) if case.before.astray else case.before.but(vague=True)


def _short(case: Case[Roll], before: Position, die: int) -> Position:
    """The position after half of what the guns fire that do not see their target has fallen beside it."""
    (purpose, place), beside, after = before.resolving, before.astray, before.but(astray="")
    names, laid = case.layout.occupants.get(beside, ()), purpose == "BARRAGE"
    guns = _blind(case, place, barrage.layers(case, place) if laid else _aimed(case, place))
    full = barrage.strength(case, guns) if laid else sum(bombardment.factors(case, gun, place) for gun in guns)
    return _falls(case, after, Shells(names, guns, Fraction(full) / 2), beside, die) if names else after
