"""The boards of the east keep every fact of the worked cases: numbering, distances, sights, half hexes, country."""

from itertools import pairwise

import pytest

from assets.loading import load
from tests.assets.sightlines import apart, crossed

BOARDS = ["daugava", "dubno", "luga", "moscow", "moscow-winter"]
BLOCKING = {"scrub", "light_woods", "forest", "village", "town"}
SPECIAL = {"river", "swamp"}


@pytest.fixture(scope="module")
def maps():
    return load("barbarossa").maps


@pytest.fixture(scope="module", params=BOARDS)
def board(request, maps):
    return maps[request.param]


def around(name, names):
    return {other for other in names if apart(name, other) == 1}


def edge(board):
    last = (f"{board.grid.columns:02}", f"{board.grid.rows:02}")
    return {name for name in board.names if name[:2] in {"01", last[0]} or name[2:] in {"01", last[1]}}


# ------------------------------------------------------------------------------------------------------ numbering


def test_the_four_boards_are_there_and_one_of_them_under_snow(maps):
    assert sorted(maps) == BOARDS
    assert {name: board.like for name, board in maps.items() if board.like} == {"moscow-winter": "moscow"}


def test_under_snow_the_country_is_the_same(maps):
    autumn, winter = maps["moscow"], maps["moscow-winter"]
    other = {name for name in autumn.__struct_fields__ if getattr(autumn, name) != getattr(winter, name)}
    assert other == {"id", "title", "subtitle", "season", "like"}
    assert (autumn.season, winter.season) == ("autumn", "winter")


def test_boards_are_large_enough(board):
    assert board.grid.columns >= 13
    assert board.grid.rows >= 9


def test_the_first_hex_is_at_the_upper_left_and_even_columns_lie_half_a_hex_lower(board):
    assert board.grid.position("0101") == (0, 0)
    assert board.grid.doubled(0, 0)[1] < board.grid.doubled(1, 0)[1] < board.grid.doubled(0, 1)[1]


def test_neighbours_are_those_of_the_worked_cases(board):
    assert around("0505", board.names) == {"0504", "0604", "0605", "0506", "0405", "0404"}
    assert around("0605", board.names) == {"0604", "0705", "0706", "0606", "0506", "0505"}
    for one in ("0505", "0605"):
        assert {other for other in board.names if board.grid.adjacent(one, other)} == around(one, board.names)


def test_half_hexes_lie_above_the_even_and_below_the_odd_columns(board):
    below = board.grid.rows + 1
    expected = {f"{column:02}{0 if column % 2 == 0 else below:02}" for column in range(1, board.grid.columns + 1)}
    assert set(board.grid.edge_names) == expected
    assert not expected & set(board.names)


# --------------------------------------------------------------------------------- distances and lines of the cases


@pytest.mark.parametrize(
    ("start", "goal", "distance"),
    [
        ("0505", "0503", 2),  # fire of the T-26, target types
        ("0508", "0506", 2),  # field of fire straight ahead
        ("0508", "0404", 4),
        ("0508", "0405", 3),
        ("0508", "0406", 2),  # the first hex of the truck's route inside the range
        ("0508", "0505", 3),  # the mortar across the field
        ("0505", "0705", 2),
        ("0505", "0502", 3),  # out of command range
        ("0508", "0504", 4),  # the rocket launcher
        ("0504", "0503", 1),
        ("0504", "0502", 2),
    ],
)
def test_distances_of_the_worked_cases(board, start, goal, distance):
    assert start in board.grid
    assert goal in board.grid
    assert apart(start, goal) == distance


def test_nineteen_hexes_lie_in_a_command_range_of_two(board):
    assert sum(apart("0505", name) <= 2 for name in board.names) == 19


def test_the_lines_of_the_machine_gun_run_as_the_caption_says(board):
    assert set(crossed("0505", "0502", board.names)[0]) == {"0503", "0504"}
    assert crossed("0505", "0705", board.names) == ([], [{"0604", "0605"}])
    assert "0604" in crossed("0505", "0703", board.names)[0]
    assert set(crossed("0505", "0507", board.names)[0]) == {"0506"}


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        (("0600", *(f"06{row:02}" for row in range(1, 8))), ["0603", "0604", "0605", "0606"]),
        (("0710", *(f"07{row:02}" for row in range(9, 0, -1))), ["0706", "0705", "0704"]),
        (("0910", *(f"09{row:02}" for row in range(9, 0, -1))), []),
    ],
)
def test_the_stukas_cross_the_range_of_the_flak_where_the_caption_says(maps, path, inside):
    board = maps["dubno"]
    assert path[0] in board.grid.edge_names
    assert all(board.grid.adjacent(one, other) for one, other in pairwise(path))
    assert [name for name in path if apart("0505", name) <= 2] == inside


# ----------------------------------------------------------------------------------------------- the country itself


