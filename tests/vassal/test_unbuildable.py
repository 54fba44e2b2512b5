"""Pieces that the engine could not build: it drops them, we keep their text."""

import pytest

from vassal.commands import encode_all, parse
from vassal.position import Position


@pytest.mark.parametrize("type_text", ["delete;Delete;68,130;", "label;84,130;Note", "theirown;1;2"])
def test_a_piece_without_a_basic_piece_is_kept_and_stands_nowhere(type_text: str) -> None:
    text = f"begin_save\x1b+/7/{type_text}/state\x1bend_save"
    commands = parse(text)
    assert encode_all(commands) == text
    assert [command.kind for command in commands] == ["begin", "add", "end"]
    assert commands[1].text("id") == "7"
    assert commands[1].placed is None
    assert Position.of(commands).pieces() == []
