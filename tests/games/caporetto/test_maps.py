"""The map of the front keeps every fact that the rulebook's text gives, or that follows from it."""

from collections import deque
from itertools import pairwise

import pytest

from assets.loading import load

DEPOTS = {"2623", "3519", "2119", "1516"}
OBJECTIVES = (
    *("1105", "1801", "1312", "2401", "2602", "3702", "4503", "5101", "6217", "3303", "3002", "2006", "2106", "2405"),
    *("2503", "3906", "4005", "4207", "4610", "4809", "5306", "5308"),
)
SHARED = {"1624", "1724", "1823", "1923", "2520", "2602", "3017"}


@pytest.fixture(scope="module")
def country():
    return load("caporetto").maps["isonzo"]


@pytest.fixture(scope="module")
def around(country):
    """The neighbours of every hex."""
    grid, found = country.grid, {}
    for name in country.names:
        column, row = grid.position(name)
        near = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
        names = [grid.name(*spot) for spot in near if 0 <= spot[0] < grid.columns and 0 <= spot[1] < grid.rows]
        found[name] = [other for other in names if grid.adjacent(name, other)]
    return found


def sides(country, look):
    kinds = {key for key, kind in country.kinds.items() if kind.look == look}
    return {pair for pair, borders in country.borders_at.items() if any(each.kind in kinds for each in borders)}


def isonzo(country):
    return {pair for pair, borders in country.borders_at.items() if any(each.kind == "isonzo" for each in borders)}


def reached(start, around, closed):
    """All hexes that can be reached from one without crossing these sides."""
    found, left = {start}, deque([start])
    while left:
        name = left.popleft()
        for other in around[name]:
            if other not in found and frozenset((name, other)) not in closed:
                found.add(other)
                left.append(other)
    return found


# ------------------------------------------------------------------------------------------------------- the frame
def test_columns_are_counted_from_the_right_and_rows_from_below(country, around):
    assert (country.grid.columns, country.grid.rows, len(country.names)) == (55, 33, 1815)
    assert set(around["4112"]) == {"4111", "4113", "4011", "4012", "4211", "4212"}
    assert {"1624", "1525"} <= set(around["1524"])
    assert "1007" in country.grid
    assert country.grid.position("1001") == (54, 32)


def test_straight_rows_are_those_of_the_examples(around):
    for one, other in pairwise(("1624", "1724", "1823", "1923")):
        assert other in around[one]
    for one, other in (("3628", "3629"), ("3926", "3927"), ("1524", "1624"), ("1701", "1801")):
        assert other in around[one]


def test_edges_have_the_colours_of_supply(country):
    rims = {(rim.edge, rim.owner): rim.stretch for rim in country.rims.values()}
    assert rims == {
        ("north", "ahg"): None,
        ("east", "ahg"): ("1020", "1033"),
        ("south", "it"): None,
        ("west", "it"): ("6401", "6422"),
    }


# ------------------------------------------------------------------------------------------------------ the Isonzo
def test_the_isonzo_parts_the_banks_as_the_book_has_it(country, around):
    left = reached("1006", around, isonzo(country))
    assert {*(f"10{row:02}" for row in range(6, 20)), "1524", "3926", "2623"} <= left
    assert not {"1624", "1105", "3927", "3519"} & left
    assert len(left) + len(reached("1105", around, isonzo(country))) == 1815


def test_nobody_gets_across_but_by_its_nine_crossings(country):
    crossed = isonzo(country) & (sides(country, "bridge") | sides(country, "footbridge"))
    assert crossed == {
        frozenset(pair.split("/"))
        for pair in (
            *("1006/1106", "1012/1112", "1018/1118", "1524/1624", "1925/2024", "2423/2424", "3023/3123"),
            *("3926/3927", "4022/4123"),
        )
    }
    feet = isonzo(country) & sides(country, "footbridge")
    assert feet
    assert not feet & sides(country, "bridge")


def test_a_bridge_lies_wherever_a_way_crosses_a_river(country):
    crossings = sides(country, "bridge") | sides(country, "footbridge")
    assert set(country.ways_over) & sides(country, "river") == crossings
    assert sides(country, "footbridge") <= isonzo(country)


def test_the_judrio_runs_where_the_scenarios_have_it(country):
    assert frozenset(("1701", "1801")) in sides(country, "river")


# ------------------------------------------------------------------------------------------------- ground and marks
def test_the_ridge_divides_hexes_of_the_same_level(country):
    assert sides(country, "ridge") == {frozenset(("3628", "3629"))}
    assert country.level["3628"] == country.level["3629"]


def test_there_are_six_levels_and_the_top_one_is_high_mountain(country):
    assert set(country.level.values()) == {1, 2, 3, 4, 5, 6}
    high = {name for name, terrain in country.terrain.items() if terrain == "high"}
    assert high == {name for name, level in country.level.items() if level == 6}


def test_every_kind_of_terrain_of_the_book_is_there(country):
    looks = {country.kinds[mark.kind].look for mark in (*country.borders.values(), *country.flags.values())}
    wanted = {"river", "rock", "ridge", "bridge", "footbridge", "trench", "front", "stream", "peak", "depot"}
    assert wanted | {"objective"} <= looks
    assert set(country.terrain.values()) == {"open", "woods", "village", "town", "high"}
    assert {way.kind for way in country.ways.values()} == {"road", "track", "railway"}


def test_summits_are_peaks(country):
    peaks = {name for flag in country.flags.values() if flag.kind == "peak" for name in flag.at}
    assert {"3017", "3117", "4414"} <= peaks


def test_trenches_have_owners_and_levels_on_hexes_and_on_sides(country):
    marks = [each for each in (*country.flags.values(), *country.borders.values()) if "trench" in each.kind]
    assert {(each.kind, each.owner) for each in marks} == {("trench", "it"), ("trench", "ahg"), ("trench-side", "it")}
    assert {each.level for each in marks} == {1, 2}
    own = {owner: {at for each in marks if each.owner == owner for at in each.at} for owner in ("it", "ahg")}
    assert not own["it"] & own["ahg"]


def test_depots_lie_on_roads(country):
    depots = {name for flag in country.flags.values() if flag.kind == "depot" for name in flag.at}
    assert depots == DEPOTS
    assert all(any(name in pair for pair in country.roads) for name in depots)


def test_every_objective_has_a_way_of_its_own(country):
    trodden = {name for way in country.ways.values() for name in way.path}
    assert [name for name in OBJECTIVES if name not in trodden] == []


def test_victory_points_are_those_that_the_bands_are_made_for(country):
    assert sum(country.worth.values()) == 131
    assert (country.worth["2602"], country.worth["3017"], country.worth["5101"]) == (12, 8, 8)


def test_the_sectors_share_the_hexes_that_the_book_names(country):
    masks = {key: set(mask.hexes) for key, mask in country.masks.items()}
    assert masks["shared"] == SHARED
    assert masks["left-sector"] >= SHARED
    assert {"1105", "1801", "1312", "2401", "2602", "2119", "1516"} <= masks["left-sector"]
    assert not {"2623", "3519", "3702", "4503", "5101", "6217"} & masks["left-sector"]


def test_forests_are_no_single_hexes(country):
    woods = [set(area.hexes) for area in country.areas.values() if area.terrain == "woods"]
    assert all(len(wood) >= 3 for wood in woods)
    assert sum(map(len, woods)) > 400
