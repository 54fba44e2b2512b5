"""Where points snap to and what they are called, against a running engine."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from vassal.boards import PlacedBoard
from vassal.buildfile import component
from vassal.components import Component
from vassal.grids import HexGrid, Point
from vassal.maps import GameMap
from vassal.module import Module
from vassal.modulewriter import game_map, module, write_module
from vassal.zones import ZonedGrid

pytestmark = pytest.mark.real_client

SEED = 3
MAPS = 3
POINTS = 1500
FORMATS = ("$gridLocation$", "$gridLocation$", "Hex $gridLocation$", "$column$/$row$", " $row$-$column$ ")


class Draw:
    """Draws grids at random, within what modules use and a little beyond."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def numbering(self, tag: str, **more: bool) -> Component:
        return component(
            tag,
            first=self.one("H", "V"),
            sep=self.one("", "-", ".", "/ "),
            hType=self.one("N", "N", "A"),
            vType=self.one("N", "N", "A"),
            hLeading=self.one(0, 1, 2, 3),
            vLeading=self.one(0, 1, 2),
            hOff=self.one(0, 1, -3, 27),
            vOff=self.one(0, 1, -2, 40),
            hDescend=self.one(True, False),
            vDescend=self.one(True, False),
            locationFormat=self.one(*FORMATS),
            **more,
        )

    def hexes(self) -> Component:
        height = self.one(64.0, self.random.uniform(20, 120))
        numbering = self.numbering("HexGridNumbering", stagger=self.one(True, False))
        width = self.one(None, height * 3**0.5 / 2, self.random.uniform(20, 110))
        return component(
            "HexGrid", numbering, dx=width, dy=height, sideways=self.one(True, False), **self.legal(-60, 90)
        )

    def squares(self) -> Component:
        width, height = (self.one(48.0, self.random.uniform(15, 90)) for _ in "xy")
        return component(
            "SquareGrid", self.numbering("SquareGridNumbering"), dx=width, dy=height, **self.legal(-30, 60)
        )

    def legal(self, least: int, most: int) -> dict[str, object]:
        return {
            "x0": self.random.randint(least, most),
            "y0": self.random.randint(least, most),
            "snapTo": self.random.random() < 0.9,
            "edgesLegal": self.random.random() < 0.4,
            "cornersLegal": self.random.random() < 0.4,
        }

    def regions(self, width: int, height: int) -> Component:
        places = [(self.random.randrange(0, width, 20), self.random.randrange(0, height, 20)) for _ in range(50)]
        named = [component("Region", name=f"R{n}", originx=x, originy=y) for n, (x, y) in enumerate(places)]
        return component("RegionGrid", *named)

    def zones(self, width: int, height: int) -> Component:
        zones = []
        for number in range(5):
            corners = [
                (self.random.randint(-20, width + 20), self.random.randint(-20, height + 20))
                for _ in range(self.random.randint(3, 7))
            ]
            inner = self.one(
                list, lambda: [self.hexes()], lambda: [self.squares()], lambda: [self.regions(width, height)]
            )
            zones.append(
                component(
                    "Zone",
                    *inner(),
                    name=f"Zone {number}",
                    path=";".join(f"{x},{y}" for x, y in corners),
                    locationFormat=self.one(
                        "$name$", "$name$ $gridLocation$", "$gridLocation$", "$odd$ $gridLocation$", "a"
                    ),
                    useParentGrid=self.random.random() < 0.3,
                )
            )
        return component("ZonedGrid", *zones, *self.one([], [self.hexes()], [self.squares()]))

    def board(self, name: str) -> Component:
        width, height = self.random.randint(150, 600), self.random.randint(150, 600)
        grid = self.one(
            self.hexes, self.hexes, self.squares, lambda: self.regions(width, height), lambda: self.zones(width, height)
        )
        return component("Board", grid(), name=name, width=width, height=height, reversible=True)

    def points(self, within: tuple[int, int]) -> list[Point]:
        width, height = within
        return [(self.random.randint(-5, width + 5), self.random.randint(-5, height + 5)) for _ in range(POINTS)]


