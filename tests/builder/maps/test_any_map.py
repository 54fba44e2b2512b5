"""Whatever marks a map has, wherever they lie: it is painted, and what is wrong in it is told and never a crash."""

from random import Random

import pytest

from assets.grids import Axis, Grid
from assets.mapchecks import findings
from assets.mapmarks import IN_PLACES, ON_SIDES, Border, Flag, Kind, Mask, Rim
from assets.maps import Area, Height, Map, Terrain, Way
from assets.schema import Text
from builder.maps.board import paint
from builder.maps.layout import layout
from builder.maps.words import Words

TEXT = Text(en="x", de="x")
LOOKS = ("woods", "village", "town", "marsh", "rock", "mountain", "sea", "shore", "airfield", "river", "ford", "rough")


def grid(dice: Random) -> Grid:
    return Grid(
        kind=dice.choice(("hexes", "hexes", "squares")),
        columns=dice.randint(1, 5),
        rows=dice.randint(1, 5),
        straight=dice.choice(("columns", "rows")),
        shifted=dice.choice(("first", "second")),
        column=Axis(start=dice.choice(("west", "east")), first=dice.choice((0, 1, 10))),
        row=Axis(start=dice.choice(("north", "south"))),
        named=dice.choice(("column row", "row column")),
    )


def any_map(seed: int) -> Map:
    """A small map with terrain, a way, and up to six marks of any kind on sides and in places."""
    dice = Random(seed)
    land = grid(dice)
    names = land.names
    sides = [f"{one}/{other}" for rank, one in enumerate(names) for other in names[:rank] if land.bordering(one, other)]
    looks = dice.sample(LOOKS, 4)
    walk = [dice.choice(names)]
    for _ in range(6):
        walk += [dice.choice(near)] if (near := [name for name in names if land.bordering(walk[-1], name)]) else []

    def some(known, most):
        return tuple(dice.sample(known, min(len(known), dice.randint(1, most))))

    def more():
        return {"owner": dice.choice((None, "red")), "level": dice.choice((None, 1, 2))}

    borders = [
        Border(
            id=f"b{n}",
            kind=dice.choice(sorted(ON_SIDES)),
            at=some(sides, 7),
            state=dice.choice((None, "blown")),
            **more(),
        )
        for n in range(dice.randint(0, 6) if sides else 0)
    ]
    flags = [
        Flag(id=f"f{n}", kind=dice.choice(sorted(IN_PLACES)), at=some(names, 6), value=dice.choice((None, 3)), **more())
        for n in range(dice.randint(0, 6))
    ]
    return Map(
        id="any",
        title=TEXT,
        subtitle=TEXT,
        seed=seed,
        grid=land,
        base="open",
        terrains={
            "open": Terrain(id="open", name=TEXT, look=dice.choice(("open", "fields", "steppe"))),
            **{look: Terrain(id=look, name=TEXT, look=look) for look in looks},
        },
        areas={
            look: Area(id=look, terrain=look, hexes=(name,))
            for look, name in zip(looks, dice.sample(names, min(4, len(names))), strict=False)
        },
        heights={"hill": Height(id="hill", level=dice.randint(-3, 9), hexes=(dice.choice(names),))},
        ways={"way": Way(id="way", kind="road", path=tuple(walk))} if len(walk) > 1 else {},
        kinds={look: Kind(id=look, name=TEXT, look=look) for look in sorted(ON_SIDES | IN_PLACES)},
        borders={border.id: border for border in borders},
        flags={flag.id: flag for flag in flags},
        rims={
            "rim": Rim(
                id="rim",
                name=TEXT,
                edge=dice.choice(("west", "north")),
                colour="#123456",
                stretch=(names[0], names[-1]),
            )
        },
        masks={"half": Mask(id="half", name=TEXT, hexes=names[: len(names) // 2 + 1], colour="#ffcc00")},
        north=dice.randrange(360),
    )


@pytest.mark.parametrize("seed", range(12))
def test_any_map_is_painted(seed: int) -> None:
    source = any_map(seed)
    assert all(isinstance(what, str) for _, what in findings(source, "maps/any"))
    said = Words("en", "x", "x", "x", (), "", {}, source.worth, {"red": ("#b03020", "#ffffff")})
    assert paint(source, said, 75).size == layout(source).size
