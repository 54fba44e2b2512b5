"""The sheet as data: everything stands inside of it, nothing overlaps, every density is a multiple of the first."""

from itertools import combinations

import pytest

from assets.errors import AssetsError
from assets.finding import games
from assets.grids import Grid
from assets.loading import load
from assets.maps import Box, Map, Sheet, Terrain
from assets.schema import Text
from builder.maps.layout import ACROSS, Rect, layout

MAPS = {name: found for game in games() for name, found in load(game).maps.items()}
NAMES = list(MAPS)
TEXT = Text(en="x", de="x")


@pytest.fixture(scope="module")
def maps():
    return MAPS


def overlap(one: Rect, other: Rect) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize("name", NAMES)
def test_items_stand_on_the_sheet_beside_the_land_and_beside_each_other(maps, name):
    sheet = layout(maps[name])
    whole = [item for item in sheet.items.values() if item.kind != "space"]
    for item in whole:
        assert item.frame.left >= 0
        assert item.frame.top >= 0
        assert item.frame.right <= sheet.size[0]
        assert item.frame.bottom <= sheet.size[1]
        assert not overlap(item.frame, sheet.field), item.id
    for one, other in combinations(whole, 2):
        assert not overlap(one.frame, other.frame), (one.id, other.id)


@pytest.mark.parametrize("name", NAMES)
def test_everything_the_map_names_has_its_place(maps, name):
    country = maps[name]
    sheet = layout(country)
    assert set(sheet.hexes) == set(country.names)
    assert set(country.boxes) | set(country.tracks) <= set(sheet.items)
    for track in country.tracks.values():
        spaces = [sheet.items[f"{track.id}/{track.first + index}"] for index in range(track.spaces)]
        inside = sheet.items[track.id].inside
        assert all(inside.left <= space.frame.left and space.frame.right <= inside.right for space in spaces)
        assert not any(overlap(one.frame, other.frame) for one, other in combinations(spaces, 2))
        assert all(space.inside.width >= 75 and space.inside.height >= 75 for space in spaces)


@pytest.mark.parametrize("name", NAMES)
def test_boxes_have_room_for_what_they_hold(maps, name):
    country = maps[name]
    for box in country.boxes.values():
        inside = layout(country).items[box.id].inside
        assert inside.width >= 75 * box.holds[0]
        assert inside.height >= 75 * box.holds[1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("density", [150, 300])
def test_a_higher_density_is_the_same_sheet_enlarged(maps, name, density):
    factor = density // 75
    small, large = layout(maps[name]), layout(maps[name], density)
    assert large.size == (small.size[0] * factor, small.size[1] * factor)
    assert large.hexes == {key: (x * factor, y * factor) for key, (x, y) in small.hexes.items()}
    assert large.items.keys() == small.items.keys()
    assert all(large.items[key].frame == small.items[key].frame.scaled(factor) for key in small.items)


@pytest.mark.parametrize("density", [0, -75, 100, 74])
def test_other_densities_are_refused(maps, density):
    with pytest.raises(ValueError, match="multiple of 75"):
        layout(maps["hannut"], density)


def test_hexes_of_a_column_stand_one_below_the_other_and_even_columns_half_a_hex_lower(maps):
    sheet = layout(maps["hannut"])
    (x, y), (below_x, below_y) = sheet.hexes["0706"], sheet.hexes["0707"]
    assert (below_x - x, below_y - y) == (0, ACROSS)
    assert sheet.hexes["0806"][1] - y == ACROSS // 2


def test_hexes_of_a_row_stand_side_by_side_from_the_east_and_even_rows_half_a_hex_farther_west(maps):
    sheet = layout(maps["stonne"])
    (x, y), (west_x, west_y) = sheet.hexes["0510"], sheet.hexes["0511"]
    assert (x - west_x, y - west_y) == (ACROSS, 0)
    assert x - sheet.hexes["0610"][0] == ACROSS // 2


def test_a_hex_outside_of_the_map_still_has_a_centre(maps):
    sheet = layout(maps["hannut"], 150)
    x, _y = sheet.centre("0109")
    assert sheet.centre("0109") == sheet.hexes["0109"]
    assert sheet.centre("0008")[0] < x
    with pytest.raises(KeyError):
        sheet.centre("nowhere")


def test_a_sheet_without_room_for_its_boxes_says_so():
    boxes = {f"b{index}": Box(id=f"b{index}", name=TEXT, holds=(1, 4)) for index in range(3)}
    country = Map(
        id="small",
        title=TEXT,
        subtitle=TEXT,
        grid=Grid(columns=2, rows=2),
        terrains={"open": Terrain(id="open", name=TEXT, look="fields")},
        boxes=boxes,
        sheet=Sheet(left=tuple((name,) for name in boxes)),
    )
    with pytest.raises(
        AssetsError, match="small/sheet: no room for what stands at one side: it is too high by 11 counters"
    ):
        layout(country)
