import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal.errors import VassalError
from vassal.hotkeys import ctrl
from vassal.sequence import split
from vassal.values import (
    Target,
    all_of,
    any_of,
    colour,
    equals,
    hole,
    quoted,
    reading,
    script,
    text,
    text_items,
    text_list,
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, ""),
        (True, "true"),
        (0.5, "0.5"),
        (12, "12"),
        ("as it is", "as it is"),
        (ctrl("F"), "70,130"),
        (["a,b", 1, False], r"a\,b,1,false"),
        ((), ""),
    ],
)
def test_values_are_written_as_attributes_hold_them(value: object, written: str) -> None:
    assert text(value) == written


@given(st.lists(st.text("ab,;x ", min_size=1, max_size=5), max_size=6))
def test_lists_come_back(items: list[str]) -> None:
    assert text_items(text_list(items)) == tuple(items)


@pytest.mark.parametrize(("word", "written"), [("#ff0010", "255,0,16"), ("#00000080", "0,0,0,128")])
def test_colours(word: str, written: str) -> None:
    assert colour(word) == written


@pytest.mark.parametrize("word", ["red", "#fff", "#12345", "255,0,0"])
def test_a_colour_of_another_kind_is_refused(word: str) -> None:
    with pytest.raises(VassalError, match="#rrggbb"):
        colour(word)


def test_formats_and_expressions() -> None:
    assert hole("PieceName") == "$PieceName$"
    assert reading("Side") == "Side"
    assert reading("2d6_result") == 'GetProperty("2d6_result")'
    assert reading("class") == 'GetProperty("class")'
    assert quoted('a "b"\\c\n') == r'"a \"b\"\\c\n"'
    assert script(all_of(equals("Side", "Blue"), equals("Strength", 4))) == '{(Side=="Blue") && (Strength==4)}'
    assert any_of(equals("Moved", True)) == "Moved==true"
    assert any_of(equals("Side", "Red"), "Strength>1") == '(Side=="Red") || (Strength>1)'


@pytest.mark.parametrize("name", ["", "a$b"])
def test_a_property_that_no_format_could_name_is_refused(name: str) -> None:
    with pytest.raises(VassalError, match="no property"):
        hole(name)


def test_a_target_has_sixteen_fields() -> None:
    assert str(Target()) == "MAP|false|MAP|||||0|0||false|||EQUALS||"
    narrow = Target("COUNTER", by_property=True, property="Side", value="a|b")
    assert split(str(narrow), "|")[10:13] == ["true", "Side", "a|b"]


@pytest.mark.parametrize("wrong", [{"kind": "ALL"}, {"location_type": "HERE"}, {"compare": "=="}])
def test_a_target_of_an_unknown_kind_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(VassalError, match="a target has one of"):
        Target(**wrong)
