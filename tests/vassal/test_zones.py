import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.grid_strategies import points, zoned_grids
from vassal.expressions import UNKNOWN
from vassal.grids import HexGrid, Point, Region, RegionGrid, SquareGrid
from vassal.numbering import Numbering
from vassal.zones import Polygon, Zone, ZonedGrid

BOX = Polygon(((0, 0), (200, 0), (200, 100), (0, 100)))
CELLS = SquareGrid((200, 100), 50.0, 50.0, 25, 25, numbering=Numbering())
U_SHAPE = Polygon(((0, 0), (90, 0), (90, 90), (60, 90), (60, 30), (30, 30), (30, 90), (0, 90)))


@pytest.mark.parametrize(
    ("point", "inside"),
    [((0, 0), True), ((199, 99), True), ((200, 50), False), ((50, 100), False), ((-1, 50), False), ((100, 50), True)],
)
def test_left_and_upper_border_belong_to_an_area(point: Point, inside: bool) -> None:
    assert BOX.contains(point) is inside


def test_two_areas_side_by_side_share_no_point() -> None:
    left = Polygon(((0, 0), (70, 0), (40, 90), (0, 90)))
    right = Polygon(((70, 0), (150, 0), (150, 90), (40, 90)))
    for x in range(150):
        for y in range(90):
            assert left.contains((x, y)) != right.contains((x, y)), (x, y)


def test_an_area_may_be_bent() -> None:
    assert U_SHAPE.contains((10, 60))
    assert not U_SHAPE.contains((45, 60))
    assert U_SHAPE.contains((75, 60))


@pytest.mark.parametrize("corners", [(), ((0, 0),), ((0, 0), (10, 10)), ((0, 0), (10, 0), (20, 0))])
def test_fewer_than_three_corners_or_a_line_hold_nothing(corners: tuple[Point, ...]) -> None:
    assert not Polygon(corners).contains((0, 0))
    assert not Polygon(corners).contains((5, 0))


@given(st.lists(points, min_size=3, max_size=8).map(tuple), points)
def test_an_area_lies_within_its_box_and_does_not_care_where_its_corners_begin(
    corners: tuple[Point, ...], point: Point
) -> None:
    area = Polygon(corners)
    left, top, width, height = area.box
    if area.contains(point):
        assert left <= point[0] < left + width
        assert top <= point[1] < top + height
    assert Polygon(corners[1:] + corners[:1]).contains(point) == area.contains(point)


@pytest.mark.parametrize(
    ("text", "grid", "location"),
    [
        ("$name$", None, "Reserve"),
        ("$name$ $gridLocation$", CELLS, "Reserve 0201"),
        ("$name$ $gridLocation$", None, "Reserve "),
        ("$gridLocation$", CELLS, "0201"),
        ("$Turn$: $name$", None, "Turn: Reserve"),
        ("", CELLS, ""),
        ("{name}", CELLS, UNKNOWN),
    ],
)
def test_a_zone_names_its_places_by_its_format(text: str, grid: SquareGrid | None, location: str) -> None:
    assert Zone("Reserve", BOX, text, grid).location((75, 25)) == location


def test_a_zone_is_found_by_the_names_of_its_places() -> None:
    zone = Zone("Reserve", BOX, "$name$ $gridLocation$", CELLS)
    assert zone.point("Reserve 0201") == (75, 25)
    assert zone.point("Reserve 0901") is None
    assert zone.point("Other 0201") is None
    assert zone.point("Reserve " + "0" * 300) is None


def test_a_zone_without_a_grid_is_found_in_its_middle() -> None:
    assert Zone("Reserve", BOX).point("Reserve") == (100, 50)
    assert Zone("Bent", U_SHAPE).point("Bent") == (0, 0)
    assert Zone("Bent", U_SHAPE).centre == (45, 45)
    assert Zone("Nothing", Polygon()).point("Nothing") == (0, 0)


@pytest.mark.parametrize("text", ["", "$gridLocation$" * 3, "{name}"])
def test_a_format_that_cannot_be_taken_apart_finds_nothing(text: str) -> None:
    assert Zone("Reserve", BOX, text, CELLS).point("Reserve 0201") is None


def test_the_first_zone_wins_and_the_background_has_the_rest() -> None:
    background = HexGrid((800, 600), 55.4256, 64.0, 0, 32, numbering=Numbering(stagger=False))
    upper = Zone("Upper", BOX)
    lower = Zone("Lower", Polygon(((0, 50), (200, 50), (200, 300), (0, 300))), "$name$ $gridLocation$", background)
    grid = ZonedGrid((upper, lower), background)
    assert [grid.name(point) for point in ((10, 60), (10, 150), (221, 224))] == ["Upper", "Lower 0103", "0504"]
    assert [grid.snap(point) for point in ((10, 60), (10, 150), (225, 220))] == [(10, 60), (0, 160), (221, 224)]
    assert grid.point("Upper") == (100, 50)
    assert grid.point("Lower 0103") == (0, 160)
    assert grid.point("0504") == (221, 224)
    assert grid.named("Lower") is lower
    assert grid.named("Middle") is None


def test_without_a_background_nothing_snaps_or_is_named() -> None:
    grid = ZonedGrid((Zone("Box", BOX, grid=RegionGrid((Region("Post", (30, 30)),))),))
    assert (grid.snap((500, 500)), grid.name((500, 500)), grid.point("0101")) == ((500, 500), None, None)
    assert grid.snap((80, 80)) == (30, 30)


@given(zoned_grids(), points)
def test_a_zone_is_the_first_that_holds_the_point(grid: ZonedGrid, point: Point) -> None:
    zone = grid.zone(point)
    holders = [each for each in grid.zones if each.area.contains(point)]
    assert zone == (holders[0] if holders else None)
