import pytest
from hypothesis import assume, given

from tests.vassal.grid_strategies import all_grids, hex_grids, points, region_grids, square_grids, zoned_grids
from vassal.grids import Grid, HexGrid, Point, Region, RegionGrid, SquareGrid
from vassal.numbering import Axis, Numbering
from vassal.zones import ZonedGrid

FIELD = HexGrid(size=(800, 600), dx=55.4256, dy=64.0, x0=0, y0=32, numbering=Numbering(stagger=False))
SQUARES = SquareGrid(size=(900, 600), dx=60.0, dy=60.0, x0=30, y0=30, numbering=Numbering())


@pytest.mark.parametrize(
    ("point", "snapped", "name"),
    [
        ((100, 100), (110, 96), "0302"),
        ((0, 32), (0, 32), "0101"),
        ((221, 224), (221, 224), "0504"),
        ((60, 70), (55, 64), "0201"),
    ],
)
def test_points_on_a_field_of_hexes(point: Point, snapped: Point, name: str) -> None:
    assert FIELD.snap(point) == snapped
    assert FIELD.name(snapped) == name
    assert FIELD.point(name) == snapped


def test_a_point_near_a_corner_snaps_to_one_hex_and_is_named_for_another() -> None:
    # given a point right of the middle between two columns, but within the corner of the hex on its left
    corner = (28, 42)
    assert FIELD.snap(corner) == (0, 32)
    assert FIELD.name(corner) == "0201"
    assert FIELD.name(FIELD.snap(corner)) == "0101"


def test_names_are_found_although_the_engine_would_miss_them_by_a_row() -> None:
    grid = HexGrid((100, 100), 14.0, 12.0, 0, 0, numbering=Numbering(separator=".", horizontal=Axis(descending=True)))
    assert not grid.misplaced
    odd = HexGrid((108, 100), 14.0, 12.0, 0, 0, numbering=grid.numbering)
    assert odd.misplaced
    assert odd.name((14, 6)) == "09.02"
    assert odd.point("09.02") == (14, 6)


def test_sideways_hexes_swap_the_axes() -> None:
    upright = HexGrid(size=(800, 600), dx=50.0, dy=60.0, x0=5, y0=10)
    sideways = HexGrid(size=(600, 800), dx=50.0, dy=60.0, x0=5, y0=10, sideways=True)
    for x in range(0, 300, 7):
        assert sideways.snap((2 * x, x)) == upright.snap((x, 2 * x))[::-1]


@pytest.mark.parametrize(
    ("stagger", "descending", "names"),
    [
        (False, False, ["0302", "0402"]),
        (True, False, ["0302", "0403"]),
        (False, True, ["0311", "0411"]),
        (True, True, ["0311", "0410"]),
    ],
)
def test_staggered_columns_count_from_the_same_border(stagger: bool, descending: bool, names: list[str]) -> None:
    numbering = Numbering(stagger=stagger, vertical=Axis(descending=descending))
    grid = HexGrid((800, 600), 55.4256, 64.0, numbering=numbering)
    # given two neighbours, the right one half a hex lower
    assert [grid.name(point) for point in ((110, 96), (166, 128))] == names


def test_an_edge_or_corner_is_snapped_to_where_it_is_legal() -> None:
    edges = HexGrid((800, 600), 50.0, 60.0, 0, 0, edges=True)
    corners = HexGrid((800, 600), 50.0, 60.0, 0, 0, corners=True)
    both = HexGrid((800, 600), 50.0, 60.0, 0, 0, edges=True, corners=True)
    assert edges.snap((98, 28)) == (100, 30)
    assert corners.snap((85, 32)) == (84, 30)
    assert both.snap((99, 29)) == (100, 30)
    assert both.snap((85, 31)) == (84, 30)
    assert both.snap((101, 1)) == (100, 0)


@pytest.mark.parametrize(
    ("edges", "corners", "snapped"),
    [
        (False, False, [(60, 60), (60, 60), (120, 60), (60, 60)]),
        (True, False, [(60, 60), (90, 60), (120, 60), (60, 90)]),
        (False, True, [(60, 60), (60, 60), (120, 60), (90, 90)]),
        (True, True, [(60, 60), (90, 60), (120, 60), (90, 90)]),
    ],
)
def test_squares_snap_to_what_is_legal(edges: bool, corners: bool, snapped: list[Point]) -> None:
    grid = SquareGrid((600, 600), 60.0, 60.0, 0, 0, edges=edges, corners=corners)
    assert [grid.snap(point) for point in ((70, 65), (85, 62), (110, 55), (80, 80))] == snapped