def ask(engine: Path, command: str, vmod: Path, map_name: str, lines: list[str]) -> list[dict[str, Any]]:
    asked = subprocess.run(
        [engine, command, vmod, map_name],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return [json.loads(line) for line in asked.stdout.splitlines()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a module with maps of six boards each, all with grids of their own, some of them turned around."""
    draw = Draw(SEED)
    maps = []
    for number in range(MAPS):
        boards = [draw.board(f"B{place}") for place in range(6)]
        choices = [f"B{place}{draw.one('', '/rev')}\t{place % 3}\t{place // 3}" for place in range(6)]
        setup = component("setup", "\t".join((f"Map {number}BoardPicker", *choices)))
        wide, high = draw.one((0, 0), (37, 50))
        maps.append(game_map(f"Map {number}", [setup, *boards], edgeWidth=wide, edgeHeight=high, launch=True))
    numbering = component("HexGridNumbering", hDescend=True, stagger=True, sep=".")
    odd = component("Board", component("HexGrid", numbering, dx=50, dy=60), name="Odd", width=540, height=500)
    maps.append(game_map(f"Map {MAPS}", [odd], launch=True))
    path = tmp_path_factory.mktemp("grids") / "grids.vmod"
    write_module(path, module("Grids", "1", *maps), {})
    return path


@pytest.mark.parametrize("number", range(MAPS))
def test_points_snap_and_are_named_as_in_the_engine(engine: Path, built: Path, number: int) -> None:
    layout = read_map(built, number).layout()
    points = Draw(number).points(layout.size)
    answers = ask(engine, "snap", built, f"Map {number}", [f"{x} {y}" for x, y in points])
    assert len(answers) == len(points)
    wrong = []
    for point, answer in zip(points, answers, strict=True):
        place, snapped = layout.place(point), layout.snap(point)
        ours = (list(snapped), place.location, layout.location(snapped), place.zone)
        theirs = (answer["snap"], answer["location"], answer["snapLocation"], answer["zone"])
        if ours != theirs:
            wrong.append((point, ours, theirs))
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("number", range(MAPS))
def test_names_are_found_where_the_engine_finds_them(engine: Path, built: Path, number: int) -> None:
    # The engine looks for names on the first board only.
    first = read_map(built, number).layout().boards[0]
    assert not any(grid.misplaced for grid in hex_grids(first))
    points = Draw(number).points(first.board.size)
    located = {first.location((x + first.origin[0], y + first.origin[1])) for x, y in points}
    names = sorted(name for name in located if name and name == name.strip())
    answers = ask(engine, "where", built, f"Map {number}", names)
    # The engine adds the origin of the board, but does not turn the point around with it.
    turned = PlacedBoard(first.board, first.origin)
    assert [answer.get("point") for answer in answers] == [as_list(turned.point(name)) for name in names]


def test_the_engine_misses_names_by_a_row_where_we_say_so(engine: Path, built: Path) -> None:
    odd = read_map(built, MAPS).layout().boards[0]
    (grid,) = hex_grids(odd)
    assert grid.misplaced
    right = grid.centre(3, 2)
    name = grid.name(right)
    assert name is not None
    assert grid.point(name) == right
    (answer,) = ask(engine, "where", built, f"Map {MAPS}", [name])
    assert answer["point"] in ([right[0], right[1] - 60], [right[0], right[1] + 60])


def read_map(vmod: Path, number: int) -> GameMap:
    found = Module.open(vmod).map(f"Map {number}")
    assert found is not None
    return found


def hex_grids(placed: PlacedBoard) -> list[HexGrid]:
    grid = placed.board.grid
    inner = [*(zone.grid for zone in grid.zones), grid.background] if isinstance(grid, ZonedGrid) else [grid]
    return [each for each in inner if isinstance(each, HexGrid)]


def as_list(point: Point | None) -> list[int] | None:
    return None if point is None else list(point)
