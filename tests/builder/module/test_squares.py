"""A map of squares becomes a grid of squares: each field has its printed name, and pieces snap to its middle."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import assets
from assets.grids import Axis, Grid
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.module.boards import board_name, image_name
from builder.module.documents import HELP
from builder.module.help import page
from tests.builder.small import HILL, SCENARIOS, small_game
from tests.vassal import dumps
from vassal.components import Component
from vassal.module import Module
from vassal.modulewriter import write_module
from vassal.zones import ZonedGrid

GRIDS = {
    "as the sample counts": ("", Grid(kind="squares", columns=8, rows=6)),
    "from the east and the south, rows first": (
        ', column: {from: east}, row: {from: south, first: 0}, named: row column, separator: "-"',
        Grid(
            kind="squares",
            columns=8,
            rows=6,
            column=Axis(start="east"),
            row=Axis(start="south", first=0),
            named="row column",
            separator="-",
        ),
    ),
    "three figures": (
        ", column: {from: west, first: 98, digits: 3}",
        Grid(kind="squares", columns=8, rows=6, column=Axis(start="west", first=98, digits=3)),
    ),
}
STEPS = """
source: {origin: invented}
steps:
  squares: {north: {key: Numpad8, down: -2}, north-east: {key: Numpad9, right: 2, down: -2}}
"""


def making_on(folder: Path, more: str, grid: Grid, density: int = 75) -> Making:
    """The small game on a map of squares."""
    home = small_game(folder / "skirmish")
    scenarios = SCENARIOS
    for name, spot in (("0101", (0, 0)), ("0102", (0, 1)), ("0202", (1, 1))):
        scenarios = scenarios.replace(f'"{name}"', f'"{grid.name(*spot)}"')
    (home / "scenarios.yaml").write_text(scenarios, encoding="utf-8")
    text = HILL.replace("columns: 4, rows: 4", f"kind: squares, columns: {grid.columns}, rows: {grid.rows}{more}")
    (home / "maps" / "hill.yaml").write_text(text, encoding="utf-8")
    (home / "module.yaml").write_text(STEPS, encoding="utf-8")
    game = assets.load(home)
    return making_of(game, Options(density=density), lock_of(game))


def read(making: Making, tree: Component, folder: Path) -> ZonedGrid:
    """The grid of the board, as it is read from the module."""
    file = BytesIO()
    Image.new("1", making.sheets["hill"].size).save(file, "PNG")
    write_module(folder / "game.vmod", tree, {f"images/{image_name('hill')}": file.getvalue()})
    module = Module.open(folder / "game.vmod")
    assert not module.problems
    grid = module.maps[0].boards[board_name(making, "hill")].grid
    assert isinstance(grid, ZonedGrid)
    return grid


@pytest.mark.parametrize("density", [75, 150])
@pytest.mark.parametrize("way", GRIDS)
def test_each_of_48_fields_has_its_printed_name_and_its_middle(tmp_path: Path, way: str, density: int) -> None:
    more, known = GRIDS[way]
    making = making_on(tmp_path, more, known, density)
    sheet, grid = making.sheets["hill"], read(making, root(making), tmp_path)
    assert len(sheet.hexes) == 48
    assert set(sheet.hexes) == set(known.names)
    near = 40 * density // 75
    for name, (x, y) in sheet.hexes.items():
        for dx, dy in ((0, 0), (near, near), (-near, near), (near, -near), (-near, -near)):
            assert grid.name((x + dx, y + dy)) == name
            assert grid.snap((x + dx, y + dy)) == (x, y)
        assert grid.point(name) == (x, y)


def test_beyond_the_last_fields_there_is_no_place(tmp_path: Path) -> None:
    making = making_on(tmp_path, *GRIDS["as the sample counts"])
    sheet, grid = making.sheets["hill"], read(making, root(making), tmp_path)
    x, y = sheet.hexes["0101"]
    assert grid.name((x, y - 60)) is None
    assert grid.name((x - 60, y)) is None


@dumps.present
def test_the_fields_lie_to_each_other_as_the_engine_has_them_on_its_squares() -> None:
    found = {
        (piece["x"], piece["y"], piece["location"])
        for path in dumps.logs()
        for line in dumps.dump(path)
        for piece in (line.get("state") or line).get("pieces", ())
        if piece.get("map") == "Squares" and piece.get("location")
    }
    assert {name for _, _, name in found} == {"0305", "0406", "0505"}
    side, first = 60, 30
    grid = Grid(kind="squares", columns=15, rows=10)
    for x, y, name in found:
        assert grid.position(name) == ((x - first) // side, (y - first) // side)


@pytest.mark.parametrize("density", [75, 150])
def test_a_key_moves_a_piece_to_the_middle_of_the_next_field_also_over_a_corner(tmp_path: Path, density: int) -> None:
    making = making_on(tmp_path, *GRIDS["as the sample counts"], density)
    sheet, tree = making.sheets["hill"], root(making)
    grid = read(making, tree, tmp_path)
    module = Module.open(tmp_path / "game.vmod")
    moves = [each for each in module.slots[0].expanded.traits if each.kind == "move_fixed"]
    x, y = sheet.hexes["0404"]
    met = {grid.name((x + int(each["dx"]), y - int(each["dy"]))) for each in moves}
    assert met == {"0403", "0503"}
    for each in moves:
        point = (x + int(each["dx"]), y - int(each["dy"]))
        assert grid.snap(point) == point


@pytest.mark.parametrize(
    "grid", ["columns: 8, rows: 6", "kind: squares, columns: 8, rows: 6", "straight: rows, columns: 8, rows: 6"]
)
def test_an_inset_is_land_where_its_places_have_their_names_once_more(tmp_path: Path, grid: str) -> None:
    home = small_game(tmp_path / "skirmish")
    text = HILL.replace("columns: 4, rows: 4", grid) + (
        "insets: {part: {name: {en: Part, de: Teil}, corners: ['0302', '0503'], zoom: 2}}\n"
        "sheet: {left: [[part]], width: 10}\n"
    )
    (home / "maps" / "hill.yaml").write_text(text, encoding="utf-8")
    game = assets.load(home)
    making = making_of(game, Options(density=75), lock_of(game))
    sheet, zoned = making.sheets["hill"], read(making, root(making), tmp_path)
    inset = sheet.insets["part"]
    assert len(inset.hexes) == 6
    for each in (sheet, inset):
        for name, (x, y) in each.hexes.items():
            assert zoned.name((x, y)) == name
            assert zoned.snap((x + 24 * each.factor, y - 16 * each.factor)) == (x, y)


def test_our_own_words_speak_of_fields_where_all_maps_are_of_squares(tmp_path: Path) -> None:
    making = making_on(tmp_path, *GRIDS["as the sample counts"])
    said = {
        "line tip": "Draw a sight line between two fields",
        "edge": "Side of the field",
        "pick place": "Note the field under the mouse (secret)",
    }
    assert {name: making.speaker.word(name) for name in said} == said
    assert not re.search(r"\bhex", page(making, HELP).decode())
    plain = assets.load(small_game(tmp_path / "plain"))
    on_hexes = making_of(plain, Options(density=75), lock_of(plain))
    assert on_hexes.speaker.word("edge") == "Side of the hex"
    assert re.search(r"\bhex", page(on_hexes, HELP).decode())
