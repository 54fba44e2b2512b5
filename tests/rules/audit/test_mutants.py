"""Nothing slips through: whatever a mutator breaks in a legal game, the referee names that rule at that action."""

from __future__ import annotations

from rules.blitzkrieg.book import BOOK
from rules.blitzkrieg.mutators import MUTATORS
from tests.rules.audit.figures import PAGE, counted, known, page


def test_every_broken_rule_is_named() -> None:
    _, missed = counted()

    assert [(each.mutant.rule, each.mutant.name, each.mutant.actions, each.ruling.rules) for each in missed] == []


def test_the_figures_only_rise() -> None:
    figures, _ = counted()

    assert figures.caught >= known().caught
    assert figures.rules >= known().rules
    assert set(figures.named) >= set(known().named)


def test_the_page_shows_the_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(known())


def test_mutators_break_rules_of_the_book() -> None:
    assert {each.rule for each in MUTATORS} <= set(BOOK.entries)
