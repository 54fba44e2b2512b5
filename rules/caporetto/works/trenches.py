"""Trenches: their levels, who lowers them and by what, who mends them (17.0)."""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.caporetto.actions import Move, Show, Trench
from rules.caporetto.battle import Ground
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import BUILDING, Case
from rules.caporetto.country import changed
from rules.caporetto.model import Position
from rules.caporetto.movement.march import BACK, MOVED
from rules.engine.obligations import LATER, Due
from rules.engine.ruling import Finding, Illegal, Undecided, broken

AS_PRINTED = 2
"""The level of a hex in which no marker lies."""
ENGINEERS, ARTILLERY = "Engineers", "Artillery"
MENDED = "CAP-17.3c"
FIVE = 5
"""For so many hexes that are mended the Italians pay a point."""


# ------------------------------------------------------------------------------------------------------------- levels
@outcome("CAP-3.0u", "CAP-17.8a")
def levels(ground: Ground, place: str) -> tuple[int, ...]:
    """The levels of the trench in a hex, and of those along its sides."""
    return (ground.hexes[place].deep, *(ground.side(place, near).deep for near in ground.grid.neighbours(place)))


def lower(case: Case[Any], place: str) -> Trench | None:
    """The marker by which the trenches of a hex come to a level less; nothing where that cannot be."""
    now = levels(case.ground, place)
    goal = max(now) - 1
    return Trench(hex=place, level=goal) if goal >= 0 and levels(_with(case, place, goal), place) != now else None


def _with(case: Case[Any], place: str, level: int) -> Ground:
    """The country with a marker of this level in a hex."""
    return changed(case.battle.ground, {**case.before.trenches, place: level}, case.before.blown)


def _changes(case: Case[Trench]) -> tuple[bool, bool]:
    """Whether a marker lowers a trench, and whether it raises one."""
    place = case.action.hex
    pairs = list(zip(levels(case.ground, place), levels(_with(case, place, case.action.level), place), strict=True))
    return any(new < old for old, new in pairs), any(new > old for old, new in pairs)


def corrects(case: Case[Trench]) -> bool:
    """True where a marker goes back to what it was when the phase began."""
    return case.before.dug.get(case.action.hex) == case.action.level


# -------------------------------------------------------------------------------------------------------- what may be
@rule("CAP-17.10a", on=Trench)
def no_new_ones(case: Case[Trench]) -> Finding | None:
    """Nobody builds a trench where none is printed."""
    action = case.action
    if action.level < AS_PRINTED and not any(levels(case.battle.ground, action.hex)):
        return broken("trench.none", hex=action.hex)
    return None


@rule("CAP-17.8b", "CAP-17.8c", on=Trench)
def not_below_one(case: Case[Trench]) -> Finding | None:
    """The trench in a hex is never destroyed; those along sides can be."""
    inside, *sides = levels(case.battle.ground, case.action.hex)
    return (
        broken("trench.destroyed", hex=case.action.hex) if not case.action.level and inside and not any(sides) else None
    )


def undue(case: Case[Trench]) -> Finding | None:
    """What is to be said of a trench that comes to another level though nothing has made that due."""
    lowers, raises = _changes(case)
    if corrects(case) or not any(levels(case.battle.ground, case.action.hex)):
        return None
    return _without_cause(case) if lowers else _by_nobody(case) if raises else None


@outcome("CAP-17.6c")
def _without_cause(case: Case[Trench]) -> Finding | None:
    """A trench is lowered by fire, a move or an assault, or in the artillery phase by troops that stand in it."""
    place, phase = case.action.hex, case.before.stack[0]
    sides = {case.side(name) for name in case.layout.occupants.get(place, ()) if case.counter(name).kind.combat}
    found = Illegal("trench.lowered", {"hex": place}, "CAP-17.6c")
    if phase == ARTILLERY and sides:
        if place in case.before.dug:
            return case.switches.doubtful("CAP-A105", found)
        return case.switches.disputed("CAP-A105", found) if case.battle.ground.hexes[place].trench in sides else None
    open_ = case.before.far or case.before.vague or place in case.before.taken
    return Undecided.of(found, "way") if open_ else found


@outcome("CAP-21.1c", "CAP-17.3c", "CAP-4.5a", "CAP-17.1a")
def _by_nobody(case: Case[Trench]) -> Finding:
    """A trench is mended by engineers that are at work in it, in the engineer phase."""
    return Illegal("trench.raised", {"hex": case.action.hex}, "CAP-21.1c")


@rule("CAP-17.2a", "CAP-24.9.3a", on=Show)
def mending_is_paid(case: Case[Show]) -> Finding | None:
    """For each five hexes in which they begin to mend trenches the Italians pay a point, each wing its own."""
    if _begins(case) and _dear(case) and not case.left(case.action.unit):
        return broken("trench.points", unit=case.action.unit)
    return None


def _begins(case: Case[Show]) -> bool:
    """True where Italian engineers begin to mend a trench."""
    action = case.action
    place = case.unit(action.unit).hex
    fresh = action.state == BUILDING and action.on and BUILDING not in case.unit(action.unit).marks
    ours = case.side(action.unit) == case.battle.sides[1] and case.before.stack[0] == ENGINEERS
    return fresh and ours and place in case.before.trenches and place not in case.before.mending


