"""A season is judged once, whoever works on it and however often the work is cut off."""

import gc
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from hexmeister.modules import module_of
from rules.audit.games import game_of
from rules.audit.report import Audit
from rules.audit.season import run as running
from rules.audit.season.chains import Filed
from rules.audit.season.logs import Bench
from rules.audit.season.pages import histogram
from rules.audit.season.pins import module_digest
from rules.audit.season.store import Store
from rules.audit.season.verdicts import Outcome
from rules.audit.season.views import COLUMNS, view
from tests.rules.audit.season.making import PASSWORD, SAMPLE, Table, audit, content, game, rebuilt, write
from vassal import savefile
from vassal.digest import WAY
from vassal.errors import VassalError
from vassal.module import Module
from vassal.modulewriter import module as written
from vassal.modulewriter import pack_module
from vassal.savefile import SaveFile

GAMES = 4
VERSION = game_of(SAMPLE.GAME).version


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small season: two clean games, one illegal, one at which dice were rolled again, a chain, a fork, bad files."""
    folder = tmp_path_factory.mktemp("season") / "logs"
    write(folder / "one", ann=game(3), bad=game(4, ("Ann", "Cleo"), illegal=2))
    write(folder / "two", ann=game(5, ("Cleo", "Bob")))
    table = Table()
    table.push(3)
    first = table.log()
    table.roll(3, 4)
    table.undo()
    table.roll(6, 6)
    following, fork = table.next(), table.next()
    following.push(2, 1)
    fork.push(2, 2)
    write(folder / "two", t1=first, t2=table.log(), t3=following.log(), t4=fork.log())
    (folder / "cut.vlog").write_bytes((folder / "one" / "ann.vlog").read_bytes()[:3000])
    (folder / "notes.txt").write_text("no log", encoding="utf-8")
    write(folder / "one", theirs=game(3, ("Ann", "Robert")))
    shutil.copy(folder / "one" / "ann.vlog", folder / "again.vlog")
    return folder


def found(folder: Path) -> list[Path]:
    """The logs of a folder."""
    return list(folder.rglob("*.vlog"))


@pytest.fixture(scope="module")
def judged(logs: Path) -> Path:
    """The season judged in one process."""
    database = logs.parent / "serial.sqlite"
    tally = audit(database, found(logs))
    assert (tally.games, tally.judged, [name for name, _ in tally.bad]) == (GAMES, GAMES, ["logs/cut.vlog"])
    return database


def test_the_games_are_those_that_were_played(judged: Path) -> None:
    rows = content(judged)
    names = {row["id"]: [] for row in rows["games"]}
    for row in rows["chain"]:
        names[row["game_id"]].append(row["name"])
    chain = ["t1.vlog", "t2.vlog", "t3.vlog", "t4.vlog"]
    assert sorted(names.values()) == [["again.vlog"], ["ann.vlog"], ["bad.vlog"], chain]
    assert sorted(row["illegal"] for row in rows["games"]) == [0, 0, 0, 1]


def test_two_processes_give_the_same_database_as_one(logs: Path, judged: Path) -> None:
    database = judged.with_name("parallel.sqlite")
    audit(database, found(logs), jobs=2)
    assert content(database) == content(judged)


def test_nothing_is_judged_twice(logs: Path, judged: Path, tmp_path: Path) -> None:
    database = judged.with_name("twice.sqlite")
    shutil.copy(judged, database)
    tally = audit(database, found(logs))
    assert (tally.read, tally.judged, tally.changed) == (0, 0, 0)
    assert content(database) == content(judged)


def test_a_new_log_has_only_its_own_game_judged(logs: Path, judged: Path, tmp_path: Path) -> None:
    database = judged.with_name("more.sqlite")
    shutil.copy(judged, database)
    write(tmp_path, new=game(6))
    tally = audit(database, [*found(logs), tmp_path / "new.vlog"])
    assert (tally.read, tally.games, tally.judged) == (1, GAMES + 1, 1)


def test_a_log_that_goes_on_takes_the_place_of_its_game(tmp_path: Path) -> None:
    table, database = Table(), tmp_path / "db.sqlite"
    table.push(2)
    write(tmp_path, b=table.log())
    audit(database, [tmp_path / "b.vlog"])
    following = table.next()
    following.push(2, 1)
    write(tmp_path, a=following.log())
    assert audit(database, [tmp_path / "a.vlog"]).judged == 1
    (only,) = content(database)["games"]
    assert (only["logs"], only["steps"]) == (2, 4)


@pytest.mark.parametrize(("value", "games"), [("", 1), ("7", 2)])
def test_a_log_goes_on_from_one_of_a_module_that_declared_less_if_what_it_declares_is_empty(
    tmp_path: Path, value: str, games: int
) -> None:
    write(tmp_path, **dict(zip("ab", two_logs(value), strict=True)))
    assert audit(tmp_path / "db.sqlite", found(tmp_path)).games == games
    told = checked(*found(tmp_path))
    assert ("chain.unknown" in told) is (games > 1)


def two_logs(value: str = "") -> tuple[SaveFile, SaveFile]:
    """A log, and one that begins as it ended with a module that declares one more property."""
    table = Table()
    table.push(2)
    following = table.next()
    following.push(2, 1)
    return table.log(), rebuilt(following.log(), value)


def checked(*paths: Path) -> set[str]:
    """What a check of these logs finds."""
    saves = [(path.name, savefile.read(path)) for path in sorted(paths)]
    report = Audit(game_of(SAMPLE.GAME), module_of(saves[0][1], SAMPLE.GAME)).run(saves)
    return {each.why for each in report.findings}


@pytest.mark.posix
def test_a_season_that_is_killed_again_and_again_comes_to_the_same_end(logs: Path, judged: Path) -> None:
    database = judged.with_name("killed.sqlite")
    script = (
        "from pathlib import Path; from tests.rules.audit.season.making import audit\n"
        f"if __name__ == '__main__': audit(Path({str(database)!r}), Path({str(logs)!r}).rglob('*.vlog'), jobs=1)"
    )
    for wanted in ("logs", "games"):
        run = subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[4])
        while run.poll() is None and not _rows(database, wanted):
            time.sleep(0.02)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    kept = _rows(database, "games")
    tally = audit(database, found(logs))
    assert tally.judged == GAMES - kept
    assert content(database) == content(judged)


def _rows(database: Path, table: str) -> int:
    """How many rows a table has that somebody else is writing."""
    if not database.exists() or not database.stat().st_size:
        return 0
    with Store.open(database) as store:
        (row,) = store.rows(f"SELECT count(*) AS count FROM {table}")
    return int(row["count"])


def killing(mark: Path, save: SaveFile, name: str) -> Module:
    """The module of a log; the first who asks dies."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return module_of(save, name)


