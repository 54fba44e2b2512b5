"""What is long, and what each run leaves to `make long`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.selection import FIRST, LONG, SAMPLED, is_long, left_out

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("pattern", [*LONG, *SAMPLED, FIRST])
def test_whatever_is_listed_is_there(pattern: str) -> None:
    place, _, name = pattern.partition("::")
    files = list(ROOT.glob(place.rstrip("/")))
    assert files
    assert not name or any(f"def {name}" in file.read_text(encoding="utf-8") for file in files)


def test_of_many_cases_each_run_takes_a_sample_of_every_test() -> None:
    one = "tests/rules/some/test_random_games.py::test_golden_games_go_as_they_went"
    other, whole = "tests/rules/some/test_golden.py::test_golden_games_go_as_they_went", "tests/some.py::test_it"
    tests = [f"{test}[{number}]" for test in (one, other, whole) for number in range(11)]
    left = left_out(tests)

    assert [test for test in tests if test.startswith(one) and test not in left] == [f"{one}[0]", f"{one}[10]"]
    assert f"{other}[0]" not in left
    assert f"{other}[1]" in left
    assert not any(test.startswith(whole) for test in left)


def test_a_test_of_which_no_case_is_taken_is_left_out_whole() -> None:
    test = next(test for test, every in SAMPLED.items() if every == 0)
    assert left_out([f"{test}[0]", f"{test}[1]"]) == {f"{test}[0]", f"{test}[1]"}


def test_games_are_long_by_the_names_of_their_tests() -> None:
    assert is_long("tests/rules/some_game/test_golden.py::test_it")
    assert not is_long("tests/rules/some_game/test_melee.py::test_it")
