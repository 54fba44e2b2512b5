"""Masks: each pixel tells how much of it is covered."""

import numpy as np
import pytest

from builder.drawing.path import Path, circle, nested, polygon, rectangle
from builder.drawing.raster import mask


def pixels(path: Path, scale: float = 1.0) -> list[list[int]]:
    return np.asarray(mask(path, scale).image).tolist()


def test_whole_pixels_are_covered_wholly() -> None:
    found = mask(rectangle(2, 3, 2, 1))
    assert (found.left, found.top) == (2, 3)
    assert found.box == (2, 3, 4, 4)
    assert np.asarray(found.image).tolist() == [[255, 255]]


def test_half_a_pixel_is_half_covered() -> None:
    assert pixels(rectangle(0, 0, 1.5, 1)) == [[255, 128]]
    assert pixels(rectangle(0.5, 0.5, 1, 1)) == [[64, 64], [64, 64]]


def test_a_diagonal_halves_the_pixels_it_crosses() -> None:
    assert pixels(polygon((0, 0), (2, 2), (0, 2))) == [[128, 0], [255, 128]]


def test_the_sum_over_all_pixels_is_the_area() -> None:
    shape = circle(10.3, 9.7, 7.77)
    total = np.asarray(mask(shape, 3).image, dtype=float).sum() / 255 / 9
    assert total == pytest.approx(shape.area.area, rel=1e-3)


def test_overlaps_and_seams_do_not_show() -> None:
    halves = polygon((0, 0), (4, 0), (0, 4)) + polygon((4, 0), (4, 4), (0, 4))
    assert set(np.asarray(mask(halves).image).ravel().tolist()) == {255}
    assert pixels(rectangle(0, 0, 2, 1) + rectangle(1, 0, 2, 1)) == [[255, 255, 255]]


def test_a_hole_is_left_free() -> None:
    ring = nested([rectangle(0, 0, 3, 3).contours[0], rectangle(1, 1, 1, 1).contours[0]])
    assert pixels(ring) == [[255, 255, 255], [255, 0, 255], [255, 255, 255]]


def test_scale_and_place() -> None:
    found = mask(rectangle(1, 1, 1, 1), 10, left=0.5)
    assert found.box == (10, 10, 21, 20)
    assert np.asarray(found.image)[0].tolist() == [128, *[255] * 9, 128]
    assert found.moved(2, -10).box == (12, 0, 23, 10)


def test_the_last_bit_of_a_number_changes_nothing() -> None:
    exact = polygon((0.1, 0.2), (7.5, 1.25), (3.3, 9.125))
    shaken = Path(tuple(tuple((x + 1e-12, y - 1e-12) for x, y in contour) for contour in exact.contours))
    assert pixels(exact, 7.3) == pixels(shaken, 7.3)


def test_nothing_is_painted_where_there_is_nothing() -> None:
    assert pixels(Path()) == [[0]]
    assert pixels(polygon((0, 0), (5, 0), (9, 0))) == [[0]]


def test_an_absurd_size_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        mask(rectangle(0, 0, 1e6, 1))
