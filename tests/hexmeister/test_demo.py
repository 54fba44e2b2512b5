import re
from pathlib import Path

import pytest

import assets
from hexmeister import demo, language
from hexmeister.examples.games import recorded, write_games
from hexmeister.exits import Exit
from rules.audit.coverage import ID
from tests.hexmeister.conftest import Call
from tests.rules.shared.kit import kit_of
from tests.rules.shared.sample import sample
from vassal import savefile
from vassal.timeline import Timeline


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


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_the_clean_game_has_no_finding_and_in_the_other_the_wrong_acts_are_named(
    call: Call, tmp_path: Path, spoken: str
) -> None:
    write_games(tmp_path, spoken)
    answers = [call(*words) for _title, words in demo.judging(tmp_path)]
    assert [each.code for each in answers] == [Exit.FINE, Exit.FINDINGS, Exit.FINE]
    assert "Nothing illegal was found, and nothing stayed open." in answers[0].out
    named = set(ID.findall(answers[1].out))
    for name in sample().WRONG:
        assert {breach.rule for breach in kit_of(recorded()).breaches.all if breach.name == name} & named, name
    assert (tmp_path / demo.REPORT).read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_words_of_every_job_make_sense(call: Call, tmp_path: Path) -> None:
    for _title, words in demo.jobs(tmp_path):
        assert call(*words, "--help").code == Exit.FINE


@pytest.mark.parametrize(("spoken", "ending"), [("en", ".vmod"), ("de", "-de.vmod")])
def test_the_module_that_is_checked_is_the_one_that_was_built(
    spoken: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "chosen", lambda: spoken)
    checked = next(words for _title, words in demo.making(tmp_path) if words[0] == "lint")
    game = assets.load(recorded())
    assert checked == ("lint", str(tmp_path / f"{game.info.id}-{game.info.version}{ending}"))


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_what_the_recorded_games_say_has_no_code_in_it(spoken: str, tmp_path: Path) -> None:
    game = assets.load(recorded())
    boxes = {box for country in game.maps.values() for box in country.boxes}
    names = {side.name[spoken] for side in game.sides.values()}
    codes = {*(box for box in boxes if "-" in box), *game.formations, *(side.record for side in game.sides.values())}
    for path in write_games(tmp_path, spoken):
        said = [line.sentence for step in Timeline.of(savefile.read(path)).walk() for line in step.said]
        assert len(said) > 100
        assert not [line for line in said if set(re.findall(r"[\w./-]+", line)) & (codes - names)]
