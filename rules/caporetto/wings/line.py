"""The line between the sectors: nobody crosses it, nobody stays on it, nothing is fed across it (24.3)."""

from collections.abc import Iterator

from rules.caporetto.actions import Assault, Attach, Begin, Move
from rules.caporetto.assault.retreating import ADVANCE, RETREAT
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import going, marching
from rules.engine.actions import subject
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Illegal, broken

SETUP, RETURN, BACK = "Setup", "return", "CAP-24.3e"


@rule("CAP-24.3a", on=Move)
def over_the_line(case: Case[Move]) -> Finding | None:
    """Nobody leaves his sector on his own; who is outside, as the Vicenza Brigade at the start, goes on as he likes."""
    name, goal = case.action.unit, case.action.hex
    wing, unit = case.battle.wings.get(case.battle.purse(name)), case.unit(name)
    if wing is None or not marching(case) or goal in wing.hexes:
        return None
    start = unit.way[0][0] if going(case, name) and unit.way else unit.hex
    return broken("sector.crossed", unit=name, hex=goal) if start in wing.hexes else None


@rule("CAP-24.3d", on=Begin)
def nobody_stays(case: Case[Begin]) -> Iterator[Finding]:
    """Nobody who has gone into a hex of both sectors ends a phase there."""
    for name in sorted(case.before.tarrying):
        place = case.unit(name).hex
        if place in case.battle.common:
            yield Illegal("sector.stayed", {"unit": name, "hex": place}, owner=case.side(name))


@rule("CAP-24.3f", on=Move)
def who_began_there_stays(case: Case[Move]) -> Finding | None:
    """Who is set up in a hex of both sectors does not move."""
    name = case.action.unit
    return broken("sector.rooted", unit=name) if name in case.before.rooted and marching(case) else None


@rule("CAP-24.3f", on=Assault)
def who_began_there_attacks_nobody(case: Case[Assault]) -> Finding | None:
    """Who is set up in a hex of both sectors attacks nobody."""
    name = case.action.unit
    return broken("sector.rooted", unit=name) if name in case.before.rooted else None


@rule("CAP-24.1a", on=Attach)
def of_its_wing(case: Case[Attach]) -> Finding | None:
    """A player leads the units of his own wing only, and so do its formations."""
    own, other = (case.battle.purse(name) for name in (case.action.unit, case.action.formation))
    if own == other or not case.battle.parted:
        return None
    return broken("wing.other", unit=case.action.unit, formation=case.action.formation)


# ------------------------------------------------------------------------------------------------- what is remembered
def gone(case: Case[Move], after: Position) -> Position:
    """The position in which it is known who has gone into a hex of both sectors, and who is there no more."""
    name, shared = case.action.unit, case.action.hex in case.battle.common
    stays = marching(case) and shared
    known = after.tarrying - {name}
    owed = tuple(due for due in after.due if not (due.rule == BACK and subject(due.options[0]) == name))
    after = after.but(due=owed, tarrying=known | {name} if stays else known, rooted=after.rooted - {name})
    return after.owing(*_has_to_go(case)) if shared and case.action.how in {RETREAT, ADVANCE} else after


@outcome("CAP-24.3e")
def _has_to_go(case: Case[Move]) -> Iterator[Due]:
    """Whom a fight brings into a hex of both sectors goes on into his own when the phase is over."""
    name, place = case.action.unit, case.action.hex
    side, wing = case.side(name), case.battle.wings[case.battle.purse(name)]
    own = (near for near in case.grid.neighbours(place) if near in wing.hexes and near not in case.battle.common)
    free = [near for near in own if not case.layout.there(near, case.battle.enemy(side)) and _passable(case, near)]
    if free:
        options = tuple(Move(unit=name, hex=near, how=RETURN) for near in free)
        yield Due(BACK, options, until=case.before.stack[0], owner=side)


def _passable(case: Case[Move], goal: str) -> bool:
    """Whether a way leads into another hex, or neither rock nor the Isonzo bars it."""
    between = case.ground.side(case.action.hex, goal)
    return not (between.rock and not between.rates) and not (
        between.isonzo and not (between.bridge or between.footbridge)
    )


def begun(case: Case[Begin], after: Position) -> Position:
    """The position in which nobody has gone there yet; when the set-up is over, it is known who began there."""
    if case.before.stack[0] != SETUP:
        return after.but(tarrying=frozenset())
    units = case.before.units.items()
    began = (name for name, unit in units if unit.hex in case.battle.common and not case.counter(name).kind.hq)
    return after.but(tarrying=frozenset(), rooted=frozenset(began))
