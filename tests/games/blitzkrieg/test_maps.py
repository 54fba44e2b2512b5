"""The maps of Hannut and Stonne keep every fact that the rulebook's text gives."""

import pytest

from assets.loading import load
from tests.assets.sightlines import apart, crossed

OBSTACLES = {"woods", "orchard", "village"}
BLIND = frozenset(
    ["0702", "1304", "1305", "1107", "0810", "0709", "0610", "0309", "0209", "0205", "0304", "0303", "0403", "0501"]
)
STACK = 3


@pytest.fixture(scope="module")
def game():
    return load("blitzkrieg")


@pytest.fixture(scope="module")
def hannut(game):
    return game.maps["hannut"]


@pytest.fixture(scope="module")
def stonne(game):
    return game.maps["stonne"]


# ------------------------------------------------------------------------------------------- who sees whom


def sees_downhill(country, viewer, target):
    """Whether a hex is seen from a higher one: only an obstacle right before it, away from the viewer, hides it."""
    level, terrain = country.level, country.terrain

    def hides(name):
        if level[name] > max(level[viewer], level[target]):
            return True
        if terrain[name] not in OBSTACLES or level[name] < min(level[viewer], level[target]):
            return False
        if level[target] == level[viewer] or level[name] >= level[viewer]:
            return True
        return apart(name, target) == 1 and apart(name, viewer) > 1

    inside, pairs = crossed(viewer, target, country.names)
    return not any(map(hides, inside)) and not any(hides(one) and hides(other) for one, other in pairs)


def near(places, distance, names):
    return {name for name in names if any(apart(name, place) <= distance for place in places)}


# ------------------------------------------------------------------------------------------------------ numbering


def test_hannut_has_the_columns_and_rows_that_are_named(hannut):
    for name in ("0101", "1716", "1601", "1610", "1710", "1416", "0706"):
        assert name in hannut.grid
    assert hannut.grid.columns >= 17
    assert hannut.grid.rows >= 16


def test_at_hannut_north_is_up_and_columns_run_from_west_to_east(hannut):
    x, y = hannut.grid.position("0706")
    assert hannut.grid.position("0702")[0] == x
    assert hannut.grid.position("0702")[1] < y < hannut.grid.position("0709")[1]
    assert hannut.grid.position("1706")[0] > x


def test_stonne_counts_rows_from_the_north_edge_to_the_south_edge(stonne):
    assert stonne.grid.position("0108")[1] == 0
    assert stonne.grid.position("1310")[1] == stonne.grid.rows - 1
    for name in ("0104", "0112", "0114", "0304", "0401", "0502"):
        assert name in stonne.grid


def test_stonne_counts_places_from_the_east(stonne):
    assert stonne.grid.position("0401")[0] == stonne.grid.columns - 1


@pytest.mark.parametrize("grid", ["hannut", "stonne"])
def test_our_own_geometry_agrees_about_neighbours(game, grid):
    country = game.maps[grid]
    for name in country.names[::7]:
        assert {other for other in country.names if country.grid.adjacent(name, other)} == near(
            [name], 1, country.names
        ) - {name}


# -------------------------------------------------------------------------------------------------------- distances


def test_0502_to_0304_is_three_hexes():
    assert apart("0502", "0304") == 3


def test_the_line_of_the_example_from_0502_to_0304_is_free(stonne):
    assert stonne.level["0502"] == stonne.level["0304"]
    inside, pairs = crossed("0502", "0304", stonne.names)
    hides = {
        name for name in stonne.names if stonne.terrain[name] in OBSTACLES or stonne.level[name] > stonne.level["0502"]
    }
    assert not hides & set(inside)
    assert not any({one, other} <= hides for one, other in pairs)
    assert stonne.terrain["0304"] == "open"


# ------------------------------------------------------------------------------------------------------- blind hexes


def test_0706_is_an_edge_hex_above_all_its_neighbours(hannut):
    around = near(["0706"], 1, hannut.names) - {"0706"}
    assert len(around) == 6
    assert all(hannut.level[name] < hannut.level["0706"] for name in around)


