"""One protocol, three kinds of space."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.answers import Answer, Measured, every
from rules.engine.hexes import HEXAGONAL, Hexes, from_offset
from rules.engine.lattice import Lattice
from rules.engine.sight import UNSHOWN, Free, Sight
from rules.engine.space import Space
from rules.engine.squares import SQUARE, Squares
from rules.engine.table import Table


def hexes(columns: int = 17, rows: int = 16) -> Hexes:
    return Hexes({f"{c:02}{r:02}": from_offset(c, r) for c, r in product(range(1, columns + 1), range(1, rows + 1))})


def squares(size: int = 9) -> Squares:
    return Squares({f"{x}{y}": (x, y) for x, y in product(range(size), range(size))})


def but(*names: str) -> Free:
    """All is free but these."""
    return lambda name: Answer.of(name not in names)


WIDE = Hexes({f"{q} {r}": (q, r) for q, r in product(range(-11, 12), range(-11, 12))})
WOOD = ((400, -100), (600, -100), (600, 100), (400, 100))
SPACES: list[tuple[Space, object, object, object, str]] = [
    (hexes(), "0505", "0506", "0508", "0507"),
    (squares(), "22", "23", "25", "24"),
    (Table({"wood": WOOD}, marks=[(0, 0), (20, 0), (1000, 0)], contact=25), (0, 0), (20, 0), (1000, 0), "wood"),
]


@pytest.mark.parametrize(("space", "here", "near", "far", "between"), SPACES, ids=["hexes", "squares", "table"])
class TestEverySpace:
    def test_what_is_near_is_a_neighbour_both_ways(self, space, here, near, far, between):
        assert near in space.neighbours(here)
        assert here in space.neighbours(near)
        assert far not in space.neighbours(here)

    def test_distance_is_the_same_both_ways_and_nothing_to_itself(self, space, here, near, far, between):
        assert space.measure(here, here) == Measured.exact(0)
        assert space.measure(here, near) == space.measure(near, here)
        assert space.measure(here, near).long < space.measure(here, far).short

    def test_a_thing_between_stops_the_view_only_if_it_blocks(self, space, here, near, far, between):
        assert space.sight(here, far, but()).clear
        assert space.sight(here, far, but(between)) == Sight(Answer.NO, (between,))
        assert space.sight(here, near, but(between)).clear

    def test_what_may_stop_the_view_leaves_it_open_unless_something_else_stops_it(
        self, space, here, near, far, between
    ):
        may = space.sight(here, far, lambda name: Answer.OPEN if name == between else Answer.YES)

        assert may == Sight(Answer.OPEN, (between,))
        assert not may.clear
        assert not may.blocked

    def test_reach_ends_where_the_points_end(self, space, here, near, far, between):
        away = space.measure(here, near).long
        reach = space.reach(here, lambda a, b: space.measure(a, b).long, away)

        assert reach.cost(near) == away
        assert reach.path(near) == (near,)
        assert reach.cost(far) is None


def test_a_way_round_is_found_on_the_table_where_the_straight_one_is_barred():
    table = Table({"wood": WOOD}, marks=[(0, 0), (1000, 0)])

    reach = table.reach((0, 0), lambda a, b: None if table.crossed(a, b) else table.distance(a, b), 2000)

    assert reach.path((1000, 0)) in {((400, -100), (600, -100), (1000, 0)), ((400, 100), (600, 100), (1000, 0))}


def test_a_leg_along_the_edge_of_a_thing_does_not_cross_it():
    table = Table({"wood": WOOD})

    assert table.crossed((0, 100), (1000, 100)) == ()
    assert table.crossed((0, 99), (1000, 99)) == ("wood",)


def test_a_distance_on_the_table_is_in_range_or_out_of_it_to_the_millimetre():
    diagonal, straight = Table({}).measure((0, 0), (1, 1)), Table({}).measure((0, 0), (3, 4))

    assert [diagonal.within(most) for most in (1, 2)] == [Answer.NO, Answer.YES]
    assert [diagonal.at_least(least) for least in (1, 2)] == [Answer.YES, Answer.NO]
    assert [straight.within(most) for most in (4, 5)] == [Answer.NO, Answer.YES]
    assert [straight.at_least(least) for least in (5, 6)] == [Answer.YES, Answer.NO]


def test_what_lies_within_the_slack_of_the_table_is_open():
    table = Table({"wood": WOOD}, slack=3)

    assert [table.measure((0, 0), (100, 0)).within(most) for most in (93, 94, 105, 106)] == [
        Answer.NO, Answer.OPEN, Answer.OPEN, Answer.YES,
    ]  # fmt: skip
    sights = [table.sight((0, high), (1000, high), but("wood")).answer for high in (96, 98, 102, 104)]
    assert sights == [Answer.NO, Answer.OPEN, Answer.OPEN, Answer.YES]
    assert table.measure((5, 5), (5, 5)) == Measured.exact(0)


@pytest.mark.parametrize(
    ("shifted", "neighbours"),
    [
        (0, {"0604", "0606", "0505", "0506", "0705", "0706"}),
        (1, {"0604", "0606", "0504", "0505", "0704", "0705"}),
    ],
)
def test_neighbours_of_an_even_column_depend_on_which_columns_lie_lower(shifted, neighbours):
    grid = Hexes({f"{c:02}{r:02}": from_offset(c, r, shifted=shifted) for c, r in product(range(1, 9), range(1, 9))})

    assert set(grid.neighbours("0605")) == neighbours


def test_rows_are_columns_lying_down():
    upright = Hexes({f"{c}{r}": from_offset(c, r, "columns", 1) for c, r in product(range(6), range(6))})
    lying = Hexes({f"{r}{c}": from_offset(c, r, "rows", 1) for c, r in product(range(6), range(6))})

    turned = Hexes({f"{r}{c}": from_offset(r, c, "columns", 1) for c, r in product(range(6), range(6))})
    pairs = list(product(upright.places, repeat=2))
    assert all(lying.distance(a, b) == lying.distance(b, a) for a, b in product(lying.places, repeat=2))
    assert sorted(len(lying.neighbours(p)) for p in lying.places) == sorted(
        len(turned.neighbours(p)) for p in turned.places
    )
    assert len(pairs) == 36 * 36


@pytest.mark.parametrize(
    ("away", "line"),
    [
        ((0, 1), ()),
        ((0, 3), (((0, 1),), ((0, 2),))),
        ((1, 1), (((0, 1), (1, 0)),)),  # along the side of two hexes
        ((2, 2), (((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1)))),
        ((1, 2), (((0, 1),), ((1, 1),))),
        ((2, -1), (((1, -1), (1, 0)),)),
    ],
)
def test_lines_between_hexes(away, line):
    assert HEXAGONAL.line(away) == line


def test_a_diagonal_of_squares_goes_through_the_corners_and_touches_nothing_beside():
    assert SQUARE.line((3, 3)) == (((1, 1),), ((2, 2),))
    assert SQUARE.line((1, 1)) == ()


def test_a_line_along_a_side_is_free_if_one_of_the_two_hexes_is():
    grid = hexes()
    pair = grid.line("0505", "0705")
    assert len(pair) == 1
    assert len(pair[0]) == 2
    first, second = pair[0]

    assert grid.sight("0505", "0705", but(first)).clear
    assert grid.sight("0505", "0705", but(second)).clear
    assert grid.sight("0505", "0705", but(first, second)).blocked


def test_a_side_of_which_one_hex_may_stop_the_view_is_open_only_if_the_other_stops_it():
    grid = hexes()
    first, second = grid.line("0505", "0705")[0]
    answers = {first: Answer.OPEN, second: Answer.NO}

    assert grid.sight("0505", "0705", lambda name: answers.get(name, Answer.YES)).answer is Answer.OPEN
    assert grid.sight("0505", "0705", lambda name: answers.get(name, Answer.YES), every).blocked
    assert grid.sight("0505", "0705", but(first), every).blocked


@pytest.mark.parametrize("space", [hexes(), squares()], ids=["hexes", "squares"])
def test_of_what_is_no_place_of_the_map_nothing_is_certain(space: Space[str]):
    here = "22" if isinstance(space, Squares) else "0505"

    for away in ("", "box", "99"):
        assert [space.measure(here, away).within(most) for most in (0, 1, 99)] == [Answer.OPEN] * 3
        assert space.measure(away, here).at_least(1) is Answer.OPEN
        assert space.sight(here, away, but()) == space.sight(away, here, but()) == UNSHOWN
        assert not list(space.neighbours(away))
        assert set(space.reach(away, lambda _, __: 1, 5).costs) == {away}


@pytest.mark.parametrize("asked", [Answer.OPEN, UNSHOWN, Sight(Answer.NO)])
def test_no_answer_is_taken_for_a_yes_unseen(asked: object):
    with pytest.raises(TypeError, match="compare it"):
        bool(asked)


def test_a_line_and_its_return_cross_the_same_places_for_every_pair():
    grid = hexes(9, 9)
    for start, goal in product(grid.places, repeat=2):
        there = [set(part) for part in grid.line(start, goal)]
        back = [set(part) for part in grid.line(goal, start)]
        assert there == back[::-1], (start, goal)


@pytest.mark.parametrize("lattice", [HEXAGONAL, SQUARE], ids=["hexes", "squares"])
@given(x=st.integers(-9, 9), y=st.integers(-9, 9))
def test_a_line_is_a_chain_of_neighbours_with_distances_that_never_fall(lattice: Lattice, x: int, y: int):
    parts = lattice.line((x, y))

    distances = [min(lattice.length(*cell) for cell in part) for part in parts]
    assert distances == sorted(distances)
    assert {len(part) for part in parts} <= {1, 2}
    for before, after in pairwise([((0, 0),), *parts, ((x, y),)]):
        assert all(lattice.length(b[0] - a[0], b[1] - a[1]) <= 1 for a, b in product(before, after))


@given(x=st.integers(-8, 8), y=st.integers(-8, 8))
def test_as_many_hexes_as_steps_lie_on_a_line_at_least(x: int, y: int):
    parts = HEXAGONAL.line((x, y))

    cells = [cell for part in parts for cell in part]
    assert len(cells) >= max(HEXAGONAL.length(x, y) - 1, 0)
    assert {HEXAGONAL.length(*cell) for cell in cells} == set(range(1, HEXAGONAL.length(x, y)))


@given(st.tuples(*[st.integers(-5, 5)] * 4), st.frozensets(st.tuples(*[st.integers(-5, 5)] * 2), max_size=12))
def test_a_view_between_hexes_is_the_same_both_ways_moved_turned_and_mirrored(ends, woods):
    turns = [
        lambda q, r: (q, r),
        lambda q, r: (q + 2, r - 3),
        lambda q, r: (-r, q + r),  # by a sixth of a circle
        lambda q, r: (r, q),
    ]
    found = set()
    for turn in turns:
        wooded = {"{} {}".format(*turn(*cell)) for cell in woods}
        start, goal = ("{} {}".format(*turn(*ends[at : at + 2])) for at in (0, 2))
        found |= {WIDE.sight(*way, but(*wooded)).answer for way in ((start, goal), (goal, start))}
    assert len(found) == 1
    assert Answer.OPEN not in found


def test_two_places_cannot_share_a_cell():
    with pytest.raises(ValueError, match="share a cell"):
        Squares({"a": (0, 0), "b": (0, 0)})


def test_a_cheapest_way_goes_round_what_is_dear():
    grid = squares(5)

    reach = grid.reach("22", lambda _, goal: 9 if goal in {"32", "33", "31"} else 1, 10)

    assert reach.cost("32") == 9
    assert reach.cost("42") == 4
    assert len(reach.path("42")) == 4
