"""What logs show of each rule: named in a case or a mutant, or a reason why not."""

from __future__ import annotations

import pytest

from rules.audit.games import games
from tests.rules.barbarossa.test_examples import listed, logged
from tests.rules.shared.casebook import shown, silent
from tests.rules.shared.table import rows

GAMES = tuple(games())


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_binds_is_named_from_a_log_or_says_why_not(game: str) -> None:
    assert [row.entry.id for row in rows(game) if row.state == "open"] == []


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_given_only_for_rules_of_which_no_log_shows_a_breach(game: str) -> None:
    named = {row.entry.id for row in rows(game) if row.state in {"named", "told"}}

    assert set(silent(game)) <= set(games()[game].book.entries)
    assert sorted(set(silent(game)) & named) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_list_speaks_of_rules_of_the_book(game: str) -> None:
    spoken = {rule for each in shown(game).values() for rule in (*each.illegal, *each.legal, *each.told)}

    assert spoken <= set(games()[game].book.entries)


def test_each_example_of_the_second_game_goes_through_a_log_or_says_why_not() -> None:
    without = {each.id for each in listed() if not logged() & set(each.tests)}

    assert {each.id for each in listed() if each.note} == without
