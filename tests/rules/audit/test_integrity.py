"""What a log gives away: each forged, cut, doctored, forked or gapped sample is named for what it is, at its step."""

from functools import cache

import pytest

from rules.audit.integrity import Count, link, observe, observe_chain
from tests.rules.audit.test_records import SAMPLES, WAYS
from vassal import savefile
from vassal.timeline import Timeline

pytestmark = pytest.mark.shared_samples


@cache
def log(name: str) -> Timeline:
    path = SAMPLES / f"{name}.vlog"
    if not path.is_file():
        pytest.skip("the extra samples are not beside the project")
    return Timeline.of(savefile.read(path))


def grave(name: str) -> list[tuple[int, str]]:
    return [(each.step, each.why) for each in observe(log(name), WAYS) if each.weight == "grave"]


@pytest.mark.parametrize(
    "name", ["s02_moves", "s04_orders", "s05_table", "s06_pbem1_blue", "s06_pbem3_blue", "s08_engine38", "s09_append"]
)
def test_a_clean_log_gives_no_observation(name: str) -> None:
    assert observe(log(name), WAYS) == ()


UNCOUNTED = [(28, "record.unsealed"), (29, "record.unsealed"), (30, "record.unsealed")]


@pytest.mark.parametrize("name", ["s01_fire", "s10_grey", "s10_plain"])
def test_a_roll_that_was_undone_and_rolled_again_is_told_and_so_are_uncounted_dice(name: str) -> None:
    assert grave(name) == [(11, "roll.undone"), *UNCOUNTED]


def test_an_undone_roll_of_a_game_by_mail_is_told_with_both_results() -> None:
    (told,) = observe(log("s06_pbem2_red"), WAYS)
    assert (told.step, told.why) == (9, "roll.undone")
    assert (told.facts["result"], told.facts["again"]) == ("4,3", "3,1")


def test_undone_draws_are_told() -> None:
    assert grave("s03_cup") == [(2, "draw.undone"), (5, "draw.undone")]


def test_forged_lines_are_told_for_what_they_are() -> None:
    told = [(each.step, each.why) for each in observe(log("s07_forged"), WAYS)]
    assert told == [
        (1, "record.typed"),
        (2, "record.typed"),
        (3, "step.smuggled"),
        (3, "record.injected"),
        (4, "step.smuggled"),
        (4, "step.unmarked"),
        (8, "record.typed"),
        (15, "record.unsealed"),
    ]


def test_a_roll_that_was_cut_out_leaves_a_gap_in_the_numbers() -> None:
    assert grave("s11_cut")[0] == (10, "counter.gap")


def test_a_result_that_was_changed_is_told_at_its_step_by_the_roll_after_it() -> None:
    edited = next(each for each in observe(log("s11_dice"), WAYS) if each.why == "dice.edited")
    assert (edited.step, edited.facts["evidence"]) == (12, 22)
    assert (edited.facts["found"], edited.facts["named"]) == ("6,6", "2,5")


def test_logs_that_continue_each_other_are_a_chain() -> None:
    chain = [(name, log(name)) for name in ("s06_pbem1_blue", "s06_pbem2_red", "s06_pbem3_blue")]
    assert list(observe_chain(chain)) == []


def test_a_log_that_was_appended_to_holds_the_steps_of_the_one_before() -> None:
    assert link([log("s06_pbem1_blue")], log("s09_append")).kind == "appended"


def test_the_same_moment_played_twice_is_a_fork() -> None:
    chain = [(name, log(name)) for name in ("s06_pbem2_red", "s06_pbem3_blue", "s06_pbem3_fork")]
    assert [(name, each.why) for name, each in observe_chain(chain)] == [("s06_pbem3_fork", "chain.forked")]


def test_play_before_the_log_began_is_told_by_its_start_and_by_the_numbers() -> None:
    chain = [(name, log(name)) for name in ("s06_pbem1_blue", "s06_pbem2_red", "s06_pbem3_gap")]
    told = [(name, each.why, each.facts.get("missing")) for name, each in observe_chain(chain)]
    assert told == [("s06_pbem3_gap", "chain.unknown", None), ("s06_pbem3_gap", "counter.unlogged", 4)]


@pytest.mark.parametrize("text", ["", "5", "a.b.c", "a.1", "a.1.2.3", "a.-1.2", "a.1." + "9" * 40])
def test_a_text_that_is_no_number_of_a_record_is_none(text: str) -> None:
    assert Count.read(text) is None
