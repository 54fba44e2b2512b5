"""Boards, grids and zones from the components that describe them.

What the engine would drop because a number in it is none is dropped here too, and named among the problems.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from vassal.arithmetic import parse_int
from vassal.boards import Board
from vassal.components import Component
from vassal.errors import Damaged, Problem, report
from vassal.grids import Grid, HexGrid, Point, Region, RegionGrid, Size, SquareGrid
from vassal.numbering import Axis, Numbering
from vassal.sequence import split
from vassal.zones import Polygon, Zone, ZonedGrid

# Where dx has its default, the engine derives it from dy.
_REGULAR_WIDTH = 3**0.5 / 2
_DEFAULT_HEIGHT = 64.0
_DEFAULT_WIDTH = _REGULAR_WIDTH * _DEFAULT_HEIGHT
_SMALLEST_CELL = 0.1
_LARGEST = 1_000_000
_MOST_CORNERS = 10_000
_LONGEST_TEXT = 1_000


@dataclass
class GridReader:
    """Reads grids; collects what is wrong with them."""

    problems: list[Problem] = field(default_factory=list)

    def board(self, component: Component, size: Size) -> Board:
        """Return the board of a component whose picture, or else its own numbers, give that size."""
        return Board(
            name=component.get("name"),
            size=size,
            grid=self.grid(component, size),
            reversible=component.boolean("reversible"),
            image=component.get("image"),
            colour=component.get("color"),
        )

    def grid(self, parent: Component, size: Size) -> Grid | None:
        """Return the grid that stands in a board or zone of that size: the last one, if there are several."""
        found: Grid | None = None
        for child in parent.inside(*_READERS):
            found = self._tried(child, size) or found
        return found

    def _tried(self, component: Component, size: Size) -> Grid | None:
        try:
            component.sound()
            return _READERS[component.name](self, component, size)
        except Damaged as error:
            report(self.problems, error)
            return None

    def hexes(self, component: Component, size: Size) -> Grid:
        """Return a grid of hexes."""
        if "snapscale" in component.attributes:
            report(self.problems, Damaged("snapscale is not reckoned with", component.label))
        dx, dy = component.number("dx"), component.number("dy")
        if dx == _DEFAULT_WIDTH:
            dx = _REGULAR_WIDTH * dy
        grid = HexGrid(
            size=size,
            dx=_cell(component, "dx", dx),
            dy=_cell(component, "dy", dy),
            x0=component.integer("x0"),
            y0=component.integer("y0"),
            sideways=component.boolean("sideways"),
            snaps=component.boolean("snapTo"),
            edges=component.boolean("edgesLegal"),
            corners=component.boolean("cornersLegal"),
            numbering=self._numbering(component, "HexGridNumbering"),
        )
        if grid.misplaced:
            what = "staggered rows with columns counted down from an odd one: the engine finds names a row off"
            report(self.problems, Damaged(what, component.label))
        return grid

    def squares(self, component: Component, size: Size) -> Grid:
        """Return a grid of rectangles."""
        return SquareGrid(
            size=size,
            dx=_cell(component, "dx", component.number("dx")),
            dy=_cell(component, "dy", component.number("dy")),
            x0=component.integer("x0"),
            y0=component.integer("y0"),
            snaps=component.boolean("snapTo"),
            edges=component.boolean("edgesLegal"),
            corners=component.boolean("cornersLegal"),
            numbering=self._numbering(component, "SquareGridNumbering"),
        )

    def regions(self, component: Component, size: Size) -> Grid:
        """Return a grid of named points."""
        regions = []
        for child in component.inside("Region"):
            try:
                child.sound()
                regions.append(Region(child.get("name"), (child.integer("originx"), child.integer("originy"))))
            except Damaged as error:
                report(self.problems, error)
        return RegionGrid(tuple(regions), snaps=component.get("snapto") == "true")

    def zones(self, component: Component, size: Size) -> Grid:
        """Return a background with zones."""
        background = self.grid(component, size)
        zones = []
        for child in component.inside("Zone"):
            try:
                zones.append(self._zone(child, background))
            except Damaged as error:
                report(self.problems, error)
        return ZonedGrid(tuple(zones), background)

    def _zone(self, component: Component, background: Grid | None) -> Zone:
        area = Polygon(corners(component.get("path")))
        own = self.grid(component, (area.box[2], area.box[3]))
        return Zone(
            name=_short(component, "name"),
            area=area,
            location_format=_short(component, "locationFormat"),
            grid=background if component.get("useParentGrid") == "true" else own,
        )

    def _numbering(self, grid: Component, name: str) -> Numbering | None:
        found = None
        for component in grid.inside(name):
            try:
                component.sound()
                found = _numbering(component)
            except Damaged as error:
                report(self.problems, error)
        return found


_READERS: Mapping[str, Callable[[GridReader, Component, Size], Grid]] = {
    "HexGrid": GridReader.hexes,
    "SquareGrid": GridReader.squares,
    "RegionGrid": GridReader.regions,
    "ZonedGrid": GridReader.zones,
}


def corners(path: str) -> tuple[Point, ...]:
    """Return the corners that a zone's path lists; what is no corner is passed over."""
    found = []
    for token in split(path, ";")[:_MOST_CORNERS]:
        values = [parse_int(value.strip()) for value in split(token, ",")[:2]]
        if len(values) == 2 and values[0] is not None and values[1] is not None:
            found.append((values[0], values[1]))
    return tuple(found)


def _numbering(component: Component) -> Numbering:
    return Numbering(
        horizontal=_axis(component, "h"),
        vertical=_axis(component, "v"),
        column_first=_letter(component, "first") == "H",
        separator=_short(component, "sep"),
        location_format=_short(component, "locationFormat"),
        stagger=component.boolean("stagger"),
    )


def _axis(component: Component, letter: str) -> Axis:
    kind: Literal["A", "N"] = "A" if _letter(component, f"{letter}Type") == "A" else "N"
    return Axis(
        kind=kind,
        leading=component.integer(f"{letter}Leading"),
        offset=component.integer(f"{letter}Off"),
        descending=component.boolean(f"{letter}Descend"),
    )


def _short(component: Component, name: str) -> str:
    """Return a text that goes into the name of every place."""
    text = component.get(name)
    if len(text) > _LONGEST_TEXT:
        raise Damaged(f"{name} is longer than {_LONGEST_TEXT} characters", component.name)
    return text


def _letter(component: Component, name: str) -> str:
    text = component.get(name)
    if not text:
        raise Damaged(f"{name} is empty", component.label)
    return text[0]


def _cell(component: Component, name: str, value: float) -> float:
    if not _SMALLEST_CELL <= value <= _LARGEST:
        raise Damaged(f"{name} must lie between {_SMALLEST_CELL} and {_LARGEST}", component.label)
    return value
