"""Path data as SVG writes them."""

import math

import pytest

from builder.drawing import svg


def area(data: str) -> float:
    return float(svg.shape(data).area.area)


@pytest.mark.parametrize(
    "data",
    [
        "M0 0 L10 0 L10 10 L0 10 Z",
        "M0,0L10,0 10,10 0,10Z",
        "m0 0 l10 0 l0 10 l-10 0 z",
        "M0 0H10V10H0Z",
        "m0 0h10v10h-10z",
        "M0 0 10 0 10 10 0 10",
        "M 0 0 L 1e1 0 L 10 10 L 0 10 Z",
    ],
)
def test_one_square_in_many_hands(data: str) -> None:
    assert area(data) == pytest.approx(100)


def test_curves_of_all_kinds_close_a_circle() -> None:
    k = 5.522847498
    cubic = f"M10 0C10 {k} {k} 10 0 10S-10 {k} -10 0S{-k} -10 0 -10S10 {-k} 10 0Z"
    arcs = "M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0Z"
    relative = "M10 0a10 10 0 1 1 -20 0a10 10 0 1 1 20 0z"
    for data in (cubic, arcs, relative):
        assert area(data) == pytest.approx(math.pi * 100, rel=1e-2)


def test_a_quadratic_curve_has_two_thirds_of_its_box() -> None:
    assert area("M0 0Q5 10 10 0Z") == pytest.approx(100 / 3, rel=2e-2)


def test_a_smooth_curve_goes_on_as_the_last_one_ended() -> None:
    heights = [y for _, y in svg.lines("M0 0Q5 10 10 0T20 0")[0]]
    assert max(heights) == pytest.approx(5)
    assert min(heights) == pytest.approx(-5)


def test_an_arc_without_a_radius_is_a_line() -> None:
    assert svg.lines("M0 0A0 5 0 0 1 10 10") == [((0, 0), (10, 10))]


def test_the_large_way_round_is_larger() -> None:
    assert area("M0 10A10 10 0 1 1 10 0Z") > area("M0 10A10 10 0 0 1 10 0Z")


def test_an_inner_outline_is_a_hole() -> None:
    assert area("M0 0H10V10H0Z M2 2H8V8H2Z") == pytest.approx(64)


def test_lines_stay_open_unless_they_are_closed() -> None:
    assert svg.lines("M0 0H10V10") == [((0, 0), (10, 0), (10, 10))]
    assert svg.lines("M0 0H10V10Z") == [((0, 0), (10, 0), (10, 10), (0, 0))]


@pytest.mark.parametrize("data", ["10 10", "M0 0 L10", "M0 0 X", "M", "M0 0 H1 Z 3"])
def test_what_is_no_path_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match=r"path data|takes|numbers"):
        svg.lines(data)
