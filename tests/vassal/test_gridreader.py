import pytest

from vassal.buildfile import component
from vassal.components import Component
from vassal.gridreader import GridReader, corners
from vassal.grids import Grid, HexGrid, Region, RegionGrid, SquareGrid
from vassal.numbering import Axis, Numbering
from vassal.zones import ZonedGrid


def read(*grids: Component) -> tuple[Grid | None, list[str]]:
    reader = GridReader()
    board = reader.board(component("Board", *grids, name="East", reversible=True), (800, 600))
    return board.grid, [str(problem) for problem in reader.problems]


def test_a_bare_grid_is_what_the_engine_takes_for_it() -> None:
    assert read(component("HexGrid")) == (HexGrid((800, 600), 55.42562584220407, 64.0, 0, 32), [])
    assert read(component("SquareGrid")) == (SquareGrid((800, 600), 48.0, 48.0, 24, 24), [])
    assert read(component("RegionGrid")) == (RegionGrid(), [])
    assert read(component("ZonedGrid")) == (ZonedGrid(), [])
    assert read() == (None, [])


def test_a_width_that_is_not_given_follows_the_height() -> None:
    grid, _ = read(component("HexGrid", dy=50.0))
    assert isinstance(grid, HexGrid)
    assert grid.dx == 43.30127018922193


def test_all_settings_are_read() -> None:
    numbering = component(
        "HexGridNumbering",
        first="V",
        sep="-",
        hType="A",
        hLeading=0,
        hOff=2,
        hDescend=True,
        vLeading=2,
        vOff=-1,
        locationFormat="Hex $gridLocation$",
        stagger=False,
    )
    grid, problems = read(
        component(
            "HexGrid",
            numbering,
            dx=50.0,
            dy=60.0,
            x0=-5,
            y0=7,
            sideways=True,
            snapTo=False,
            edgesLegal=True,
            cornersLegal=True,
        )
    )
    assert problems == []
    assert grid == HexGrid(
        (800, 600),
        50.0,
        60.0,
        -5,
        7,
        sideways=True,
        snaps=False,
        edges=True,
        corners=True,
        numbering=Numbering(
            Axis("A", 0, 2, descending=True),
            Axis("N", 2, -1),
            column_first=False,
            separator="-",
            location_format="Hex $gridLocation$",
            stagger=False,
        ),
    )


def test_the_last_of_several_grids_counts() -> None:
    grid, _ = read(component("HexGrid"), component("SquareGrid"))
    assert isinstance(grid, SquareGrid)


def test_zones_have_their_own_grid_or_the_background_or_none() -> None:
    path = "0,0;200,0;200,100;0,100"
    grid, problems = read(
        component(
            "ZonedGrid",
            component("Zone", component("SquareGrid"), name="Own", path=path),
            component("Zone", component("SquareGrid"), name="Shared", path=path, useParentGrid=True),
            component("Zone", name="Bare", path=path, locationFormat="x"),
            component("HexGrid"),
        )
    )
    assert problems == []
    assert isinstance(grid, ZonedGrid)
    own, shared, bare = grid.zones
    assert own.grid == SquareGrid((200, 100), 48.0, 48.0)
    assert shared.grid == grid.background == HexGrid((800, 600), 55.42562584220407, 64.0)
    assert (bare.grid, bare.location_format) == (None, "x")


def test_regions_are_named_points() -> None:
    grid, _ = read(component("RegionGrid", component("Region", name="Paris", originx=10, originy=20), snapto=False))
    assert grid == RegionGrid((Region("Paris", (10, 20)),), snaps=False)


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("0,0;10, 20 ;-5,7", ((0, 0), (10, 20), (-5, 7))),
        ("", ()),
        ("1,2;3;x,y;4,5,6", ((1, 2), (4, 5))),
    ],
)
def test_what_is_no_corner_is_passed_over(path: str, found: tuple[tuple[int, int], ...]) -> None:
    assert corners(path) == found


HEXES = "VASSAL.build.module.map.boardPicker.board.HexGrid"
NUMBERING = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
REGIONS = "VASSAL.build.module.map.boardPicker.board.RegionGrid"
REGION = "VASSAL.build.module.map.boardPicker.board.Region"


def written(*grids: Component) -> tuple[Grid | None, list[str]]:
    """Read grids as a file may hold them, unchecked."""
    reader = GridReader()
    board = Component("VASSAL.build.module.map.boardPicker.Board", {"name": "East"}, grids)
    return reader.board(board, (800, 600)).grid, [str(problem) for problem in reader.problems]


def test_a_grid_with_a_number_that_is_none_is_dropped_and_told() -> None:
    assert written(Component(HEXES, {"dx": "wide"})) == (None, ["HexGrid: dx must be a number, not 'wide'"])
    assert written(Component(HEXES, {"dx": "0"})) == (None, ["HexGrid: dx must lie between 0.1 and 1000000"])
    assert written(Component(HEXES, {"x0": ""})) == (None, ["HexGrid: x0 must be a whole number, not ''"])


def test_a_numbering_or_region_is_dropped_alone() -> None:
    grid, problems = written(Component(HEXES, {}, (Component(NUMBERING, {"hType": ""}),)))
    assert isinstance(grid, HexGrid)
    assert (grid.numbering, problems) == (None, ["HexGridNumbering: hType is empty"])
    inside = (Component(REGION, {"name": "A", "originx": "?"}), Component(REGION, {"name": "B"}))
    grid, problems = written(Component(REGIONS, {}, inside))
    assert grid == RegionGrid((Region("B", (0, 0)),))
    assert problems == ["Region[A]: originx must be a whole number, not '?'"]


def test_a_finer_snap_is_told_but_not_reckoned_with() -> None:
    grid, problems = written(Component(HEXES, {"snapscale": "3"}))
    assert isinstance(grid, HexGrid)
    assert problems == ["HexGrid: snapscale is not reckoned with"]


def test_a_numbering_that_the_engine_cannot_read_back_is_told() -> None:
    numbering = component("HexGridNumbering", hDescend=True, stagger=True)
    reader = GridReader()
    reader.board(component("Board", component("HexGrid", numbering, dx=50, dy=60), name="East"), (540, 500))
    assert [problem.what for problem in reader.problems] == [
        "staggered rows with columns counted down from an odd one: the engine finds names a row off"
    ]
    even = GridReader()
    even.board(component("Board", component("HexGrid", numbering, dx=50, dy=60), name="East"), (600, 500))
    assert even.problems == []


def test_a_name_longer_than_any_place_bears_drops_its_zone() -> None:
    zones = [component("Zone", name=name, path="0,0;9,0;9,9") for name in ("x" * 1001, "Short")]
    reader = GridReader()
    grid = reader.board(component("Board", component("ZonedGrid", *zones), name="East"), (10, 10)).grid
    assert isinstance(grid, ZonedGrid)
    assert [zone.name for zone in grid.zones] == ["Short"]
    assert [str(problem) for problem in reader.problems] == ["Zone: name is longer than 1000 characters"]
