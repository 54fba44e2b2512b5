"""What could be done on foot and on wheels: the next hex, a halt, another facing."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.movement.moving import coming
from rules.barbarossa.options import candidates
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action


@candidates("S10")
def steps(case: Case[Any]) -> Iterator[Action]:
    """Everybody's next hex, and stopping where a rule makes him."""
    for unit in case.before.units:
        place = coming(case, unit)
        if place:
            yield do.Step(unit=unit, hex=place, by=case.side(unit))
            yield do.Halt(unit=unit, by=case.side(unit))


@candidates("S9")
def turns(case: Case[Any]) -> Iterator[Action]:
    """Units that were ordered to turn do so."""
    for unit, state in case.before.units.items():
        if state.order and state.order.order == "change_fof" and state.facing != state.order.facing:
            yield do.Turn(unit=unit, facing=state.order.facing, by=case.side(unit))
