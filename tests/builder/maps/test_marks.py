"""What lies on sides, in places and along edges: drawn where the data have it, explained by the legend."""

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from assets.mapchecks import findings
from assets.maps import Area, Height
from builder.drawing.colour import rgb
from builder.landscape.curves import distance, walk
from builder.maps.board import paint
from builder.maps.chains import chained, of_places, of_sides
from builder.maps.country import country
from builder.maps.furniture import furnish
from builder.maps.layout import layout
from builder.maps.style import CLASSIC, ramp
from builder.maps.swatches import swatch
from builder.maps.ways import Survey
from builder.maps.words import Line
from builder.maps.works import deep
from tests.builder.maps.marked_map import SIDES, marked, told
from tests.builder.maps.test_map_painter import agrees

TONES = {side: rgb(ground) for side, (ground, _) in SIDES.items()}
MARKS = [f"{what}/{key}" for what in ("borders", "flags") for key in getattr(marked(), what)]


OVER = {"bridge", "footbridge", "ford", "objective"}
"""What lies over other marks."""


def but(source, **fields):
    """The map with some fields otherwise."""
    return type(source)(**{name: getattr(source, name) for name in source.__struct_fields__} | fields)


def without(source, over):
    """The map without the marks that lie over others, or without those others."""
    left = {
        what: {
            key: mark for key, mark in getattr(source, what).items() if over != (source.kinds[mark.kind].look in OVER)
        }
        for what in ("borders", "flags")
    }
    return but(source, **left)


def picture(source):
    return np.asarray(paint(source, told(source), 75), np.int16)


@pytest.fixture(scope="module")
def source():
    return marked()


@pytest.fixture(scope="module")
def survey(source):
    return Survey(source, layout(source))


@pytest.fixture(scope="module")
def whole(source):
    return picture(source)


@pytest.mark.parametrize("name", ["marked", "fields"])
def test_both_maps_are_sound_and_painted_as_reviewed(name, request):
    one = marked(name)
    assert list(findings(one, "maps/x")) == []
    pixels = request.getfixturevalue("whole") if name == "marked" else picture(one)
    field = layout(one).field
    image = Image.fromarray(pixels.astype(np.uint8)).crop((field.left, field.top, field.right, field.bottom))
    assert agrees(image.reduce(3), f"marks-{name}")


@pytest.fixture(scope="module")
def bare(source):
    return {over: picture(without(source, over)) for over in (True, False)}


@pytest.mark.parametrize("mark", MARKS)
def test_each_mark_is_drawn_in_every_place_that_has_it(source, survey, whole, bare, mark):
    what, key = mark.split("/")
    mark, field = getattr(source, what)[key], layout(source).field
    without_it = bare[source.kinds[mark.kind].look in OVER]
    for name in mark.at:
        a, b = (survey.centre(one) for one in name.split("/")) if "/" in name else (survey.centre(name),) * 2
        x, y = round((a[0] + b[0]) / 2) + field.left, round((a[1] + b[1]) / 2) + field.top
        near = 14 if what == "borders" else 50
        part = np.s_[y - near : y + near, x - near : x + near]
        assert (np.abs(whole[part] - without_it[part]).max(axis=2) > 24).sum() > 20, name


def test_a_river_runs_along_every_side_that_it_has(source, survey):
    works = [work for work in country(source, layout(source), CLASSIC).works if work.look == "river"]
    for river in ("isonzo", "brook"):
        lines = [work.line for work in works if work.border.id == river]
        for side in source.borders[river].at:
            (x, y), (to_x, to_y) = survey.side(*side.split("/"))
            middle = ((x + to_x) / 2, (y + to_y) / 2)
            spots = (spot for line in lines for spot in walk(line, 2.0))
            assert min(distance((spot.x, spot.y), middle) for spot in spots) < 14


def test_a_bridge_that_is_blown_ends_over_the_water(source):
    blown = source.borders["b2"]
    assert blown.state == "blown"
    standing = type(blown)(**{name: getattr(blown, name) for name in blown.__struct_fields__} | {"state": None})
    sound = but(source, borders=source.borders | {"b2": standing})
    decks = [
        sum(
            shape.colour == CLASSIC.road_fill and shape.width == 6.4
            for shape in country(one, layout(one), CLASSIC).base.shapes
        )
        for one in (source, sound)
    ]
    assert decks == [3, 2]


def test_works_are_in_the_colour_of_their_owner(source):
    found = country(source, layout(source), CLASSIC, TONES).base.shapes
    plain = country(source, layout(source), CLASSIC).base.shapes
    dark = {side: tuple(max(0, part - 40) for part in tone) for side, tone in TONES.items()}
    assert set(dark.values()) <= {shape.colour for shape in found}
    assert not set(dark.values()) & {shape.colour for shape in plain}


