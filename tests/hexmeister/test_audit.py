"""`hexmeister audit`, `report` and `watch`: what they say, and how they end."""

import csv
import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hexmeister.examples import write_log, write_module
from hexmeister.shown.site import Evidence
from rules.audit.games import doors
from tests.rules.audit.season.making import PASSWORD, SAMPLE, Table, game, write

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

TITLE = doors()[SAMPLE.GAME].meta.titles[0]
OTHER = next(name for name in doors() if name != SAMPLE.GAME)
HOSTILE = "=cmd()|<script>alert(1)</script>\u202e"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean game, an illegal one of a player with an odd name, and a file that is no log."""
    folder = tmp_path_factory.mktemp("logs")
    write(folder, clean=game(3, limit=40), odd=game(4, (HOSTILE, "Bob"), illegal=2, limit=40))
    (folder / "broken.vlog").write_bytes(b"nothing")
    return folder


@pytest.fixture
def database(call: "Call", season: Path) -> Path:
    """The season judged."""
    path = season / "audit.sqlite"
    if not path.exists():
        assert call("audit", season, "--db", path, "--jobs", 1).code == 1
    return path


def test_a_run_tells_what_it_did_and_what_went_wrong(call: "Call", season: Path, tmp_path: Path) -> None:
    answer = call("audit", season, "--db", tmp_path / "db", "--jobs", 1)
    assert answer.code == 1
    assert "Judged now             2" in answer.out
    assert "Illegal                1" in answer.out
    assert "broken.vlog: cannot be read: no zip file, or one that is cut" in answer.out
    data = json.loads(call("audit", season, "--db", tmp_path / "db", "--json").out)
    assert (data["files"], data["read"], data["judged"], data["illegal"]) == (3, 0, 0, 1)


def test_a_clean_season_ends_with_zero(call: "Call", season: Path, tmp_path: Path) -> None:
    assert call("audit", season / "clean.vlog", "--db", tmp_path / "db", "--jobs", 1).code == 0


def test_a_season_judged_again_needs_no_place(call: "Call", database: Path) -> None:
    data = json.loads(call("audit", "--again", "--db", database, "--jobs", 1, "--json").out)
    assert (data["files"], data["judged"], data["changed"]) == (0, 2, 0)


def test_nothing_to_judge_and_no_database_and_a_wrong_ruling_end_with_two(call: "Call", tmp_path: Path) -> None:
    (tmp_path / "no.sqlite").write_text("this is a text that is long enough to be looked at", encoding="utf-8")
    for words in (
        ["audit", tmp_path],
        ["audit", tmp_path / "nowhere", tmp_path / "misspelt", "--db", tmp_path / "none.sqlite"],
        ["report", tmp_path / "none.sqlite", "games"],
        ["report", tmp_path / "no.sqlite", "games"],
        ["audit", tmp_path, "--ruling", f"{SAMPLE.SETTLED[0]}=perhaps"],
        ["watch", tmp_path / "nowhere", "--once"],
    ):
        answer = call(*words)
        assert (answer.code, len(answer.err.splitlines())) == (2, 1)
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.parametrize("name", ["standings", "findings", "rules", "dice", "undo", "changed", "games", "files"])
def test_each_view_is_told_in_every_form(call: "Call", database: Path, tmp_path: Path, name: str) -> None:
    page = tmp_path / "page.html"
    rows = json.loads(call("report", database, name, "--json").out)
    table = list(csv.reader(call("report", database, name, "--csv").out.splitlines()))
    answers = [call("report", database, name), call("report", database, name, "--html", page)]
    assert [answer.code for answer in answers] == [0, 0]
    assert len(table) == len(rows) + 1
    assert all(list(row) == table[0] for row in rows)
    assert page.read_text(encoding="utf-8").count("<tr>") == len(rows) + 1


@pytest.mark.parametrize("what", ["standings", "game"])
def test_a_page_takes_the_place_of_the_old_one_as_a_whole(
    call: "Call", database: Path, tmp_path: Path, what: str
) -> None:
    (row,) = json.loads(call("report", database, "games", "--json", "--only", "illegal=1").out)
    page, old = tmp_path / "page.html", tmp_path / "old.html"
    page.write_text("the old one")
    old.hardlink_to(page)
    words = [what, row["game"]] if what == "game" else [what]
    assert call("report", database, *words, "--html", page, "--force").code == (1 if what == "game" else 0)
    assert "<html" in page.read_text(encoding="utf-8")
    assert old.read_text() == "the old one"
    assert list(tmp_path.glob("*.part")) == []


def test_a_hostile_name_steers_nothing(call: "Call", database: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    call("report", database, "standings", "--html", page)
    assert "alert(1)</script>" not in page.read_text(encoding="utf-8")
    table = call("report", database, "standings", "--csv").out
    assert "'=cmd" in table
    assert "\u202e" not in table + call("report", database, "standings").out


def test_rows_can_be_picked_and_a_column_that_is_not_there_is_refused(call: "Call", database: Path) -> None:
    assert len(json.loads(call("report", database, "games", "--json", "--only", "illegal=1").out)) == 1
    answer = call("report", database, "games", "--only", "colour=red")
    assert answer.code == 2
    assert "scenario" in answer.err


def test_the_evidence_for_a_game_is_the_report_of_its_logs(call: "Call", database: Path, tmp_path: Path) -> None:
    (row,) = json.loads(call("report", database, "games", "--json", "--only", "illegal=1").out)
    report = json.loads(call("report", database, "game", row["game"][:6], "--json").out)
    assert [each["verdict"] for each in report["findings"] if not each["note"]] == ["illegal"]
    page = tmp_path / "evidence.html"
    assert call("report", database, "game", row["game"], "--html", page).code == 1
    text = page.read_text(encoding="utf-8")
    assert PASSWORD not in text
    assert "alert(1)</script>" not in text
    assert call("report", database, "game", "nothing").code == 2
    assert call("report", database, "game").code == 2


def test_the_evidence_can_be_cut_down_to_one_finding(call: "Call", database: Path, tmp_path: Path) -> None:
    (row,) = json.loads(call("report", database, "findings", "--json", "--only", "verdict=illegal").out)
    one = ["--only", f"step={row['step']}", "--only", f"side={row['side']}"]
    report = json.loads(call("report", database, "game", row["game"], *one, "--json").out)
    assert [each["rule"] for each in report["findings"]] == [row["rule"]]
    assert (report["summary"]["illegal"], report["summary"]["observations"]) == (1, 0)
    page = tmp_path / "one.html"
    assert call("report", database, "game", row["game"], *one, "--html", page).code == 1
    assert page.read_text(encoding="utf-8").count('<li class="illegal"') == 1
    answer = call("report", database, "game", row["game"], "--only", "step=99999")
    assert (answer.code, "has no such finding" in answer.err) == (2, True)
    assert call("report", database, "game", row["game"], "--only", "colour=red").code == 2


def test_the_evidence_for_a_game_ends_like_a_check(call: "Call", database: Path) -> None:
    games = json.loads(call("report", database, "games", "--json").out)
    assert {(call("report", database, "game", row["game"]).code, min(row["illegal"], 1)) for row in games} == {
        (0, 0),
        (1, 1),
    }


def test_numbers_are_written_as_the_language_writes_them(call: "Call", database: Path) -> None:
    english, german = (call("report", database, "standings", "--lang", name).out for name in ("en", "de"))
    rates = re.findall(r"\d+\.\d+", english)
    assert rates
    assert re.findall(r"\d+,\d+", german) == [rate.replace(".", ",") for rate in rates]
    heading, *rows = german.splitlines()
    assert {len(row) for row in rows} == {len(heading)}, "they stand at the right"


def test_what_a_view_cannot_do_is_refused(call: "Call", database: Path) -> None:
    assert "only the view game" in call("report", database, "standings", "1234").err
    assert "is no table" in call("report", database, "game", "1234", "--csv").err
    assert "not both" in call("report", database, "standings", "--csv", "--json").err


def test_verdicts_and_sides_of_a_table_are_in_the_language_and_those_of_data_are_not(
    call: "Call", database: Path
) -> None:
    assert "regelwidrig" in call("--lang", "de", "report", database, "findings").out
    assert "beurteilt" in call("--lang", "de", "report", database, "games").out
    assert '"illegal"' in call("--lang", "de", "report", database, "findings", "--json").out
    for word in ("regelwidrig", "illegal"):
        rows = call("--lang", "de", "report", database, "findings", "--json", "--only", f"verdict={word}").out
        assert len(json.loads(rows)) == 1


def test_a_folder_into_which_nobody_may_look_is_told(
    call: "Call", season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walk(_top: str, onerror: Callable[[OSError], None]) -> Iterator[None]:
        onerror(PermissionError(errno.EACCES, "", "season/closed"))
        yield from ()

    monkeypatch.setattr(os, "walk", walk)
    words = ["audit", season / "clean.vlog", "--db", tmp_path / "db", "--jobs", 1]
    answer = call("--lang", "de", *words)
    assert (answer.code, "season/closed: nicht lesbar: nicht erlaubt" in answer.out) == (1, True)
    (tmp_path / "empty").mkdir()
    answer = call("audit", tmp_path / "empty", "--db", tmp_path / "other")
    assert (answer.code, answer.err) == (2, "hexmeister: season/closed: not permitted\n")


def test_a_log_that_an_option_does_not_fit_is_read_again_without_it(call: "Call", season: Path, tmp_path: Path) -> None:
    words = ["audit", season / "clean.vlog", "--db", tmp_path / "db", "--jobs", 1]
    answer = call("--lang", "de", *words, "--game", OTHER)
    assert (answer.code, f"gehört zu einem anderen Spiel: {TITLE}" in answer.out) == (
        1,
        True,
    )
    answer = call(*words, "--module", write_module(tmp_path))
    assert (answer.code, "the module is not the one that was played: The Ford" in answer.out) == (1, True)
    assert json.loads(call(*words, "--json").out)["judged"] == 1


def test_a_database_that_cannot_be_made_is_no_fault_of_the_program(call: "Call", season: Path, tmp_path: Path) -> None:
    answer = call("audit", season, "--db", tmp_path / "nowhere" / "audit.sqlite", "--jobs", 1)
    assert answer.code == 2
    assert "the database cannot be opened" in answer.err


def test_german_is_spoken_throughout(call: "Call", database: Path, season: Path) -> None:
    assert "Jetzt beurteilt" in call("--lang", "de", "audit", season, "--db", database, "--jobs", 1).out
    assert "keine Zip-Datei" in call("--lang", "de", "watch", season, "--once").out
    assert "regelwidrig: 1" in call("--lang", "de", "watch", season, "--once").out
    assert "Spieler" in call("--lang", "de", "report", database, "standings").out
    assert "kann nicht" in call("--lang", "de", "report", database, "findings").out


def test_a_look_at_a_folder_tells_each_file_in_a_line(call: "Call", season: Path) -> None:
    answer = call("watch", season, "--once")
    lines = dict(line.split(": ", 1) for line in answer.out.splitlines())
    assert lines["clean.vlog"] == "clean"
    assert lines["odd.vlog"].startswith("illegal: 1: ")
    assert lines["broken.vlog"].startswith("cannot be read")
    assert answer.code == 1


def test_what_was_wrong_in_earlier_logs_is_not_told_again(call: "Call", tmp_path: Path) -> None:
    table = Table()
    table.roll(1, 2)
    table.undo()
    table.push(2)
    following = table.next()
    following.push(2, 1)
    write(tmp_path, t1=table.log(), t2=following.log())
    assert call("watch", tmp_path, "--once").out.splitlines() == ["t1.vlog: clean; observations: 1", "t2.vlog: clean"]


def test_a_watch_reminds_of_what_is_still_due(call: "Call", tmp_path: Path) -> None:
    write(tmp_path, turn=game(3, limit=110))
    told = call("watch", tmp_path, "--once").out.splitlines()
    assert told[0] == "turn.vlog: clean"
    assert told[1].startswith("  still due: ")
    assert "Due first" not in told[1]
    assert call("watch", tmp_path, "--once", "--without", "due").out.splitlines() == ["turn.vlog: clean"]
    rule = told[1].rpartition("(")[2].removesuffix(")")
    silent = call("watch", tmp_path, "--once", "--without", rule).out.splitlines()
    assert silent == [line for line in told if not line.endswith(f"({rule})")]


def test_a_reminder_that_there_is_not_is_no_reminder_to_do_without(call: "Call", tmp_path: Path) -> None:
    told = call("watch", tmp_path, "--once", "--without", "ABC-3.5")
    expected = "there is no reminder ABC-3.5; there are due, observations, sealed, and the ids of rules"
    assert (told.code, expected in told.err) == (2, True)


def test_a_watch_tells_the_desktop(call: "Call", season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, program = tmp_path / "shown", tmp_path / "notify-send"
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >> {shown}\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    call("watch", season, "--once", "--notify")
    assert "--|clean.vlog|clean|" in shown.read_text(encoding="utf-8")
    shown.unlink()
    call("watch", season, "--once")
    assert not shown.exists()


@pytest.mark.posix
def test_a_watch_tells_what_appears_and_ends_with_ctrl_c(season: Path, tmp_path: Path) -> None:
    (tmp_path / "old.vlog").write_bytes(b"was there before")
    words = [sys.executable, "-m", "hexmeister", "--lang", "en", "watch", str(tmp_path), "--every", "0.2"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell's children are deaf to Ctrl-C
    watch = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    signal.signal(signal.SIGINT, heard)
    with watch:
        try:
            assert watch.stdout is not None
            assert watch.stderr is not None
            assert "watching" in watch.stderr.readline()
            time.sleep(0.5)
            (tmp_path / "new.vlog").write_bytes((season / "clean.vlog").read_bytes())
            assert watch.stdout.readline() == "new.vlog: clean\n"
            watch.send_signal(signal.SIGINT)
            assert watch.wait(timeout=60) == 130
        finally:
            watch.kill()


def test_a_watch_looks_into_folders_and_passes_over_what_nobody_here_can_judge(call: "Call", tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    write(tmp_path / "below", clean=game(3, limit=20))
    write_log(tmp_path)
    answer = call("watch", tmp_path, "--once")
    told = answer.out.splitlines()
    assert [line.split(":")[0] for line in told] == ["below/clean.vlog", "ford.vlog"]
    assert told[1].startswith("ford.vlog: passed over: Hexmeister can judge only ")
    assert answer.code == 0


def test_a_folder_is_checked_as_the_logs_that_are_in_it(call: "Call", tmp_path: Path) -> None:
    write(tmp_path, clean=game(3, limit=20))
    assert "clean.vlog" in call("check", tmp_path).out
    (tmp_path / "empty").mkdir()
    assert call("check", tmp_path / "empty").code == 2


def test_a_season_is_a_site_whose_pages_lead_to_each_other(call: "Call", season: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert call("audit", season, "--db", tmp_path / "db", "--jobs", 1, "--html", site).code == 1
    pages = {path.name: path.read_text(encoding="utf-8") for path in site.iterdir()}
    assert {"index.html", "games.html", "findings.html", "rules.html", "dice.html", "files.html"} <= set(pages)
    assert "<script>alert(1)" not in "".join(pages.values())
    led = {to for page in pages.values() for to in re.findall(r'href="([^"#]+)', page)}
    assert led <= set(pages), "no page leads to one that is not there"
    assert sum(name.startswith("game-") for name in pages) == 1, "there is evidence where something was found"
    assert sum(name.startswith("player-") for name in pages) >= 2
    assert re.search(r'href="game-[0-9a-f]+\.html#log=odd\.vlog&amp;step=\d+"', pages["findings.html"])


def test_a_site_is_written_anew_only_where_something_has_changed(call: "Call", season: Path, tmp_path: Path) -> None:
    site, base = tmp_path / "site", tmp_path / "db"

    def written(*words: object) -> tuple[str, bytes]:
        told = call("audit", season, "--db", base, "--jobs", 1, "--html", site, *words).err
        (evidence,) = site.glob("game-*.html")
        return told, evidence.read_bytes()

    assert "1 game of 1 drawn anew" in written()[0]
    first = written()
    assert "0 games of 1 drawn anew" in first[0]
    (finding,) = json.loads(call("report", base, "findings", "--only", "verdict=illegal", "--json").out)
    call("decide", base, finding["game"], finding["step"], "waived", "--word", "agreed")
    decided = written()
    assert "1 game of 1 drawn anew" in decided[0]
    assert (b"agreed" in decided[1], b"agreed" in first[1]) == (True, False)
    assert "1 Partie von 1 neu gezeichnet" in written("--lang", "de")[0]
    (evidence,) = site.glob("game-*.html")
    evidence.write_bytes(evidence.read_bytes()[:-100])
    assert "1 Partie von 1 neu gezeichnet" in written("--lang", "de")[0], "one that is cut is no page"


def test_the_index_of_a_site_comes_last(
    call: "Call", season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_self: Evidence, _game: str) -> str:
        raise OSError("the light went out")

    site = tmp_path / "site"
    monkeypatch.setattr(Evidence, "__call__", stopped)
    assert call("audit", season, "--db", tmp_path / "db", "--jobs", 1, "--html", site).code == 2
    assert not list(site.glob("*.html")), "a site that is not whole has no index that leads into nothing"


def test_each_player_of_the_site_is_led_to_in_german_too(call: "Call", season: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    call("--lang", "de", "audit", season, "--db", tmp_path / "db", "--jobs", 1, "--html", site)
    index = (site / "index.html").read_text(encoding="utf-8")
    players = {path.name for path in site.glob("player-*.html")}
    assert players
    assert players == set(re.findall(r'href="(player-[^"]+)"', index))


def test_a_decision_stays_when_the_game_is_judged_again(call: "Call", season: Path, tmp_path: Path) -> None:
    base = tmp_path / "db"
    call("audit", season, "--db", base, "--jobs", 1)
    (finding,) = json.loads(call("report", base, "findings", "--only", "verdict=illegal", "--json").out)
    game, step = finding["game"][:6], finding["step"]
    assert call("decide", base, game, 100_000, "waived").code == 2, "there is none"
    assert call("decide", base, game, step, "waived", "--word", "agreed").code == 0
    call("audit", "--db", base, "--jobs", 1, "--again")
    told = json.loads(call("report", base, "findings", "--only", f"step={step}", "--json").out)
    assert {(each["decision"], each["word"]) for each in told} == {("waived", "agreed")}
    german = call("--lang", "de", "report", base, "findings", "--only", "Entscheidung=erlassen").out
    assert "erlassen" in german
    assert "agreed" in german
    assert "(The director: waived: agreed)" in call("report", base, "game", game).out
    assert call("decide", base, game, step, "none").code == 0
    assert json.loads(call("report", base, "findings", "--only", f"step={step}", "--json").out)[0]["decision"] == ""


def test_a_decision_is_refused_where_it_is_not_clear_of_what(call: "Call", season: Path, tmp_path: Path) -> None:
    base = tmp_path / "db"
    call("audit", season, "--db", base, "--jobs", 1)
    (finding,) = json.loads(call("report", base, "findings", "--only", "verdict=illegal", "--json").out)
    several = call("decide", base, "", finding["step"], "waived")
    assert several.code == 2
    assert "games of the database begin with" in several.err
    assert call("decide", base, "zz", 1, "waived").code == 2
    assert "accepted, waived, warned" in call("decide", base, finding["game"], finding["step"], "perhaps").err
    assert "accepted, waived, warned" in call("report", base, "findings", "--only", "decision=perhaps").err
    said = call("--lang", "de", "decide", base, finding["game"], finding["step"], "verwarnt").out
    assert "odd.vlog" in said
    assert finding["rule"] in said
    assert json.loads(call("report", base, "findings", "--only", "decision=warned", "--json").out)


def test_what_is_waived_does_not_count_in_the_standings(call: "Call", season: Path, tmp_path: Path) -> None:
    base = tmp_path / "db"
    call("audit", season, "--db", base, "--jobs", 1)
    (finding,) = json.loads(call("report", base, "findings", "--only", "verdict=illegal", "--json").out)

    def counted() -> tuple[int, int]:
        rows = json.loads(call("report", base, "standings", "--only", f"player={finding['player']}", "--json").out)
        return sum(row["illegal"] for row in rows), sum(row["waived"] for row in rows)

    before = counted()
    call("decide", base, finding["game"], finding["step"], "warned")
    assert counted() == before == (1, 0)
    call("decide", base, finding["game"], finding["step"], "waived")
    assert counted() == (0, 1)


def test_players_go_by_one_name_where_a_file_says_so(call: "Call", season: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Anna = Ann  # the same person\n", encoding="utf-8")
    call("audit", season, "--db", tmp_path / "db", "--jobs", 1, "--aliases", names)
    players = {each["player"] for each in json.loads(call("report", tmp_path / "db", "standings", "--json").out)}
    assert "Anna" in players
    names.write_text("Otto = Nobody", encoding="utf-8")
    assert "nobody plays as Nobody" in call("audit", season, "--db", tmp_path / "db", "--aliases", names).err
    assert not players & {"Ann", "?", "Both"}
    names.write_text("Anna\n", encoding="utf-8")
    assert call("audit", season, "--db", tmp_path / "db", "--aliases", names).code == 2
