"""No false accusation: random legal games over both scenarios, set-up included, are found legal.

Every golden game is judged by the referee; one of each scenario is also written as a log and audited from the log, and
`python -m tests.rules.audit.many blitzkrieg` does so with as many as one likes.
"""

from __future__ import annotations

import pytest

from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import open_switches
from rules.engine.position import fingerprint
from tests.rules.audit.many import through_a_log
from tests.rules.blitzkrieg.golden import Golden, battle, games, known, play, played
from tests.rules.shared.workshop import workshop_of

SAMPLES = (("hannut", 3, 400), ("hannut", 4, 10_000), ("stonne", 5, 700), ("stonne", 6, 1_200))
BATCHES = 19
"""No divisor of the distance from one whole game to the next, so that no batch has them all."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_golden_games_go_as_they_went(batch: int) -> None:
    """Each game of a seed has the same actions and the same end, and nothing in it is illegal or undecided."""
    for game in known()[batch::BATCHES]:
        assert played(game) == game


def test_there_are_two_hundred_golden_games_over_both_scenarios() -> None:
    listed = {(game.scenario, game.seed, game.limit) for game in known()}

    assert listed == {(game.scenario, game.seed, game.limit) for game in games()}
    assert len(listed) == 200


def test_a_referee_who_is_shown_the_game_again_finds_every_action_legal() -> None:
    for scenario in ("hannut", "stonne"):
        judge, position = referee(battle(scenario), open_switches()), start(battle(scenario))
        for turn in play(scenario, 11, 600):
            assert fingerprint(position) == fingerprint(turn.before)
            position, ruling = judge.step(position, turn.action)
            assert ruling.legal, (turn.action, ruling)


@pytest.mark.parametrize(("scenario", "seed", "limit"), SAMPLES)
def test_a_game_read_from_its_log_has_no_finding(scenario: str, seed: int, limit: int) -> None:
    found = through_a_log(workshop_of("blitzkrieg"), Golden(scenario, seed, limit))

    assert found.actions > 0.9 * found.played
    assert [told for told in found.findings if not told.note] == []
    assert (found.illegal, found.undecided) == (0, 0)
