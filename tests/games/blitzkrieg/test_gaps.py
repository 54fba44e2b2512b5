"""A gap costs what hangs on it: what needs no past is judged again as soon as a turn begins."""

from __future__ import annotations

from collections.abc import Sequence

import assets
from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from tests.rules.audit.gaps import beside, told_in_spite_of_a_gap
from tests.rules.shared.play import Turn

SIDE = {unit.id: unit.side for unit in assets.load("blitzkrieg").units.values()}


def out_of_turn(turns: Sequence[Turn], begun: int) -> tuple[int, Action]:
    """A move by a unit of the side that is not active, which has moved since the turn began."""
    for place in range(begun, len(turns)):
        action, units = turns[place].action, turns[place].before.units
        moved = [each.action.units[0] for each in turns[begun:place] if isinstance(each.action, do.Move)]
        others = [
            unit
            for unit in moved
            if isinstance(action, do.Move) and units[unit].hex and SIDE[unit] != SIDE[action.units[0]]
        ]
        if isinstance(action, do.Move) and others:
            goal = beside("blitzkrieg", "hannut", turns[place], others[0])
            return place, do.Move(units=(others[0],), hex=goal, by=action.by)
    raise LookupError("nobody else has moved")


def test_a_breach_long_after_a_gap_that_needs_no_past_is_named_and_an_honest_game_is_not() -> None:
    told = told_in_spite_of_a_gap("blitzkrieg", "hannut", lambda action: isinstance(action, do.NextTurn), out_of_turn)
    assert "activation.passive" in told