def test_the_crossroads_of_the_training_case_are_at_dubno(maps):
    board = maps["dubno"]
    assert {board.terrain[name] for name in ("0705", "0706")} == {"village"}
    assert {board.terrain[name] for name in ("0101", "0202", "0302")} == {"plain"}
    assert {board.terrain[name] for name in ("0503", "0504", "0903", "0904")} == {"light_woods"}
    assert {board.terrain[name] for name in ("0607", "0608")} == {"forest"}
    assert {board.terrain[name] for name in ("0402", "0403", "1002", "1003")} == {"field"}
    assert {board.terrain[name] for name in ("0307", "0308", "1007")} == {"scrub"}
    assert board.level["0907"] == 1
    row = [f"{column:02}05" for column in range(1, 14)]
    assert all(frozenset(pair) in board.roads for pair in pairwise(row))


def test_the_river_of_the_engineers_case_is_the_daugava(maps):
    board = maps["daugava"]
    river = [f"07{row:02}" for row in range(1, 10)]
    assert {name for name in river if board.terrain[name] != "river"} == {"0702"}
    assert board.terrain["0702"] == "ford"
    assert board.bridges == ("0705",)
    assert {board.terrain[name] for name in ("0905", "0906")} == {"village"}
    assert {board.terrain[name] for name in ("0503", "0504", "1103")} == {"forest"}
    row = [f"{column:02}05" for column in range(1, 14)]
    assert all(frozenset(pair) in board.roads for pair in pairwise(row))


def test_the_river_parts_the_board_but_for_the_bridge_and_the_ford(maps):
    board = maps["daugava"]
    dry = {name for name in board.names if board.terrain[name] != "river"} | set(board.bridges)

    def reached(allowed):
        found, todo = set(), ["0105"]
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += around(name, allowed)
        return found

    assert "1505" in reached(dry)
    assert "1505" not in reached(dry - {"0705", "0702"})
    assert all("1505" in reached(dry - {other}) for other in ("0705", "0702"))


def test_from_the_hill_the_road_two_hexes_behind_the_forest_is_seen(maps):
    board = maps["luga"]
    assert [board.terrain[name] for name in ("0508", "0507", "0506", "0505", "0504")] == [
        "plain", "plain", "forest", "plain", "plain",
    ]  # fmt: skip
    assert [board.level[name] for name in ("0508", "0507", "0506", "0505", "0504")] == [1, 0, 0, 0, 0]
    assert any("0504" in pair for pair in board.roads)
    inside, between = crossed("0508", "0504", board.names)
    assert sorted(inside) == ["0505", "0506", "0507"]
    assert not between


def test_roads_run_through_forest_with_forest_beside_them(maps):
    board = maps["luga"]
    road = {name for pair in board.roads for name in pair}
    through = [name for name in road if board.terrain[name] == "forest"]
    assert len(through) >= 3
    beside = {other for name in through for other in around(name, board.names)} - road
    assert any(board.terrain[name] == "forest" for name in beside)


def test_roads_run_over_water_only_on_bridges(board):
    for pair in board.roads:
        for name in pair:
            assert board.terrain[name] != "river" or name in board.bridges
            assert board.terrain[name] != "ford"


def test_a_causeway_leads_through_the_swamp(maps):
    board = maps["luga"]
    assert sum(board.terrain[name] == "swamp" for name in {name for pair in board.roads for name in pair}) >= 2


def test_every_kind_of_ground_and_every_height_is_on_a_board(maps):
    terrains = set().union(*(board.terrain.values() for board in maps.values()))
    assert terrains == {
        "plain", "scrub", "light_woods", "forest", "swamp", "river", "ford", "field", "village", "town",
    }  # fmt: skip
    assert set(maps["dubno"].level.values()) == {0, 1, 2, 3}


def test_slopes_of_all_kinds_are_at_the_kurgan(maps):
    board = maps["dubno"]
    steps = {abs(board.level[one] - board.level[other]) for one in board.names for other in around(one, board.names)}
    assert steps == {0, 1, 2, 3}
    assert {board.level[name] for name in around("1208", board.names)} == {0, 1, 2}


def test_a_village_or_town_stands_on_every_board_and_a_road_leads_through_it(board):
    road = {name for pair in board.roads for name in pair}
    built = {name for name in board.names if board.terrain[name] in {"village", "town"}}
    assert len(built) >= 2
    assert len(built & road) >= 2


def test_roads_leave_the_board_on_both_sides(board):
    ends = {name for way in board.ways.values() if way.road for name in way.path} - set(board.names)
    assert len(ends) >= 3
    road = {name for pair in board.roads for name in pair}
    assert {"01", f"{board.grid.columns:02}"} <= {name[:2] for name in road & edge(board)}


def test_most_of_every_board_can_be_crossed_by_all(board):
    open_ground = [name for name in board.names if board.terrain[name] not in SPECIAL | {"forest"}]
    assert len(open_ground) * 10 >= len(board.names) * 6
    blocking = [name for name in board.names if board.terrain[name] in BLOCKING]
    assert len(board.names) * 2 <= len(blocking) * 10 <= len(board.names) * 6
