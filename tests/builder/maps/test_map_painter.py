"""The painter: the same bytes every time, tiles without seams, names that hide nothing, and pictures as reviewed.

The reviewed pictures lie in `golden/`, those of a game in
`tests/games/<game>/maps`. Where a change is meant, look at the new picture, then write it there:
`GOLDEN=write python -m pytest tests/builder/maps`.
"""

import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assets.finding import games
from assets.loading import load
from builder.drawing.colour import contrast
from builder.landscape.noise import grain
from builder.landscape.scene import Tile
from builder.maps.board import overview, paint
from builder.maps.country import country
from builder.maps.ground import ground
from builder.maps.layout import layout, number_at, numbers_at
from builder.maps.lettering import DARK, ROSETTE, names, rosette_at
from builder.maps.painter import land, paint_tile
from builder.maps.seasons import seasoned
from builder.maps.style import CLASSIC
from builder.maps.words import words
from tests.builder.maps.sample_map import river, sample, spoken

GOLDEN = Path(__file__).parent / "golden"
OURS = Path(__file__).resolve().parents[2] / "games"
GAMES = {name: load(name) for name in games()}
HOMES = {land: OURS / name / "maps" for name, game in GAMES.items() for land in game.maps}
"""By map: where the picture of it lies that was reviewed, with the game."""
MAPS = list(HOMES)


@pytest.fixture(scope="module")
def maps():
    return {name: source for game in GAMES.values() for name, source in game.maps.items()}


@pytest.fixture(scope="module")
def said():
    return {name: words(game, source) for game in GAMES.values() for name, source in game.maps.items()}


@pytest.fixture(scope="module")
def scenes(maps):
    return {
        name: country(
            maps[name], layout(maps[name]), seasoned(CLASSIC, maps[name].season, maps[name].levels, maps[name].relief)
        )
        for name in MAPS
    }


@pytest.fixture(scope="module")
def grounds(maps):
    return {
        name: ground(
            maps[name], layout(maps[name]), seasoned(CLASSIC, maps[name].season, maps[name].levels, maps[name].relief)
        )
        for name in MAPS
    }


def agrees(picture: Image.Image, name: str) -> bool:
    """Whether a picture looks like the reviewed one: no more than rounding and antialiasing between them."""
    path = HOMES.get(name, GOLDEN) / f"{name}.png"
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        picture.save(path)
    reviewed = np.asarray(Image.open(path).convert("RGB"), np.int16)
    found = np.asarray(picture.convert("RGB"), np.int16)
    if reviewed.shape != found.shape:
        return False
    away = np.abs(reviewed - found)
    return float(away.mean()) < 1.5 and float((away > 40).mean()) < 0.002


@pytest.mark.parametrize("density", [75, 150])
def test_the_same_map_is_painted_with_the_same_bytes(density):
    source = sample()
    assert paint(source, spoken(), density).tobytes() == paint(source, spoken(), density).tobytes()


def test_another_seed_paints_another_country_with_the_same_facts():
    one = sample()
    other = type(one)(**{name: getattr(one, name) for name in one.__struct_fields__} | {"seed": 8})
    assert layout(one) == layout(other)
    assert land(one, 1).tobytes() != land(other, 1).tobytes()


@pytest.mark.parametrize("factor", [1, 2, 4])
def test_a_tile_shows_what_the_whole_shows_there(factor):
    source = sample()
    scene = country(source, layout(source), CLASSIC)
    noise = grain(256, source.seed)
    whole = paint_tile(scene, Tile(0, 0, 480, 400, factor), CLASSIC, noise)
    part = paint_tile(scene, Tile(130, 90, 200, 160, factor), CLASSIC, noise)
    away = np.abs(np.asarray(whole.crop((130, 90, 330, 250)), np.int16) - np.asarray(part, np.int16))
    assert float((away > 12).mean()) < 0.004


@pytest.mark.parametrize("kind", ["hexes columns", "hexes rows", "squares columns"])
def test_every_look_is_painted_as_reviewed(kind):
    shape, straight = kind.split()
    source = sample(shape, straight)
    assert agrees(land(source, 1).reduce(3), f"sample-{shape}-{straight}")


