"""A small map with everything that a map can have."""

from assets.grids import Grid
from assets.maps import Area, Box, Feature, Height, Map, Place, Sheet, Signpost, Terrain, Track, Water, Way
from assets.schema import Text
from builder.maps.words import Line, Words

LOOKS = ("fields", "woods", "orchard", "village", "town", "marsh", "rough", "water", "barred")


def text(word: str) -> Text:
    return Text(en=word, de=word)


def sample(kind: str = "hexes", straight: str = "columns") -> Map:
    grid = Grid(kind=kind, straight=straight, columns=6, rows=5)
    across = tuple(grid.name(column, 3) for column in range(-1, 7))
    pairs = {look: _pair(grid, index) for index, look in enumerate(LOOKS[1:])}
    return Map(
        id="sample",
        title=text("Sample"),
        subtitle=text("all that a map can have"),
        seed=7,
        grid=grid,
        base="fields",
        terrains={look: Terrain(id=look, name=text(look), look=look) for look in LOOKS},
        areas={look: Area(id=look, terrain=look, hexes=hexes) for look, hexes in pairs.items()},
        heights={
            "hill": Height(id="hill", level=1, hexes=("0404", "0504", "0405")),
            "top": Height(id="top", level=2, hexes=("0505",)),
        },
        ways={
            "highway": Way(id="highway", kind="highway", path=across),
            "lane": Way(id="lane", kind="sunken", path=("0304", "0305"), winding=9),
            "rail": Way(id="rail", kind="railway", path=("0104", "0105"), road=False),
            "path": Way(id="path", kind="track", path=("0504", "0505"), road=False),
        },
        waters={"brook": Water(id="brook", course=("0203/0204", "0204/0205", "0205"), name="Brook")},
        places={
            "town": Place(id="town", name="Bigtown", kind="town", hexes=pairs["town"]),
            "village": Place(id="village", name="Smallham", kind="village", hexes=pairs["village"]),
            "wood": Place(id="wood", name="Greenwood", kind="wood", hexes=pairs["woods"]),
            "top": Place(id="top", name="Hilltop", kind="hill", hexes=("0505",), figure=212),
        },
        features={
            "mill": Feature(id="mill", kind="windmill", at="0405", off=(10, -10)),
            "tower": Feature(id="tower", kind="watertower", at="0205", off=(-20, 0)),
        },
        signposts={"west": Signpost(id="west", text="Elsewhere", at=across[0])},
        tracks={"turn": Track(id="turn", name=text("Turn"), spaces=4, across=4)},
        boxes={
            "cup": Box(id="cup", name=text("Cup"), holds=(1, 1)),
            "lost": Box(id="lost", name=text("Lost"), holds=(2, 2), side="french"),
        },
        sheet=Sheet(left=(("title",), ("cup",), ("lost",)), bottom=(("turn",),), width=2),
    )


def river() -> Map:
    """A small map of the steppe: what grows there, ploughed land, a river with a bridge and a ford, half hexes."""
    grid = Grid(columns=7, rows=4, halves=True)
    looks = {
        "ploughed": ("0101", "0102"),
        "scrub": ("0201", "0301"),
        "grove": ("0501", "0601"),
        "woods": ("0701", "0702"),
        "marsh": ("0604", "0704"),
        "town": ("0303",),
        "river": ("0401", "0402", "0404"),
        "ford": ("0403",),
    }
    return Map(
        id="river",
        title=text("River"),
        subtitle=text("the steppe"),
        seed=5,
        grid=grid,
        base="steppe",
        terrains={look: Terrain(id=look, name=text(look), look=look) for look in ("steppe", *looks)},
        areas={look: Area(id=look, terrain=look, hexes=hexes) for look, hexes in looks.items()},
        heights={"hill": Height(id="hill", level=1, hexes=("0103", "0104", "0203"))},
        ways={
            "road": Way(id="road", kind="highway", path=tuple(grid.name(column, 1) for column in range(-1, 8))),
            "track": Way(id="track", kind="track", path=("0303", "0403", "0503"), road=False),
        },
        bridges=("0402",),
    )


def _pair(grid: Grid, index: int) -> tuple[str, str]:
    """Two neighbours in a row."""
    column, row = index % 3 * 2, index // 3
    return grid.name(column, row), grid.name(column + 1, row)


def spoken() -> Words:
    return Words(
        language="en",
        title="Sample",
        subtitle="all that a map can have",
        game="A game",
        legend=(Line("terrain", "woods", "woods", ("2", "blocks sight")),),
        costs="foot / wheels",
        notes={"turn/2": "VP 3–4"},
        points={"0305": 3},
        sides={"french": ("#a8c0d8", "#14222f")},
    )
