"""What could be done to go on: a side is done with a step, the marker goes on."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.options import candidates
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import STEPS
from rules.barbarossa.turn.clock import following
from rules.engine.actions import Action


@candidates(*STEPS)
def goes_on(case: Case[Any]) -> Iterator[Action]:
    """The marker goes to the next step."""
    yield do.Advance(to=following(case), by=case.battle.sides[0])


@candidates(*STEPS)
def done(case: Case[Any]) -> Iterator[Action]:
    """A side is done with the step."""
    yield from (do.StepDone(by=side) for side in case.battle.sides if side not in case.before.done)


@candidates("OVER")
def ending(case: Case[Any]) -> Iterator[Action]:
    """It is declared who has won."""
    yield from (do.Conclude(winner=side) for side in (*case.battle.sides, ""))


def on(case: Case[Any]) -> do.Advance:
    """The marker goes on to what comes next."""
    return do.Advance(to=following(Case(case.battle, case.switches, case.before, do.Advance(to=""))))
