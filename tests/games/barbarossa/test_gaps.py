"""A gap costs what hangs on it: what needs no past is judged again as soon as a round begins."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from tests.rules.audit.gaps import beside, told_in_spite_of_a_gap
from tests.rules.shared.play import Turn


def off_the_route(turns: Sequence[Turn], begun: int) -> tuple[int, Action]:
    """A step into another hex than the next one of the route, by a unit that has moved in this round."""
    for place in range(begun, len(turns)):
        action = turns[place].action
        moved = {each.action.unit for each in turns[begun:place] if isinstance(each.action, do.Step)}
        if isinstance(action, do.Step) and action.unit in moved:
            return place, replace(action, hex=beside("barbarossa", "line", turns[place], action.unit, action.hex))
    raise LookupError("nobody moves twice")


def test_a_breach_long_after_a_gap_that_needs_no_past_is_named_and_an_honest_game_is_not() -> None:
    told = told_in_spite_of_a_gap(
        "barbarossa", "line", lambda action: getattr(action, "to", "") == "PLANNING", off_the_route
    )
    assert "move.deviates" in told
