"""The art of landscape: the same everywhere, without gaps, and true to what it is made from."""

import math

import numpy as np
import pytest
import shapely
from PIL import Image

from builder.landscape.contours import area, contours, rounded
from builder.landscape.curves import (
    Spot,
    clipped,
    crossings,
    direction,
    distance,
    length,
    moved,
    part,
    smooth,
    turned,
    walk,
)
from builder.landscape.houses import Buildings, House, lit, tuned
from builder.landscape.noise import blurred, enlarged, grain, hashed, layered
from builder.landscape.noise import smooth as smooth_noise
from builder.landscape.plants import sprite
from builder.landscape.plots import furrows, plots
from builder.landscape.scatter import strewn
from builder.landscape.scene import Layer, Tile


def test_hashes_are_the_same_on_every_machine():
    found = hashed(np.arange(4), np.arange(4) * 7, 5)
    assert found.tolist() == [664282453, 2529211996, 423605563, 1696952825]


def test_noise_is_even_and_smooth():
    noise = smooth_noise(300, 200, 20, 3)
    assert noise.shape == (200, 300)
    assert noise.min() >= 0
    assert noise.max() <= 1
    assert abs(float(noise.mean()) - 0.5) < 0.05
    assert float(np.abs(np.diff(noise, axis=1)).max()) < 0.12


def test_layers_of_noise_stay_within_one():
    noise = layered(256, 256, 64, 9)
    assert float(np.abs(noise).max()) < 1
    assert abs(float(noise.mean())) < 0.1


def test_grain_lies_around_the_middle():
    assert abs(float(grain(256, 1).mean()) - 127.5) < 1


def test_a_flat_field_stays_flat_when_enlarged_or_blurred():
    flat = np.full((9, 7), 3.5, np.float32)
    assert np.allclose(enlarged(flat, 4), 3.5)
    assert enlarged(flat, 4).shape == (36, 28)
    assert np.allclose(blurred(flat, 2), 3.5)
    assert blurred(flat, 0) is flat


@pytest.mark.parametrize("gap", [6.0, 15.0, 40.0])
def test_strewn_points_keep_their_distance_and_leave_no_hole(gap):
    points = strewn(400, 300, gap, 2)
    tree = shapely.STRtree(shapely.points(points))
    one, other = tree.query(shapely.points(points), predicate="dwithin", distance=gap * 0.999)
    assert (one == other).all()
    inner = [(x, y) for x in range(40, 360, 5) for y in range(40, 260, 5)]
    _, away = tree.query_nearest(shapely.points(inner), return_distance=True)
    assert float(away.max()) < 1.7 * gap


def cone(size=60):
    y, x = np.mgrid[:size, :size]
    return (20 - np.sqrt((x - 30.0) ** 2 + (y - 30.0) ** 2)).astype(np.float32)


def test_the_contour_of_a_cone_is_a_circle_that_runs_clockwise():
    (ring,) = contours(cone(), 8.0)
    assert area(ring) == pytest.approx(math.pi * 12**2, rel=0.01)
    away = np.sqrt(((ring - 30.5) ** 2).sum(axis=1))
    assert float(np.abs(away - 12).max()) < 0.2


def test_a_hollow_runs_the_other_way_round():
    outer, inner = contours(np.minimum(cone(), 24 - cone()), 8.0)
    assert area(outer) > 0 > area(inner)


def test_high_ground_at_the_edge_is_closed_outside_of_the_field():
    (ring,) = contours(np.ones((10, 10), np.float32), 0.5)
    assert float(ring.min()) < -1
    assert float(ring.max()) > 11


def test_cutting_corners_keeps_the_line_and_shortens_it():
    square = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    assert len(rounded(square, 2)) == 16
    assert 60 < area(rounded(square, 2)) < 100


def test_a_smooth_line_runs_through_all_its_points():
    points = [(0.0, 0.0), (10.0, 4.0), (20.0, -3.0), (33.0, 8.0)]
    line = smooth(points)
    assert all(min(distance(point, other) for other in line) < 1e-9 for point in points)
    assert smooth(points[:2]) == points[:2]


def test_walking_along_a_line_takes_equal_steps():
    spots = list(walk([(0, 0), (10, 0), (10, 10)], 4, 2))
    assert [(spot.x, spot.y) for spot in spots] == [(2, 0), (6, 0), (10, 0), (10, 4), (10, 8)]
    assert spots[0].beside(1) == (2, 1)


def test_a_part_of_a_line_has_the_length_asked_for():
    line = [(0.0, 0.0), (3.0, 4.0), (3.0, 20.0)]
    assert length(part(line, 2, 9)) == pytest.approx(7)
    assert part(line, 2, 9)[0] == pytest.approx((1.2, 1.6))


def test_a_moved_line_keeps_its_distance():
    assert moved([(0, 0), (10, 0), (20, 0)], 3) == [(0, 3), (10, 3), (20, 3)]


def test_crossings_are_found_where_lines_cross():
    assert list(crossings([(0, 0), (10, 0)], [(4, -5), (4, 5), (7, 5)])) == [Spot(4, 0, 1, 0, 4)]
    assert list(crossings([(0, 0), (10, 0)], [(0, 1), (10, 1)])) == []


def test_directions_are_clockwise_from_the_right():
    assert direction(90) == (0.0, 1.0)
    assert direction(-90) == (0.0, -1.0)
    assert turned([(1, 0)], 90, 5, 5) == [(5, 6)]


