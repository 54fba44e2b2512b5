"""Counts of legal actions from two lists that know nothing of each other: the quick generator's, and a slow one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.game import legal, referee, start
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.bruteforce import BruteForce
from tests.rules.blitzkrieg.golden import SCENARIOS, battle, play
from tests.rules.shared.pages import first_actions
from tests.rules.shared.play import Turn

FIRST = {scenario: sum(kinds.values()) for scenario, kinds in first_actions("blitzkrieg").items()}
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
    """Results are made due, and nobody chooses them; of dice one total stands for all."""
    return sum(action.dice) == len(action.dice) if isinstance(action, Roll) else not action.follows


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


def _salvos(_: str, position: Position) -> bool:
    active = position.activation
    return position.state == "ACTIVE" and active is not None and sum(active.salvos.values()) > 1


def _markers_to_clear(scenario: str, position: Position) -> bool:
    chits, units = battle(scenario).chits, battle(scenario).units
    owner = next((chits[chit].side for chit in position.drawn if chits[chit].kind == "general"), "")
    return any(state.neutralised and units[name].side == owner for name, state in position.units.items())


def _chits_to_choose(_: str, position: Position) -> bool:
    return "reserve" in position.chits.values() and position.state == "SETUP"


@pytest.mark.parametrize(
    ("scenario", "occasion", "kind"),
    [
        *((scenario, _salvos, do.Concentrate) for scenario in SCENARIOS),
        *((scenario, _markers_to_clear, do.PlayGeneral) for scenario in SCENARIOS),
        ("hannut", _chits_to_choose, do.Stock),
    ],
)
def test_groups_of_salvos_of_markers_and_of_chits(
    scenario: str, occasion: Callable[[str, Position], bool], kind: type[Action]
) -> None:
    places = (turn.before for turn in game(scenario) if occasion(scenario, turn.before))
    position = next(each for each in places if not any(due.must and not due.until for due in each.due))

    found = quick(scenario, position)

    assert found == slow(scenario, position)
    assert any(isinstance(action, kind) for action in found)
