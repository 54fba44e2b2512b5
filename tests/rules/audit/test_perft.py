"""Counts of legal actions from two lists that know nothing of each other: the quick generator's, and a slow one."""

from __future__ import annotations

from functools import cache

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.game import legal, referee, start
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.play import Turn
from tests.rules.audit.bruteforce import BruteForce
from tests.rules.audit.golden import SCENARIOS, battle, play

NOT_WRITTEN_DOWN = (do.Retreat, do.Concentrate, do.Stock, Roll)
"""Ways of several hexes, groups of salvos, dice: too many to write all of them down; and what is judged later."""
FIRST = {"hannut": 1095, "stonne": 1483}
"""First actions from an empty board."""


@cache
def game(scenario: str) -> tuple[Turn[Position], ...]:
    """A game that gets as far as a melee."""
    return tuple(play(scenario, 3, 1500))


def quick(scenario: str, position: Position) -> set[Action]:
    """What the generator lists."""
    return {action for action in legal(battle(scenario), open_switches())(position) if _comparable(action)}


def slow(scenario: str, position: Position) -> set[Action]:
    """What is left of everything that can be written down."""
    return BruteForce(referee(battle(scenario), open_switches()), battle(scenario))(position)


def _comparable(action: Action) -> bool:
    clears = isinstance(action, do.PlayGeneral) and action.option == "clear"
    return not (action.follows or clears or isinstance(action, NOT_WRITTEN_DOWN))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_first_actions_from_an_empty_board(scenario: str) -> None:
    found = quick(scenario, start(battle(scenario)))

    assert found == slow(scenario, start(battle(scenario)))
    assert len(found) == FIRST[scenario]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_first_actions_of_every_step_of_the_set_up(scenario: str) -> None:
    turns = [turn for turn in play(scenario, 3, 120) if turn.before.state == "SETUP"]
    begun = {turn.before.stage: turn.before for turn in reversed(turns)}

    assert len(begun) > 3
    for position in begun.values():
        assert quick(scenario, position) == slow(scenario, position)


@pytest.mark.parametrize("state", ["DRAW", "CHECKS", "REACT", "MELEE"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_first_actions_when_all_stand(scenario: str, state: str) -> None:
    """The first position of a random set-up in which a state of play is reached and nothing is due at once."""
    position = next(
        turn.before
        for turn in game(scenario)
        if turn.before.state == state and not any(due.must and not due.until for due in turn.before.due)
    )

    found = quick(scenario, position)

    assert found == slow(scenario, position)
    assert found
