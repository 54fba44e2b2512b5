"""The boards name every place as the game does."""

from io import BytesIO

import pytest
from PIL import Image

from builder.module import Making
from builder.module.boards import board_name, image_name
from vassal.components import Component
from vassal.module import Module
from vassal.modulewriter import write_module
from vassal.zones import ZonedGrid


@pytest.fixture(scope="module")
def module(making: Making, tree: Component, tmp_path_factory: pytest.TempPathFactory) -> Module:
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    pictures = {}
    for name, sheet in making.sheets.items():
        file = BytesIO()
        Image.new("1", sheet.size).save(file, "PNG")
        pictures[f"images/{image_name(name)}"] = file.getvalue()
    write_module(path, tree, pictures)
    return Module.open(path)


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_every_place_has_its_name_and_its_centre(making: Making, module: Module, name: str) -> None:
    grid = module.maps[0].boards[board_name(making, name)].grid
    assert isinstance(grid, ZonedGrid)
    sheet = making.sheets[name]
    assert {place: grid.name(at) for place, at in sheet.hexes.items()} == {place: place for place in sheet.hexes}
    assert all(grid.snap((x + 20, y - 15)) == (x, y) for x, y in sheet.hexes.values())


@pytest.mark.parametrize(("name", "box"), [("hannut", "off-french"), ("stonne", "turn/10"), ("hannut", "vp/7")])
def test_boxes_and_spaces_are_zones_of_their_own(making: Making, module: Module, name: str, box: str) -> None:
    grid = module.maps[0].boards[board_name(making, name)].grid
    assert isinstance(grid, ZonedGrid)
    assert grid.name(making.sheets[name].items[box].inside.centre) == box


@pytest.mark.parametrize(("name", "space"), [("stonne", "turn/10"), ("hannut", "turn/1"), ("hannut", "vp/7")])
def test_a_marker_lies_above_the_note_of_its_space(making: Making, module: Module, name: str, space: str) -> None:
    grid = module.maps[0].boards[board_name(making, name)].grid
    assert isinstance(grid, ZonedGrid)
    item, density = making.sheets[name].items[space], making.options.density
    x, y = item.spot(making.sheets[name].factor)
    assert grid.snap(item.inside.centre) == grid.snap((x + 9, y - 9)) == (x, y)
    assert item.frame.top < y - density // 2
    assert y + density // 2 <= item.frame.bottom - 20 * density // 75


def test_beyond_the_last_hexes_there_is_no_place(making: Making, module: Module) -> None:
    grid = module.maps[0].boards["Hannut"].grid
    assert isinstance(grid, ZonedGrid)
    x, y = making.sheets["hannut"].hexes["0101"]
    assert grid.name((x, y - 208)) is None
