"""What can be done in each step, from two lists: the quick generator's, and a slow one that tries everything."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.air.flight import path
from rules.barbarossa.game import referee
from rules.barbarossa.options import OPTIONS
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import STEPS, Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.options import Legal
from tests.rules.barbarossa.bruteforce import PURPOSES, BruteForce
from tests.rules.barbarossa.many import SWITCHES, battle, play
from tests.rules.shared.play import Turn


@cache
def game(scenario: str) -> tuple[Turn[Position], ...]:
    """A game of a few rounds."""
    return tuple(play(scenario, seed=2, limit=450))


def plain(action: Action) -> Action:
    """The action without what its piece tells: who did it, and where work is finished."""
    if isinstance(action, do.StepDone):
        return action
    facts = {"by": "", "hex": ""} if isinstance(action, do.Complete) else {"by": ""}
    return msgspec.structs.replace(action, **facts)


def comparable(action: Action) -> bool:
    """True for no results: those are made due, and nobody chooses them; of dice one total stands for all."""
    if isinstance(action, Roll):
        return action.purpose in PURPOSES and set(action.dice) <= {1}
    return not action.follows and not isinstance(action, do.Conclude | do.Group)


def quick(scenario: str, position: Position) -> set[Action]:
    """What the generator lists."""
    legal = Legal(OPTIONS, referee(battle(scenario), SWITCHES))
    return {plain(action) for action in legal(position) if comparable(action)}


def slow(scenario: str, position: Position) -> set[Action]:
    """What is left of everything that can be written down."""
    brute = BruteForce(referee(battle(scenario), SWITCHES), battle(scenario))
    found = {plain(action) for action in brute(position) if comparable(action)}
    return {
        action for action in found if not (isinstance(action, do.Fly) and cuts_a_corner(scenario, position, action))
    }


def cuts_a_corner(scenario: str, position: Position, action: Action) -> bool:
    """True where an aircraft is dragged over a hex of its line: two steps at once, offered one by one."""
    if not isinstance(action, do.Fly):
        return False
    line = path(Case(battle(scenario), SWITCHES, position, action), action.unit)
    here, there = (
        next((number for number, places in enumerate(line) if place in places), -1)
        for place in (position.units[action.unit].hex, action.hex)
    )
    return there > here + 1


def free(position: Position) -> bool:
    """True where nothing is due at once."""
    return not any(due.must and not due.until for due in position.due)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("scenario", ["crossroads", "river"])
def test_what_can_be_done_in_a_step(scenario: str, step: str) -> None:
    """The first position and the middle one of each step, in the last round in which it is played."""
    last = max(turn.before.round for turn in game(scenario) if turn.before.state == step)
    places = [turn.before for turn in game(scenario) if turn.before.state == step and turn.before.round == last]
    for position in (places[0], places[len(places) // 2]):
        if free(position):
            assert quick(scenario, position) == slow(scenario, position)
