"""The written cases go as they went, and the games of clumsy players: the same is said, the position is the same."""

from __future__ import annotations

import msgspec
import pytest

from tests.rules.blitzkrieg.clumsy import digest, logged
from tests.rules.blitzkrieg.recorded import (
    BATTLES,
    GAMES,
    LOGGED,
    Recorded,
    battles,
    cases,
    heard,
    known,
    known_digests,
    known_heard,
    record,
)
from tests.rules.shared.casebook import disagreements
from tests.rules.shared.cases import Written

PAIRS = list(zip(cases(), known(), strict=False))


def test_every_case_is_recorded() -> None:
    """Otherwise run `python -m tests.rules.blitzkrieg.recorded`."""
    assert [f"{case.id} {case.title}" for case in cases()] == [each.case for each in known()]


@pytest.mark.parametrize(("case", "recorded"), PAIRS, ids=[f"{each.id} {each.title}" for each, _ in PAIRS])
def test_a_case_goes_as_it_went(case: Written, recorded: Recorded) -> None:
    assert record(case) == recorded


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind, count in GAMES.items() for seed in range(count)])
def test_a_game_of_clumsy_players_goes_as_it_went(kind: str, seed: int) -> None:
    """Otherwise, if that is meant, run `python -m tests.rules.blitzkrieg.recorded`."""
    assert digest(kind, seed) == known_digests()[kind][seed]


def test_the_scenarios_are_read_as_they_were() -> None:
    """Otherwise, if that is meant, run `python -m tests.rules.blitzkrieg.recorded`."""
    assert battles() == msgspec.json.decode(BATTLES.read_bytes())


@pytest.mark.parametrize("seed", LOGGED)
def test_a_log_of_careful_players_says_what_the_referee_says_and_is_read_as_it_was(seed: int) -> None:
    through = logged(seed)

    assert disagreements(through) == []
    assert heard(through) == known_heard()["games"][LOGGED.index(seed)]