def _dear(case: Case[Show]) -> bool:
    wing = case.battle.wings.get(case.battle.purse(case.action.unit))
    return len([place for place in case.before.mending if wing is None or place in wing.hexes]) % FIVE == 0


def mends(case: Case[Show], after: Position) -> Position:
    """The position in which engineers have begun to mend a trench, and that is paid for."""
    if not _begins(case):
        return after
    after = after.but(mending=after.mending | {case.unit(case.action.unit).hex})
    return after.paid(case.battle.purse(case.action.unit), int(_dear(case)))


@effect(Trench)
def comes_to_a_level(case: Case[Trench]) -> Position:
    """The trenches of the hex are at the level of the marker that lies there."""
    place, level, before = case.action.hex, case.action.level, case.before
    others = {each: known for each, known in before.trenches.items() if each != place}
    dug = {place: before.trenches.get(place, AS_PRINTED), **before.dug}
    return before.but(trenches=others if level >= AS_PRINTED else {**others, place: level}, dug=dug)


# ------------------------------------------------------------------------------------------------------ what follows
@MOVED.on
def trodden(case: Case[Move], after: Position) -> Position:
    """The position after a move into an empty trench of the enemy, which comes to a level less but not below one."""
    goal = case.action.hex
    if not case.beside(case.unit(case.action.unit).hex, goal):
        return after.but(far=True)
    return after.owing(*entering(case, goal))


@outcome("CAP-17.6d")
def entering(case: Case[Move], goal: str) -> Iterator[Due]:
    """An empty trench of the enemy into which a unit moves comes to a level less, but not below one."""
    found, side = case.ground.hexes[goal], case.side(case.action.unit)
    if found.trench not in {"", side} and found.deep > 1 and not case.layout.occupants.get(goal):
        marker = Trench(hex=goal, level=found.deep - 1)
        yield Due("CAP-17.6d", (marker,), until=case.before.stack[0], owner=side)


@MOVED.on
@outcome("CAP-17.3b")
def given_up(case: Case[Move], after: Position) -> Position:
    """The position in which engineers that go away have given up the trench that they mended."""
    name = case.action.unit
    if not case.mends(name):
        return after
    off = Show(unit=name, state=BUILDING, on=False)
    return after.owing(Due("CAP-17.3b", (off,), until=case.before.stack[0], owner=case.side(name)))


@BACK.on
def resumed(case: Case[Move], after: Position) -> Position:
    """The position in which engineers that are put back into their trench have not given it up."""
    name = case.action.unit
    if BUILDING not in case.unit(name).marks or after.units[name].way:
        return after
    off = (Show(unit=name, state=BUILDING, on=False),)
    return after.but(due=tuple(due for due in after.due if due.rule != "CAP-17.3b" or due.options != off))


@BACK.on
def untrodden(case: Case[Move], after: Position) -> Position:
    """The position in which a unit was not in the trench out of which it is put back."""
    here = case.unit(case.action.unit).hex
    return after.but(due=tuple(due for due in after.due if due.rule != "CAP-17.6d" or not _of(due, here)))


def _of(due: Due, place: str) -> bool:
    return any(isinstance(option, Trench) and option.hex == place for option in due.options)


@outcome("CAP-12.1.5f")
def battered(case: Case[Any], place: str, guns: Iterable[str]) -> Iterator[Due]:
    """A result for trenches lowers those of the hex by a level, if guns of more than a light calibre took part."""
    heavy = any(not case.counter(name).kind.light for name in guns)
    marker = lower(case, place)
    if heavy and marker and _one_kind(case, place):
        owner = case.before.acting.side if case.before.acting else case.battle.sides[0]
        yield Due("CAP-12.1.5f", (marker,), until=case.before.stack[0], owner=owner)


def _one_kind(case: Case[Any], place: str) -> bool:
    """Whether trenches of a hex lie in it, or along its sides, and not both."""
    inside, *sides = levels(case.ground, place)
    return not (inside and any(sides))


@outcome("CAP-17.5a", "CAP-12.4.4a")
def stormed(case: Case[Any]) -> Iterator[Due]:
    """When counter-assaults are over, a trench that was attacked, and in which attackers stand, is lowered."""
    acting = case.before.acting
    for place in sorted(case.before.taken) if acting else ():
        ours = acting and case.layout.fighters(place, acting.side)
        marker = lower(case, place)
        if ours and marker and _one_kind(case, place) and place not in case.before.dug:
            due = Due("CAP-17.5a", (marker,), until=case.before.stack[0], owner=acting.side if acting else "")
            countered = f"COUNTER {place}" in case.before.resolved
            yield from (due,) if countered else case.switches.as_we_read("CAP-A104", due)


@outcome("CAP-17.3c", "CAP-4.5a")
def mended(case: Case[Any]) -> Iterator[Due]:
    """Engineers still at work when the next engineer phase begins may end it: their trench is mended, shown or not."""
    for name, unit in case.before.units.items():
        level = case.before.trenches.get(unit.hex)
        if level is not None and BUILDING in unit.marks:
            marker = Trench(hex=unit.hex, level=level + 1)
            yield Due(MENDED, (marker,), until=LATER, must=False, owner=case.side(name))