def test_the_steppe_and_its_river_are_painted_as_reviewed():
    assert agrees(land(river(), 1).reduce(2), "sample-river")


def test_in_autumn_the_same_country_has_other_colours():
    summer = river()
    autumn = type(summer)(**{name: getattr(summer, name) for name in summer.__struct_fields__} | {"season": "autumn"})
    assert layout(summer) == layout(autumn)
    green, straw = (np.asarray(land(one, 1), np.int16).mean(axis=(0, 1)) for one in (summer, autumn))
    assert green[1] - green[0] > 10 > straw[1] - straw[0]


def in_season(source, season):
    return type(source)(**{name: getattr(source, name) for name in source.__struct_fields__} | {"season": season})


def test_in_winter_the_ground_is_white_the_trees_are_bare_and_firs_and_roofs_bear_snow():
    summer, winter = river(), in_season(river(), "winter")
    assert layout(summer) == layout(winter)
    green, white = (np.asarray(land(one, 1), np.int16).mean(axis=(0, 1)) for one in (summer, winter))
    assert white.min() > green.max()
    assert white[2] > white[0]
    scene = country(winter, layout(winter), seasoned(CLASSIC, "winter"))
    assert {tree.plant for tree in scene.trees} == {"bare", "twigs", "snowy"}
    snowy, bare = (sum(min(roof.colour) > 190 for roof in roofs(one)) for one in (winter, summer))
    assert snowy > 20
    assert bare == 0


def roofs(source):
    return country(source, layout(source), seasoned(CLASSIC, source.season)).buildings.roofs.shapes


def test_under_ice_a_river_still_stands_out_from_the_snow():
    source = in_season(river(), "winter")
    sheet = layout(source)
    picture = np.asarray(land(source, 1), np.float64)

    def tint(place):
        x, y = sheet.hexes[place][0] - sheet.field.left, sheet.hexes[place][1] - sheet.field.top
        return picture[y - 12 : y + 12, x + 8 : x + 32].mean(axis=(0, 1))

    assert np.abs(tint("0401") - tint("0202")).max() > 40


def test_the_number_of_every_hex_reads_well_on_snow(maps):
    source = maps["moscow-winter"]
    sheet, style = layout(source), seasoned(CLASSIC, "winter")
    picture = np.asarray(land(source, 1), np.float64)
    for place, (x, y) in numbers_at(sheet).items():
        ground = picture[int(y) - 5 : int(y) + 5, int(x) - 11 : int(x) + 11].mean(axis=(0, 1))
        ink = style.grid_light if ground.sum() < 3 * DARK else style.number
        assert contrast(tuple(ground.round().astype(int).tolist()), ink) >= 4.5, place


def test_a_bridge_is_painted_where_the_map_has_one_and_nowhere_else():
    source = river()
    bare = type(source)(**{name: getattr(source, name) for name in source.__struct_fields__} | {"bridges": ()})
    with_bridge, without = (np.asarray(land(one, 1), np.int16) for one in (source, bare))
    rows, columns = np.nonzero(np.abs(with_bridge - without).max(axis=2) > 40)
    sheet = layout(source)
    x, y = sheet.hexes["0402"][0] - sheet.field.left, sheet.hexes["0402"][1] - sheet.field.top
    assert len(rows) > 500
    assert np.hypot(columns - x, rows - y).max() < 100


def test_half_hexes_are_drawn_and_numbered_at_the_edges():
    source = river()
    assert source.grid.edge_names == ("0105", "0200", "0305", "0400", "0505", "0600", "0705")
    sheet = layout(source)
    spots = numbers_at(sheet)
    assert set(spots) == {*source.names, *source.grid.edge_names}
    assert all(0 < x < sheet.field.width and 6 < y < sheet.field.height - 6 for x, y in spots.values())


def test_the_sheet_is_furnished_as_reviewed():
    assert agrees(paint(sample(), spoken(), 75).reduce(2), "sample-sheet")


@pytest.mark.parametrize("name", MAPS)
def test_every_sheet_looks_as_reviewed(maps, said, name):
    picture = paint(maps[name], said[name], 75)
    assert picture.size == layout(maps[name]).size
    assert agrees(picture.reduce(6), name)


