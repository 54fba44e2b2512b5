"""The end of the game (2.1b, 4.1b): who holds what, the points, and who has won."""

from typing import Any

from rules.barbarossa.actions import Conclude
from rules.barbarossa.book import effect, ends, outcome, rule
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.engine.ruling import Finding, broken, noted

DRAW = ""
STILL = frozenset({"S11", "S12"})
"""The steps in which nobody moves any more."""


def alone_in(case: Case[Any], place: str) -> str:
    """The only side with ground units on the board of a hex; empty if there are both or none."""
    here = [name for name in case.occupants.get(place, ()) if not case.unit(name).off_board or case.unit(name).shelter]
    sides = {case.side(name) for name in here}
    return sides.pop() if len(sides) == 1 else ""


@ends("S12")
@outcome("BAR-2.1b")
def held(case: Case[Any], position: Position) -> Position:
    """A place that counts is held by the side that was last alone in it."""
    look = case.then(position)
    for place in (*case.battle.victory.objectives, *case.battle.victory.hold):
        side = alone_in(look, place)
        if side:
            position = position.but(holders={**position.holders, place: side})
    return position.but(score=points(case.then(position)))


def points(case: Case[Any]) -> dict[str, int]:
    """The points of each side: for places it holds, and for enemies it has destroyed where those count."""
    goal, score = case.battle.victory, dict.fromkeys(case.battle.sides, 0)
    for place, objective in goal.objectives.items():
        side = case.before.holders.get(place, "")
        if side in score:
            score[side] += objective.points
    for side in case.battle.sides if goal.losses else ():
        cost = sum(
            case.counter(name).value("cost")
            for name, unit in case.before.units.items()
            if unit.out and unit.losses >= case.counter(name).size and case.side(name) != side
        )
        score[side] += cost // goal.losses
    return score


@outcome("BAR-2.1b", "BAR-4.1b")
def winner(case: Case[Any]) -> str:
    """Who has won as things stand: by points, or by holding all the places; else whom the scenario names, or nobody."""
    goal, score = case.battle.victory, points(case)
    if goal.kind == "hold":
        holds = all(case.before.holders.get(place) == goal.scorer for place in goal.hold)
        return goal.scorer if holds else goal.otherwise
    rival = case.battle.enemy(goal.scorer)
    if score[goal.scorer] - score[rival] >= max(goal.needed, 1):
        return goal.scorer
    if goal.otherwise:
        return goal.otherwise
    return rival if score[rival] - score[goal.scorer] >= max(goal.needed, 1) else DRAW


@rule("BAR-4.1b", "BAR-2.1b", on=Conclude)
def as_the_scenario_says(case: Case[Conclude]) -> Finding | None:
    """After the last round the side has won that the scenario names; whoever gives up before may do so.

    Once all have moved in the last round nobody comes or goes any more.
    """
    last = case.before.state == "OVER" or (case.before.state in STILL and case.before.round >= case.battle.rounds)
    if not last:
        return noted("end.early", round=case.before.round, rounds=case.battle.rounds)
    ended = case.then(held(case, case.before))
    expected = winner(ended)
    return None if case.action.winner == expected else broken("end.winner", found=case.action.winner, expected=expected)


@effect(Conclude)
def over(case: Case[Conclude]) -> Position:
    """The game is over."""
    return case.before.but(stack=("OVER",), result=case.action.winner or "draw")


@ends("S12")
def result(case: Case[Any], position: Position) -> Position:
    """After the last round it is settled who has won."""
    if position.round < case.battle.rounds:
        return position
    return position.but(result=winner(case.then(position)) or "draw")
