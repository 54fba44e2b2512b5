"""A large sheet of 55 by 33 hexes: hills, forests, villages, a river along the sides, roads and trenches, by rule."""

import math
from typing import Final

from assets.grids import Grid
from assets.mapmarks import Border, Flag, Kind
from assets.maps import Area, Height, Map, Terrain, Way
from assets.schema import Text
from builder.maps.words import Words

COLUMNS: Final = 55
ROWS: Final = 33
LEVELS: Final = 5
ROADS: Final = (4, 10, 16, 22, 28)
_TEXT: Final = Text(en="Sheet", de="Bogen")


def sheet() -> Map:
    """Return the map."""
    grid = Grid(columns=COLUMNS, rows=ROWS)
    spots = {name: grid.position(name) or (0, 0) for name in grid.names}
    level = {name: round(2 + 2 * math.sin(c / 5) * math.cos(r / 6)) for name, (c, r) in spots.items()}
    woods = tuple(name for name, (c, r) in spots.items() if math.sin(c / 3 + r / 4) > 0.5)
    towns = tuple(name for name, (c, r) in spots.items() if (c * 7 + r * 13) % 53 == 0 and name not in woods)
    river = tuple(f"{grid.name(c, 14)}/{grid.name(c, 15)}" for c in range(COLUMNS))
    river += tuple(f"{grid.name(c, 15 - c % 2)}/{grid.name(c + 1, 14 + c % 2)}" for c in range(COLUMNS - 1))
    return Map(
        id="sheet",
        title=_TEXT,
        subtitle=_TEXT,
        grid=grid,
        base="open",
        terrains={
            key: Terrain(id=key, name=_TEXT, look=look)
            for key, look in (("open", "meadow"), ("woods", "woods"), ("town", "village"))
        },
        areas={
            "woods": Area(id="woods", terrain="woods", hexes=woods),
            "towns": Area(id="towns", terrain="town", hexes=towns),
        },
        heights={
            f"h{high}": Height(id=f"h{high}", level=high, hexes=tuple(n for n, at in level.items() if at == high))
            for high in range(1, LEVELS)
        },
        ways={
            f"r{row}": Way(id=f"r{row}", kind="road", path=tuple(grid.name(c, row) for c in range(COLUMNS)))
            for row in ROADS
        },
        kinds={
            "river": Kind(id="river", name=_TEXT, look="river", width=16),
            "trench": Kind(id="trench", name=_TEXT, look="trench"),
            "peak": Kind(id="peak", name=_TEXT, look="peak"),
        },
        borders={"river": Border(id="river", kind="river", at=river)},
        flags={
            "trench": Flag(id="trench", kind="trench", at=tuple(grid.name(c, 19) for c in range(5, 50)), level=2),
            "peaks": Flag(id="peaks", kind="peak", at=tuple(grid.name(c, 24) for c in range(3, 50, 6))),
        },
    )


def said() -> Words:
    """Return the words of its sheet."""
    return Words("en", "Sheet", "of a large game", "Sheet", (), "", {}, {})
