import json
from pathlib import Path

import pytest

from hexmeister.examples import write_module
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from vassal import archive


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return write_module(tmp_path)


def test_a_module_is_told_in_tables(call: Call, module: Path) -> None:
    code, out, err = call("show", module)
    assert (code, err) == (Exit.FINE, "")
    assert out.startswith("Module The Ford, version 1.0\n")
    assert "The Ford  all      Board  708 x 452  hexes in columns" in out
    assert "Cup   The Ford  640,80  Advance, Hold, Rally" in out


def test_a_module_is_told_in_german(call: Call, module: Path) -> None:
    out = call("show", module, "--lang", "de").out
    assert out.startswith("Modul The Ford, Version 1.0\n")
    assert "Sechsecke in Spalten" in out


def test_a_module_is_data_for_programs(call: Call, module: Path) -> None:
    code, out, _err = call("show", module, "--json")
    data = json.loads(out)
    assert code == Exit.FINE
    assert (data["kind"], data["file"], data["name"], data["slots"]) == ("module", "ford.vmod", "The Ford", 9)
    assert [side["name"] for side in data["palettes"][0]["tabs"]] == ["Blue", "Red"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nothing.vmod", "there is no such file or folder"),
        (".", "this is a folder, a file was expected"),
    ],
)
def test_a_file_that_is_not_there_is_one_line(call: Call, tmp_path: Path, name: str, line: str) -> None:
    code, out, err = call("show", tmp_path / name)
    assert (code, out) == (Exit.UNREADABLE, "")
    assert err == f"hexmeister: {tmp_path / name}: {line}\n"


def test_a_file_of_another_kind_is_one_line(call: Call, tmp_path: Path) -> None:
    letter = tmp_path / "letter.vmod"
    letter.write_text("Dear opponent,")
    code, out, err = call("show", letter)
    assert (code, out) == (Exit.UNREADABLE, "")
    assert err.startswith("hexmeister: letter.vmod: ")
    assert err.count("\n") == 1


def test_debug_shows_where_an_error_arose(call: Call, tmp_path: Path) -> None:
    code, _out, err = call("show", tmp_path / "nothing.vmod", "--debug")
    assert code == Exit.UNREADABLE
    assert "Traceback" in err
    assert "there is no such file or folder" in err


def test_what_only_a_log_has_is_not_asked_of_a_module(call: Call, module: Path) -> None:
    code, out, err = call("show", module, "--chat")
    assert (code, out) == (Exit.UNREADABLE, "")
    assert "this is a module" in err


def test_an_extension_hangs_its_parts_into_the_module(call: Call, module: Path) -> None:
    extension = module.with_suffix(".vmdx")
    target = "VASSAL.build.module.PieceWindow:Pieces"
    piece = "+/null/piece;;;;Hussars/null;0;0;x:1;0"
    slot = f'<VASSAL.build.widget.PieceSlot entryName="Hussars" gpid="x:1">{piece}</VASSAL.build.widget.PieceSlot>'
    element = f'<VASSAL.build.module.ExtensionElement target="{target}">{slot}</VASSAL.build.module.ExtensionElement>'
    root = f'<VASSAL.build.module.ModuleExtension module="The Ford">{element}</VASSAL.build.module.ModuleExtension>'
    archive.write(extension, [("buildFile.xml", root.encode())])
    assert json.loads(call("show", module, "--json").out)["slots"] == 9
    assert json.loads(call("show", module, "--extension", extension, "--json").out)["slots"] == 10
