from pathlib import Path

import pytest

from hexmeister import demo
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call


def test_the_demo_runs_every_job_and_says_where_to_look(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXMEISTER_LANG", "en")
    assert demo.show(tmp_path / "demo", demo.looking) == Exit.FINE
    out = capsys.readouterr().out
    for _title, words in demo.looking(tmp_path / "demo"):
        assert f"$ hexmeister {words[0]} " in out
    for path in (tmp_path / "demo").iterdir():
        assert str(path) in out


def test_the_demo_can_be_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXMEISTER_LANG", "en")
    assert [demo.show(tmp_path, demo.looking), demo.show(tmp_path, demo.looking)] == [Exit.FINE, Exit.FINE]


def test_the_words_of_every_job_make_sense(call: Call, tmp_path: Path) -> None:
    for _title, words in demo.jobs(tmp_path):
        assert call(*words, "--help").code == Exit.FINE
