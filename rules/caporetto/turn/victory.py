"""Who holds the villages, and who has won (26.3, 27.3)."""

from typing import Any

from msgspec import structs

from rules.caporetto.actions import Result
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.engine.ruling import Finding, broken

RULES = {"monte-maggiore": "CAP-27.3a", "cividale": "CAP-26.3a"}


@ENTERED.on
def entered(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """Whoever entered a village last holds it; guns and headquarters take none."""
    if place in case.battle.goals and case.counter(name).kind.combat:
        return after.but(held={**after.held, place: case.side(name)})
    return after


@outcome("CAP-27.3a", "CAP-26.3a", "CAP-4.13c")
def winner(case: Case[Any]) -> str:
    """The side that holds most of the points; nobody if they are equal."""
    held = case.before.held
    points = {
        side: sum(worth for place, worth in case.battle.goals.items() if held.get(place) == side)
        for side in case.battle.sides
    }
    one, other = case.battle.sides
    return one if points[one] > points[other] else other if points[other] > points[one] else "draw"


@rule("CAP-27.3a", "CAP-26.3a", on=Result)
def right_winner(case: Case[Result]) -> Finding | None:
    """Who is said to have won holds most."""
    if case.battle.campaign or case.action.winner == winner(case):
        return None
    return structs.replace(
        broken("victory.other", side=case.action.winner, winner=winner(case)), rule=RULES[case.battle.id]
    )


@rule("CAP-27.1a", "CAP-26.1a", on=Result)
def at_the_end(case: Case[Result]) -> Finding | None:
    """The game ends with its second turn."""
    if case.battle.campaign or (case.before.turn, case.before.stack[0]) == (case.battle.last, "Victory"):
        return None
    name = "CAP-27.1a" if case.battle.id == "monte-maggiore" else "CAP-26.1a"
    return structs.replace(broken("victory.early", turn=case.before.turn), rule=name)


@effect(Result)
def over(case: Case[Result]) -> Position:
    """The game is over."""
    return case.before.but(over=True)
