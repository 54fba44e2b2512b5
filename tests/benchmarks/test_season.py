"""The season of the benchmarks: its files are what they are called, and databases are told apart row by row."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from benchmarks.season import BASES, page
from benchmarks.season.bases import Base, base
from benchmarks.season.comparing import beginning, differing, summary
from benchmarks.season.making import KINDS, MAKERS
from hexmeister.modules import module_of
from rules.audit.season import chains
from rules.audit.season.chains import Filed
from rules.audit.season.logs import Bench, Log, read_log
from rules.audit.season.places import sha_of
from tests.rules.audit.season.making import audit
from vassal.errors import VassalError

READABLE = [kind for kind in MAKERS if kind not in {"cut", "broken"}]


@pytest.fixture(scope="module")
def made() -> Base:
    """A base game."""
    return base(0)


def write(folder: Path, made: Base, kind: str, number: int = 0) -> Path:
    path = folder / f"{number}-{kind}.vlog"
    path.write_bytes(MAKERS[kind](made, number, Random(number)))
    return path


def read(path: Path) -> Log:
    return read_log(Bench(module_of), path, sha_of(path))


def test_a_file_is_always_the_same_and_each_kind_is_another_game(made: Base, tmp_path: Path) -> None:
    logs = [read(write(tmp_path, made, kind)) for kind in READABLE]
    assert len({log.trail for log in logs}) == len(READABLE)
    assert {log.names for log in logs} == {logs[0].names}
    assert len(logs[0].names) == 2
    assert read(write(tmp_path, made, "clean")) == logs[0]
    other = read(write(tmp_path, made, "clean", BASES))
    assert other.names != logs[0].names
    assert other.trail != logs[0].trail


@pytest.mark.parametrize("number", range(6))
def test_what_is_cut_or_broken_cannot_be_read(made: Base, tmp_path: Path, number: int) -> None:
    with pytest.raises(VassalError):
        read(write(tmp_path, made, "cut", number))
    path = write(tmp_path, made, "broken", number)
    assert path.read_bytes() != MAKERS["clean"](made, number, Random(number))


def test_the_same_log_sent_in_earlier_is_of_the_same_game(made: Base, tmp_path: Path) -> None:
    first = next(each for each in range(0, 100 * BASES, BASES) if each % len(KINDS) < 10)
    late = next(each for each in range(first + BASES, 100 * BASES, BASES) if KINDS[each % len(KINDS)] == "earlier")
    paths = [write(tmp_path, made, "clean", first), write(tmp_path, made, "earlier", late)]
    (game,) = chains.season([Filed(path, read(path)) for path in paths]).games
    assert [each.path for each in game] == paths[::-1]


def test_seasons_are_compared_row_by_row(made: Base, tmp_path: Path) -> None:
    paths = [write(tmp_path, made, kind) for kind in ("clean", "mutated", "cut")]
    small, large, again = (tmp_path / f"{name}.sqlite" for name in ("small", "large", "again"))
    audit(small, paths[:1])
    audit(large, paths)
    audit(again, paths)
    assert set(differing(large, again).values()) == {0}
    assert differing(small, large)["games"] == 1
    assert beginning(small, large) == (1, 0, 0)
    found = summary(large, paths)
    assert (found["files"], found["lost"], found["unreadable"], found["games"]) == (3, 0, 1, 2)
    assert found["illegal"] > summary(small, paths[:1])["illegal"] == 0
    with closing(sqlite3.connect(again)) as connection:
        connection.execute("DELETE FROM findings")
        connection.execute("DELETE FROM logs WHERE error <> ''")
        connection.commit()
    assert differing(large, again)["findings"] > 0
    assert summary(again, paths)["lost"] == 1


def test_the_page_holds_what_was_measured_last() -> None:
    assert page.known() in page.PAGE.read_text(encoding="utf-8")
