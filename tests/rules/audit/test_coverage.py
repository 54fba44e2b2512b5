"""The coverage table is true: it is what the ledger, the checks and the tests say now."""

from pathlib import Path

import pytest

from rules.audit import coverage
from rules.audit.games import game_of, games

TESTS = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", list(games()))
def test_the_list_of_tests_is_up_to_date(name: str) -> None:
    game = games()[name]
    assert coverage.tested_by(game) == coverage.scan(TESTS, game.book.entries), "run: make tables"


@pytest.mark.parametrize("name", list(games()))
def test_the_page_in_the_docs_is_up_to_date(name: str) -> None:
    game = games()[name]
    page = TESTS.parent / "docs" / "reference" / f"coverage-{name}.md"
    assert page.read_text(encoding="utf-8") == coverage.markdown(game, coverage.table(game)), "run: make tables"


@pytest.mark.parametrize("name", list(games()))
def test_every_place_that_enforces_a_rule_exists(name: str) -> None:
    for row in coverage.table(games()[name]):
        for place in row.enforced_by:
            file, line = place.rsplit(":", 1)
            lines = (TESTS.parent / file).read_text(encoding="utf-8").splitlines()
            assert int(line) <= len(lines)


def test_a_game_is_known_by_the_name_of_its_module() -> None:
    assert game_of("Blitzkrieg 1940").id == "blitzkrieg"
