"""Random games are known by heart: the same seed gives the same game; from their logs nobody is accused.

`python -m tests.rules.audit.many barbarossa` sends as many as one likes through logs.
"""

from __future__ import annotations

import pytest

from tests.rules.audit.many import through_a_log
from tests.rules.barbarossa.golden import SHELF
from tests.rules.barbarossa.printing import shop
from tests.rules.shared.golden import Golden

BATCHES = 8


@pytest.mark.parametrize("batch", range(BATCHES))
def test_golden_games_go_as_they_went(batch: int) -> None:
    """Each game of a seed has the same actions and the same end, and nothing in it is illegal or undecided."""
    for game in SHELF.known()[batch::BATCHES]:
        assert SHELF.played(game) == game


def test_there_are_sixty_four_golden_games_over_all_scenarios() -> None:
    listed = {(game.scenario, game.seed, game.limit) for game in SHELF.known()}

    assert listed == {(game.scenario, game.seed, game.limit) for game in SHELF.listed()}
    assert len(listed) == 64


@pytest.mark.parametrize("scenario", SHELF.scenarios)
def test_a_game_read_from_its_log_has_no_finding(scenario: str) -> None:
    found = through_a_log(shop(), Golden(scenario, 9001, 250))

    assert found.actions > 0.9 * found.played
    assert [told for told in found.findings if not told.note] == []
    assert (found.illegal, found.undecided) == (0, 0)