def test_sides_are_joined_into_lines_that_end_where_they_fork(source, survey):
    lines = of_sides(survey, source.borders["t1"].at)
    assert [len(line) - 1 for line in lines] == [len(source.borders["t1"].at)]
    fork = chained([(1, 2), (2, 3), (2, 4), (4, 5)])
    assert sorted(tuple(sorted(line)) for line in fork) == [(1, 2), (2, 3), (2, 4, 5)]
    assert sorted(len(line) for line in chained([(1, 2), (2, 3), (3, 1)])) == [4]


def test_places_are_joined_without_loops(survey):
    lines = of_places(survey, ("0201", "0301", "0302", "0401"))
    assert sum(len(line) - 1 for line in lines) == 3
    assert len(of_places(survey, ("0101", "0901"))) == 2


def test_a_map_may_have_any_number_of_levels(source):
    assert source.levels == 6
    assert ramp(CLASSIC.levels, 3) == CLASSIC.levels
    for count in (5, 6, 9, 14):
        tints = ramp(CLASSIC.levels, count)
        assert len(set(tints)) == count
        assert tints[0] == CLASSIC.levels[0]
        assert all(sum(abs(a - b) for a, b in zip(one, other, strict=True)) >= 6 for one, other in pairwise(tints))


def test_levels_below_the_plain_have_tints_of_their_own(source):
    sunk = Height(id="sunk", level=-2, hexes=("0507", "0508"))
    deep = but(source, heights={"sunk": sunk}, borders={}, flags={})
    assert (deep.lowest, deep.levels) == (-2, 3)
    assert country(deep, layout(deep), CLASSIC).edges


def test_north_may_lie_anywhere_on_the_sheet(source):
    sheet = layout(source)
    frame = sheet.items["scale"].frame
    seen = set()
    for north in (0, 45, 180, 315):
        image = Image.new("RGB", sheet.size)
        furnish(image, but(source, north=north), sheet, told(source), CLASSIC)
        seen.add(image.crop((frame.left, frame.top, frame.left + 120, frame.bottom)).tobytes())
    assert len(seen) == 4


def test_the_edges_have_their_colours(source, whole):
    field = layout(source).field
    grey, green = rgb("#707880"), rgb("#3a7a3a")
    assert np.abs(whole[field.top + 4, field.left + 300] - grey).max() < 30
    assert np.abs(whole[field.top + 400, field.left + 4] - green).max() < 30
    assert np.abs(whole[field.top + 40, field.left + 4] - green).max() > 30


def test_every_kind_that_is_drawn_has_a_sample_of_its_own(source):
    on_sides = {border.kind for border in source.borders.values()}
    seen = set()
    for kind in source.shown:
        line = Line("border" if kind.id in on_sides else "flag", kind.id, kind.name.en, ())
        seen.add(swatch(source, line, 1, CLASSIC)[0].tobytes())
    assert len(seen) == len(source.shown)


def test_an_inset_shows_its_part_of_the_land_larger_with_the_same_names(source, whole):
    sheet = layout(source)
    inset = sheet.insets["bridge"]
    assert set(inset.hexes) == {"0404", "0504", "0405", "0505", "0406", "0506"}
    (x, y), (there_x, there_y) = sheet.hexes["0505"], inset.hexes["0505"]
    small = whole[y - 40 : y + 40, x - 30 : x + 30]
    large = whole[there_y - 80 : there_y + 80, there_x - 60 : there_x + 60]
    reduced = np.asarray(Image.fromarray(large.astype(np.uint8)).reduce(2), np.int16)
    assert np.abs(small - reduced).mean() < 9
    field = inset.field
    assert all(field.left < x < field.right and field.top < y < field.bottom for x, y in inset.hexes.values())
    ground = layout(source, 150).insets["bridge"]
    assert ground.hexes["0505"] == (2 * there_x, 2 * there_y)


def test_no_tree_hides_a_trench_or_a_stream_in_a_wood(source):
    wood = Area(id="w", terrain="woods", hexes=(*source.flags["line"].at, *source.flags["stream"].at, "0104", "0202"))
    scene = country(but(source, areas={"w": wood}), layout(source), CLASSIC)
    assert len(scene.trees) > 200
    for course, _ in scene.lines:
        spots = [(spot.x, spot.y) for spot in walk(course, 4.0)]
        near = (min(distance((tree.x, tree.y), spot) for spot in spots) for tree in scene.trees)
        assert min(near) > 3


def test_the_trenches_of_a_side_with_light_pieces_are_dark_all_the_same():
    assert deep((195, 205, 162)) == (125, 131, 104)
    assert deep((74, 83, 91)) == (74, 83, 91)
