"""`hexmeister check` and `hexmeister rules`: what they say, in words, in JSON, as a page; and how they end."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

import assets
from hexmeister.exits import Exit
from rules.audit import coverage
from rules.audit.coverage import Row
from rules.audit.games import doors, game_of
from rules.audit.report import Report
from tests.hexmeister.logs import HOSTILE, PASSWORD, SAMPLE, dragged, table, write, written
from vassal import commands, savefile

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "reference" / "check.schema.json"
LIBRARY = Path(__file__).resolve().parents[2] / "templates" / "report" / "panzoom.js"
"""It says where its licence is; nothing is fetched from there."""
RULING = "=".join(SAMPLE.SETTLED)
TITLE = doors()[SAMPLE.GAME].meta.titles[0]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log in which somebody boasts of a roll, and the first phase begins."""
    writer = table()
    writer.do(commands.make("chat", text=f"&lt;{HOSTILE}&gt; - [#roll;k=a.1.1;p=FIRE;res=6,6]"))
    with writer.step():
        SAMPLE.goes_on(writer)
    return write(tmp_path / "game.vlog", written(writer))


def test_a_log_is_summed_up_and_its_findings_are_told(call: "Call", log: Path) -> None:
    answer = call("check", str(log))
    assert f"{TITLE}, {SAMPLE.SCENARIO}: game.vlog" in answer.out
    assert "Illegal              0" in answer.out
    assert answer.code == 0


def test_two_logs_that_begin_alike_may_be_two_games_and_it_is_said(call: "Call", log: Path, tmp_path: Path) -> None:
    writer = table()
    with writer.step():
        SAMPLE.goes_on(writer)
    writer.do(commands.make("chat", text="&lt;A&gt; - another game of the same scenario"))
    other = write(tmp_path / "other.vlog", written(writer))
    assert "check each by itself; audit keeps games apart" in call("check", str(log), str(other)).err
    assert "check each by itself" not in call("check", str(log)).err


def test_strict_ends_with_three_where_something_stayed_open(call: "Call", log: Path) -> None:
    assert call("check", str(log), "--strict").code == 3


def test_the_json_is_what_the_schema_says(call: "Call", log: Path) -> None:
    data = json.loads(call("check", str(log), "--json").out)
    report = msgspec.convert(data, Report)
    assert (report.game, report.scenario, report.logs[0].name) == (SAMPLE.GAME, SAMPLE.SCENARIO, "game.vlog")
    assert report.summary["illegal"] == sum(each.verdict == "illegal" and not each.same for each in report.findings)


def test_the_documented_schema_is_up_to_date() -> None:
    assert _sorted(json.loads(SCHEMA.read_text(encoding="utf-8"))) == _sorted(
        json.loads(json.dumps(msgspec.json.schema(Report)))
    )


def _sorted(data: object) -> object:
    """The same schema with its alternatives in one order."""
    if isinstance(data, dict):
        return {key: _sorted(value) for key, value in data.items()}
    return sorted(map(_sorted, data), key=repr) if isinstance(data, list) else data


def test_a_settled_ruling_is_named_and_an_unknown_one_is_refused(call: "Call", log: Path) -> None:
    data = json.loads(call("check", str(log), "--json", "--ruling", RULING).out)
    assert data["rulings"] == dict([SAMPLE.SETTLED])
    assert call("check", str(log), "--ruling", f"{SAMPLE.SETTLED[0]}=perhaps").code == 2


def test_rulings_can_stand_in_a_file(call: "Call", log: Path, tmp_path: Path) -> None:
    file = tmp_path / "rulings.txt"
    file.write_text(f"# ours\n{SAMPLE.SETTLED[0]} = {SAMPLE.SETTLED[1]}  # agreed\n\n", encoding="utf-8")
    assert json.loads(call("check", str(log), "--json", "--rulings", str(file)).out)["rulings"] == dict(
        [SAMPLE.SETTLED]
    )


def test_rulings_that_are_no_text_are_an_error_of_usage(call: "Call", log: Path) -> None:
    answer = call("check", str(log), "--rulings", str(log))
    assert (answer.code, "game.vlog is no text" in answer.err) == (2, True)