def test_squares_are_named_by_column_and_row() -> None:
    assert SQUARES.name((150, 270)) == "0305"
    assert SQUARES.point("0305") == (150, 270)


def test_the_row_above_the_first_takes_the_name_of_the_first() -> None:
    grid = SquareGrid((900, 600), 60.0, 60.0, 30, 100, numbering=Numbering())
    assert grid.name((30, 100)) == grid.name((30, 30)) == "0101"


@pytest.mark.parametrize("grid", [HexGrid((500, 500), 50.0, 60.0), SquareGrid((500, 500), 50.0, 50.0), RegionGrid()])
def test_a_grid_without_numbers_or_regions_gives_no_names(grid: Grid) -> None:
    assert grid.name((100, 100)) is None
    assert grid.point("0101") is None


@pytest.mark.parametrize(
    "grid",
    [HexGrid((500, 500), 50.0, 60.0, snaps=False), SquareGrid((500, 500), 50.0, 50.0, snaps=False), RegionGrid()],
)
def test_a_grid_that_does_not_snap_leaves_every_point(grid: Grid) -> None:
    assert grid.snap((123, 234)) == (123, 234)


def test_the_nearest_region_counts() -> None:
    grid = RegionGrid((Region("Paris", (450, 350)), Region("Lyon", (550, 450))))
    assert (grid.snap((460, 300)), grid.name((460, 300))) == ((450, 350), "Paris")
    assert grid.point("Lyon") == (550, 450)
    assert grid.point("Rome") is None


def test_of_two_regions_at_one_point_the_later_counts() -> None:
    grid = RegionGrid((Region("Old", (10, 10)), Region("New", (10, 10))))
    assert grid.name((0, 0)) == "New"
    assert grid.point("Old") is None


def counting(grid: Grid | None, point: Point) -> Grid | None:
    """Return the grid that gives a point its name: that of its zone, or the background."""
    if not isinstance(grid, ZonedGrid):
        return grid
    zone = grid.zone(point)
    return zone.grid if zone else grid.background


def above_the_first_row(grid: Grid | None, point: Point) -> bool:
    """Tell whether a point lies where square grids repeat the names of their first row."""
    return isinstance(grid, SquareGrid) and grid.cell(point)[1] < 0


@given(all_grids(), points)
def test_the_point_of_a_name_bears_that_name(grid: Grid, point: Point) -> None:
    name = grid.name(point)
    found = grid.point(name) if name else None
    assume(not any(above_the_first_row(counting(grid, each), each) for each in (point, found) if each))
    if found is None:
        # A zone may hold only a part of a cell, and not its centre.
        assert name is None or isinstance(grid, ZonedGrid)
    elif not isinstance(grid, ZonedGrid) or grid.zone(found) == grid.zone(point):
        assert grid.name(found) == name


@given(hex_grids(exact=True), points)
def test_snapping_to_centres_of_hexes_is_done_after_once(grid: HexGrid, point: Point) -> None:
    assert grid.snap(grid.snap(point)) == grid.snap(point)


@given(square_grids() | region_grids() | zoned_grids(), points)
def test_snapping_to_squares_regions_and_zones_is_done_after_once(grid: Grid, point: Point) -> None:
    snapped = grid.snap(point)
    if not isinstance(grid, ZonedGrid) or grid.zone(snapped) == grid.zone(point):
        assert grid.snap(snapped) == snapped


@given(hex_grids(), points)
def test_a_hex_snaps_to_no_further_than_a_hex(grid: HexGrid, point: Point) -> None:
    snapped = grid.snap(point)
    across, down = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
    assert abs(snapped[0] - point[0]) <= across + 2
    assert abs(snapped[1] - point[1]) <= down + 2


@given(hex_grids(exact=True), points)
def test_a_centre_is_named_for_its_own_cell(grid: HexGrid, point: Point) -> None:
    column, row = grid.cell(point)
    assert grid.cell(grid.centre(column, row)) == (column, row)
