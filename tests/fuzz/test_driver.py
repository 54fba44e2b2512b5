import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from hexmeister.examples import write_all
from tests.fuzz import driver
from tests.fuzz.inputs import made
from tests.fuzz.mutate import BYTES, TEXT, Break, broken
from tests.fuzz.seeds import Seed, taken_apart
from vassal.errors import Damaged


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> list[Seed]:
    return [taken_apart(path) for path in write_all(tmp_path_factory.mktemp("seeds"))]


def test_a_number_gives_the_same_broken_file_for_ever(seeds: list[Seed]) -> None:
    assert [made(seeds, 1, number) for number in range(20)] == [made(seeds, 1, number) for number in range(20)]
    assert made(seeds, 1, 0).data != made(seeds, 2, 0).data


@pytest.mark.parametrize("ways", [BYTES, TEXT])
def test_breaking_changes_nearly_every_text_and_never_blows_it_up(seeds: list[Seed], ways: Sequence[Break]) -> None:
    text = seeds[2].entries["savedGame"]
    results = [broken(Random(number), text, ways) for number in range(200)]
    assert sum(result != text for result in results) > 150
    assert max(map(len, results)) < 5 * len(text) + 700_000


def test_the_driver_tells_what_a_reader_lets_through(seeds: list[Seed], tmp_path: Path) -> None:
    answers = iter([KeyError("map"), Damaged("cut"), Damaged("two\nlines"), None])

    def read(_path: Path) -> None:
        answer = next(answers)
        if answer:
            raise answer

    report = driver.tried(read, seeds, 1, range(4), tmp_path)
    assert (report.files, report.read, report.refused) == (4, 1, {"failed": 1, "Damaged": 2})
    assert [failure.number for failure in report.failures] == [0, 2]
    assert "KeyError: 'map'" in report.failures[0].what
    assert len(list(tmp_path.iterdir())) == 2


def forever(_path: Path) -> None:
    while True:
        pass


def test_the_driver_stops_a_reader_that_hangs(
    seeds: list[Seed], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(driver, "SECONDS", 0.05)
    (failure,) = driver.tried(forever, seeds, 1, range(1), tmp_path).failures
    assert failure.what.startswith("Hang")


def test_two_thousand_broken_files_break_no_reader(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "--count", "2000", "--keep", str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"failed": {}' in done.stdout