def test_the_page_needs_nothing_else_and_no_name_gets_out_of_its_place(call: "Call", log: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert call("check", str(log), "--html", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    assert "alert(1)</script>" not in text
    assert "\x1b" not in text
    own = text.replace(LIBRARY.read_text(encoding="utf-8"), "")
    assert len(own) < len(text)
    assert "http" not in own.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert len(text) < 3_000_000
    assert call("check", str(log), "--html", str(page)).code == 2, "a page is not written over without --force"
    read = log.read_bytes()
    assert call("check", str(log), "--html", str(log), "--force").code == 2, "nor what is checked, by any force"
    nowhere = call("check", str(log), "--html", str(page.parent / "nowhere" / "page.html"))
    assert (nowhere.code, nowhere.out) == (2, ""), "a folder that is not there is told before anything is judged"
    assert nowhere.err.startswith(f"hexmeister: {page.parent / 'nowhere'}: there is no such file or folder")
    assert log.read_bytes() == read


def test_no_password_gets_into_a_report(call: "Call", tmp_path: Path) -> None:
    path = write(tmp_path / "game.vlog", dragged())
    assert PASSWORD in savefile.read(path).text
    page = tmp_path / "report.html"
    answers = [call("check", str(path), "--json"), call("check", str(path), "--html", str(page))]
    assert all(PASSWORD not in answer.out + answer.err for answer in answers)
    assert PASSWORD not in page.read_text(encoding="utf-8")


def test_german_is_spoken_throughout(call: "Call", log: Path) -> None:
    answer = call("--lang", "de", "check", str(log))
    assert "Regelwidrig" in answer.out
    assert "Legal" not in answer.out


def test_what_is_no_log_ends_with_two_and_one_line(call: "Call", tmp_path: Path) -> None:
    path = tmp_path / "broken.vlog"
    path.write_bytes(b"PK\x05\x06 nothing")
    answer = call("check", str(path))
    assert answer.code == 2
    assert len(answer.err.splitlines()) == 1


def test_a_log_of_an_unknown_game_is_refused_with_those_that_are_known(call: "Call", tmp_path: Path) -> None:
    from vassal.metadata import Metadata
    from vassal.savefile import SaveFile

    path = tmp_path / "other.vlog"
    frame = (commands.make("begin"), commands.make("end"))
    savefile.write(path, SaveFile(frame, metadata=Metadata(version="1"), module=Metadata(version="1", name="Chess")))
    answer = call("check", str(path))
    assert answer.code == 2
    assert all(title in answer.err for door in doors().values() for title in door.meta.titles)


def enforced(game: str) -> Row:
    """A rule of a game that something enforces."""
    made = game_of(game)
    return next(row for row in coverage.table(made, None) if row.state == "enforced")


GAMES = pytest.mark.parametrize("game", list(doors()))


@GAMES
def test_a_rule_is_shown_with_what_enforces_and_what_tests_it(call: "Call", game: str) -> None:
    rule = enforced(game)
    answer = call("rules", game, rule.id)
    assert rule.enforced_by[0] in answer.out
    data = json.loads(call("rules", game, "--json").out)
    (row,) = [row for row in data["rules"] if row["id"] == rule.id]
    assert set(row) == {"id", "verdict", "human", "enforced_by", "tested_by"}


@GAMES
def test_tests_of_a_rule_are_shown_where_they_are_known(
    call: "Call", tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    rule = enforced(game).id
    monkeypatch.setattr(coverage, "RECORDS", tmp_path)
    assert "not known here" in call("rules", game, rule).out
    assert "hier nicht bekannt" in call("--lang", "de", "rules", game, rule).out
    (tmp_path / coverage.NAMED).write_text(f'{{"tests/some.py::test_it": ["{rule}"]}}')
    assert "tests/some.py::test_it" in call("rules", game, rule).out
    (row,) = json.loads(call("rules", game, rule, "--json").out)["rules"]
    assert row["tested_by"] == ["tests/some.py::test_it"]


@GAMES
def test_the_rules_of_a_game_end_with_all_that_is_disputed(call: "Call", game: str) -> None:
    rulings, told = assets.load(game).rulings, call("rules", game).out
    listed = json.loads(call("rules", game, "--json").out)["rulings"]
    assert [each["id"] for each in listed] == list(rulings)
    for each in listed:
        ruling = rulings[each["id"]]
        assert (each["question"], each["ours"], each["rules"]) == (ruling.question.en, ruling.ours, [*ruling.rules])
        assert [(one["id"], one["means"]) for one in each["readings"]] == [
            (name, reading.means.en) for name, reading in ruling.readings.items()
        ]
        assert f"{ruling.id}  {ruling.question.en}\n" in told
        assert all(f"{reading.name.en}: {reading.means.en}\n" in told for reading in ruling.readings.values())
        assert not (each["settle"] and each["accepted"])


@GAMES
def test_whatever_is_offered_to_settle_a_dispute_is_taken(call: "Call", game: str) -> None:
    made = game_of(game)
    for each in json.loads(call("rules", game, "--json").out)["rulings"]:
        assert len(each["settle"]) != 1
        for way in each["settle"]:
            assert made.switches((way,)).settled == dict([way.split("=")])


@GAMES
def test_a_rule_that_is_not_in_the_book_is_an_error_of_usage(call: "Call", game: str) -> None:
    assert call("rules", game, "XYZ-99z").code == 2


@pytest.mark.parametrize("game", list(doors()))
def test_a_chat_window_is_of_the_game_that_knows_its_records(call: "Call", tmp_path: Path, game: str) -> None:
    others = {verb for name in doors() if name != game for verb in assets.load(name).chronicle.verbs}
    verb = next(each for name, each in assets.load(game).chronicle.verbs.items() if name not in others)
    record = f"#{verb.id};" + ";".join(f"{key}=a.1.1" for key in verb.keys)
    chat = tmp_path / "chat.txt"
    chat.write_text(f"* something is said<!--[{record}]-->\n", encoding="utf-8")
    assert json.loads(call("check", str(chat), "--json").out)["game"] == game


def test_a_page_is_written_as_a_whole_in_the_place_of_the_old_one(call: "Call", log: Path, tmp_path: Path) -> None:
    page, old = tmp_path / "report.html", tmp_path / "old.html"
    page.write_text("the old one")
    old.hardlink_to(page)
    call("check", log, "--html", page, "--force")
    assert "<html" in page.read_text(encoding="utf-8")
    assert old.read_text() == "the old one"
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []


@pytest.mark.posix
@pytest.mark.parametrize("command", ["check", "show", "ask", "audit"])
def test_a_pipe_that_is_called_a_log_is_refused(call: "Call", tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe.vlog"
    os.mkfifo(pipe)
    words = ("--db", tmp_path / "season.sqlite", "--jobs", "1") if command == "audit" else ()
    answer = call(command, pipe, *words)
    assert answer.code == (Exit.FINDINGS if command == "audit" else Exit.UNREADABLE)
    assert "this is no file, but a pipe or a device" in answer.err + answer.out


@pytest.mark.posix
def test_a_device_that_is_called_a_log_is_refused(call: "Call", tmp_path: Path) -> None:
    device = tmp_path / "zero.vlog"
    device.symlink_to("/dev/zero")
    answer = call("check", device)
    assert answer.code == Exit.UNREADABLE
    assert "zero.vlog: this is no file, but a pipe or a device" in answer.err


def test_a_game_without_a_referee_is_told_with_those_that_have_one(
    call: "Call", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known = assets.games()[0]
    assert known in call("rules", "zork").err
    assert f"did you mean {known}" in call("rules", known[:-2]).err
    (tmp_path / "hills").mkdir()
    (tmp_path / "hills" / "pyproject.toml").write_text("")
    found = call("rules", "hills")
    assert (found.code, "pip install -e hills" in found.err) == (Exit.UNREADABLE, True)