def test_a_clipped_square_is_half_a_square():
    assert sorted(clipped([(0, 0), (2, 0), (2, 2), (0, 2)], 1, 0, 1)) == [(0, 0), (0, 2), (1, 0), (1, 2)]


def test_plots_cover_the_land_once():
    found = list(plots(600, 500, 4))
    land = shapely.box(100, 100, 500, 400)
    shapes = [shapely.Polygon(plot.corners).intersection(land) for plot in found]
    assert sum(shape.area for shape in shapes) == pytest.approx(land.area, rel=0.001)
    assert shapely.union_all(shapes).area == pytest.approx(land.area, rel=0.001)


def test_furrows_stay_inside_their_plot():
    for plot in list(plots(300, 300, 4))[:20]:
        shape = shapely.Polygon(plot.corners).buffer(0.01)
        assert all(shape.contains(shapely.LineString(line)) for line in furrows(plot, 4))


@pytest.mark.parametrize("plant", ["round", "broad", "fir", "fruit", "bush"])
def test_plants_are_lighter_toward_the_north_west(plant):
    found = sprite(plant, 15 * 8, 20, (90, 120, 70))
    light = np.asarray(found.picture.convert("L"), np.float64)
    inside = np.asarray(found.outline) > 200
    y, x = np.mgrid[: light.shape[0], : light.shape[1]]
    middle = light.shape[0] // 2
    north_west, south_east = inside & (x + y < 2 * middle - 6), inside & (x + y > 2 * middle + 6)
    assert light[north_west].mean() > light[south_east].mean() + 5


def test_a_plant_throws_its_shadow_to_the_south_east():
    mask = Image.new("L", (80, 80))
    sprite("round", 10 * 8, 0, (90, 120, 70)).shade(mask, 40, 40)
    rows, columns = np.nonzero(np.asarray(mask))
    assert rows.mean() > 42
    assert columns.mean() > 42


def test_the_slope_toward_the_light_is_lighter():
    red = (170, 80, 60)
    assert lit(red, 225) > red > lit(red, 45)
    assert tuned((250, 3, 100), 10) == (255, 13, 110)


def test_every_building_has_roofs_and_a_shadow():
    for build in ("church", "farm", "windmill", "watertower"):
        buildings = Buildings(Layer(), Layer())
        if build == "church":
            buildings.church(50, 50, 10)
        elif build == "farm":
            buildings.farm(50, 50, 10, (170, 80, 60))
        else:
            getattr(buildings, build)(50, 50)
        assert buildings.roofs.shapes
        assert buildings.shadows.shapes
        points = np.concatenate([shape.points for shape in buildings.roofs.shapes])
        assert float(np.abs(points - 50).max()) < 30


def test_houses_keep_others_off_by_their_size():
    assert House(0, 0, 12, 6, 0, (0, 0, 0)).reach > House(0, 0, 8, 5, 0, (0, 0, 0)).reach


def test_a_tile_sees_only_the_shapes_that_reach_into_it():
    layer = Layer()
    layer.area([(0, 0), (10, 0), (10, 10)], (1, 2, 3))
    layer.line([(100, 100), (120, 100)], (1, 2, 3), 2)
    layer.disc(50, 50, (1, 2, 3), 6)
    assert [shape.kind for shape in layer.seen(Tile(0, 0, 40, 40, 2))] == ["area"]
    assert [shape.kind for shape in layer.seen(Tile(88, 88, 20, 20, 2))] == ["disc"]
    assert Tile(10, 20, 30, 40, 2).finer(3) == Tile(30, 60, 90, 120, 6)


def test_a_long_line_is_kept_in_pieces():
    layer = Layer()
    layer.line([(x, 0) for x in range(100)], (0, 0, 0), 1)
    assert len(layer.shapes) == 5
    assert [tuple(shape.points[0]) for shape in layer.shapes] == [(0, 0), (24, 0), (48, 0), (72, 0), (96, 0)]


def test_a_layer_takes_over_the_shapes_of_another_in_order():
    one, other = Layer(), Layer()
    one.disc(5, 5, (1, 1, 1), 2)
    other.line([(0, 0), (8, 0)], (2, 2, 2), 1.5)
    other.area([(0, 0), (9, 0), (9, 9)], (3, 3, 3))
    one.extend(other)
    assert [(each.kind, each.colour, each.width) for each in one.shapes] == [
        ("disc", (1, 1, 1), 2.0),
        ("line", (2, 2, 2), 1.5),
        ("area", (3, 3, 3), 0.0),
    ]
    assert [each.points.tolist() for each in one.shapes[:2]] == [[[5, 5]], [[0, 0], [8, 0]]]


def test_what_is_added_after_a_look_is_seen_at_the_next():
    layer, tile = Layer(), Tile(0, 0, 40, 40, 1)
    assert list(layer.seen(tile)) == []
    layer.disc(5, 5, (1, 1, 1), 2)
    assert len(list(layer.seen(tile))) == 1
    layer.disc(9, 9, (1, 1, 1), 2)
    assert len(list(layer.seen(tile))) == 2


def test_a_line_of_one_point_and_an_area_of_two_are_nothing():
    layer = Layer()
    layer.line([(1, 1)], (0, 0, 0), 1)
    layer.line([], (0, 0, 0), 1)
    layer.area([(1, 1), (2, 2)], (0, 0, 0))
    assert len(layer) == 0