@pytest.mark.posix
def test_a_worker_that_is_killed_loses_nothing(logs: Path) -> None:
    whole, database = logs.parent / "three.sqlite", logs.parent / "worker.sqlite"
    audit(whole, found(logs / "one"))
    tally = audit(database, found(logs / "one"), Bench(partial(killing, logs.parent / "mark")), jobs=2)
    assert (tally.judged, tally.failed) == (2, [])
    assert content(database) == content(whole)


def faulty(save: SaveFile, name: str) -> Module:
    """The module of a log; of some logs a fault that tells a password."""
    if "Cleo" in save.text:
        raise KeyError(PASSWORD)
    return module_of(save, name)


def test_a_fault_of_the_program_stops_nothing_and_tells_no_password(logs: Path, judged: Path) -> None:
    database = judged.with_name("fault.sqlite")
    tally = audit(database, found(logs), Bench(faulty))
    assert (tally.games, tally.judged) == (GAMES - 2, GAMES - 2)
    assert sum("KeyError" in error for _, error in tally.bad) == 2
    assert PASSWORD.encode() not in database.read_bytes()


def test_no_password_is_in_a_database(logs: Path, judged: Path) -> None:
    assert PASSWORD in savefile.read(logs / "one" / "ann.vlog").text
    assert PASSWORD.encode() not in judged.read_bytes()


