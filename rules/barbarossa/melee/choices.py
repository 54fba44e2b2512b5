"""What could be done to storm a hex: the next hex of an assault."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.movement.moving import gone
from rules.barbarossa.options import candidates
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action


@candidates("S6")
def assaults(case: Case[Any]) -> Iterator[Action]:
    """The next hex of those that assault."""
    for unit, state in case.before.units.items():
        order = state.order
        made = gone(case.before, unit)
        goes = not state.out and unit not in case.before.halted
        if order and order.order == "assault" and goes and made < len(order.route):
            yield do.Step(unit=unit, hex=order.route[made], fights=True, by=case.side(unit))
            yield do.Halt(unit=unit, by=case.side(unit))
