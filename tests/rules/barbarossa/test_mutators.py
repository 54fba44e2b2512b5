"""Nothing slips through: whatever a mutator breaks in a legal game is named by the referee."""

from __future__ import annotations

from rules.barbarossa.book import BOOK
from rules.barbarossa.mutators import BREACHES
from tests.rules.barbarossa.figures import PAGE, counted, known, page


def test_every_broken_rule_is_named() -> None:
    _, missed = counted()

    assert [(each.rule, each.name, each.actions, each.ruling.rules) for each in missed] == []


def test_the_figures_only_rise() -> None:
    figures, _ = counted()

    assert figures.caught >= known().caught
    assert set(figures.named) >= set(known().named)


def test_the_page_shows_the_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(known())


def test_mutators_break_rules_of_the_book() -> None:
    assert {each.rule for each in BREACHES.all} <= set(BOOK.entries)
