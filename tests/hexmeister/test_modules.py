"""The commands around modules: lint, diff, provenance and new."""

import json
import struct
from pathlib import Path

import pytest

import assets
from hexmeister.exits import Exit
from tests.builder.lint.bench import c, module, slot
from tests.hexmeister.conftest import Call
from vassal import archive
from vassal.traits import make


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A module with a picture that is not there."""
    path = tmp_path / "broken.vmod"
    path.write_bytes(module(slots=[slot(image="tiger.png")]))
    return path


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A module that is in order."""
    path = tmp_path / "sound.vmod"
    path.write_bytes(module())
    return path


def test_a_sound_module_ends_with_0(call: Call, sound: Path) -> None:
    code, out, _err = call("lint", sound)
    assert code == Exit.FINE
    assert "nothing found by" in out


def test_a_finding_names_rule_place_and_what_to_do(call: Call, broken: Path) -> None:
    code, out, _err = call("lint", broken)
    assert code == Exit.FINDINGS
    assert "HM001 error: A picture is named that is not in the module." in out
    assert "PieceSlot[Second]: basic: there is no picture 'tiger.png'" in out
    assert "→ Add the picture" in out
    assert out.endswith("broken.vmod: errors 1, warnings 0, notes 0\n")


def test_notes_alone_end_with_0(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "noted.vmod"
    path.write_bytes(module(files={"images/old.png": b""}))
    code, out, _err = call("lint", path)
    assert code == Exit.FINE
    assert "HM003 note" in out


def test_rules_are_chosen_on_the_command_line(call: Call, broken: Path) -> None:
    assert call("lint", broken, "--ignore", "HM001,image-case").code == Exit.FINE
    assert call("lint", broken, "--select", "HM002", "--select", "HM003").code == Exit.FINE
    assert call("lint", broken, "--select", "missing-image").code == Exit.FINDINGS


def test_a_rule_that_is_not_there_is_an_error(call: Call, broken: Path) -> None:
    code, _out, err = call("lint", broken, "--select", "HM777")
    assert code == Exit.UNREADABLE
    assert "HM777" in err


def test_only_some_findings_of_a_rule_are_shown_unless_all_are_wanted(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "many.vmod"
    path.write_bytes(
        module(slots=[slot(gpid=str(number), title=str(number), image="no.png") for number in range(2, 12)])
    )
    assert "and 5 more" in call("lint", path).out
    assert call("lint", path, "--all").out.count("'no.png'") == 10


def test_lint_answers_in_json(call: Call, broken: Path) -> None:
    data = json.loads(call("lint", broken, "--json").out)
    (finding,) = data["findings"]
    assert finding.keys() == {"rule", "name", "severity", "place", "what", "fix"}
    assert (finding["rule"], finding["name"], finding["severity"]) == ("HM001", "missing-image", "error")


def test_lint_answers_in_sarif(call: Call, broken: Path) -> None:
    code, out, _err = call("lint", broken, "--sarif")
    data = json.loads(out)
    assert code == Exit.FINDINGS
    assert data["version"] == "2.1.0"
    assert data["runs"][0]["results"][0]["ruleId"] == "HM001"


def test_a_rule_is_explained(call: Call) -> None:
    code, out, _err = call("lint", "--explain", "HM001")
    assert code == Exit.FINE
    assert "missing-image" in out
    assert "why" in out


def test_without_a_file_lint_asks_for_one(call: Call) -> None:
    assert call("lint").code == Exit.UNREADABLE


def test_lint_speaks_german(call: Call, broken: Path) -> None:
    assert "Fehler 1, Warnungen 0" in call("--lang", "de", "lint", broken).out


def test_equal_modules_do_not_differ(call: Call, sound: Path) -> None:
    code, out, _err = call("diff", sound, sound)
    assert (code, out) == (Exit.FINE, "no difference\n")


def test_a_difference_names_piece_trait_and_field(call: Call, tmp_path: Path) -> None:
    paths = []
    for menu in ("Delete", "Eliminate"):
        paths.append(tmp_path / f"{menu}.vmod")
        trait = make("delete", menu=menu, key="68,130")
        paths[-1].write_bytes(module(c("DiceButton", name=menu), slots=[slot(trait)]))
    code, out, _err = call("diff", *paths)
    assert code == Exit.FINDINGS
    assert "Pieces (~1)" in out
    assert "delete.menu: “Delete” → “Eliminate”" in out
    assert "- DiceButton[Delete]" in out
    data = json.loads(call("diff", *paths, "--json").out)
    assert data["pieces"][0]["changes"] == [{"what": "delete.menu", "before": "Delete", "after": "Eliminate"}]


def test_long_values_are_shown_from_where_they_part(call: Call, tmp_path: Path) -> None:
    paths = [tmp_path / "a.vmod", tmp_path / "b.vmod"]
    for path, end in zip(paths, "xy", strict=True):
        path.write_bytes(module(slots=[slot(make("comment", text="a" * 500 + end))]))
    short, full = (call("diff", *paths, *more).out for more in ([], ["--full"]))
    assert "ax”" in short
    assert "a" * 200 not in short
    assert "a" * 500 + "x" in full


GAMES = pytest.mark.parametrize("game", assets.games())


@GAMES
def test_provenance_lists_what_is_not_from_the_book(call: Call, game: str) -> None:
    data = json.loads(call("provenance", game, "--json").out)
    assert {row["origin"] for row in data["values"]} == {"derived", "invented"}
    assert sum(part["rulebook"] for part in data["counts"].values()) > 0
    derived = json.loads(call("provenance", game, "--origin", "derived", "--json").out)["values"]
    assert derived
    assert all(row["why"] for row in derived)


@GAMES
def test_provenance_as_a_table(call: Call, game: str) -> None:
    code, out, _err = call("provenance", game, "--origin", "derived")
    assert code == Exit.FINE
    assert out.startswith("Value")
    short = call("provenance", game, "--summary").out
    assert short.startswith("Part")
    assert len(short.splitlines()) < 20


def test_a_new_game_is_begun_and_never_written_over(call: Call, tmp_path: Path) -> None:
    code, out, _err = call("new", "two_hills", "-o", tmp_path)
    assert code == Exit.FINE
    assert "next: hexmeister build" in out
    assert (tmp_path / "two_hills" / "two_hills" / "assets" / "two_hills" / "game.yaml").is_file()
    assert call("new", "two_hills", "-o", tmp_path).code == Exit.UNREADABLE
    files = json.loads(call("new", "other", "-o", tmp_path, "--json").out)["files"]
    assert {"pyproject.toml", "other/reading.py", "other/assets/other/maps/country.yaml"} <= set(files)


def extension(path: Path, picture: str, *, brought: bool) -> Path:
    """An extension with a counter that shows a picture, which it brings along or not."""
    piece = f"+/null/piece;;;{picture};Hussars/null;0;0;x:1;0"
    slot_text = f'<VASSAL.build.widget.PieceSlot entryName="Hussars" gpid="x:1">{piece}</VASSAL.build.widget.PieceSlot>'
    element = f'<VASSAL.build.module.ExtensionElement target="">{slot_text}</VASSAL.build.module.ExtensionElement>'
    root = f"<VASSAL.build.module.ModuleExtension>{element}</VASSAL.build.module.ModuleExtension>"
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5B", 13, b"IHDR", 40, 40, 8, 2, 0, 0, 0)
    files = [("buildFile.xml", root.encode()), *([(f"images/{picture}", head)] if brought else [])]
    archive.write(path, files)
    return path


def test_a_module_is_checked_together_with_its_extensions(call: Call, broken: Path, tmp_path: Path) -> None:
    bare = extension(tmp_path / "bare.vmdx", "hussar.png", brought=False)
    whole = extension(tmp_path / "whole.vmdx", "hussar.png", brought=True)
    tiger = extension(tmp_path / "tiger.vmdx", "tiger.png", brought=True)
    missing = ("lint", broken, "--select", "HM001")
    assert "hussar.png" in call(*missing, "--extension", bare).out
    found = call(*missing, "--extension", whole).out
    assert "tiger.png" in found
    assert "hussar.png" not in found
    assert call(*missing, "--extension", tiger).code == Exit.FINE
    assert call(*missing, "--extension", bare, "--extension", whole, "--extension", tiger).code == Exit.FINE
    assert call("lint", broken, "--extension", tiger, "--select", "HM006").code == Exit.FINE
    assert call(*missing, tiger).code == Exit.FINE, "an extension is named beside its module"
    assert "hussar.png" in call(*missing, bare).out
    assert call("lint", tiger).code == Exit.UNREADABLE, "alone it is not checked"


def test_several_modules_and_folders_are_checked_and_counted_by_rule(call: Call, broken: Path, tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (below / "again.vmod").write_bytes(broken.read_bytes())
    code, out, _err = call("lint", broken, below)
    assert code == Exit.FINDINGS
    assert "broken.vmod: errors 1" in out
    assert "again.vmod: errors 1" in out
    counted = call("lint", broken, below, "--statistics").out.splitlines()
    assert counted[1].split() == ["HM001", "missing-image", "error", "2", "2"]
    assert len(json.loads(call("lint", broken, below, "--json").out)) == 2
    (tmp_path / "empty").mkdir()
    assert call("lint", tmp_path / "empty").code == Exit.UNREADABLE


def test_what_stands_in_a_baseline_is_told_no_more(call: Call, broken: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    assert call("lint", broken, "--baseline", known).code == Exit.FINE, "it is written"
    assert call("lint", broken, "--baseline", known).code == Exit.FINE
    known.write_text(known.read_text().replace("tiger.png", "lion.png"))
    assert call("lint", broken, "--baseline", known).code == Exit.FINDINGS
    known.write_text("nothing")
    assert call("lint", broken, "--baseline", known).code == Exit.UNREADABLE


def test_settings_of_a_file_hold_where_no_option_says_otherwise(
    call: Call, broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "hexmeister.toml"
    file.write_text('[lint]\nignore = ["HM001"]\n', encoding="utf-8")
    assert call("lint", broken).code == Exit.FINE
    assert call("lint", broken, "--ignore", "HM002").code == Exit.FINDINGS
    other = tmp_path / "there" / "other.toml"
    other.parent.mkdir()
    other.write_text('[lint]\nbaseline = "known.json"\n', encoding="utf-8")
    assert call("lint", broken, "--config", other).code == Exit.FINE
    assert (tmp_path / "there" / "known.json").is_file()
    for wrong in ("[lint]\nignor = []\n", "[lint]\nignore = 1\n", "[lint"):
        file.write_text(wrong, encoding="utf-8")
        found = call("lint", broken)
        assert (found.code, "hexmeister.toml" in found.err) == (Exit.UNREADABLE, True)
