"""A part of a grid has the names and the neighbours that the places have in the whole."""

import pytest

from assets.grids import Axis, Grid

GRIDS = [
    Grid(columns=9, rows=8),
    Grid(columns=9, rows=8, shifted="first"),
    Grid(columns=8, rows=9, straight="rows", column=Axis(start="east"), row=Axis(start="south", first=5)),
    Grid(columns=8, rows=9, straight="rows", shifted="first", named="row column", separator="-"),
    Grid(columns=55, rows=33, column=Axis(start="east", first=10), row=Axis(start="south")),
    Grid(kind="squares", columns=7, rows=7, row=Axis(start="south", first=0)),
]


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.kind} {grid.straight} {grid.shifted}")
@pytest.mark.parametrize("corner", [(0, 0), (1, 2), (2, 1), (3, 3)])
def test_names_and_neighbours_stay(grid: Grid, corner: tuple[int, int]) -> None:
    one, other = grid.name(*corner), grid.name(corner[0] + 3, corner[1] + 2)
    part = grid.cut(other, one)
    assert (part.columns, part.rows) == (4, 3)
    for column in range(4):
        for row in range(3):
            assert part.name(column, row) == grid.name(corner[0] + column, corner[1] + row)
    for name in part.names:
        near = {other for other in part.names if part.adjacent(name, other)}
        assert near == {other for other in part.names if grid.adjacent(name, other)}
