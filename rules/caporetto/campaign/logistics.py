"""What the Italians gain and lose of logistic points in the campaign (4.1, 6.0, 25.14)."""

from typing import Any

from rules.caporetto.actions import Begin
from rules.caporetto.book import outcome
from rules.caporetto.campaign.arrivals import PHASE
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.caporetto.turn.phases import BEGUN

INCOME, DEPOT = 5, 5
"""What a turn brings from the second on, and what the Italians lose with a depot."""


@BEGUN.on
@outcome("CAP-25.14b", "CAP-25.14a", "CAP-4.1b", "CAP-6.0c")
def income(case: Case[Begin], after: Position) -> Position:
    """The Italians begin with what the scenario gives, and have five points more when a turn begins, but the first."""
    fresh = case.action.phase == PHASE and case.action.turn > case.before.turn
    return after.but(points=after.points + INCOME) if case.battle.campaign and fresh else after


@ENTERED.on
@outcome("CAP-25.14c")
def captured(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """With each depot that enemy troops come to first the Italians lose five points, and never more than they have."""
    taken = case.side(name) == case.battle.sides[0] and case.counter(name).kind.combat
    if not (case.battle.campaign and taken and place in case.battle.depots) or place in after.looted:
        return after
    return after.but(points=max(after.points - DEPOT, 0), looted=after.looted | {place})
