"""Whoever plays legally gets on, and is not accused, whatever he prefers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.explored import explored, listed, options_of

KITS = kits()
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


@of_each_game
def test_an_explored_game_takes_options_that_a_random_one_leaves(kit: Kit[Any, Any]) -> None:
    found = explored(kit, 1, 3, 260, logs=False)
    random = {
        option
        for turn in kit.play(kit.scenarios[0], 3, 260)
        for option in options_of(kit.name, turn.before, turn.action)
    }

    assert found.dead == []
    assert found.tally["actions"] > (100 if kit.accuses else 10)
    assert len(set(found.known.taken) - random) > 10 or not kit.accuses


@of_each_game
def test_what_could_be_played_is_listed_from_the_actions_themselves(kit: Kit[Any, Any]) -> None:
    assert {(verb.__name__,) for verb in kit.verbs} <= listed(kit)
    assert any(len(option) == 3 for option in listed(kit)) or not kit.accuses
