"""Grids of all kinds, drawn at random within what modules really use."""

from hypothesis import strategies as st

from vassal.grids import Grid, HexGrid, Region, RegionGrid, SquareGrid
from vassal.numbering import Axis, Numbering
from vassal.zones import Polygon, Zone, ZonedGrid

sizes = st.tuples(st.integers(100, 3000), st.integers(100, 3000))
points = st.tuples(st.integers(-50, 3050), st.integers(-50, 3050))
spacings = st.floats(12, 200)
origins = st.integers(-100, 100)
FORMATS = ("$gridLocation$", "Hex $gridLocation$", "$column$/$row$", "$row$, $column$ (inner)")


def _axes(leading: st.SearchStrategy[int]) -> st.SearchStrategy[Axis]:
    return st.builds(
        Axis,
        kind=st.sampled_from("NA"),
        leading=leading,
        offset=st.integers(-30, 60),
        descending=st.booleans(),
    )


@st.composite
def numberings(draw: st.DrawFn) -> Numbering:
    """Return numberings whose names can be taken apart again: two numbers side by side have a fixed length."""
    separator = draw(st.sampled_from(("", ".", "-", " / ")))
    axes = _axes(st.integers(0, 3) if separator else st.just(3))
    return Numbering(
        horizontal=draw(axes),
        vertical=draw(axes),
        column_first=draw(st.booleans()),
        separator=separator,
        location_format=draw(st.sampled_from(FORMATS)),
        stagger=draw(st.booleans()),
    )


def hex_grids(*, exact: bool = False) -> st.SearchStrategy[HexGrid]:
    """Return hex grids; `exact` ones snap to centres only."""
    legal = st.just(False) if exact else st.booleans()
    return st.builds(
        HexGrid,
        size=sizes,
        dx=spacings,
        dy=spacings,
        x0=origins,
        y0=origins,
        sideways=st.booleans(),
        snaps=st.just(True) if exact else st.booleans(),
        edges=legal,
        corners=legal,
        numbering=numberings(),
    )


def square_grids(*, exact: bool = False) -> st.SearchStrategy[SquareGrid]:
    """Return square grids; `exact` ones snap to centres only."""
    legal = st.just(False) if exact else st.booleans()
    return st.builds(
        SquareGrid,
        size=sizes,
        dx=spacings,
        dy=spacings,
        x0=origins,
        y0=origins,
        snaps=st.just(True) if exact else st.booleans(),
        edges=legal,
        corners=legal,
        numbering=numberings(),
    )


@st.composite
def region_grids(draw: st.DrawFn) -> RegionGrid:
    """Return named points, no two at one place."""
    places = draw(st.lists(points, min_size=1, max_size=40, unique=True))
    return RegionGrid(tuple(Region(f"Region {index}", place) for index, place in enumerate(places)))


def inner_grids() -> st.SearchStrategy[Grid]:
    """Return grids that may stand in a zone."""
    return st.one_of(hex_grids(exact=True), square_grids(exact=True), region_grids())


@st.composite
def zoned_grids(draw: st.DrawFn) -> ZonedGrid:
    """Return zones side by side on a background."""
    background = draw(st.none() | inner_grids())
    zones = []
    for index in range(draw(st.integers(1, 5))):
        left = 400 * index
        corners = ((left, 0), (left + 400, 0), (left + draw(st.integers(0, 400)), 900), (left, 400))
        grid = draw(st.none() | st.just(background) | inner_grids())
        text = "$name$" if grid is None else draw(st.sampled_from(("$name$ $gridLocation$", "$name$: $gridLocation$")))
        zones.append(Zone(f"Zone {index}", Polygon(corners), text, grid))
    return ZonedGrid(tuple(zones), background)


def all_grids() -> st.SearchStrategy[Grid]:
    """Return grids of every kind."""
    return st.one_of(hex_grids(), square_grids(), region_grids(), zoned_grids())
