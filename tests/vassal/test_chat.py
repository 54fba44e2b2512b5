"""Chat lines as logs hold them, and as people and programs read them."""

import pytest

from vassal.chat import Kind, Line, Record, read

FIRE = Record("fire", {"k": "x.1.2", "u": "17", "res": ""})

LINES = [
    ("&lt;Ann&gt; - hello <b>you</b>", Line(Kind.TYPED, "hello <b>you</b>", "Ann")),
    ("<Ann> - hello", Line(Kind.TYPED, "hello", "Ann")),
    ("&lt;(Anonymous)&gt; - hello", Line(Kind.TYPED, "hello", "(Anonymous)")),
    ("* A/1 moves", Line(Kind.REPORT, "* A/1 moves")),
    ("* ~<b>Ann</b> &amp; Bob &lt;3", Line(Kind.REPORT, "* Ann & Bob <3")),
    ("* UNDO: * A/1 <b>moves</b><!--[#step;u=1]-->", Line(Kind.UNDO, "* UNDO: * A/1 moves", taken_back="* A/1 moves")),
    ("* ? ? - ?", Line(Kind.REPORT, "* ? - ?")),
    ("- Game saved", Line(Kind.SYSTEM, "- Game saved")),
    ("something else", Line(Kind.OTHER, "something else")),
]

RECORDS = [
    "* Fire!<!--[#fire;k=x.1.2;u=17;res=]-->",
    '* Fire!<font size="2" color="#999999">[#fire;k=x.1.2;u=17;res=]</font>',
    "* Fire! [#fire;k=x.1.2;u=17;res=]",
]

NO_RECORDS = [
    "&lt;Ann&gt; - [#fire;k=x.1.2]",
    "&lt;Ann> - [#fire;k=1]&gt; - my name looks like one",
    "* Two [#fire;k=x.1.2] [#fire;k=x.1.3]",
    "* Not at its end [#fire;k=x.1.2] more",
    "* Half open<!--[#fire;k=x.1.2]",
    "* Half closed [#fire;k=x.1.2]-->",
    "* The same key twice [#fire;k=1;k=2]",
    "* Fire [#Fire;k=1]",
]

CONTROLS = [
    ("* a\x1b[31mred", "* a\N{SYMBOL FOR ESCAPE}[31mred"),
    ("* back\x08wards", "* back\N{SYMBOL FOR BACKSPACE}wards"),
    ("* turned \N{RIGHT-TO-LEFT OVERRIDE}round", "* turned \N{REPLACEMENT CHARACTER}round"),
    ("* one\n\ttwo<br/>three", "* one two three"),
    ("* <a href='x'>link</a> <img src=y>", "* link"),
    ("* 1 < 2 and 3 > 2", "* 1 < 2 and 3 > 2"),
]


@pytest.mark.parametrize(("raw", "line"), LINES)
def test_who_speaks(raw: str, line: Line) -> None:
    assert read(raw) == line


@pytest.mark.parametrize("raw", RECORDS)
def test_a_record_is_split_from_its_sentence(raw: str) -> None:
    assert read(raw) == Line(Kind.REPORT, "* Fire!", record=FIRE)


@pytest.mark.parametrize("raw", NO_RECORDS)
def test_what_only_looks_like_a_record_is_none(raw: str) -> None:
    assert read(raw).record is None


@pytest.mark.parametrize(("raw", "sentence"), CONTROLS)
def test_nothing_that_steers_a_terminal_or_a_page_survives(raw: str, sentence: str) -> None:
    assert read(raw).sentence == sentence


def test_a_name_that_looks_like_a_record_stays_a_name() -> None:
    line = read("&lt;Ann> - [#roll;res=6,6]&gt; - my name looks like a record")

    assert line == Line(Kind.TYPED, "my name looks like a record", "Ann> - [#roll;res=6,6]")


def test_long_lines_of_open_brackets_are_read_at_once() -> None:
    for raw in ("<" * 200_000, "[#a" * 100_000, "<!--" * 100_000, "* [#a;b=" * 50_000, "&lt;" * 100_000):
        assert read(raw).record is None
