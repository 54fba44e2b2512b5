"""What grows: woods, orchards in rows, hedges, avenues, trees along streams and here and there in the fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from assets.maps import Area, Map, Way
from builder.landscape.contours import contours
from builder.landscape.curves import direction, walk
from builder.landscape.plants import Plant
from builder.landscape.scatter import strewn
from builder.landscape.scene import Rgb
from builder.maps.ground import GRAIN, Ground
from builder.maps.keepout import Keepout
from builder.maps.style import Style
from builder.maps.ways import Line, Survey

BARE = ("rock", "mountain", "sea", "shore", "airfield")
CROWN = 7.0
ROW = 12.5
FAR = 130


@dataclass(frozen=True, slots=True)
class Tree:
    """A plant where it stands; its radius in units."""

    x: float
    y: float
    plant: Plant
    radius: float
    turn: int
    tint: Rgb


LEAFLESS: dict[Plant, Plant] = {"round": "bare", "broad": "bare", "fruit": "bare", "bush": "twigs", "fir": "snowy"}
"""What becomes of each plant in winter."""


def wintered(tree: Tree) -> Tree:
    """The same plant in winter."""
    return replace(tree, plant=LEAFLESS[tree.plant])


@dataclass
class Growth:
    """All plants of a map."""

    country: Map
    survey: Survey
    land: Ground
    style: Style
    keepout: Keepout
    trees: list[Tree] = field(default_factory=list)

    def woods(self) -> None:
        """Trees over all woods: darker inside, bushes at the edge."""
        field_of = self.land.looks.get("woods")
        if field_of is None:
            return
        dice = Random(f"{self.country.seed} woods")
        taken = self.keepout.wider(2)
        points = strewn(self.land.width, self.land.height, CROWN, self.country.seed + 11)
        rows, columns = (points[:, 1] / GRAIN).astype(np.int64), (points[:, 0] / GRAIN).astype(np.int64)
        depth = field_of[rows, columns]
        keep = (depth > 0.52) & ~taken[rows, columns] & self._dry(rows, columns)
        for (x, y), deep in zip(points[keep].tolist(), depth[keep].tolist(), strict=True):
            self.trees.append(self._wood_tree(x, y, deep, dice))

    def _wood_tree(self, x: float, y: float, deep: float, dice: Random) -> Tree:
        if deep < 0.58:
            return Tree(
                x,
                y,
                "bush",
                dice.uniform(3.2, 4.6),
                dice.randrange(0, 120, 30),
                self.style.wood_trees[dice.randrange(2)],
            )
        if dice.random() < self.style.firs:
            return Tree(
                x, y, "fir", dice.choice((5.6, 6.6)), dice.randrange(0, 40, 10), dice.choice(self.style.fir_trees)
            )
        shades = self.style.wood_trees
        darkness = min(len(shades) - 1, max(0, int((deep - 0.5) * 1.9 * len(shades)) + dice.randrange(-1, 2)))
        plant: Plant = "broad" if dice.random() < 0.35 else "round"
        return Tree(x, y, plant, dice.choice((5.2, 6.2, 7.0)), dice.randrange(0, 60, 15), shades[darkness])

    def groves(self) -> None:
        """Trees over light woods, with grass between them."""
        dice = Random(f"{self.country.seed} groves")
        for x, y, deep in self._strewn("grove", 12.6, 13):
            if deep < 0.6 and dice.random() < 0.4:
                radius = dice.uniform(2.6, 3.8)
                self.trees.append(Tree(x, y, "bush", radius, dice.randrange(0, 120, 30), dice.choice(self.style.scrub)))
            elif dice.random() < 0.93:
                plant: Plant = (
                    "fir" if dice.random() < self.style.firs * 0.6 else "broad" if dice.random() < 0.25 else "round"
                )
                shades = self.style.fir_trees if plant == "fir" else self.style.grove_trees
                radius = dice.choice((4.4, 5.2, 5.8))
                self.trees.append(Tree(x, y, plant, radius, dice.randrange(0, 60, 15), dice.choice(shades)))

    def scrub(self) -> None:
        """Bushes over scrub, in clumps."""
        dice = Random(f"{self.country.seed} scrub")
        for x, y, deep in self._strewn("scrub", 8.4, 17):
            if dice.random() < 0.34 + 0.5 * min(1.0, deep):
                radius = dice.choice((2.2, 2.8, 3.4, 4.0))
                self.trees.append(Tree(x, y, "bush", radius, dice.randrange(0, 120, 30), dice.choice(self.style.scrub)))

    def _strewn(self, look: str, gap: float, seed: int) -> Iterator[tuple[float, float, float]]:
        """Points on dry and free ground of a look, each with how deep inside it lies."""
        field_of = self.land.looks.get(look)
        if field_of is None:
            return
        points = strewn(self.land.width, self.land.height, gap, self.country.seed + seed)
        rows, columns = (points[:, 1] / GRAIN).astype(np.int64), (points[:, 0] / GRAIN).astype(np.int64)
        depth = field_of[rows, columns]
        keep = (depth > 0.5) & ~self.keepout.wider(1)[rows, columns] & self._dry(rows, columns)
        for (x, y), deep in zip(points[keep].tolist(), depth[keep].tolist(), strict=True):
            yield x, y, deep

    def _dry(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Where there is no river."""
        river = self.land.looks.get("river")
        return np.ones(rows.shape, np.bool_) if river is None else np.asarray(river[rows, columns] < 0.4)

    def orchards(self) -> None:
        """Fruit trees in rows, each orchard in its own direction, and a hedge around it."""
        field_of = self.land.looks.get("orchard")
        if field_of is None:
            return
        for outline in contours(field_of, 0.5, GRAIN):
            self.hedge([(float(x), float(y)) for x, y in outline], 4.6)
        for area in self.country.areas.values():
            if self.country.terrains[area.terrain].look == "orchard":
                self._rows(area, field_of)

    def _rows(self, area: Area, field_of: NDArray[np.float32]) -> None:
        dice = Random(f"{self.country.seed} orchard {area.id}")
        turn = dice.choice((0, 18, 30, 60, 75, 105, 140))
        (ax, ay), (bx, by) = direction(turn), direction(turn + 90)
        own = {index for index, name in enumerate(self.country.grid.names) if name in area.hexes}
        cx, cy = self.survey.centre(area.hexes[0])
        centres = [self.survey.centre(name) for name in area.hexes]
        spots = {
            (place, row)
            for mx, my in centres
            for place in range(*_steps((mx - cx) * ax + (my - cy) * ay))
            for row in range(*_steps((mx - cx) * bx + (my - cy) * by))
        }
        for place, row in sorted(spots):
            x, y = cx + (ax * place + bx * row) * ROW, cy + (ay * place + by * row) * ROW
            inside = self.land.at(field_of, x, y) > 0.6 and self.land.hex_at(x, y) in own
            if inside and not self.keepout.taken(x, y):
                x, y = x + dice.uniform(-0.7, 0.7), y + dice.uniform(-0.7, 0.7)
                tint = dice.choice(self.style.orchard_trees)
                self.trees.append(Tree(x, y, "fruit", dice.choice((4.0, 4.5)), 0, tint))

    def hedge(self, outline: Sequence[tuple[float, float]], step: float) -> None:
        """Bushes along a line."""
        dice = Random(f"{self.country.seed} hedge {round(outline[0][0])}")
        for spot in walk(outline, step):
            if not self.keepout.taken(spot.x, spot.y):
                self.trees.append(
                    Tree(spot.x, spot.y, "bush", dice.uniform(2.4, 3.2), dice.randrange(0, 120, 30), self.style.hedge)
                )

    def avenues(self, roads: Iterable[Line]) -> None:
        """Trees on both sides of the highways."""
        for road in roads:
            if not isinstance(road.way, Way) or road.way.kind != "highway":
                continue
            dice = Random(f"{self.country.seed} avenue {road.way.id}")
            for spot in walk(road.points, 15, 6):
                for side in (-8.2, 8.2):
                    x, y = spot.beside(side)
                    if dice.random() < 0.88 and self._open(x, y):
                        self.trees.append(
                            Tree(
                                x,
                                y,
                                "round",
                                dice.choice((3.0, 3.4)),
                                dice.randrange(0, 60, 15),
                                dice.choice(self.style.field_trees),
                            )
                        )

    def banks(self, waters: Iterable[Line]) -> None:
        """Trees along streams."""
        for water in waters:
            dice = Random(f"{self.country.seed} bank {water.way.id}")
            for spot in walk(water.points, 13, 4):
                x, y = spot.beside(dice.choice((-1, 1)) * dice.uniform(6, 12))
                if dice.random() < 0.62 and self._open(x, y):
                    plant: Plant = "bush" if dice.random() < 0.3 else "round"
                    self.trees.append(
                        Tree(
                            x,
                            y,
                            plant,
                            dice.choice((2.8, 3.4, 4.2)),
                            dice.randrange(0, 60, 15),
                            dice.choice(self.style.field_trees),
                        )
                    )

    def strays(self) -> None:
        """Single trees in the fields."""
        dice = Random(f"{self.country.seed} strays")
        for x, y in strewn(self.land.width, self.land.height, 74, self.country.seed + 5).tolist():
            if dice.random() < 0.5 and self._open(x, y):
                for _ in range(dice.choice((1, 1, 2, 3))):
                    px, py = x + dice.uniform(-9, 9), y + dice.uniform(-9, 9)
                    if self._open(px, py):
                        self.trees.append(
                            Tree(
                                px,
                                py,
                                "round",
                                dice.choice((3.4, 4.2, 5.0)),
                                dice.randrange(0, 60, 15),
                                dice.choice(self.style.field_trees),
                            )
                        )

    def _open(self, x: float, y: float) -> bool:
        looks = self.land.looks
        close = ("woods", "grove", "scrub", "orchard", "village", "town", "water", "river", "marsh", "ploughed", *BARE)
        return not self.keepout.taken(x, y) and all(
            self.land.at(looks[look], x, y) < 0.44 for look in close if look in looks
        )


def _steps(along: float) -> tuple[int, int]:
    """The rows of an orchard that can lie in a hex whose middle is so far along, and beyond it at the map's edge."""
    return int((along - FAR) // ROW), int((along + FAR) // ROW) + 1
