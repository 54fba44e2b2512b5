"""Mechanics of large hex games, free of any game: zones, tracing, stacks, ratios, retreats, sight from corners."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rules.engine.corners import CORNERS, lines
from rules.engine.hexes import Hexes, from_offset
from rules.engine.ratios import BELOW, Odds, column_of
from rules.engine.reach import flood
from rules.engine.retreats import open_to
from rules.engine.stacks import Load, weighed
from rules.engine.tracing import fed, joined, spread
from rules.engine.zones import controlled, controllers, reached

GRID = Hexes({f"{c:02}{r:02}": from_offset(c, r) for c, r in product(range(1, 11), range(1, 11))})
HEXES = some.sampled_from(sorted(GRID.places))
ODDS = Odds([Fraction(1, 2), Fraction(2, 3), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5)])


# -------------------------------------------------------------------------------------------------------------- zones
@given(HEXES, some.sets(HEXES, max_size=8), some.sets(HEXES, max_size=30))
def test_control_reaches_beside_those_who_exert_it_where_nothing_stops_it(
    place: str, holders: set[str], closed: set[str]
) -> None:
    table = reached(GRID.places, GRID.neighbours, lambda _, other: other in closed)
    expected = place not in closed and any(GRID.distance(place, each) == 1 for each in holders)
    assert (place in controlled(table, holders)) == expected
    assert bool(controllers(table, sorted(holders), place)) == expected


# ------------------------------------------------------------------------------------------------------------ tracing
NET = {f"05{r:02}": tuple(f"05{near:02}" for near in (r - 1, r + 1) if 1 <= near <= 10) for r in range(1, 11)}


@given(some.sets(some.sampled_from(sorted(NET)), max_size=4))
def test_a_net_is_fed_as_far_as_its_places_are_free(blocked: set[str]) -> None:
    first = min((int(each[2:]) for each in blocked), default=11)
    assert fed(NET, ["0501"], lambda place: place not in blocked) == {f"05{r:02}" for r in range(1, first)}


@given(HEXES, some.sets(HEXES, max_size=25), some.integers(1, 5))
def test_a_line_across_country_is_as_long_as_the_shortest_free_way(start: str, blocked: set[str], most: int) -> None:
    goals = frozenset({"0101", "0909"}) - blocked
    distances = spread(goals, GRID.neighbours, lambda place: place not in blocked, most)
    free = GRID.reach(start, lambda _, other: None if other in blocked else 1, most)
    assert joined(start, GRID.neighbours(start), distances, most) == any(goal in free for goal in goals)


# ------------------------------------------------------------------------------------------------------------- stacks
@given(some.lists(some.builds(Load, some.integers(0, 4), some.booleans()), max_size=6), some.integers(0, 2))
def test_the_heaviest_that_may_stand_free_weigh_nothing(loads: list[Load], free: int) -> None:
    every = sum(each.weight for each in loads)
    heavy = sorted((each.weight for each in loads if each.free), reverse=True)[:free]
    assert weighed(loads, free) == every - sum(heavy)
    assert weighed(loads, free) <= weighed(loads)


# ------------------------------------------------------------------------------------------------------------- ratios
@pytest.mark.parametrize(
    ("one", "other", "shift", "column"),
    [
        (11, 3, 0, 5), (3, 5, 0, 0), (1, 2, 0, 0), (2, 1, 1, 5), (2, 1, -3, 1), (7, 1, 0, 7), (7, 1, -1, 7),
        (7, 1, -2, 6), (7, 1, -3, 5), (1, 4, 0, BELOW),
        (1, 4, 1, BELOW), (1, 4, 2, 0), (1, 4, 3, 1), (1, 2, -1, BELOW), (5, 1, 1, 7),
        (3, 0, -3, 6), (0, 3, 3, BELOW),
    ],
)  # fmt: skip
def test_odds_are_rounded_down_and_shifted_beyond_the_table_by_whole_ratios(
    one: int, other: int, shift: int, column: int
) -> None:
    assert ODDS.place(one, other, shift) == column


@given(some.integers(1, 40), some.integers(1, 40), some.integers(-3, 3))
def test_odds_depend_on_the_ratio_only_and_rise_with_each_shift(one: int, other: int, shift: int) -> None:
    assert ODDS.place(one, other, shift) == ODDS.place(3 * one, 3 * other, shift)
    assert ODDS.place(one, other, shift) <= ODDS.place(one, other, shift + 1)
    assert ODDS.place(one, other, shift) <= ODDS.place(one + 1, other, shift)


def test_columns_of_odds_stand_in_their_order() -> None:
    with pytest.raises(ValueError, match="in their order"):
        Odds([Fraction(2), Fraction(1)])


@given(some.fractions(-1, 40))
def test_a_strength_is_in_the_last_column_that_it_reaches(strength: Fraction) -> None:
    bounds = (0, 1, 2, 5, 10)
    assert column_of(bounds, strength) == sum(bound <= strength for bound in bounds) - 1


# ----------------------------------------------------------------------------------------------------------- retreats
@given(some.dictionaries(HEXES, some.one_of(some.none(), some.integers(0, 3)), max_size=6))
def test_only_the_best_class_is_open(ranks: dict[str, int | None]) -> None:
    found = open_to(ranks, ranks.get)
    known = [rank for rank in ranks.values() if rank is not None]
    assert {ranks[place] for place in found} == ({min(known)} if known else set())
    assert all(place in found for place, rank in ranks.items() if known and rank == min(known))


# ------------------------------------------------------------------------------------------------------------ corners
def test_corners_lie_between_three_hexes() -> None:
    assert len(set(CORNERS)) == 6
    for x, y in CORNERS:
        assert (3 * x).denominator == (3 * y).denominator == 1


@given(HEXES, HEXES)
def test_the_first_line_is_that_between_the_middles_and_all_end_beside_the_goal(start: str, goal: str) -> None:
    found = list(lines(GRID, start, goal))
    assert len(found) == 7
    assert found[0] == GRID.line(start, goal)
    for line in found[1:]:
        for places in line:
            assert 1 <= len(places) <= 2
            assert all(GRID.distance(start, place) <= GRID.distance(start, goal) + 1 for place in places)


@given(HEXES, HEXES, some.integers(0, 5), some.integers(1, 40))
def test_every_point_of_a_line_from_a_corner_lies_in_a_hex_that_it_crosses(
    start: str, goal: str, corner: int, part: int
) -> None:
    (x, y), (to_x, to_y) = GRID.cells[start], GRID.cells[goal]
    from_x, from_y = x + CORNERS[corner][0], y + CORNERS[corner][1]
    share = Fraction(part, 41)
    point = from_x + share * (to_x - from_x), from_y + share * (to_y - from_y)
    around = {place for place, cell in GRID.cells.items() if _holds(cell, point)}
    crossed = {place for places in list(lines(GRID, start, goal))[corner + 1] for place in places}
    assert start not in crossed
    assert goal not in crossed
    assert len(around) < 3 or crossed & around or {start, goal} & around
    if len(around) == 1 and not around & {start, goal}:
        assert around <= crossed | _beside_the_map(start, goal)


def _holds(cell: tuple[int, int], point: tuple[Fraction, Fraction]) -> bool:
    """Whether a hex holds a point, its sides included."""
    x, y = point[0] - cell[0], point[1] - cell[1]
    return all(abs(a * x + b * y) <= 1 for a, b in GRID.lattice.forms)


def _beside_the_map(start: str, goal: str) -> set[str]:
    """Hexes of which the other half of a pair lies off the map: such pairs are left out."""
    rim = {place for place in GRID.places if len(GRID.neighbours(place)) < 6}
    return rim if {start, goal} & rim else set()


# -------------------------------------------------------------------------------------------------------------- reach
def test_with_a_goal_reach_says_what_that_costs_and_looks_no_farther() -> None:
    rng = Random(5)
    for _ in range(50):
        start, goal = rng.sample(sorted(GRID.places), 2)
        prices = {place: rng.randint(1, 4) for place in GRID.places}

        def steps(place: str, prices: Mapping[str, int] = prices) -> list[tuple[str, int]]:
            return [(near, prices[near]) for near in GRID.neighbours(place)]

        every, some = flood(start, steps, 12), flood(start, steps, 12, goal)
        assert some.cost(goal) == every.cost(goal)
        assert len(some.costs) <= len(every.costs)
        if goal in every:
            assert sum(prices[place] for place in some.path(goal)) == every.cost(goal)