def test_other_rulings_have_everything_judged_again_and_others_not(logs: Path, judged: Path) -> None:
    database = judged.with_name("rulings.sqlite")
    shutil.copy(judged, database)
    other = Bench(module_of, ("AMB-48=other",))
    assert audit(database, found(logs), other).judged == GAMES
    assert audit(database, found(logs), other).judged == 0
    assert {row["switches"] for row in content(database)["games"]} == {'{"AMB-48": "other"}'}


def test_a_season_judged_again_tells_which_verdicts_changed_and_what_had(
    logs: Path, judged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = judged.with_name("again.sqlite")
    shutil.copy(judged, database)
    with Store.open(database) as store:
        (broken,) = [row for row in view(store, "findings").rows if row["verdict"] == "illegal"]
    monkeypatch.setattr(running.verdicts, "judged", _lenient)
    tally = audit(database, [], again=True)
    assert (tally.judged, tally.changed) == (GAMES, 1)
    with Store.open(database) as store:
        (row,) = view(store, "changed").rows
    assert (row["was"], row["now"]) == (f"illegal {broken['rule']}", "")
    assert row["because"] == f"rules_version: {VERSION} > {VERSION}.1"


JUDGED = running.verdicts.judged


def _lenient(bench: Bench, filed: Sequence[Filed]) -> Outcome:
    """Rules of another version that know no offence."""
    outcome = JUDGED(bench, filed)
    kept = [row for row in outcome.tables["findings"] if row["verdict"] != "illegal"]
    return Outcome({**outcome.game, "rules_version": f"{VERSION}.1"}, {**outcome.tables, "findings": kept})


def test_a_log_that_is_gone_leaves_its_verdicts(logs: Path, judged: Path, tmp_path: Path) -> None:
    folder, database = tmp_path / "logs", tmp_path / "db.sqlite"
    write(folder, only=savefile.read(logs / "one" / "bad.vlog"))
    audit(database, found(folder))
    before = content(database)
    (folder / "only.vlog").unlink()
    tally = audit(database, [], again=True)
    assert (tally.judged, len(tally.failed)) == (0, 1)
    assert content(database) == before


def test_a_log_that_was_changed_meanwhile_is_not_judged_by_what_was_read(logs: Path, tmp_path: Path) -> None:
    path = tmp_path / "g.vlog"
    shutil.copy(logs / "one" / "ann.vlog", path)
    with Store.open(tmp_path / "db.sqlite", new=True) as store:
        run = running.Run(store, Bench(module_of))
        run.read([path], lambda done, of: None)
        run.aside = running.Aside()  # as if it had not been judged while it was read
        shutil.copy(logs / "one" / "bad.vlog", path)
        tally = run.judge(lambda done, of: None)
    assert [error for _, error in tally.failed] == ["the file was changed since it was read"]


def test_a_log_by_itself_is_judged_as_it_is_read_and_comes_out_the_same(
    logs: Path, judged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[int] = []

    def counting(bench: Bench, filed: Sequence[Filed]) -> Outcome:
        again.append(len(filed))
        return JUDGED(bench, filed)

    monkeypatch.setattr(running.verdicts, "judged", counting)
    database = judged.with_name("read.sqlite")
    audit(database, found(logs))
    assert content(database) == content(judged)
    assert again
    assert min(again) > 1
    monkeypatch.setattr(running, "_alone", lambda _, filed, __: running.Read(filed.log))
    apart = judged.with_name("apart.sqlite")
    audit(apart, found(logs))
    assert content(apart) == content(judged)


def test_an_error_of_ours_in_judging_a_log_by_itself_is_told_and_the_log_is_read_all_the_same(
    logs: Path, judged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("nobody")

    monkeypatch.setattr(running.verdicts, "judged_alone", fails)
    database = judged.with_name("by-itself.sqlite")
    tally = audit(database, found(logs))

    assert tally.failed
    assert {error for _, error in tally.failed} == {"a fault of the program: KeyError"}
    assert content(database) == content(judged)


def test_what_is_there_after_the_first_log_of_a_game_is_looked_through_for_garbage_no_more(
    logs: Path, tmp_path: Path
) -> None:
    running._settled.cache_clear()
    gc.unfreeze()
    try:
        audit(tmp_path / "db.sqlite", [logs / "one" / "ann.vlog"])
        settled = gc.get_freeze_count()
        audit(tmp_path / "db.sqlite", [logs / "one" / "bad.vlog"])
        assert settled > 100_000
        assert gc.get_freeze_count() <= settled
    finally:
        gc.unfreeze()


def test_a_module_that_is_replaced_has_another_digest(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    digests = []
    for version in ("1.0", "1.1"):
        path.write_bytes(pack_module(written("Title", version), {}))
        digests += [module_digest(Module.open(path)), module_digest(Module.open(path.read_bytes()))]
    assert digests[0] == digests[1] != digests[2] == digests[3]


def test_what_could_not_be_read_is_tried_anew_only_if_all_is_judged_again(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, database = tmp_path / "g.vlog", tmp_path / "db.sqlite"
    shutil.copy(logs / "one" / "ann.vlog", path)
    with monkeypatch.context() as earlier:
        earlier.setattr(running, "open_log", _unable)
        assert [error for _, error in audit(database, [path]).bad] == ["a form of logs that is not known yet"]
    assert len(audit(database, [path]).bad) == 1
    later = audit(database, [path], again=True)
    assert (later.read, later.judged, later.bad) == (1, 1, [])


def _unable(*_: object) -> None:
    """An earlier program."""
    raise VassalError("a form of logs that is not known yet")


def test_who_took_back_a_roll_and_who_played_a_moment_twice(judged: Path) -> None:
    with Store.open(judged) as store:
        (row,) = [row for row in view(store, "undo").rows if row["rolls_undone"]]
    assert (row["rolls"], row["rolls_undone"], row["rate"], row["restarts"]) == (2, 1, 50.0, 1)


def test_the_cleanest_player_stands_first(judged: Path) -> None:
    with Store.open(judged) as store:
        rows = view(store, "standings").rows
        only = view(store, "standings", only=[("player", "ann")]).rows
    assert [row["player"] for row in rows] == ["Cleo", "Ann"]
    assert [row["illegal"] for row in rows] == [0, 1]
    assert [row["player"] for row in only] == ["Ann"]


def test_findings_are_told_in_german_by_the_words_of_their_game(judged: Path) -> None:
    with Store.open(judged) as store:
        english, german = (view(store, "findings", language).rows for language in ("en", "de"))
    (one,) = [row["text"] for row in english if row["verdict"] == "illegal"]
    (other,) = [row["text"] for row in german if row["verdict"] == "illegal"]
    assert SAMPLE.SAID in one
    assert SAMPLE.FAR in other
    assert other != one


def test_each_view_has_the_columns_that_it_says(judged: Path) -> None:
    with Store.open(judged) as store:
        for name, columns in COLUMNS.items():
            assert all(tuple(row) == columns for row in view(store, name).rows)
        bad, copy = view(store, "files").rows
    assert (bad["path"], bad["error"]) == ("logs/cut.vlog", "no zip file, or one that is cut")
    assert (copy["path"], copy["copy_of"]) == ("logs/one/theirs.vlog", "logs/again.vlog")


def test_a_bench_gives_each_game_its_own_rulings() -> None:
    settled = "=".join(SAMPLE.SETTLED)
    bench = replace(Bench(module_of), settled=(settled, "XYZ-1=strict"))
    assert bench.rulings(running.games()[SAMPLE.GAME]) == (settled,)


def test_the_dice_of_a_player_are_drawn_beside_fair_ones() -> None:
    plot = histogram("10 12 9 11 10 8")
    assert plot is not None
    assert [bar.text for bar in plot.bars] == ["1: 10", "2: 12", "3: 9", "4: 11", "5: 10", "6: 8"]
    assert plot.bars[1].top == 0
    assert plot.bars[0].top == plot.fair
    assert histogram("0 0 0 0 0 0") is None


NO_DEEDS = "ALTER TABLE findings DROP COLUMN deed;"
OLDER = {2: f"DROP TABLE aliases; DROP TABLE decisions; {NO_DEEDS}", 3: NO_DEEDS, 4: ""}
"""What a database of these versions did not have."""


def as_of_old(database: Path, version: int) -> None:
    """Make a database as one of an earlier version was: its fingerprints are others, equal where those of now are."""
    with closing(sqlite3.connect(database)) as old:
        views = [name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'view'")]
        script = "".join(f"DROP VIEW {name};" for name in views)
        less = "DROP INDEX logs_start; DROP INDEX logs_end; ALTER TABLE logs DROP COLUMN taken;"
        taken = "UPDATE logs SET start = 'old ' || start, \"end\" = 'old ' || \"end\" WHERE error = '';"
        old.executescript(f"{script}{less}{taken}{OLDER[version]} PRAGMA user_version = {version};")


@pytest.mark.parametrize("version", OLDER)
def test_a_database_of_a_version_before_is_taken_over_with_all_that_is_in_it(
    judged: Path, tmp_path: Path, version: int
) -> None:
    older = tmp_path / "older.sqlite"
    shutil.copy(judged, older)
    as_of_old(older, version)
    with Store.open(older) as taken, Store.open(judged) as known:
        assert view(taken, "findings").rows == view(known, "findings").rows
        taken.call({"Ann": "Anna"})
        assert "Anna" in {row["player"] for row in view(taken, "standings").rows}


def test_fingerprints_of_a_version_before_are_taken_anew_and_nothing_is_judged_for_it(judged: Path) -> None:
    older = judged.with_name("fingerprints.sqlite")
    shutil.copy(judged, older)
    as_of_old(older, 4)
    assert content(older)["logs"] != content(judged)["logs"]
    tally = audit(older, [])
    assert (tally.games, tally.judged, tally.failed, tally.changed) == (GAMES, 0, [], 0)
    anew, known = content(older), content(judged)
    assert [row.pop("taken") for row in anew["logs"] if not row["error"]] == [WAY] * (len(anew["logs"]) - 1)
    for row in [row for row in (*anew["logs"], *known["logs"]) if "taken" in row]:
        del row["taken"]
    assert anew == known
    with Store.open(older) as store:
        assert store.outdated() == {}


def test_a_log_goes_on_from_one_that_was_read_by_a_version_before(tmp_path: Path) -> None:
    first, following = two_logs()
    write(tmp_path, a=first)
    database = tmp_path / "db.sqlite"
    audit(database, found(tmp_path))
    as_of_old(database, 4)
    write(tmp_path, b=following)
    tally = audit(database, [tmp_path / "b.vlog"])
    assert (tally.games, tally.judged) == (1, 1)


@pytest.mark.parametrize("gone", ["t1.vlog", "t2.vlog"])
@pytest.mark.parametrize("otherwise", [False, True], ids=["gone", "another"])
def test_a_chain_holds_together_if_a_log_of_it_cannot_be_read_anew(
    judged: Path, logs: Path, tmp_path: Path, gone: str, otherwise: bool
) -> None:
    folder, database = tmp_path / "logs", tmp_path / "db.sqlite"
    shutil.copytree(logs / "two", folder)
    audit(database, found(folder))
    before = content(database)
    as_of_old(database, 4)
    (folder / gone).unlink()
    if otherwise:
        shutil.copy(logs / "one" / "bad.vlog", folder / gone)
    tally = audit(database, [])
    assert (tally.games, tally.judged, tally.failed) == (2, 0, [])
    with Store.open(database) as store:
        assert [path.name for path in store.outdated().values()] == [gone]
    assert content(database)["chain"] == before["chain"]
