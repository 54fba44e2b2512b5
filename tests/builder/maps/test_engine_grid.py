"""The engine's grid names every drawn hex as it is printed, and snaps to its centre."""

import pytest

from assets.finding import games
from assets.grids import Axis, Grid
from assets.loading import load
from assets.maps import Map, Terrain
from assets.schema import Text
from builder.maps.engine import EngineGrid, engine_grid, outline
from builder.maps.layout import layout
from vassal.grids import HexGrid, SquareGrid
from vassal.numbering import Axis as Number
from vassal.numbering import Numbering
from vassal.zones import Polygon

TEXT = Text(en="x", de="x")
GRIDS = [
    Grid(columns=7, rows=5),
    Grid(columns=6, rows=6, shifted="first"),
    Grid(columns=7, rows=5, halves=True),
    Grid(columns=6, rows=5, straight="rows", halves=True),
    Grid(columns=6, rows=5, straight="rows"),
    Grid(columns=7, rows=6, straight="rows", shifted="first", column=Axis(start="east"), named="row column"),
    Grid(columns=9, rows=4, row=Axis(start="south", first=10), separator="-"),
    Grid(columns=8, rows=7, column=Axis(start="east", digits=3), shifted="first"),
    Grid(columns=5, rows=8, straight="rows", row=Axis(start="south"), column=Axis(start="west", first=0)),
    Grid(kind="squares", columns=10, rows=6),
    Grid(kind="squares", columns=5, rows=9, column=Axis(start="east"), row=Axis(start="south"), named="row column"),
]


def country(grid: Grid) -> Map:
    return Map(
        id="small",
        title=TEXT,
        subtitle=TEXT,
        grid=grid,
        terrains={"open": Terrain(id="open", name=TEXT, look="fields")},
    )


def grid_of(found: EngineGrid) -> HexGrid | SquareGrid:
    size = Polygon(found.outline).box[2:]
    horizontal, vertical = (
        Number(leading=one.leading, offset=one.offset, descending=one.descending)
        for one in (found.horizontal, found.vertical)
    )
    numbering = Numbering(horizontal, vertical, found.column_first, found.separator, stagger=False)
    if found.kind == "squares":
        return SquareGrid(size, found.dx, found.dy, found.x0, found.y0, numbering=numbering)
    return HexGrid(size, found.dx, found.dy, found.x0, found.y0, found.sideways, numbering=numbering)


def maps() -> list[Map]:
    return [*(each for name in games() for each in load(name).maps.values()), *map(country, GRIDS)]


@pytest.mark.parametrize("source", maps(), ids=lambda source: f"{source.id} {source.grid.columns}x{source.grid.rows}")
@pytest.mark.parametrize("density", [75, 150, 300])
def test_every_centre_has_the_printed_name_and_is_where_pieces_snap_to(source, density):
    sheet = layout(source, density)
    found = engine_grid(sheet)
    grid = grid_of(found)
    for name, (x, y) in sheet.hexes.items():
        assert grid.name((x, y)) == name
        assert grid.snap((x, y)) == (x, y)
        near = grid.snap((x + 20 * sheet.factor, y - 18 * sheet.factor))
        assert max(abs(near[0] - x), abs(near[1] - y)) <= 1


@pytest.mark.parametrize("source", maps(), ids=lambda source: f"{source.id} {source.grid.columns}x{source.grid.rows}")
def test_the_zone_holds_all_hexes_and_nothing_of_the_land_beside_them(source):
    sheet = layout(source)
    zone = Polygon(outline(sheet))
    assert all(zone.contains(centre) for centre in sheet.hexes.values())
    field = sheet.field
    for corner in ((field.left, field.top), (field.right - 1, field.top), (field.left, field.bottom - 1)):
        assert not zone.contains(corner)


@pytest.mark.parametrize("straight", ["columns", "rows"])
@pytest.mark.parametrize("shifted", ["first", "second"])
def test_half_hexes_belong_to_the_zone_and_have_the_names_that_follow(straight, shifted):
    source = Grid(columns=6, rows=5, straight=straight, shifted=shifted, halves=True)
    sheet = layout(country(source), 150)
    zone, grid = Polygon(outline(sheet)), grid_of(engine_grid(sheet))
    assert set(sheet.halves) == set(source.edge_names)
    for name, centre in sheet.halves.items():
        assert zone.contains(centre)
        assert grid.name(centre) == name
        assert grid.snap(centre) == centre


def test_a_zone_leaves_out_the_half_hexes_at_the_lower_edge():
    sheet = layout(country(Grid(columns=6, rows=5)))
    lowest = max(sheet.hexes.values(), key=lambda centre: centre[1])
    raised = [centre for centre in sheet.hexes.values() if centre[1] == lowest[1] - 45]
    for x, y in raised or [lowest]:
        assert not Polygon(outline(sheet)).contains((x, y + 90))


def test_a_table_has_no_grid():
    with pytest.raises(ValueError, match="no grid"):
        engine_grid(layout(country(Grid(kind="table", columns=12, rows=12))))
