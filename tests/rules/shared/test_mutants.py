"""Nothing slips through: whatever a mutator breaks in a legal game is named, by the referee and from a log."""

from __future__ import annotations

from typing import Any

import pytest

import assets
from rules.audit.games import game_of, games
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.naming import note
from tests.rules.shared.pages import OPEN, silent, unbroken

KITS = {kit.name: kit for kit in kits()}
of_each_game = pytest.mark.parametrize("kit", KITS.values(), ids=list(KITS))


def test_each_game_has_its_kit() -> None:
    assert set(KITS) == set(games())
    assert {name: set(kit.scenarios) for name, kit in KITS.items()} == {
        name: set(assets.load(name).scenarios) for name in games()
    }


@of_each_game
def test_every_broken_rule_is_named_by_the_referee_and_from_its_log_or_says_why_not_and_the_figures_only_rise(
    request: pytest.FixtureRequest, kit: Kit[Any, Any]
) -> None:
    figures, missed = kit.counted
    outcomes = kit.shelf.outcomes(figures)
    note(request.node, "named", figures.named)

    assert [(each.where, each.rule, each.name, each.actions, each.ruling.rules, each.heard) for each in missed] == []
    assert kit.shelf.fallen(figures) == ()
    assert kit.shelf.open(figures) == ()
    assert [name for name, why in outcomes.items() if why == OPEN] == []
    assert sorted(set(unbroken(kit.stage.game)) & {*figures.named, *figures.same}) == []


@of_each_game
def test_rules_broken_in_one_game_and_in_prepared_positions_are_named(
    request: pytest.FixtureRequest, kit: Kit[Any, Any]
) -> None:
    for figures, missed in kit.sampled(1):
        note(request.node, "named", figures.named)

        assert figures.caught > 0
        assert [
            (each.where, each.rule, each.name, each.actions, each.ruling.rules, each.heard) for each in missed
        ] == []


@of_each_game
def test_mutators_break_rules_of_the_book(kit: Kit[Any, Any]) -> None:
    assert {each.rule for each in kit.breaches.all} <= set(game_of(kit.stage.game).book.entries)


@of_each_game
def test_what_no_log_shows_is_said_of_mutators_that_there_are(kit: Kit[Any, Any]) -> None:
    mutators = {f"{each.rule} {each.name}" for each in kit.breaches.all}
    families = {each.name for each in kit.breaches.families}

    assert [each for each in silent(kit.name) if each not in mutators and each.split(" ")[1] not in families] == []


@of_each_game
def test_reasons_are_given_for_rules_of_the_book_each_its_own(kit: Kit[Any, Any]) -> None:
    reasons = unbroken(kit.stage.game)

    assert set(reasons) <= set(game_of(kit.stage.game).book.entries)
    assert len(set(reasons.values())) == len(reasons)


@of_each_game
def test_prepared_positions_are_played_legally(kit: Kit[Any, Any]) -> None:
    assert kit.stage.wrong() == []
