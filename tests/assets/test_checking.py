from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from assets.checking import build
from assets.errors import AssetsError
from assets.nodes import parse


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    size: Annotated[int, Meta(ge=0, le=9)] = 1


class Thing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    kind: Literal["tank", "truck"] = "tank"
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="a colour such as #0072b2")] = "#000000"
    parts: dict[str, Part] = {}
    places: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    cells: dict[str, bool | int | float | str] = {}
    armed: bool = False
    weight: float = 1.0


def thing(text: str) -> Thing:
    return build(parse(text, "thing.yaml"), Thing)


def problems(text: str) -> list[str]:
    with pytest.raises(AssetsError) as caught:
        thing(text)
    return str(caught.value).splitlines()


def test_an_entry_of_a_mapping_gets_its_key_as_id() -> None:
    assert thing("name: x\nparts: {turret: {size: 2}}").parts == {"turret": Part(id="turret", size=2)}


def test_a_name_needs_no_quotes_though_it_looks_like_a_number() -> None:
    found = thing("name: 0706\nplaces: [0706, 1310, no]")
    assert (found.name, found.places) == ("0706", ("0706", "1310", "no"))


def test_a_cell_is_read_as_what_it_looks_like_unless_quoted() -> None:
    found = thing("name: x\ncells: {a: 1, b: 0.5, c: true, d: N, e: '1', f: 0706, g: -1}").cells
    assert found == {"a": 1, "b": 0.5, "c": True, "d": "N", "e": "1", "f": "0706", "g": -1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: x\nkinde: tank", "thing.yaml:2:8: unknown field 'kinde'; did you mean kind?"),
        ("kind: tank", "thing.yaml:1:1: missing name"),
        ("name: x\nkind: tnak", "thing.yaml:2:7: kind: expected one of tank, truck, found 'tnak'; did you mean tank?"),
        ("name: x\ncolour: red", "thing.yaml:2:9: colour: expected a colour such as #0072b2, found 'red'"),
        ("name: x\nparts: {t: {size: 12}}", "thing.yaml:2:19: parts/t/size: expected at most 9, found '12'"),
        ("name: x\nparts: {t: {size: big}}", "thing.yaml:2:19: parts/t/size: expected a whole number, found 'big'"),
        ("name: x\nparts: {t: {size: '1'}}", "thing.yaml:2:19: parts/t/size: expected a whole number, found '1'"),
        ("name: x\nparts: [a]", "thing.yaml:2:8: parts: expected a mapping of names, found a list"),
        ("name: x\nplaces: 0706", "thing.yaml:2:9: places: expected a list, found '0706'"),
        ("name: x\nplaces: [a, {b: 1}]", "thing.yaml:2:13: places/1: expected a text, found a mapping"),
        ("name: x\nbounds: [1, 2, 3]", "thing.yaml:2:9: bounds: expected a list of 2, found 3"),
        ("name: x\narmed: yes", "thing.yaml:2:8: armed: expected true or false, found 'yes'"),
        ("name: x\nweight: heavy", "thing.yaml:2:9: weight: expected a number, found 'heavy'"),
        ("name: {en: x}", "thing.yaml:1:7: name: expected a text, found a mapping"),
        ("name: null", "thing.yaml:1:7: name: expected a text, found nothing"),
        ("- a\n- b", "thing.yaml:1:1: expected a mapping (Thing), found a list"),
    ],
)
def test_a_problem_names_file_line_column_path_and_what_was_expected(text: str, message: str) -> None:
    assert problems(text) == [message]


def test_all_problems_are_named_at_once() -> None:
    assert len(problems("kinde: tank\ncolour: red\nparts: {a: {size: x}}")) == 4


def test_an_entry_that_lacks_most_fields_may_be_meant_for_another() -> None:
    class Place(msgspec.Struct):
        row: int
        column: int
        level: int

    class Whole(msgspec.Struct):
        places: dict[str, Place]

    text = "places:\n  turret: {row: 1, column: 1, level: 1}\n  turet: {}\n  turre: {row: 1, column: 2}\n"
    with pytest.raises(AssetsError) as caught:
        build(parse(text, "x.yaml"), Whole)
    assert str(caught.value).splitlines() == [
        "x.yaml:3:10: places/turet: missing row, column, level; did you mean turret or turre?",
        "x.yaml:4:10: places/turre: missing level",
    ]


def test_a_long_word_is_shortened_and_kept_on_one_line() -> None:
    found = problems('name: x\nkind: "' + "long " * 30 + '\\n end"')
    assert len(found) == 1
    assert "…" in found[0]


def test_any_value_of_the_schema_may_be_null_if_it_has_a_default() -> None:
    assert thing("name: x\nparts: null\nbounds: null").bounds is None


def test_a_type_that_checks_more_than_its_shape_is_asked_as_well() -> None:
    class Even(msgspec.Struct):
        number: int

        def __post_init__(self) -> None:
            if self.number % 2:
                raise ValueError("expected an even number")

    with pytest.raises(AssetsError, match="x:1:1: here: expected an even number"):
        build(parse("number: 3", "x"), Even, "here")


def test_untyped_values_are_read_as_yaml_reads_them() -> None:
    found = build(parse("{a: [1, 0.5, true, x, '1', null], b: {c: 0706}}", "x"), dict[str, Any])
    assert found == {"a": [1, 0.5, True, "x", "1", None], "b": {"c": "0706"}}
