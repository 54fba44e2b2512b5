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


def test_what_tests_a_rule_is_known_where_a_record_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["blitzkrieg"]
    monkeypatch.setattr(coverage, "RECORDS", tmp_path)

    def state(rule: str) -> str:
        return next(row.state for row in coverage.table(game, coverage.recorded(game)) if row.id == rule)

    assert state("BLZ-5.3g") == "enforced"
    (tmp_path / coverage.NAMED).write_bytes(msgspec.json.encode({"tests/some.py::test_it": ["BLZ-5.3g", "XYZ-1a"]}))
    assert (state("BLZ-5.3g"), state("BLZ-5.3h")) == ("done", "untested")


def test_a_game_is_known_by_the_name_of_its_module() -> None:
    assert game_of("Blitzkrieg 1940").id == "blitzkrieg"
