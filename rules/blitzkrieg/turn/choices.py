"""What could be done at the end of a turn."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.options import candidates
from rules.blitzkrieg.turn.victory import DRAW, expected
from rules.engine.actions import Action


@candidates("TURN_END")
def ending(case: Case[Action]) -> Iterator[Action]:
    """The points are set and the game is declared over."""
    if case.battle.victory.bands:
        yield do.Score(points=expected(case))
    yield from (do.Conclude(result=result) for result in (*case.battle.sides, DRAW))
