"""The written cases go as they went, and the games of clumsy players: the same is said, the position is the same."""

from __future__ import annotations

import msgspec
import pytest

from tests.rules.blitzkrieg.casebook import keyed
from tests.rules.blitzkrieg.clumsy import digest, logged
from tests.rules.blitzkrieg.recorded import (
    BATTLES,
    GAMES,
    LOGGED,
    battles,
    heard,
    known,
    known_digests,
    known_heard,
    record,
)
from tests.rules.shared.casebook import disagreements

CASES = keyed()


def test_what_is_recorded_are_cases() -> None:
    assert set(known()) <= set(CASES)
    assert set(known_heard().cases) <= set(CASES)


@pytest.mark.parametrize("name", known())
def test_a_case_goes_as_it_went(name: str) -> None:
    """Otherwise, if that is meant, run `python -m tests.rules.blitzkrieg.recorded`."""
    assert record(name, CASES[name]) == known()[name]


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind, count in GAMES.items() for seed in range(count)])
def test_a_game_of_clumsy_players_goes_as_it_went(kind: str, seed: int) -> None:
    """Otherwise, if that is meant, run `python -m tests.rules.blitzkrieg.recorded`."""
    assert digest(kind, seed) == known_digests()[kind][seed]


def test_the_scenarios_are_read_as_they_were() -> None:
    """Otherwise, if that is meant, run `python -m tests.rules.blitzkrieg.recorded`."""
    assert battles() == msgspec.json.decode(BATTLES.read_bytes())


@pytest.mark.parametrize("seed", range(LOGGED))
def test_a_log_of_careful_players_says_what_the_referee_says_and_is_read_as_it_was(seed: int) -> None:
    through = logged(seed)

    assert disagreements(through) == []
    assert heard(through) == known_heard().games[seed]
