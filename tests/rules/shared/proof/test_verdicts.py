"""The corpus by which a change of the rules is accounted for, and the table of what changed."""

from itertools import islice
from pathlib import Path

import pytest

from rules.audit.games import games
from tests.rules.shared.proof.corpus import corpus
from tools import verdicts
from tools.verdicts import ROOT, Row, compared, judged, made, state, table


def test_the_corpus_is_made_from_seeds_and_has_all_games_with_and_without_a_breach() -> None:
    one = list(corpus(2 * len(games())))
    again = list(islice(corpus(2 * len(games())), 1))

    assert one[0] == again[0]
    assert {name.split("-")[1] for name, _ in one} == set(games())
    assert {name.endswith("breach") for name, _ in one} == {True, False}


def test_a_version_judges_the_corpus_once_and_differs_in_nothing_from_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = made(tmp_path / "logs", 2 * len(games()), 2)[-2:]
    told = judged(logs, ROOT, 1, tmp_path / "told")

    assert any(verdict == "illegal" for found in told.values() for _, _, verdict in found), "the breach is named"
    assert not any(verdict == "fault" for found in told.values() for _, _, verdict in found)
    monkeypatch.setattr(verdicts, "_run", None)  # nothing is made or judged anew
    assert judged(logs, ROOT, 1, tmp_path / "told") == told
    assert made(tmp_path / "logs", 2 * len(games()), 2)[-2:] == logs
    assert compared(told, told) == []


def test_another_state_of_the_tree_is_told_from_the_first(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    code = tmp_path / "rules" / "one.py"
    code.write_text("1")
    first = state(tmp_path, ("rules",))
    code.write_text("2")

    assert state(tmp_path, ("rules",)) != first
    assert state(tmp_path, ("assets",)) != first


def test_what_changed_is_told_by_rule_with_how_often_and_an_example() -> None:
    before = {"a.vlog": [(3, "X-1", "illegal")], "b.vlog": [(5, "X-1", "illegal"), (6, "X-2", "undecided")]}
    now = {"a.vlog": [(3, "X-1", "undecided")], "b.vlog": [(5, "X-1", "undecided"), (6, "X-2", "undecided")]}

    rows = compared(before, now)

    assert rows == [Row("X-1", "illegal", "undecided", 2, "a, step 3")]
    assert "| X-1 | illegal | undecided | 2 | a, step 3 | a gap |" in table(rows, 2, {"X-1": "a gap"})
    assert "| ? |" in table(rows, 2, {})


def test_a_finding_that_is_new_or_gone_is_a_change() -> None:
    assert compared({"a": []}, {"a": [(1, "X", "illegal")]}) == [Row("X", "-", "illegal", 1, "a, step 1")]
    assert compared({"a": [(1, "X", "illegal")]}, {"a": []}) == [Row("X", "illegal", "-", 1, "a, step 1")]
