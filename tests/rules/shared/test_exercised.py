"""What is counted of scenarios: which rules they meet, and a reason for those that none met."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from rules.audit.games import games
from tests.rules.shared.exercised import FIRST_SEED, GROUNDS, SHAPE, Ground, digest

of_each_game = pytest.mark.parametrize("ground", GROUNDS, ids=[ground.game for ground in GROUNDS])


def test_each_game_is_counted() -> None:
    assert {ground.game for ground in GROUNDS} == set(games())


@of_each_game
def test_reasons_are_given_for_rules_that_no_scenario_met_each_its_own(ground: Ground) -> None:
    met = {rule for scene in ground.known().scenarios.values() for rule in scene.rules}
    reasons = ground.unmet

    assert sorted(set(reasons) & met) == []
    assert set(reasons) <= set(ground.binding)
    assert len(set(reasons.values())) == len(reasons)


@of_each_game
def test_rules_that_were_met_are_rules_that_bind(ground: Ground) -> None:
    for scene in ground.known().scenarios.values():
        assert scene.rules
        assert set(scene.rules) <= set(ground.binding)


@of_each_game
def test_the_first_game_meets_rules_that_bind(ground: Ground) -> None:
    scenario = next(iter(ground.scenarios))
    found = ground.met(scenario, [islice(ground.play(scenario, FIRST_SEED, 150), 150)])

    assert found
    assert found <= set(ground.binding)


@of_each_game
def test_another_set_up_is_another_fingerprint_and_another_text_is_not(ground: Ground) -> None:
    for scenario in ground.scenarios.values():
        assert digest(msgspec.structs.replace(scenario, turns=scenario.turns + 1)) != digest(scenario)
        assert digest(msgspec.structs.replace(scenario, title=scenario.subtitle, intro=None)) == digest(scenario)
    assert {"map", "turns", "starts", "structures", "changes", "points", "placement"} <= set(SHAPE)
