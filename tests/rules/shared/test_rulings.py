"""Every question that a game lets players settle is asked by its rules and settled in a test, or either is accepted."""

from __future__ import annotations

import pytest

import assets
from rules.audit.games import games
from tests.rules.shared.settling import asked, named, offered

GAMES = tuple(games())


def accepted(game: str) -> dict[str, str]:
    """By ruling: why nobody is held to either reading."""
    rulings = assets.load(game).rulings
    return {name: ruling.accepted.en for name, ruling in rulings.items() if ruling.accepted}


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_asked_for_or_says_why_either_reading_is_accepted(game: str) -> None:
    assert sorted(offered(game) - asked(game) - accepted(game).keys()) == []


@pytest.mark.parametrize("game", GAMES)
def test_tests_settle_rulings_by_readings_that_there_are(game: str) -> None:
    disputes = games()[game].switches().disputes

    assert sorted((name, way) for name, way in named(game) if way not in disputes[name].readings) == []


@pytest.mark.parametrize("game", GAMES)
def test_either_reading_is_accepted_only_of_what_nobody_asks_each_for_its_own_reason(game: str) -> None:
    reasons = accepted(game)

    assert sorted(reasons.keys() & asked(game)) == []
    assert len(set(reasons.values())) == len(reasons)


@pytest.mark.parametrize("game", GAMES)
def test_only_rulings_that_the_game_has_are_asked_for(game: str) -> None:
    rulings = assets.load(game).rulings.keys()

    assert sorted(asked(game) - rulings) == []
