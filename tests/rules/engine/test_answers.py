"""Yes, no, or open: what is not certain is nobody's offence."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.answers import Answer, Measured, every, some, unless
from rules.engine.ruling import Illegal, Undecided

BROKEN = Illegal("sight.blocked", {"from": "0101"}, "XYZ-1a")
ANSWERS = st.sampled_from(Answer)


def test_only_a_certain_no_is_a_broken_rule():
    assert unless(Answer.YES, BROKEN, "line") is None
    assert unless(Answer.NO, BROKEN, "line") is BROKEN
    assert unless(Answer.OPEN, BROKEN, "line") == Undecided("sight.blocked", {"from": "0101"}, "XYZ-1a", missing="line")


def test_an_answer_is_never_taken_for_a_truth():
    with pytest.raises(TypeError, match="yes, no or open"):
        assert Answer.OPEN


@given(st.lists(ANSWERS, max_size=5))
def test_all_and_one_are_what_they_are_for_every_way_in_which_the_open_ones_could_turn_out(answers: list[Answer]):
    ways = product(*([True, False] if each is Answer.OPEN else [each is Answer.YES] for each in answers))
    truths = list(ways)
    for combined, found in ((all, every), (any, some)):
        outcomes = {combined(truth) for truth in truths}
        assert found(answers) is (Answer.OPEN if len(outcomes) == 2 else Answer.of(outcomes.pop()))


@given(st.integers(0, 50), st.integers(0, 6), st.integers(0, 60), st.integers(-6, 6))
def test_a_measure_answers_for_every_true_distance_in_its_band(distance: int, slack: int, limit: int, off: int):
    measured, true = Measured(distance, distance, slack), distance + off
    if abs(off) <= slack:
        assert measured.within(limit) in {Answer.of(true <= limit), Answer.OPEN}
        assert measured.at_least(limit) in {Answer.of(true >= limit), Answer.OPEN}
