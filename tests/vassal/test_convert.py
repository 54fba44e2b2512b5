"""A game in one wire form turned into the same game in another."""

from pathlib import Path

import pytest

from vassal import savefile, traits, wire
from vassal.archive import pack
from vassal.commands import ESC, parse
from vassal.convert import convert, is_flat, nested
from vassal.errors import VassalError
from vassal.sequence import join
from vassal.wire import FORMS, Form

TYPE = ["mark;Side", "PROP;Steps", "piece;;;a.png;A/1"]
STATE = ["Blue", "4", "Main Map;1;2;9;0"]


def piece(separators: tuple[str, str]) -> str:
    """Return an add command whose chains have these separators."""
    chains = [f"{outer}{separators[0]}{middle}{separators[1]}{inner}" for outer, middle, inner in (TYPE, STATE)]
    return "+/" + join(["17", *chains], "/")


FLAT = piece(("\t", "\t"))
NESTED = piece(("\t", "\\\t"))


def save(add: str, change: str) -> bytes:
    text = join(["begin_save", join(["", add], ESC), "end_save", join(["LOG\tCHATx", "LOG\t" + change], ESC)], ESC)
    return pack([("savedGame", wire.encode(text, Form("bang-vobs", 9)))])


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_written(tmp_path: Path, name: str) -> None:
    target = tmp_path / "out.vsav"
    before = savefile.read(save(NESTED, "D/17/a/b"))
    form = convert(save(NESTED, "D/17/a/b"), target, name)
    after = savefile.read(target)
    assert form == after.form == Form(name, 9 if FORMS[name].keyed else 0)
    assert after.text == before.text


def test_released_engines_get_nested_chains(tmp_path: Path) -> None:
    target = tmp_path / "out.vsav"
    flat_change = "D/17/" + "\t".join(STATE) + "/x"
    nested_change = "D/17/" + STATE[0] + "\t" + STATE[1] + "\\\t" + STATE[2] + "/x"
    convert(save(FLAT, flat_change), target, "vcsk")
    assert savefile.read(target).text == savefile.read(save(NESTED, nested_change)).text
    convert(save(FLAT, flat_change), target, "voxz")
    assert savefile.read(target).text == savefile.read(save(FLAT, flat_change)).text


def test_what_is_nested_already_is_left_alone() -> None:
    for command in savefile.read(save(NESTED, "D/17/a\tb/c\td")).commands:
        assert nested(command) is command


def test_markers_in_a_trait_are_nested_too() -> None:
    chain = [traits.make("place_marker", menu="Place", marker=FLAT), traits.make("basic", name="A")]
    flat = "+/" + join(["1", join([trait.type for trait in chain], "\t"), "\tnull;0;0;;0"], "/")
    (command,) = map(nested, parse(flat))
    assert command.placed is not None
    assert command.placed.traits[0].text("marker") == NESTED
    assert command.source == command.placed.encode()


def test_flat_is_what_has_more_than_two_tokens() -> None:
    assert is_flat("a\tb\tc")
    assert not is_flat("a\tb\\\tc")
    assert not is_flat("a")


def test_a_form_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VassalError, match="no form 'zip'; there are vcsk"):
        convert(save(NESTED, "D/17/a"), tmp_path / "out.vsav", "zip")
    assert not list(tmp_path.iterdir())
