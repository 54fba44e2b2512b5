"""Fire at those who pass by, in movement and on a retreat (10.1.2, 12.3.5.4)."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import structs

from rules.caporetto.actions import Defend
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.defence import defends, machine_guns
from rules.caporetto.fire.sight import entrenched
from rules.caporetto.movement.march import going
from rules.caporetto.movement.prices import uphill
from rules.caporetto.zoned import certain
from rules.engine.ruling import Finding, Undecided, broken

ON_ROAD = 1
"""What fire at those who use roads in zones of control adds to its die."""
AIMING = frozenset({"Assault", "RoadAssault", "Support"})


class Shots(NamedTuple):
    """Who is fired at, how strong the fire is, and by how many columns it is shifted."""

    mover: str
    strength: Fraction
    shift: int
    die: int = 0
    """What is added to the die."""


@rule("CAP-10.1.2a", "CAP-10.1.2b", "CAP-12.3.5.4a", "CAP-12.3.8b", on=Defend)
def at_somebody_who_passes(case: Case[Defend]) -> Finding | None:
    """Who fires at somebody who passes stands beside the hex that he has left and the one that he has entered."""
    name = case.action.unit
    if defends(case) or case.counter(name).kind.guns or _passed(case):
        return None
    found, steps = broken("defend.passing", unit=name, hex=case.action.hex), tuple(_steps(case))
    if any(not case.beside(start, goal) for _, start, goal in steps):
        return Undecided.of(found, "way")
    known = any(goal == case.action.hex for *_, goal in steps)
    return structs.replace(found, rule="CAP-12.3.8b") if case.action.hex in case.before.taken and not known else found


def _steps(case: Case[Defend]) -> Iterator[tuple[str, str, str]]:
    """Who of the enemy has gone from where whither in this action, the latest step first."""
    enemy, last = case.battle.enemy(case.side(case.action.unit)), case.before.passing
    if last[0] and case.side(last[0]) == enemy:
        yield last
    for name, unit in case.before.units.items():
        if unit.way and case.side(name) == enemy and going(case, name):
            yield from ((name, *step) for step in pairwise((*(place for place, _ in unit.way), unit.hex)))


def _passed(case: Case[Defend]) -> tuple[str, str, str] | None:
    """Who has passed the unit into the hex at which it fires, from where and whither; fire may be declared late."""
    here, aim = case.unit(case.action.unit).hex, case.action.hex
    found = (step for step in _steps(case) if step[2] == aim and all(case.beside(here, each) for each in step[1:]))
    return next(found, None)


@rule("CAP-12.3.2b", on=Defend)
def not_out_of_an_assault(case: Case[Defend]) -> Finding | None:
    """Who attacks, supports or is attacked fires at nobody who retreats past him."""
    name, step = case.action.unit, None if defends(case) else _passed(case)
    if step is None or step[0] not in case.before.driven:
        return None
    attacked = case.unit(name).hex in case.before.attacks.values()
    if attacked or name in case.before.attacks or case.unit(name).marks & AIMING:
        return broken("defend.busy", unit=name)
    return None


@rule("CAP-10.1.2c", "CAP-17.7.1a", "CAP-8.1f", on=Defend)
def not_over_rock_or_into_trenches(case: Case[Defend]) -> Finding | None:
    """Nobody fires at those who pass over rock between them, go into their own trenches, or are in fog, or he is."""
    name, step = case.action.unit, _passed(case)
    if defends(case) or step is None:
        return None
    mover, start, goal = step
    ground, here = case.ground, case.unit(name).hex
    covered = case.layout.misty(here) or case.layout.misty(goal) or ground.hexes[goal].trench == case.side(mover)
    if covered or any(ground.side(here, place).rock for place in (start, goal)):
        return broken("defend.covered", unit=name, hex=case.action.hex)
    return None


@outcome(
    "CAP-10.1.2d",
    "CAP-10.1.2f",
    "CAP-10.1.2g",
    "CAP-10.1.2h",
    "CAP-10.1.2i",
    "CAP-12.3.5.4b",
    "CAP-12.3.5.5a",
    "CAP-18.4b",
)
def shots(case: Case[Any], place: str) -> Shots | None:
    """The machine guns of those who fire, shifted by the hex entered and the river crossed; nothing where that is open.

    It is open uphill, beside trenches, where several have passed the same way, and where nobody knows of a road.
    """
    mover, start, goal = case.before.passing
    firing = [name for name, at in case.before.sniped.items() if at == place]
    if goal != place or not firing or case.unit(mover).hex != goal:
        return None
    ground = case.ground
    between = ground.side(start, goal)
    others = (case.unit(other).way for other in case.layout.there(goal, case.side(mover)) if other != mover)
    together = any(way and way[-1][0] == start for way in others)
    trenches = any(entrenched(case, each) for each in (start, goal, *(case.unit(name).hex for name in firing)))
    by_road = case.unit(mover).how == "road"
    if (between.rates and not by_road) or together or trenches or uphill(case, start, goal):
        return None
    shift = case.battle.charts.shifts.get(ground.hexes[goal].terrain, {}).get("fire", 0) + between.river
    shift += case.counter(mover).kind.horse
    danger = dangerous(case, (mover,), by_road=by_road)
    if danger is None:
        return None
    die = ON_ROAD * danger
    return Shots(mover, Fraction(sum(machine_guns(case, name) for name in firing)), shift, die)


def dangerous(case: Case[Any], names: Iterable[str], *, by_road: bool) -> bool | None:
    """Whether units use a road in enemy zones of control: fire at them is the worse; in villages that is open."""
    near = [name for name in names if by_road and case.layout.threatened(case.unit(name).hex, case.side(name))]
    return any(certain(case, case.unit(name).hex) for name in near) or (None if near else False)