def test_the_blind_hexes_of_0706_are_exactly_those_of_the_rulebook(hannut):
    seen = [name for name in hannut.names if 2 <= apart("0706", name) <= 8]
    blind = {name for name in seen if not sees_downhill(hannut, "0706", name)}
    assert blind == BLIND


def test_each_blind_hex_lies_right_behind_an_obstacle(hannut):
    for name in sorted(BLIND):
        inside, pairs = crossed("0706", name, hannut.names)
        before = {one for one in (*inside, *(one for pair in pairs for one in pair)) if apart(one, name) == 1}
        assert any(hannut.terrain[one] in OBSTACLES and hannut.level[one] == 0 for one in before)


# ------------------------------------------------------------------------------------------------- places and zones


def test_orp_le_petit_is_a_village_inside_the_area_of_the_third_battalion(hannut):
    village = hannut.places["orp-le-petit"].hexes
    assert all(hannut.terrain[name] == "village" for name in village)
    assert set(village) <= near(["1205"], 2, hannut.names)


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_villages_are_built_up_and_on_a_road(game, name):
    country = game.maps[name]
    on_road = {hex_ for pair in country.roads for hex_ in pair}
    for place in country.places.values():
        if place.kind in {"town", "village"}:
            assert all(country.terrain[hex_] == "village" for hex_ in place.hexes), place.name
            assert on_road & set(place.hexes), place.name


@pytest.mark.parametrize(
    ("centres", "distance", "units"),
    [
        (["1202"], 2, 4),
        (["1205"], 2, 4),
        (["1408", "1409", "1410"], 1, 4),
        (["1412"], 2, 4),
        (["1416"], 2, 4),
        ([f"16{row:02}" for row in range(1, 11)], 0, 30),
        ([f"17{row:02}" for row in range(10, 17)], 0, 21),
    ],
)
def test_every_area_of_hannut_holds_its_troops(hannut, centres, distance, units):
    area = near(centres, distance, hannut.names)
    assert len(area) * STACK >= units
    assert all(hannut.terrains[hannut.terrain[name]].look != "barred" for name in area)


def test_french_and_german_areas_of_hannut_do_not_overlap(hannut):
    german = {f"16{row:02}" for row in range(1, 11)} | {f"17{row:02}" for row in range(10, 17)}
    for centres, distance in ((["1202"], 2), (["1205"], 2), (["1408", "1409", "1410"], 1)):
        assert not german & near(centres, distance, hannut.names)


def test_stonne_is_one_built_up_hex_away_from_every_named_hex(stonne):
    (village,) = stonne.places["stonne"].hexes
    assert stonne.terrain[village] == "village"
    assert village != "0502"
    area = near([village], 1, stonne.names)
    assert len(area) == 7
    for entry in ("0108", "0112", "0114", "0401"):
        assert not area & near([entry], 1, stonne.names)


def test_les_huttes_lie_in_the_west_and_the_mines_keep_clear_of_the_german_entry(stonne):
    (huttes,) = stonne.places["huttes-d-ogny"].hexes
    assert int(huttes[:2]) >= 4
    west = {name for name in stonne.names if int(name[2:]) >= int(huttes[2:]) and int(name[:2]) >= 4}
    assert len(west) >= 4
    assert not west & near(["0401"], 1, stonne.names)


def test_the_french_enter_on_a_road_at_the_southern_edge(stonne):
    assert any("1310" in pair for pair in stonne.roads)


def test_tracks_have_a_space_for_every_turn(game):
    for scenario in game.scenarios.values():
        assert game.maps[scenario.map].tracks["turn"].spaces == scenario.turns


def test_points_are_counted_from_one_to_ten(hannut):
    assert (hannut.tracks["vp"].first, hannut.tracks["vp"].spaces) == (1, 10)


def test_the_terrain_of_every_hex_stands_in_the_chart(game):
    for country in game.maps.values():
        assert set(country.terrains) <= set(game.charts["terrain"].rows)
