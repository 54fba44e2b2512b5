"""What units show: steps lost, disorganisation, states; and that they leave the map (15, 16)."""

from rules.caporetto.actions import Disorganise, Leave, Lose, Show
from rules.caporetto.book import effect, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.engine.ruling import Finding, broken


@rule("CAP-16.1a", "CAP-16.3a", "CAP-17.3d", "CAP-21.10a", on=Lose)
def no_step_left(case: Case[Lose]) -> Finding | None:
    """Who has one step left is eliminated by the next loss, and not turned over."""
    if case.steps(case.action.unit) <= 1:
        return broken("loss.last", unit=case.action.unit)
    return None


@effect(Lose)
def loses(case: Case[Lose]) -> Position:
    """The unit has a step less."""
    name = case.action.unit
    return case.before.unit(name, lost=case.unit(name).lost + 1)


@effect(Disorganise)
def disorganised(case: Case[Disorganise]) -> Position:
    """The level goes up or down by one, and never below nothing."""
    name = case.action.unit
    by = 1 if case.action.change == "more" else -1
    unit = case.unit(name)
    return case.before.unit(name, level=max(unit.level + by, 0), raised=unit.raised + by)


@effect(Show)
def shows(case: Case[Show]) -> Position:
    """The state is on or off."""
    name, marks = case.action.unit, case.unit(case.action.unit).marks
    state = frozenset({case.action.state})
    return case.before.unit(name, marks=marks | state if case.action.on else marks - state)


@effect(Leave)
def leaves(case: Case[Leave]) -> Position:
    """The piece is off the map."""
    return case.before.unit(case.action.unit, hex="", box=case.action.why)
