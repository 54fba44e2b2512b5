"""Pieces that the engine could not build, and those that nobody should try to."""

import pytest

from vassal.commands import encode_all, parse
from vassal.errors import TooLarge
from vassal.pieces import Stack
from vassal.position import Position
from vassal.sequence import nest


@pytest.mark.parametrize("type_text", ["delete;Delete;68,130;", "label;84,130;Note", "theirown;1;2"])
def test_a_piece_without_a_basic_piece_is_kept_and_stands_nowhere(type_text: str) -> None:
    text = f"begin_save\x1b+/7/{type_text}/state\x1bend_save"
    commands = parse(text)
    assert encode_all(commands) == text
    assert [command.kind for command in commands] == ["begin", "add", "end"]
    assert commands[1].text("id") == "7"
    assert commands[1].placed is None
    assert Position.of(commands).pieces() == []


@pytest.mark.parametrize("layer", ["--1", "9" * 6_000, "-" * 300 + "1", "1e3", ""])
def test_a_stack_whose_layer_is_no_number_has_none(layer: str) -> None:
    _begin, command = parse(f"begin_save\x1b+/7/stack/Map;1;2;@@{layer}")
    assert isinstance(command.placed, Stack)
    assert command.placed.layer is None


def test_a_flat_chain_that_would_fill_the_memory_when_nested_is_refused() -> None:
    assert nest(["x"] * 1_000, "\t").count("\\") == 498_501
    with pytest.raises(TooLarge, match="too long to be nested"):
        nest(["x"] * 20_000, "\t")
    with pytest.raises(TooLarge, match="too long to be nested"):
        nest([*["x"] * 1_000, "\t" * 100_000], "\t")
