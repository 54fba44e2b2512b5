"""`convert` and `scrub`: the same game in another file."""

from pathlib import Path

import pytest

from hexmeister.examples import play, write_all, write_module
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from vassal import savefile
from vassal.wire import FORMS


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write_all(tmp_path)[2]


@pytest.mark.parametrize("form", FORMS)
def test_a_log_is_the_same_game_in_every_form(call: Call, log: Path, form: str) -> None:
    there, back = log.with_name("there.vlog"), log.with_name("back.vlog")
    assert call("convert", log, there, "--form", form).err == f"{there}: written as {form}\n"
    assert savefile.read(there).form.name == form
    assert call("convert", there, back).code == Exit.FINE
    assert savefile.read(back).text == savefile.read(log).text


def test_nobody_finds_a_password_in_a_scrubbed_file(call: Call, log: Path) -> None:
    clean = log.with_name("clean.vlog")
    answer = call("scrub", log, clean)
    assert (answer.code, answer.out) == (Exit.FINE, "")
    assert answer.err == f"{clean}: written, 2 passwords replaced\n"
    text = savefile.read(clean).text
    assert not any(secret in text for secret in play.PASSWORDS.values())
    assert "PLAYER\tp1\tAnn\tBlue" in text
    assert call("show", clean, "--json").out == call("show", log, "--json").out.replace(log.name, clean.name)


@pytest.mark.parametrize("command", ["convert", "scrub"])
def test_a_file_that_is_there_is_kept_unless_forced(call: Call, log: Path, command: str) -> None:
    taken = log.with_name("taken.vlog")
    taken.write_text("precious")
    code, _out, err = call(command, log, taken)
    assert (code, err) == (Exit.UNREADABLE, f"hexmeister: {taken}: exists already; --force writes over it\n")
    assert taken.read_text() == "precious"
    assert call(command, log, taken, "--force").code == Exit.FINE
    assert savefile.read(taken).steps


@pytest.mark.parametrize("command", ["convert", "scrub"])
def test_a_module_is_refused(call: Call, tmp_path: Path, command: str) -> None:
    code, _out, err = call(command, write_module(tmp_path), tmp_path / "out.vsav")
    assert code == Exit.UNREADABLE
    assert "a module" in err
    assert not (tmp_path / "out.vsav").exists()


def test_a_folder_that_is_not_there_is_one_line(call: Call, log: Path) -> None:
    code, _out, err = call("convert", log, log.parent / "nowhere" / "out.vlog")
    assert code == Exit.UNREADABLE
    assert "there is no such file or folder" in err
    assert err.count("\n") == 1
