"""Random games of all scenarios are played to their end: nothing in them is illegal or undecided, and much happens.

`python -m tests.rules.barbarossa.many 0 60` plays so many games of each scenario and tells what happened in them.
"""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from rules.engine.position import fingerprint
from tests.rules.barbarossa.many import SCENARIOS, SWITCHES, battle, deed, play


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_comes_to_its_end(scenario: str) -> None:
    turns = tuple(play(scenario, seed=1))

    assert isinstance(turns[-1].action, do.Conclude)
    assert turns[-1].before.round == battle(scenario).rounds
    assert len({deed(turn.action) for turn in turns}) > 25


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (tuple(turn.action for turn in play("crossroads", seed=4)) for _ in range(2))

    assert one == other


@pytest.mark.parametrize("scenario", ["crossroads", "bridge"])
def test_a_referee_who_is_shown_the_game_again_finds_every_action_legal(scenario: str) -> None:
    judge, position = referee(battle(scenario), SWITCHES), begin(battle(scenario))
    for turn in play(scenario, seed=1):
        assert fingerprint(position) == fingerprint(turn.before)
        position, ruling = judge.step(position, turn.action)
        assert ruling.legal, (turn.action, ruling)
