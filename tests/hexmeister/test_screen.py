import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmeister.screen import Screen, as_json, clean


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Löwe 1. Inf", "Löwe 1. Inf"),
        ("\x1b[31mred", "␛[31mred"),
        ("\x9b2J", "<U+009B>2J"),
        ("a\nb\tc", "a b c"),
        ("\u202eevil", "<U+202E>evil"),
        ("\ud800", "<U+D800>"),
        ("bell\x07", "bell␇"),
    ],
)
def test_what_could_steer_a_terminal_is_shown(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.text(st.characters(codec=None)))
def test_a_clean_text_prints_and_steers_nothing(text: str) -> None:
    shown = clean(text)
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert not any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in shown)


@given(
    st.recursive(st.text(st.characters(codec=None)), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_json_says_the_same_and_steers_nothing(value: object) -> None:
    text = as_json(value)
    assert json.loads(text) == value
    assert not any(0x7F <= ord(letter) < 0xA0 or letter in "\x1b\u202e" for letter in text)


def test_colour_stands_only_on_a_terminal_that_wants_it() -> None:
    terminal, quiet, pipe = Terminal(), Terminal(), io.StringIO()
    Screen(out=terminal).line("important", style="bold")
    Screen(out=quiet, colour=False).line("important", style="bold")
    Screen(out=pipe).line("important", style="bold")
    assert "\x1b[" in terminal.getvalue()
    assert quiet.getvalue() == "important\n"
    assert pipe.getvalue() == "important\n"


def test_a_table_in_a_pipe_keeps_long_cells_whole() -> None:
    out = io.StringIO()
    Screen(out=out).table(["name", "count"], [["x" * 300, 5], ["\x1b]0;title\x07", 12]])
    assert out.getvalue().splitlines()[1].split() == ["x" * 300, "5"]
    assert "\x1b" not in out.getvalue()


def test_markup_in_a_name_is_only_text() -> None:
    out = io.StringIO()
    screen = Screen(out=out)
    screen.line("[bold]3/1[/bold] :smile:")
    screen.table(["a"], [["[red]x[/red]"]])
    assert "[bold]3/1[/bold] :smile:" in out.getvalue()
    assert "[red]x[/red]" in out.getvalue()


def test_progress_is_seen_on_a_terminal_and_nowhere_else() -> None:
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with Screen(err=stream).progress("reading") as advance:
            advance(1, 2)
    assert "reading" in terminal.getvalue()
    assert pipe.getvalue() == ""
