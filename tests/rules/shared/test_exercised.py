"""Every rule that can be broken is met in a scenario, or it is said why not; the count is of today's scenarios."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from rules.audit.games import games
from tests.rules.shared.exercised import FIRST_SEED, GROUNDS, SHAPE, Ground, digest

AGAIN = "run: python -m tests.rules.shared.exercised"
of_each_game = pytest.mark.parametrize("ground", GROUNDS, ids=[ground.game for ground in GROUNDS])


def test_each_game_is_counted() -> None:
    assert {ground.game for ground in GROUNDS} == set(games())


@of_each_game
def test_every_rule_that_a_mutator_breaks_is_met_in_a_scenario_or_has_a_reason_of_its_own(ground: Ground) -> None:
    met = {rule for scene in ground.known().scenarios.values() for rule in scene.rules}
    reasons = ground.unmet

    assert set(reasons) == set(ground.counted) - met
    assert len(set(reasons.values())) == len(reasons)


@of_each_game
def test_what_was_counted_is_of_the_scenarios_as_they_are(ground: Ground) -> None:
    counted = {name: scene.digest for name, scene in ground.known().scenarios.items()}
    assert counted == {name: digest(scenario) for name, scenario in ground.scenarios.items()}, AGAIN


@of_each_game
def test_rules_that_were_met_are_rules_that_bind(ground: Ground) -> None:
    for scene in ground.known().scenarios.values():
        assert scene.rules
        assert set(scene.rules) <= set(ground.binding), AGAIN


@of_each_game
def test_the_first_game_meets_what_was_counted(ground: Ground) -> None:
    scenario = next(iter(ground.scenarios))
    found = ground.met(scenario, [islice(ground.play(scenario, FIRST_SEED, 150), 150)])

    assert found
    assert found <= set(ground.known().scenarios[scenario].rules), AGAIN


@of_each_game
def test_the_page_shows_what_was_counted(ground: Ground) -> None:
    assert ground.page.read_text(encoding="utf-8") == ground.text(ground.known()), "run: make tables"


@of_each_game
def test_another_set_up_is_another_fingerprint_and_another_text_is_not(ground: Ground) -> None:
    for scenario in ground.scenarios.values():
        assert digest(msgspec.structs.replace(scenario, turns=scenario.turns + 1)) != digest(scenario)
        assert digest(msgspec.structs.replace(scenario, title=scenario.subtitle, intro=None)) == digest(scenario)
    assert {"map", "turns", "starts", "structures", "changes", "points", "placement"} <= set(SHAPE)
