"""Shapes: what they cover after they were moved, turned, grown, cut."""

import math

import pytest

from builder.drawing.path import (
    Path,
    circle,
    line,
    nested,
    polar,
    polygon,
    rectangle,
    rounded,
    sector,
    star,
    together,
)

SQUARE = rectangle(0, 0, 10, 10)


def covered(path: Path) -> float:
    return float(path.area.area)


def test_corners_may_be_named_either_way_round() -> None:
    assert covered(polygon((0, 0), (10, 0), (10, 10), (0, 10))) == 100
    assert covered(polygon((0, 0), (0, 10), (10, 10), (10, 0))) == 100


def test_a_circle_is_round_to_a_thousandth() -> None:
    assert covered(circle(3, 4, 10)) == pytest.approx(math.pi * 100, rel=5e-3)
    assert circle(3, 4, 10).bounds == pytest.approx((-7, -6, 13, 14))


def test_round_corners_take_their_share() -> None:
    assert covered(rounded(0, 0, 10, 10, 2)) == pytest.approx(100 - (4 - math.pi) * 4, rel=1e-2)
    assert covered(rounded(0, 0, 10, 10, 0)) == 100


def test_a_slice_is_a_part_of_the_circle() -> None:
    assert covered(sector(0, 0, 10, 0, 90)) == pytest.approx(math.pi * 25, rel=5e-3)


def test_a_star_has_its_first_point_up() -> None:
    found = star(0, 0, (10, 4), 5)
    assert (found.bounds[1]) == pytest.approx(-10)
    assert len(found.contours[0]) == 10


def test_a_mirrored_shape_is_still_a_shape() -> None:
    assert covered(SQUARE.scaled(-1, 1)) == 100
    assert SQUARE.scaled(-1, 1).bounds == (-10, 0, 0, 10)


def test_turning_about_the_middle_leaves_it_there() -> None:
    found = SQUARE.turned(45, (5, 5))
    assert covered(found) == pytest.approx(100)
    assert found.bounds == pytest.approx((5 - 50**0.5, 5 - 50**0.5, 5 + 50**0.5, 5 + 50**0.5))


def test_a_quarter_turn_is_clockwise() -> None:
    assert polygon((0, 0), (10, 0), (10, 1)).turned(90).bounds == pytest.approx((-1, 0, 0, 10))


def test_a_fitted_shape_lies_in_the_middle_of_its_box() -> None:
    assert rectangle(3, 3, 20, 10).fitted(0, 0, 100, 100).bounds == pytest.approx((0, 25, 100, 75))


def test_a_line_has_its_width_along_the_points() -> None:
    assert line((0, 0), (10, 0), width=2).bounds == pytest.approx((0, -1, 10, 1))
    assert line((0, 0), (10, 0), width=2, cap="square").bounds == pytest.approx((-1, -1, 11, 1))


def test_an_outline_lies_half_inside() -> None:
    found = SQUARE.outline(2, join="mitre")
    assert found.bounds == pytest.approx((-1, -1, 11, 11))
    assert covered(found) == pytest.approx(144 - 64)


def test_growing_and_cutting() -> None:
    assert covered(SQUARE.grown(-1)) == pytest.approx(64)
    assert covered(SQUARE.minus(rectangle(5, 0, 10, 10))) == 50
    assert covered(SQUARE.within(rectangle(5, 5, 10, 10))) == 25


def test_overlaps_count_once() -> None:
    assert covered(SQUARE + rectangle(5, 0, 10, 10)) == 150
    assert covered(together([SQUARE, SQUARE]).joined()) == 100


def test_an_outline_inside_another_is_a_hole_and_one_in_the_hole_is_not() -> None:
    rings = [rectangle(0, 0, 9, 9), rectangle(1, 1, 7, 7), rectangle(2, 2, 5, 5)]
    assert covered(nested([ring.contours[0] for ring in rings])) == 81 - 49 + 25


def test_angles_run_clockwise_from_the_right() -> None:
    assert polar(0, 0, 10, 90) == pytest.approx((0, 10))


def test_equal_shapes_are_equal() -> None:
    assert rectangle(0, 0, 10, 10) == SQUARE
    assert hash(rectangle(0, 0, 10, 10)) == hash(SQUARE)
    assert rectangle(0, 0, 10, 11) != SQUARE
