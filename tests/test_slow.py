"""What tests take is written down by test, with what each run takes of it."""

from __future__ import annotations

from tests.selection import SAMPLED
from tests.slow import Taken, page, taken


def test_cases_of_a_test_count_together_and_those_left_out_are_no_part_of_each_run() -> None:
    sampled = "tests/rules/some/test_random_games.py::test_golden_games_go_as_they_went"
    whole = "tests/vassal/test_some.py::test_it"
    seconds = {f"{sampled}[{number}]": 2.0 for number in range(12)} | {f"{whole}[a]": 20.0, f"{whole}[b]": 10.0}

    assert taken(seconds) == {whole: Taken(2, 30.0, 30.0), sampled: Taken(12, 24.0, 4.0)}


def test_the_page_names_whatever_is_left_to_the_night() -> None:
    text = page()
    assert all(f"`{test.removeprefix('tests/')}` (all" in text for test in SAMPLED)
