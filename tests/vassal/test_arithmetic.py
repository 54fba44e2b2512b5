import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal.arithmetic import floor, parse_double, parse_int, round_half_up, single, truncate


@pytest.mark.parametrize(
    ("value", "truncated", "floored", "rounded"),
    [(1.5, 1, 1, 2), (-1.5, -1, -2, -1), (-0.5, 0, -1, 0), (0.49999999999999994, 0, 0, 0), (-2.0, -2, -2, -2)],
)
def test_each_way_of_losing_a_fraction(value: float, truncated: int, floored: int, rounded: int) -> None:
    assert (truncate(value), floor(value), round_half_up(value)) == (truncated, floored, rounded)


@given(st.floats(-1e9, 1e9))
def test_rounding_goes_to_the_nearest_integer(value: float) -> None:
    assert abs(round_half_up(value) - value) <= 0.5
    assert round_half_up(math.floor(value) + 0.5) == math.floor(value) + 1


@pytest.mark.parametrize(
    ("value", "held"), [(0.1, 0.10000000149011612), (55.42562584220407, 55.42562484741211), (3.0, 3.0)]
)
def test_single_precision(value: float, held: float) -> None:
    assert single(value) == held


@pytest.mark.parametrize("text", ["12", "+12", "-0", "2147483647", "-2147483648", "007"])
def test_whole_numbers_are_read(text: str) -> None:
    assert parse_int(text) == int(text)


@pytest.mark.parametrize("text", ["", " 1", "1.0", "2147483648", "x", "1_0", "٣", "--1", "9" * 40])
def test_what_is_no_whole_number_is_none(text: str) -> None:
    assert parse_int(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("64.0", 64.0), (" 5 ", 5.0), (".5", 0.5), ("1e3", 1000.0), ("2.", 2.0), ("-1.5f", -1.5), ("3D", 3.0)],
)
def test_decimal_numbers_are_read(text: str, value: float) -> None:
    assert parse_double(text) == value


@pytest.mark.parametrize("text", ["", "NaN", "Infinity", "1e999", "1_0", "0x10", "one", "1" * 100])
def test_what_is_no_finite_number_is_none(text: str) -> None:
    assert parse_double(text) is None
