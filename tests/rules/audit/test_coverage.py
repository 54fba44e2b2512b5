"""The coverage table is true: what enforces a rule exists, and tests are known where a record of them lies."""

from pathlib import Path

import msgspec
import pytest

from rules.audit import coverage
from rules.audit.games import game_of, games


@pytest.mark.parametrize("name", list(games()))
def test_every_place_that_enforces_a_rule_exists(name: str) -> None:
    game = games()[name]
    for row in coverage.table(game, {}):
        for place in row.enforced_by:
            file, line = place.rsplit(":", 1)
            lines = (game.book.root / file).read_text(encoding="utf-8").splitlines()
            assert int(line) <= len(lines)


@pytest.mark.parametrize("name", list(games()))
def test_what_tests_a_rule_is_known_where_a_record_lies(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games()[name]
    enforced = [row.id for row in coverage.table(game, None) if row.state == "enforced"]
    one, other = enforced[0], enforced[-1]
    monkeypatch.setattr(coverage, "RECORDS", tmp_path)

    def state(rule: str) -> str:
        return next(row.state for row in coverage.table(game, coverage.recorded(game)) if row.id == rule)

    assert state(one) == "enforced"
    (tmp_path / coverage.NAMED).write_bytes(msgspec.json.encode({"tests/some.py::test_it": [one, "XYZ-1a"]}))
    assert (state(one), state(other)) == ("done", "untested")


@pytest.mark.parametrize("name", list(games()))
def test_a_game_is_known_by_the_names_of_its_module(name: str) -> None:
    assert {game_of(title).id for title in games()[name].titles} == {name}
