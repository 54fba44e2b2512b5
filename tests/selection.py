"""Which tests run when: what runs long, and the cases of which each run takes a sample and `make long` the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache

LONG = (
    "tests/benchmarks/test_season.py",
    "tests/browser/",
    "tests/builder/lint/test_own.py",
    "tests/builder/maps/test_map_painter.py",
    "tests/builder/test_build.py",
    "tests/builder/test_gallery.py",
    "tests/fuzz/",
    "tests/games/*/test_chain.py",
    "tests/games/*/test_closing.py",
    "tests/games/*/test_commands.py::test_an_answer_is_drawn_on_the_map",
    "tests/games/*/test_gaps.py",
    "tests/games/*/test_honest_players.py",
    "tests/games/*/test_unfinished_logs.py",
    "tests/hexmeister/test_demo.py",
    "tests/hexmeister/test_own_game.py",
    "tests/hexmeister/test_walkthroughs.py",
    "tests/hexmeister/test_wheel.py",
    "tests/hexmeister/test_wrong_input.py",
    "tests/rules/*/test_asked_tried.py",
    "tests/rules/*/test_golden.py",
    "tests/rules/*/test_logs.py",
    "tests/rules/*/test_perft*.py",
    "tests/rules/*/test_random_games.py",
    "tests/rules/*/test_recorded.py::test_a_game_of_clumsy_players",
    "tests/rules/*/test_recorded.py::test_a_log_of_careful_players",
    "tests/rules/audit/season/",
    "tests/rules/audit/test_adopting.py",
    "tests/rules/audit/test_chain.py",
    "tests/rules/audit/test_cut_out.py",
    "tests/rules/audit/test_cuts.py",
    "tests/rules/audit/test_drags.py",
    "tests/rules/audit/test_honest_players.py",
    "tests/rules/audit/test_open_readings.py",
    "tests/rules/audit/test_repeats.py",
    "tests/rules/audit/test_statistics.py::test_the_exact_tail_and_the_normal_one_meet",
    "tests/rules/audit/test_would.py",
    "tests/rules/engine/test_owners.py",
    "tests/rules/shared/proof/",
    "tests/rules/shared/test_door.py",
    "tests/rules/shared/test_mutants.py",
    "tests/rules/shared/test_seats.py",
    "tests/rules/shared/test_unfinished_logs.py",
    "tests/vassal/test_commands.py::test_hostile_texts_are_read_or_refused_in_no_time",
    "tests/vassal/test_sequence.py::test_no_text_takes_longer_than_its_length_asks",
)
"""Tests that run long or against a limit of time: their lines are not counted, and `make quick` leaves them out."""

SAMPLED: Mapping[str, int] = {
    "tests/builder/maps/test_map_painter.py::test_every_sheet_looks_as_reviewed": 2,
    "tests/builder/test_gallery.py::test_the_gallery_is_complete": 2,
    "tests/rules/*/test_golden.py::test_a_game_read_from_its_log": 3,
    "tests/rules/*/test_golden.py::test_golden_games_go_as_they_went": 8,
    "tests/rules/*/test_perft.py::test_the_set_up_of_a_scenario": 2,
    "tests/rules/*/test_perft_of_moments.py::test_first_actions_when_all_stand": 2,
    "tests/rules/*/test_perft_of_steps.py::test_what_can_be_done_in_a_step": 3,
    "tests/rules/*/test_recorded.py::test_a_log_of_careful_players": 3,
    "tests/rules/audit/test_chain.py::test_a_game_in_many_logs": 3,
    "tests/rules/audit/test_chain.py::test_a_log_whose_beginning_was_not_given": 2,
    "tests/rules/audit/test_cut_out.py::test_whoever_plays_on_after_records": 2,
    "tests/rules/audit/test_honest_players.py::test_nobody_is_accused_for_his_habits": 3,
    "tests/rules/audit/test_honest_players.py::test_nobody_is_accused_where_his_log_ends": 3,
    "tests/rules/*/test_random_games.py::test_golden_games_go_as_they_went": 10,
    "tests/rules/shared/test_mutants.py::test_every_broken_rule": 0,
}
"""By test: of so many cases each run takes one (0: none); the others are left to `make long`."""

FIRST = "tests/rules/shared/test_mutants.py"
"""A test each of whose cases takes minutes: if it comes first, no process has it left when the others are done."""


def is_long(test: str) -> bool:
    """Whether a test runs long."""
    return any(_meant(test, each) for each in LONG)


def left_out(tests: Iterable[str]) -> set[str]:
    """The tests of which only others are taken in each run."""
    counts, left = Counter[str](), set[str]()
    for test in tests:
        every = _every(test)
        if every is not None:
            name, number = every
            if number == 0 or counts[name] % number:
                left.add(test)
            counts[name] += 1
    return left


def _every(test: str) -> tuple[str, int] | None:
    """The test without its parameters, and of how many of its cases one is taken; none if all are."""
    name = test.partition("[")[0]
    return next(((name, number) for pattern, number in SAMPLED.items() if _meant(test, pattern)), None)


@cache
def _meant(test: str, pattern: str) -> bool:
    return fnmatchcase(test, f"{pattern}*")
