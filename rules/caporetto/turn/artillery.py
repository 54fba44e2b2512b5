"""Guns are limbered and brought into position in the artillery phase; barrages (12.1.6, 18.1, 18.2)."""

from collections.abc import Iterator

from rules.caporetto.actions import Bombard, Disorganise, Show
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import LIMBERED, Case
from rules.caporetto.fire.bombardment import BARRAGE
from rules.caporetto.model import Position
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

ARTILLERY, SETUP = "Artillery", "Setup"
SHAKEN = 2
"""So many points has a medium gun that was brought into position."""
MOST = 4


def turned(case: Case[Show]) -> bool:
    """True where a gun is turned to its other side, and not turned back at once."""
    name = case.action.unit
    guns = case.counter(name).kind.guns and case.action.state == LIMBERED
    return guns and (LIMBERED in case.unit(name).marks) != case.action.on and name not in case.before.turned


@rule("CAP-18.1b", "CAP-4.6a", on=Show)
def in_the_artillery_phase(case: Case[Show]) -> Finding | None:
    """Guns are limbered, or come into position, in the artillery phase only."""
    if turned(case) and case.before.stack[0] not in {ARTILLERY, SETUP}:
        return broken("guns.turned", unit=case.action.unit)
    return None


@outcome("CAP-18.2c", "CAP-18.2d")
def unready(case: Case[Show]) -> Iterator[Due]:
    """A gun that comes into position is disorganised, up to a level of four: by two points, a heavy one by four."""
    name = case.action.unit
    kind = case.counter(name).kind
    if turned(case) and not case.action.on and (kind.medium or kind.heavy) and case.before.stack[0] == ARTILLERY:
        named, points = ("CAP-18.2d", MOST) if kind.heavy else ("CAP-18.2c", SHAKEN)
        for _ in range(min(points, MOST - case.unit(name).level)):
            yield Due(named, (Disorganise(unit=name, change="more"),), until=ARTILLERY, owner=case.side(name))


@rule("CAP-18.2a", on=Bombard)
def not_at_once(case: Case[Bombard]) -> Finding | None:
    """A medium or heavy gun does not fire in the turn in which it came into position."""
    name = case.action.unit
    kind = case.counter(name).kind
    if name in case.before.unready and (kind.medium or kind.heavy):
        return broken("guns.unready", unit=name)
    return None


@rule("CAP-12.1.6a", "CAP-4.6b", on=Bombard)
def barrage_in_its_phase(case: Case[Bombard]) -> Finding | None:
    """A barrage is laid in the artillery phase."""
    if case.action.what == BARRAGE and case.before.stack[0] != ARTILLERY:
        return broken("guns.barrage", unit=case.action.unit)
    return None


@rule("CAP-17.3a", "CAP-21.1c", "CAP-4.5b", on=Show)
def engineers_begin_in_their_phase(case: Case[Show]) -> Finding | None:
    """Engineers turn to work in the engineer phase."""
    name = case.action.unit
    begins = case.action.state == "Building" and case.action.on and "Building" not in case.unit(name).marks
    if begins and case.before.stack[0] not in {"Engineers", SETUP}:
        return broken("engineers.begin", unit=name)
    return None


def after_turning(case: Case[Show], after: Position) -> Position:
    """The position with what follows when a gun is turned."""
    if case.counter(case.action.unit).kind.guns and case.action.state == LIMBERED and after != case.before:
        after = after.but(went=after.went ^ {case.action.unit})
    if not turned(case):
        return after
    ready = after.unready | {case.action.unit} if not case.action.on else after.unready
    return after.but(turned=after.turned | {case.action.unit}, unready=ready).owing(*unready(case))
