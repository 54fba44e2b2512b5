"""Dice statistics: exact tails, honest corrections."""

from itertools import product
from math import isclose

import pytest

from rules.audit.statistics import by_player, corrected, luck, told, totals, two_sided, unevenness


@pytest.mark.parametrize("sides", [2, 6, 10])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_ways_of_totals_equal_a_count_of_all_throws(count: int, sides: int) -> None:
    sums = [sum(dice) for dice in product(range(1, sides + 1), repeat=count)]
    assert totals(count, sides) == [sums.count(total) for total in range(count, sides * count + 1)]


def test_a_total_at_the_mean_is_certain_to_be_matched() -> None:
    assert two_sided(2, 7, 6) == 1.0


def test_twelve_sixes_are_as_unlikely_as_twelve_ones() -> None:
    assert two_sided(12, 72, 6) == two_sided(12, 12, 6) == pytest.approx(2 / 6**12)
    assert two_sided(12, 120, 10) == two_sided(12, 12, 10) == pytest.approx(2 / 10**12)


def test_the_exact_tail_and_the_normal_one_meet() -> None:
    assert isclose(two_sided(2000, 7200, 6), two_sided(2001, 7203, 6), rel_tol=0.15)
    assert isclose(two_sided(1200, 6750, 10), two_sided(1201, 6756, 10), rel_tol=0.15)


def test_even_faces_are_no_surprise_and_one_face_is() -> None:
    assert unevenness((10, 10, 10, 10, 10, 10)) == 1.0
    assert unevenness((60, 0, 0, 0, 0, 0)) < 1e-50


def test_the_chi_square_tail_has_its_known_point() -> None:
    assert unevenness_at(11.0705, 6) == pytest.approx(0.05, abs=1e-4)
    assert unevenness_at(16.9190, 10) == pytest.approx(0.05, abs=1e-4)
    assert unevenness_at(3.8415, 2) == pytest.approx(0.05, abs=1e-4)
    assert unevenness_at(5.9915, 3) == pytest.approx(0.05, abs=1e-4)


def unevenness_at(square: float, sides: int) -> float:
    """The tail for a given value: faces whose squares add up to it."""
    step = (square * 100 / 2) ** 0.5
    return unevenness((100 + step, 100 - step, *[100] * (sides - 2)))


def test_looking_at_many_players_makes_rare_things_common() -> None:
    assert corrected(0.01, 1) == pytest.approx(0.01)
    assert corrected(0.01, 100) == pytest.approx(1 - 0.99**100)


def test_few_rolls_are_not_judged() -> None:
    assert luck({("p1", 6): [6] * 9}) == ()
    assert luck({("p1", 20): [20] * 19}) == ()
    assert len(luck({("p1", 20): [20] * 20})) == 1


def test_fair_dice_of_ten_faces_are_no_surprise() -> None:
    (found,) = luck(by_player([("p1", "1d10", (face,)) for face in range(1, 11)] * 3))
    assert (found.sides, found.mean, found.mean_probability, found.faces_probability) == (10, 5.5, 1.0, 1.0)


def test_figures_do_not_hang_on_the_library_of_the_machine() -> None:
    assert told(0.8491450360846096) == told(0.8491450360846097) == 0.849145036
    assert told(3.00000000049e-15) == 3e-15
    (found,) = luck({("p1", 6): [6] * 9 + [1, 2, 3, 4]})
    figures = (found.mean_probability, found.faces_probability, found.mean_corrected, found.faces_corrected)
    assert all(each == told(each) and 0 < each < 1 for each in figures)


def test_dice_are_gathered_by_player_and_faces() -> None:
    rolls = [("p1", "2d6", (1, 2)), ("p2", "1d6", (3,)), ("p1", "3d10", (4, 10, 7)), ("p1", "1d6", (6,))]
    assert by_player(rolls) == {("p1", 6): [1, 2, 6], ("p2", 6): [3], ("p1", 10): [4, 10, 7]}


def test_dice_of_no_known_faces_are_left_out() -> None:
    assert by_player([("p1", "Sector", (1, 2)), ("p1", "1d6", (20,)), ("p1", "1d999999999", (5,))]) == {("p1", 6): []}


def test_of_opposed_dice_only_the_own_are_the_luck_of_who_rolls() -> None:
    assert by_player([("p1", "1d6:1d6", (5, 2)), ("p1", "2d10:2d10", (1, 2, 3, 4))]) == {
        ("p1", 6): [5],
        ("p1", 10): [1, 2],
    }
