"""A grid: named places on a lattice. Hex maps and maps of squares are both grids."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import ClassVar

from rules.engine.answers import Measured
from rules.engine.lattice import Lattice, Vector
from rules.engine.reach import Reach, flood

exactly = cache(Measured.exact)
Cost = Callable[[str, str], int | None]
"""What the step from one place to the next costs; None if it cannot be made."""


class Grid:
    """Places by name; distances, neighbours and reach among them. Each kind of grid has its own lines of sight."""

    lattice: ClassVar[Lattice]

    def __init__(self, cells: Mapping[str, Vector]) -> None:
        self.cells = dict(cells)
        self._names = {cell: name for name, cell in self.cells.items()}
        if len(self._names) != len(self.cells):
            raise ValueError("two places share a cell")
        self._near = {name: self._around(cell) for name, cell in self.cells.items()}

    def _around(self, cell: Vector) -> tuple[str, ...]:
        around = ((cell[0] + step[0], cell[1] + step[1]) for step in self.lattice.steps)
        return tuple(self._names[near] for near in around if near in self._names)

    @property
    def places(self) -> Iterable[str]:
        """All places of the map."""
        return self.cells.keys()

    def name_at(self, cell: Vector) -> str | None:
        """The name of the place on a cell; None off the map."""
        return self._names.get(cell)

    def __contains__(self, place: object) -> bool:
        return place in self.cells

    def distance(self, start: str, goal: str) -> int:
        """How many steps lie between two places."""
        here, there = self.cells[start], self.cells[goal]
        return self.lattice.length(there[0] - here[0], there[1] - here[1])

    def measure(self, start: str, goal: str) -> Measured:
        """The distance as every space answers it: on a grid it is certain, between places of the map."""
        here, there = self.cells.get(start), self.cells.get(goal)
        if here is None or there is None:
            return Measured.unknown()
        return exactly(self.lattice.length(there[0] - here[0], there[1] - here[1]))

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places one step away; none from what is no place of the map."""
        return self._near.get(place, ())

    def toward(self, place: str, direction: int) -> str | None:
        """The place one step away in the first, second, … direction of the lattice; None off the map."""
        (x, y), (dx, dy) = self.cells[place], self.lattice.steps[direction - 1]
        return self._names.get((x + dx, y + dy))

    def within(self, place: str, distance: int) -> tuple[str, ...]:
        """All places at most so far away, the place itself included."""
        return tuple(other for other in self.cells if self.distance(place, other) <= distance)

    def reach(self, start: str, cost: Cost, budget: int) -> Reach[str]:
        """Where one can get from a place with so many movement points."""

        def steps(place: str) -> Iterable[tuple[str, int]]:
            for near in self.neighbours(place):
                price = cost(place, near)
                if price is not None:
                    yield near, price

        return flood(start, steps, budget)
