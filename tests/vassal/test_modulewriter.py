import io
import zipfile
from pathlib import Path

import pytest

from tests.vassal.building import sample, unit
from vassal import traits
from vassal.buildfile import BuildError, component
from vassal.components import Component
from vassal.errors import VassalError
from vassal.metadata import parse
from vassal.module import Module
from vassal.modulewriter import INTERACTION, game_map, module, pack_module, prototype, slot, write_module

BOARD = component("Board", name="East", width=100, height=100)


def names(root: Component) -> list[str]:
    return [child.name for child in root.children]


def test_what_every_module_needs_is_added_once() -> None:
    root = module("M", "1", component("Chatter"), component("NotesWindow"), sides=("Blue",))
    assert names(root)[0] == "BasicCommandEncoder"
    assert sorted(names(root)) == sorted(set(names(root)))
    assert set(names(root)) >= {
        "PlayerRoster",
        "GlobalOptions",
        "PrototypesContainer",
        "Chatter",
        "KeyNamer",
        "Language",
    }
    assert [entry.text for entry in root.every("entry")] == ["Blue"]


def test_the_encoder_comes_first_wherever_it_is_given() -> None:
    assert names(module("M", "1", component("Chatter"), component("BasicCommandEncoder")))[0] == "BasicCommandEncoder"


def test_sides_stand_in_one_place() -> None:
    with pytest.raises(BuildError, match="sides stand either"):
        module("M", "1", component("PlayerRoster"), sides=("Blue",))


def test_a_map_has_all_that_moving_pieces_takes() -> None:
    made = game_map("Main", [BOARD], component("PieceMover"), component("StackMetrics", disabled=True), launch=False)
    assert names(made)[0] == "BoardPicker"
    assert sorted(names(made)) == sorted(
        {*INTERACTION, "BoardPicker", "StackMetrics", "GlobalProperties", "SelectionHighlighters"}
    )
    assert made.get("mapName") == made.get("buttonName") == "Main"
    assert "HandMetrics" in names(game_map("Hand", [BOARD], tag="PlayerHand"))


def test_a_default_board_is_written_as_the_choice_of_the_map() -> None:
    made = game_map("Main/Map", [BOARD], default_board="East")
    picker = made.first("BoardPicker")
    assert picker is not None
    assert picker.children[0] == component("setup", "Main/MapBoardPicker\tEast\t0\t0")


def holding(*parts: Component) -> Component:
    return module("M", "1", component("PieceWindow", component("ListWidget", *parts), name="P"))


def test_the_next_gpid_lies_above_all_in_use() -> None:
    replaced = unit(
        "A", traits.make("replace", gpid="30", marker=unit("B", traits.make("place_marker", gpid="44")).encode())
    )
    assert holding(slot("A", 7, replaced)).get("nextPieceSlotId") == "45"
    prototypes = component("PrototypesContainer", prototype("P", unit("", traits.make("place_marker", gpid="9"))))
    assert module("M", "1", prototypes).get("nextPieceSlotId") == "10"
    assert module("M", "1", next_gpid=500).get("nextPieceSlotId") == "500"


def test_gpids_are_numbers_and_each_is_there_once() -> None:
    with pytest.raises(BuildError, match="the gpid 7 is there twice"):
        holding(slot("A", 7, unit("A")), slot("B", 7, unit("B")))
    with pytest.raises(BuildError, match="the gpid 7 is there twice"):
        holding(slot("A", 7, unit("A", traits.make("replace", gpid="7"))))
    with pytest.raises(BuildError, match="a gpid is a whole number, not 'x'"):
        holding(slot("A", "x", unit("A")))
    with pytest.raises(BuildError, match="must be at least 1"):
        module("M", "1", next_gpid=0)


def test_a_slot_or_prototype_without_a_piece_is_refused() -> None:
    with pytest.raises(BuildError, match=r"PrototypeDefinition\[P\]: the text holds no piece"):
        module("M", "1", component("PrototypesContainer", prototype("P", "+/null/stack/null;0;0")))


def test_the_same_module_gives_the_same_bytes() -> None:
    files = {"images/b.png": b"b", "images/a.png": b"a", "help.html": b"<p>"}
    turned = dict(reversed(files.items()))
    assert pack_module(sample(), files) == pack_module(sample(), turned)


def test_the_file_holds_build_file_metadata_and_files_in_order() -> None:
    with zipfile.ZipFile(io.BytesIO(pack_module(sample(), {"b": b"2", "a": b"1"}, saved=1_700_000_000_000))) as archive:
        assert archive.namelist() == ["buildFile.xml", "moduledata", "a", "b"]
        said = parse(archive.read("moduledata"))
    assert (said.name, said.version, said.vassal_version) == ("Sample", "1.2", "3.7.0")
    assert (said.description, said.saved) == ("A sample", 1_700_000_000_000)


@pytest.mark.parametrize("name", ["buildFile.xml", "moduledata", "../outside", "/etc/x"])
def test_files_that_do_not_belong_into_a_module_are_refused(name: str) -> None:
    with pytest.raises(VassalError):
        pack_module(sample(), {name: b""})


def test_only_a_whole_module_is_packed() -> None:
    with pytest.raises(BuildError, match="begins with GameModule, not Map"):
        pack_module(game_map("Main", [BOARD]), {})


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_module(tmp_path / "sample.vmod", sample(), {"early.vsav": b""})
    assert Module.open(tmp_path / "sample.vmod").root == sample()