def test_the_overview_is_the_sheet_in_small(maps, said):
    picture = overview(maps["stonne"], said["stonne"], 500)
    size = layout(maps["stonne"]).size
    assert picture.size == (500, round(500 * size[1] / size[0]))


@pytest.mark.parametrize("name", MAPS)
def test_no_way_or_water_runs_over_the_number_of_a_hex(maps, said, scenes, name):
    sheet = layout(maps[name])
    dx, dy = number_at(sheet)
    numbers = np.array([(x - sheet.field.left + dx, y - sheet.field.top + dy) for x, y in sheet.hexes.values()])
    scene = scenes[name]
    for line in (*scene.roads, *scene.railways, *scene.waters):
        points = np.array(line.points)
        away = np.abs(points[:, None] - numbers[None])
        assert not ((away[..., 0] < 11) & (away[..., 1] < 5)).any(), line.way.id


@pytest.mark.parametrize("name", MAPS)
def test_no_two_names_overlap_and_none_hides_a_number_or_an_objective(maps, said, scenes, name):
    source = maps[name]
    sheet = layout(source)
    points = said[name].points
    boxes = [found.shape.bounds for found in names(source, sheet, scenes[name], points)]
    boxes = [box for box in boxes if box[3] - box[1] < 30]  # those along a water are not upright
    assert len(boxes) >= len(source.places)
    dx, dy = number_at(sheet)
    rx, ry = rosette_at(sheet)
    for place, (left, top) in sheet.hexes.items():
        x, y = left - sheet.field.left, top - sheet.field.top
        taken = [(x + dx - 11, y + dy - 4, x + dx + 11, y + dy + 4)]
        if place in points:
            taken.append((x + rx - ROSETTE, y + ry - ROSETTE, x + rx + ROSETTE, y + ry + ROSETTE))
        assert not any(overlap(box, other) for box in boxes for other in taken)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("name", MAPS)
def test_trees_stand_in_woods_and_orchards_and_not_on_roads(maps, scenes, grounds, name):
    source, scene, soil = maps[name], scenes[name], grounds[name]
    sheet = layout(source)
    kinds = {"fruit": ("orchard",), "broad": ("woods", "grove"), "fir": ("woods", "grove")}
    for tree in scene.trees[::5]:
        if tree.plant in kinds:
            looks = [soil.looks[look] for look in kinds[tree.plant] if look in soil.looks]
            assert any(soil.at(values, tree.x, tree.y) > 0.5 for values in looks)
    spots = np.array([point for road in scene.roads for point in road.points])
    trees = np.array([(tree.x, tree.y) for tree in scene.trees])
    for chunk in np.array_split(trees, 60):
        away = ((chunk[:, None] - spots[None]) ** 2).sum(axis=2)
        assert float(away.min(initial=99)) > 2.0**2
    assert sheet.field.width == soil.width


@pytest.mark.parametrize("name", MAPS)
def test_the_middle_of_a_hex_looks_like_its_terrain(maps, grounds, name):
    source, soil = maps[name], grounds[name]
    sheet = layout(source)
    for place, (x, y) in sheet.hexes.items():
        look = source.terrains[source.terrain[place]].look
        for other, values in soil.looks.items():
            value = soil.at(values, x - sheet.field.left, y - sheet.field.top)
            if other in GROUNDS:
                assert (value > 0.5) == (other == look), (place, other)
            if other == "river":
                assert (value > 0.5) == (look in {"river", "ford"}), place


GROUNDS = {"woods", "grove", "scrub", "orchard", "village", "town", "ploughed", "marsh", "ford"}


@pytest.mark.parametrize("name", MAPS)
def test_the_middle_of_a_hex_lies_on_its_level(maps, grounds, name):
    source, soil = maps[name], grounds[name]
    sheet = layout(source)
    for place, (x, y) in sheet.hexes.items():
        height = soil.at(soil.level, x - sheet.field.left, y - sheet.field.top)
        assert round(height) == source.level[place] - source.lowest, place
