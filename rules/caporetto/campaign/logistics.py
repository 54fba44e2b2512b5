"""What the Italians gain and lose of logistic points in the four days (4.1, 6.0, 24.14, 25.14)."""

from typing import Any

from rules.caporetto.actions import Begin
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.caporetto.turn.phases import BEGUN

INCOME, SHARE, DEPOT = 5, 2, 5
"""What a turn brings from the second on, to all or to each wing, and what is lost with a depot."""


@BEGUN.on
@outcome("CAP-25.14b", "CAP-25.14a", "CAP-24.14b", "CAP-24.14a", "CAP-4.1b", "CAP-6.0c")
def income(case: Case[Begin], after: Position) -> Position:
    """The Italians begin with what the scenario gives, and have more when a turn begins, but the first."""
    fresh = case.before.turn < case.action.turn
    if case.battle.campaign and fresh:
        for purse in after.points:
            after = after.paid(purse, -SHARE if purse else -INCOME)
    return after


@ENTERED.on
@outcome("CAP-25.14c", "CAP-24.14d")
def captured(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """With each depot that enemy troops come to first the Italians, or the wing whose it is, lose five points."""
    taken = case.side(name) == case.battle.sides[0] and case.counter(name).kind.combat
    if not (case.battle.campaign and taken and place in case.battle.depots) or place in after.looted:
        return after
    return after.but(looted=after.looted | {place}).paid(_keeper(case, place), DEPOT)


def _keeper(case: Case[Any], place: str) -> str:
    """The purse out of which a depot is paid for: that of the wing in whose sector it lies."""
    return next((purse for purse in case.before.points if purse and place in case.battle.wings[purse].hexes), "")
