"""What units show: steps lost, disorganisation, states; and that they leave the map (15, 16)."""

from msgspec import structs
from msgspec.structs import replace

from rules.caporetto.actions import Disorganise, Leave, Lose, Show
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.barrage import nobody_left
from rules.caporetto.fire.flames import left_alone
from rules.caporetto.fire.results import spent
from rules.caporetto.model import Position
from rules.caporetto.turn.artillery import after_turning
from rules.caporetto.works.trenches import mends
from rules.engine.actions import subject
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

LEFT, EDGE, LAST = "left", "01", "60"
"""The row of the hexes over whose edge units leave, and their last column."""


@rule("CAP-16.1a", "CAP-2.2.1a", "CAP-16.3a", "CAP-17.3d", "CAP-21.10a", on=Lose)
def no_step_left(case: Case[Lose]) -> Finding | None:
    """Who has one step left is eliminated by the next loss, and not turned over."""
    if case.steps(case.action.unit) <= 1:
        return broken("loss.last", unit=case.action.unit)
    return None


@rule("CAP-21.9b", "CAP-21.9a", on=Leave)
def over_the_edge(case: Case[Leave]) -> Finding | None:
    """Units leave the map by the ways over its south-western edge, between the columns 10 and 60."""
    name, place = case.action.unit, case.unit(case.action.unit).hex
    wrong = any(due.must and subject(option) == name for due in case.before.due for option in due.options)
    if case.action.why != LEFT or not place or wrong or case.before.stack[0] == "Setup":
        return None
    if not (place.endswith(EDGE) and place[:2] <= LAST):
        return broken("leave.edge", unit=name, hex=place)
    way = place in case.ground.sources[case.battle.sides[1]]
    return None if way else structs.replace(broken("leave.road", unit=name, hex=place), rule="CAP-21.9a")


@effect(Lose)
@outcome("CAP-21.10b", "CAP-21.10c", "CAP-21.10d")
def loses(case: Case[Lose]) -> Position:
    """The unit has a step less, and the values of that; the last step of a German battalion is a company."""
    name = case.action.unit
    return spent(case.before.unit(name, lost=case.unit(name).lost + 1), name)


@effect(Disorganise)
def disorganised(case: Case[Disorganise]) -> Position:
    """The level goes up or down by one, and never below nothing."""
    name = case.action.unit
    by = 1 if case.action.change == "more" else -1
    unit = case.unit(name)
    stray = unit.stray if by > 0 else max(unit.stray - 1, 0)
    return case.before.unit(name, level=max(unit.level + by, 0), raised=unit.raised + by, stray=stray)


@effect(Show)
def shows(case: Case[Show]) -> Position:
    """The state is on or off."""
    name, marks = case.action.unit, case.unit(case.action.unit).marks
    state = frozenset({case.action.state})
    after = case.before.unit(name, marks=marks | state if case.action.on else marks - state)
    return mends(case, after_turning(case, after))


@effect(Leave)
def leaves(case: Case[Leave]) -> Position:
    """The piece is off the map."""
    name = case.action.unit
    dues = (shortened for due in case.before.due if (shortened := _without(due, name)) is not None)
    after = case.before.unit(name, hex="", box=case.action.why).left_by(name)
    return left_alone(case, nobody_left(case, after.but(due=tuple(dues), gone=after.gone | {name})))


def _without(due: Due, name: str) -> Due | None:
    """What is due without what a unit that is gone would have to do; nothing if that was all."""
    options = tuple(option for option in due.options if subject(option) != name)
    if options == due.options:
        return due
    return replace(due, options=options, otherwise=()) if options else None
