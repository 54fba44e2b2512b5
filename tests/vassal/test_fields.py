"""Fields and layouts: what is read is written back as it was, whatever the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal.errors import TooLarge
from vassal.fields import FLAG, INT, REAL, TEXT, Field, FieldType, Group, Layout, Value, listed, plain, row, whole
from vassal.limits import DEFAULT
from vassal.sequence import join, split

TEXTS = st.text(alphabet=st.sampled_from("ab;,:\\'01-. "), max_size=14)
TYPES = [FLAG, INT, REAL, listed(), listed(INT), listed(row(":", TEXT, INT)), row(",", INT, FLAG)]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (FLAG, "true", True),
        (FLAG, "false", False),
        (FLAG, "True", "True"),
        (INT, "-7", -7),
        (INT, "70000", 70000),
        (INT, "007", "007"),
        (INT, "+7", "+7"),
        (INT, " 7", " 7"),
        (INT, "1_000", "1_000"),
        (INT, "\u0667", "\u0667"),
        (INT, "9" * 5_000, "9" * 5_000),
        (REAL, "1.0", 1.0),
        (REAL, "1", "1"),
        (REAL, "1e5", "1e5"),
        (REAL, "nan", "nan"),
        (listed(), "", ()),
        (listed(), ",", ("", "")),
        (listed(), "a\\,b,c", ("a,b", "c")),
        (listed(), "'a',b", "'a',b"),
        (listed(INT), "1,x", (1, "x")),
        (row(":", TEXT, INT), "a:1:rest", ("a", 1, "rest")),
        (row(":", TEXT, INT), "a", ("a",)),
    ],
)
def test_a_text_and_its_value_stand_for_each_other(kind: FieldType, text: str, value: Value) -> None:
    read = text if kind.read is None else kind.read(text)
    assert read == value
    assert type(read) is type(value)
    assert kind.write(read) == text


@given(st.sampled_from(TYPES), TEXTS)
def test_every_text_of_every_type_comes_back(kind: FieldType, text: str) -> None:
    assert kind.read is not None
    assert kind.write(kind.read(text)) == text


LAYOUTS = [
    Layout((Field("a", INT, 0), Field("b", FLAG, False))),
    Layout((Field("a", TEXT), Field("n", INT, 0)), ";", Group("run", (INT,), then=(Field("end", FLAG, False),))),
    Layout((Field("n", INT, 0),), ";", Group("pairs", (TEXT, INT))),
    Layout((Field("a", TEXT),), ",", Group("rest", (INT, TEXT), counted=False)),
    whole("all", INT, 0),
    Layout(),
]


@given(st.sampled_from(LAYOUTS), TEXTS)
def test_every_record_comes_back(layout: Layout, text: str) -> None:
    values = layout.read(text)
    written = layout.write(values)
    assert layout.read(written) == values
    if not layout.delimiter or join(split(text, layout.delimiter), layout.delimiter) == text:
        assert written == text


def test_a_run_of_tokens_is_one_value() -> None:
    layout = LAYOUTS[1]
    assert layout.read("x;2;10;20;true") == ("x", 2, (10, 20), True)
    assert layout.read("x;0;true") == ("x", 0, (), True)
    assert layout.read("x;-1;true") == ("x", -1, (), True)
    assert layout.read("x;9;10") == ("x", 9, (10,))
    assert layout.read("x;many;true;more") == ("x", "many", (), True, "more")
    assert layout.read("x") == ("x",)
    assert LAYOUTS[2].read("1;a;2;b") == (1, (("a", 2),), "b")
    assert LAYOUTS[3].read("x,1,a,2") == ("x", ((1, "a"), (2,)))


def test_changes_fill_what_is_missing_with_defaults_and_count_anew() -> None:
    layout = LAYOUTS[1]
    assert layout.changed(("x",), {"run": (1, 2, 3)}) == ["x", 3, (1, 2, 3)]
    assert layout.changed((), {"end": True}) == ["", 0, (), True]
    assert layout.write(["x", 3, (1, 2, 3), True]) == "x;3;1;2;3;true"


def test_a_list_is_not_taken_for_a_value() -> None:
    with pytest.raises(TypeError):
        plain(("a",))
    with pytest.raises(TypeError, match="run wants a list"):
        LAYOUTS[1].write(["x", 1, 5])


def test_a_list_longer_than_granted_is_refused() -> None:
    with pytest.raises(TooLarge, match="a list of more than"):
        LAYOUTS[0].read(";" * DEFAULT.tokens)
