"""Nothing slips through: whatever a mutator breaks in a legal game is named, by the referee and from a log."""

from __future__ import annotations

from rules.barbarossa.book import BOOK
from rules.barbarossa.mutators import BREACHES
from tests.rules.barbarossa.figures import SHELF, counted
from tests.rules.barbarossa.prepared import STAGE
from tests.rules.shared.pages import OPEN, silent, unbroken


def test_every_broken_rule_is_named_by_the_referee_and_from_its_log() -> None:
    _, missed = counted()

    assert [(each.where, each.rule, each.name, each.actions, each.ruling.rules, each.heard) for each in missed] == []


def test_the_figures_only_rise() -> None:
    figures, _ = counted()

    assert SHELF.fallen(figures) == ()


def test_mutators_break_rules_of_the_book() -> None:
    assert {each.rule for each in BREACHES.all} <= set(BOOK.entries)


def test_what_no_log_shows_is_said_of_mutators_that_there_are() -> None:
    assert set(silent(SHELF.game)) <= {f"{each.rule} {each.name}" for each in BREACHES.all}


def test_reasons_are_given_only_for_rules_that_no_mutator_breaks() -> None:
    assert set(unbroken(SHELF.game)) <= set(BOOK.entries)
    assert sorted(set(unbroken(SHELF.game)) & {*SHELF.known().named, *SHELF.known().same}) == []


def test_prepared_positions_are_played_legally() -> None:
    assert STAGE.wrong() == []


def test_of_every_rule_that_no_mutator_breaks_it_is_said_why() -> None:
    assert SHELF.open(SHELF.known()) == ()
    assert [name for name, why in SHELF.outcomes(SHELF.known()).items() if why == OPEN] == []
