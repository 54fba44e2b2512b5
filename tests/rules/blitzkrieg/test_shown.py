"""What logs show of each rule: named in a case or a mutant, or a reason why not; the page of the docs says so."""

from __future__ import annotations

from rules.blitzkrieg.book import BOOK
from tests.rules.blitzkrieg.printing import GAME
from tests.rules.shared.casebook import shown, silent
from tests.rules.shared.table import page, path_of, rows


def test_every_rule_that_binds_is_named_from_a_log_or_says_why_not() -> None:
    assert [row.entry.id for row in rows(GAME) if row.state == "open"] == []


def test_reasons_are_given_only_for_rules_of_which_no_log_shows_a_breach() -> None:
    named = {row.entry.id for row in rows(GAME) if row.state in {"named", "told"}}

    assert set(silent(GAME)) <= set(BOOK.entries)
    assert sorted(set(silent(GAME)) & named) == []


def test_the_list_speaks_of_rules_of_the_book() -> None:
    assert {rule for each in shown(GAME).values() for rule in (*each.illegal, *each.legal, *each.told)} <= set(
        BOOK.entries
    )


def test_the_page_shows_the_list() -> None:
    assert path_of(GAME).read_text(encoding="utf-8") == page(GAME)
