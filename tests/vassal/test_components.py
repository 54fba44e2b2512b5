import pytest

from vassal.components import Component, place
from vassal.errors import Damaged

MODULE = "VASSAL.build.module."
GRID = Component(f"{MODULE}map.boardPicker.board.HexGrid", {"dx": "50.5", "x0": "7", "sideways": "True"})
BOARD = Component(f"{MODULE}map.boardPicker.Board", {"name": "East", "width": "", "color": "red"}, (GRID,))
FOLDER = Component(f"{MODULE}folder.MapSubFolder", {"name": "All"}, (BOARD,))
MAP = Component(f"{MODULE}Map", {"mapName": "Main"}, (Component("setup", text="x"), FOLDER))
ROOT = Component("VASSAL.build.GameModule", {}, (MAP, Component("org.example.Own", {"name": "odd"})))


def test_a_component_is_known_by_the_last_word_of_its_tag_and_its_title() -> None:
    assert (GRID.name, GRID.title, GRID.label) == ("HexGrid", "", "HexGrid")
    assert (MAP.name, MAP.title, MAP.label) == ("Map", "Main", "Map[Main]")


def test_what_the_engine_takes_for_an_attribute_that_is_missing() -> None:
    assert (GRID.number("dx"), GRID.number("dy")) == (50.5, 64.0)
    assert (GRID.integer("x0"), GRID.integer("y0")) == (7, 32)
    assert (GRID.boolean("sideways"), GRID.boolean("snapTo"), GRID.boolean("edgesLegal")) == (True, True, False)
    assert GRID.get("no such") == ""
    assert ROOT.children[1].get("name", "else") == "odd"
    assert ROOT.children[1].get("size", "else") == "else"


@pytest.mark.parametrize("attributes", [{"width": ""}, {"height": "12.5"}, {"height": "99999999999"}])
def test_a_number_that_is_none_would_drop_the_component(attributes: dict[str, str]) -> None:
    board = Component(BOARD.tag, attributes)
    with pytest.raises(Damaged, match=r"Board: (width|height) must be a whole number"):
        board.sound()


def test_a_sound_component_passes() -> None:
    Component(GRID.tag, {"dx": "50", "color": "red", "unknown": ""}).sound()
    with pytest.raises(Damaged, match="HexGrid: dx must be a number, not 'wide'"):
        Component(GRID.tag, {"dx": "wide"}).sound()


def test_folders_are_looked_through() -> None:
    assert [child.label for child in MAP.inside("Board", "setup")] == ["setup", "Board[East]"]
    assert MAP.first("Board") is BOARD
    assert ROOT.first("Board") is None


def test_every_component_is_walked_in_the_order_of_the_file() -> None:
    labels = ["GameModule", "Map[Main]", "setup", "MapSubFolder[All]", "Board[East]", "HexGrid", "Own[odd]"]
    assert [component.label for component in ROOT.walk()] == labels
    assert [path[-1].label for path in ROOT.paths()] == labels
    assert [component.label for component in ROOT.every("Board", "HexGrid")] == ["Board[East]", "HexGrid"]
    assert list(BOARD.every("Board")) == []


def test_a_place_names_the_way() -> None:
    way = next(path for path in ROOT.paths() if path[-1] is BOARD)
    assert place(way) == "Map[Main]/MapSubFolder[All]/Board[East]"


def test_only_the_engines_own_components_have_a_kind() -> None:
    assert MAP.kind is not None
    assert MAP.kind.name == "Map"
    assert ROOT.children[1].kind is None
