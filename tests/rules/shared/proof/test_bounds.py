"""What a count proves."""

from __future__ import annotations

import pytest

from tests.rules.shared.proof.bounds import at_most, told


@pytest.mark.parametrize(
    ("found", "tried", "bound"), [(0, 1000, 0.00299), (0, 10_000, 0.0003), (0, 20, 0.139), (1, 100, 0.0466), (3, 3, 1)]
)
def test_the_share_is_below_its_bound_with_certainty(found: int, tried: int, bound: float) -> None:
    assert at_most(found, tried) == pytest.approx(bound, rel=0.01)


def test_nothing_tried_proves_nothing() -> None:
    assert at_most(0, 0) == 1


def test_a_count_is_told_with_its_bound() -> None:
    assert told(0, 1000) == "0 of 1,000 (at most 0.3 %)"
