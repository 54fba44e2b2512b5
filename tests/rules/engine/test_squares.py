"""Lines of sight on squares: in slices along the longer axis, through corners between two fields."""

from collections.abc import Callable, Collection
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.answers import Answer
from rules.engine.lattice import Vector
from rules.engine.sight import Free
from rules.engine.squares import SQUARE, Squares, parts

SIZE = 12
GRID = Squares({f"{x + 1:02}{y + 1:02}": (x, y) for x, y in product(range(SIZE), range(SIZE))})
WIDE = Squares({f"{x} {y}": (x, y) for x, y in product(range(-12, 24), range(-12, 24))})
"""With room around it for what is moved and turned."""
SPOT = st.tuples(st.integers(0, 7), st.integers(0, 7))
WOODS = st.frozensets(SPOT, max_size=14)


def but(woods: Collection[str]) -> Free:
    """All is free but the woods."""
    return lambda name: Answer.of(name not in woods)


def seen(start: str, goal: str, *wooded: str) -> Answer:
    return GRID.sight(start, goal, but(wooded)).answer


@pytest.mark.parametrize(
    ("start", "goal", "wooded", "answer"),
    [
        ("0101", "0302", (), Answer.YES),
        ("0101", "0302", ("0202",), Answer.OPEN),  # a part of the slice
        ("0101", "0302", ("0201",), Answer.OPEN),
        ("0101", "0302", ("0201", "0202"), Answer.NO),
        ("0101", "0202", ("0201", "0102"), Answer.NO),  # between two woods that touch at the corner
        ("0101", "0202", ("0201",), Answer.YES),
        ("0101", "0303", ("0202",), Answer.NO),
        ("0101", "0303", ("0302", "0203"), Answer.NO),
        ("0101", "0303", ("0302", "0102"), Answer.YES),  # each at another corner
        ("0101", "0103", ("0102",), Answer.NO),
        ("0101", "0102", ("0101", "0102"), Answer.YES),  # the ends do not block
        ("0101", "0402", ("0202",), Answer.YES),  # the line turns into row 02 at the corner behind 0202
        ("0101", "0402", ("0202", "0301"), Answer.NO),
        ("0101", "0502", ("0302",), Answer.OPEN),
        ("0101", "0502", ("0302", "0401"), Answer.OPEN),
        ("0101", "0502", ("0302", "0402"), Answer.NO),
    ],
)
def test_a_line_is_blocked_free_or_open(start: str, goal: str, wooded: tuple[str, ...], answer: Answer) -> None:
    assert seen(start, goal, *wooded) is answer
    assert seen(goal, start, *wooded) is answer


def test_a_blocked_line_names_what_blocks_it_and_an_open_one_what_may() -> None:
    assert GRID.sight("0101", "0302", but({"0201", "0202"})).by == ("0201", "0202")
    assert GRID.sight("0101", "0302", but({"0202", "0101"})).by == ("0202",)


def view(start: Vector, goal: Vector, woods: frozenset[Vector], turn: Callable[[Vector], Vector]) -> Answer:
    """What one sees when everything is moved or turned."""
    named = {f"{x} {y}" for x, y in map(turn, woods)}
    return WIDE.sight(*("{} {}".format(*turn(spot)) for spot in (start, goal)), but(named)).answer


TURNS: list[Callable[[Vector], Vector]] = [
    lambda spot: (spot[0] + 5, spot[1] + 9),
    lambda spot: (7 - spot[0], spot[1]),
    lambda spot: (spot[0], 7 - spot[1]),
    lambda spot: (spot[1], spot[0]),
    lambda spot: (7 - spot[1], spot[0]),
]


@given(SPOT, SPOT, WOODS)
def test_a_view_is_the_same_both_ways_and_in_every_mirror(
    start: Vector, goal: Vector, woods: frozenset[Vector]
) -> None:
    found = view(start, goal, woods, lambda spot: spot)
    assert view(goal, start, woods, lambda spot: spot) is found
    for turn in TURNS:
        assert view(start, goal, woods, turn) is found


@given(SPOT, SPOT, WOODS, SPOT)
def test_one_more_wood_never_lets_one_see_farther(
    start: Vector, goal: Vector, woods: frozenset[Vector], more: Vector
) -> None:
    order = [Answer.YES, Answer.OPEN, Answer.NO]
    before, after = (view(start, goal, found, lambda spot: spot) for found in (woods, woods | {more}))
    assert order.index(after) >= order.index(before)


@given(st.integers(-11, 11), st.integers(-11, 11))
def test_slices_hold_exactly_the_fields_that_the_line_crosses(x: int, y: int) -> None:
    found = parts((x, y))
    inside = {cell for part in found if not part.corner for cell in part.cells}
    assert inside == {cell for crossed in SQUARE.line((x, y)) for cell in crossed}
    assert sum(not part.corner for part in found) == max(abs(x), abs(y), 1) - 1
    assert {len(part.cells) for part in found} <= {1, 2}


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_corners_are_where_the_line_runs_through_a_point_between_four_fields(x: int, y: int) -> None:
    corners = {part.cells for part in parts((x, y)) if part.corner}
    expected = set()
    for cell in product(range(-10, 10), range(-10, 10)):
        corner = (cell[0] + Fraction(1, 2), cell[1] + Fraction(1, 2))
        between = 0 < corner[0] * x + corner[1] * y < x * x + y * y
        if between and corner[0] * y == corner[1] * x:
            (a, b), rising = cell, x * y > 0
            expected.add(tuple(sorted(((a + 1, b), (a, b + 1)) if rising else ((a, b), (a + 1, b + 1)))))
    assert corners == expected
