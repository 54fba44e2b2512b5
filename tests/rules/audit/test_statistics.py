"""Dice statistics: exact tails, honest corrections."""

from itertools import product
from math import isclose

import pytest

from rules.audit.statistics import by_player, corrected, luck, totals, two_sided, unevenness


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_ways_of_totals_equal_a_count_of_all_throws(count: int) -> None:
    sums = [sum(dice) for dice in product(range(1, 7), repeat=count)]
    assert totals(count) == [sums.count(total) for total in range(count, 6 * count + 1)]


def test_a_total_at_the_mean_is_certain_to_be_matched() -> None:
    assert two_sided(2, 7) == 1.0


def test_twelve_sixes_are_as_unlikely_as_twelve_ones() -> None:
    assert two_sided(12, 72) == two_sided(12, 12) == pytest.approx(2 / 6**12)


def test_the_exact_tail_and_the_normal_one_meet() -> None:
    assert isclose(two_sided(2000, 7200), two_sided(2001, 7203), rel_tol=0.15)


def test_even_faces_are_no_surprise_and_one_face_is() -> None:
    assert unevenness((10, 10, 10, 10, 10, 10)) == 1.0
    assert unevenness((60, 0, 0, 0, 0, 0)) < 1e-50


def test_the_chi_square_tail_has_its_known_point() -> None:
    assert unevenness_at(11.0705) == pytest.approx(0.05, abs=1e-4)


def unevenness_at(square: float) -> float:
    """The tail for a given value: six faces whose squares add up to it."""
    step = (square * 100 / 2) ** 0.5
    return unevenness((100 + step, 100 - step, 100, 100, 100, 100))


def test_looking_at_many_players_makes_rare_things_common() -> None:
    assert corrected(0.01, 1) == pytest.approx(0.01)
    assert corrected(0.01, 100) == pytest.approx(1 - 0.99**100)


def test_few_rolls_are_not_judged() -> None:
    assert luck({"p1": [6] * 9}) == ()


def test_dice_are_gathered_by_player_and_other_dice_left_out() -> None:
    assert by_player([("p1", (1, 2)), ("p2", (3,)), ("p1", (20,))]) == {"p1": [1, 2], "p2": [3]}
