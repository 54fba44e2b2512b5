"""Every kind of trait, read and written by the names of its fields."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.blobs import TRAITS, TraitBlob
from vassal import traits
from vassal.errors import VassalError
from vassal.fields import PLAYER, Value
from vassal.traits import KINDS, Trait

EACH = pytest.mark.parametrize("blob", TRAITS, ids=[blob.kind for blob in TRAITS])


def test_there_is_an_example_of_every_kind() -> None:
    assert {blob.kind for blob in TRAITS} == set(KINDS) - {"unknown"}


@EACH
def test_fields_are_read_by_name(blob: TraitBlob) -> None:
    trait = traits.parse(blob.type, blob.state)
    assert trait.kind == blob.kind
    assert {name: trait[name] for name in blob.fields} == blob.fields


@EACH
def test_the_same_fields_make_the_same_trait(blob: TraitBlob) -> None:
    assert traits.make(blob.kind, **blob.fields) == traits.parse(blob.type, blob.state)


@EACH
def test_values_are_written_as_they_were_read(blob: TraitBlob) -> None:
    trait = traits.parse(blob.type, blob.state)
    kind = KINDS[blob.kind]
    assert kind.prefix + kind.type.write(trait.values) == blob.type if trait.values else kind.prefix == blob.type
    assert not blob.state or kind.state.write(trait.state_values) == blob.state


@EACH
def test_every_value_fits_its_type(blob: TraitBlob) -> None:
    trait = traits.parse(blob.type, blob.state)
    for name in KINDS[blob.kind].places:
        default = KINDS[blob.kind].default(name)
        assert type(trait[name]) is type(default), name


@EACH
def test_a_tail_that_is_missing_stays_missing_and_counts_as_the_default(blob: TraitBlob) -> None:
    kind = KINDS[blob.kind]
    trait = traits.parse(kind.prefix + kind.when)
    assert trait.kind == kind.name
    for name in list(kind.type.places)[len(trait.values) :]:
        assert not trait.has(name)
        assert trait[name] == kind.default(name)


@EACH
def test_a_field_that_is_changed_leaves_all_others_as_they_are(blob: TraitBlob) -> None:
    trait = traits.parse(blob.type, blob.state)
    for name, value in blob.fields.items():
        if name != "facings":
            assert trait.with_fields(**{name: value}) == trait, name


def test_no_name_stands_for_two_fields_of_a_trait() -> None:
    for kind in KINDS.values():
        assert not set(kind.type.places) & set(kind.state.places), kind.name


def test_the_ids_of_players_are_marked_as_such() -> None:
    marked = {
        (kind.name, field.name)
        for kind in KINDS.values()
        for field in (*kind.type.columns, *kind.state.columns)
        if field.type is PLAYER
    }
    assert marked == {("invisible", "hidden_by"), ("mask", "masked_by"), ("mask", "options"), ("restricted", "owner")}


def test_texts_that_fit_no_type_are_kept() -> None:
    trait = traits.parse("pivot;Turn;;007;+1;True;90;;;;1e3")
    assert [trait[name] for name in ("x", "y", "fixed", "angle", "second_angle")] == ["007", "+1", "True", "90", "1e3"]
    assert (trait.number("x"), trait.flag("fixed"), trait.real("angle")) == (7, False, 90.0)
    assert KINDS["pivot"].type.write(trait.values) == trait.type.removeprefix("pivot;")


def test_what_is_no_number_counts_as_the_default() -> None:
    trait = traits.parse("label;;;ten;;;;;;;;;;;x")
    assert (trait.number("font_size"), trait.text("font_size")) == (10, "ten")
    assert trait.number("rotation") == 0
    assert trait.number("menu") == 0
    assert trait.real("menu") == 0.0
    assert trait.real("rotation") == 0.0
    assert trait.with_state("") is trait


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.0E7", 1e7),
        ("-1.25E-4", -1.25e-4),
        ("1234567.5", 1234567.5),
        ("-2.5", -2.5),
        ("0.0", 0.0),
        ("0.30000001192092896", 0.30000001192092896),
        ("1.7976931348623157E308", 1.7976931348623157e308),
    ],
)
def test_doubles_are_written_as_java_writes_them(text: str, value: float) -> None:
    assert traits.parse(f"nonRect2;{text};m")["scale"] == value
    assert traits.make("shape", scale=value).text("scale") == text


def test_what_is_no_finite_number_counts_as_the_default() -> None:
    assert traits.parse("nonRect2;NaN;m")["scale"] == "NaN"
    assert traits.parse("nonRect2;Infinity;m").real("scale") == 1.0
    assert traits.parse("nonRect2;wide;m").real("scale") == 1.0
    with pytest.raises(ValueError, match="not finite"):
        traits.make("shape", scale=math.inf)


def test_old_forms_keep_their_form() -> None:
    old = traits.parse("emb2;Flip;128;F;;128;;;128;;;;1;false;0;0;a.png,b.png;,;true;Flip;;;false;;1", "2;F")
    assert (old["version"], old["activate_old_key"], old["active_keys"]) == (0, "F", "F")
    assert old.with_fields(level=-2).state == "-2;F"
    assert traits.parse("nonRect;m,0,0,c").kind == "old_shape"
    assert traits.parse("mark;").items("names") == ("",)


def test_fields_of_a_newer_engine_are_read_and_kept() -> None:
    newer = traits.parse("footprint;;;;;;;;;;;;;;;;;true;more", "false;;0;false;12")
    assert newer["ignore_same_location"] is True
    assert newer["last_size"] == 12
    assert newer.with_fields(radius=5).type == "footprint;;;;;5;;;;;;;;;;;;true;more"
    assert not traits.make("trail").has("ignore_same_location")


def test_unknown_traits_are_kept_and_said_to_be_unknown() -> None:
    trait = traits.parse("conceal;75,2;a\\;b", "x;y")
    assert (trait.known, trait.kind, trait.prefix) == (False, "unknown", "conceal;")
    assert (trait.type, trait.state) == ("conceal;75,2;a\\;b", "x;y")
    assert trait.with_fields(value="z").state == "z"


def test_counts_follow_what_is_counted() -> None:
    trail = traits.make("trail", points=((1, 2),)).with_fields(points=((1, 2), (3, 4), (5, 6)))
    assert trail.state == "false;;3;1,2;3,4;5,6;false"
    liar = traits.parse("footprint;", "true;Map0;5;1,2;true")
    assert liar["points"] == ((1, 2), ("true",))
    assert KINDS["trail"].state.write(liar.state_values) == liar.state


def test_a_mistake_in_a_name_says_what_there_is() -> None:
    with pytest.raises(VassalError, match="no trait 'sticker'"):
        traits.make("sticker")
    with pytest.raises(VassalError, match="a clone has no field 'colour'; it has menu, key, description"):
        traits.make("clone", colour="0,0,0")
    with pytest.raises(KeyError, match="a clone has no field 'colour'"):
        traits.parse("clone;")["colour"]


def test_lists_and_rows_have_readers_of_their_own() -> None:
    trait = traits.make("property", commands=(("Lose", "76,130", ("I", "-1")),))
    assert [menu for menu, _, _ in trait.rows("commands")] == ["Lose"]
    assert traits.make("submenu", commands=("a", "b")).items("commands") == ("a", "b")
    assert trait.items("name") == ()


TEXTS = st.text(alphabet=st.sampled_from("ab;,|:~\\'\t/ \n-1."), max_size=12)


@given(st.sampled_from(sorted(KINDS)), TEXTS, TEXTS)
def test_any_text_is_read_and_comes_back_as_it_was(kind_name: str, body: str, state: str) -> None:
    trait = traits.parse(KINDS[kind_name].prefix + body, state)
    assert (trait.type, trait.state) == (KINDS[kind_name].prefix + body, state)
    assert all(trait.text(name) is not None for name in KINDS[trait.kind].places)


CLEAN = st.text(alphabet=st.sampled_from("ab;,|:~\\'\t/ \n-1."), max_size=12).filter(lambda text: text[-1:] != "\\")


def of_type(default: Value) -> st.SearchStrategy[Value]:
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, int):
        return st.integers(-(2**31), 2**31 - 1)
    if isinstance(default, float):
        return st.floats(allow_nan=False, allow_infinity=False)
    return CLEAN


@st.composite
def made(draw: st.DrawFn) -> tuple[Trait, dict[str, Value]]:
    kind = KINDS[draw(st.sampled_from(sorted(set(KINDS) - {"unknown", "old_shape", "free_rotate", "rotate"})))]
    single = [name for name in kind.places if not isinstance(kind.default(name), tuple) and name != "count"]
    given_fields = {name: draw(of_type(kind.default(name))) for name in single if draw(st.booleans())}
    return traits.make(kind.name, **given_fields), given_fields


@given(made())
def test_what_a_trait_is_made_of_is_read_from_it(case: tuple[Trait, dict[str, Value]]) -> None:
    trait, given_fields = case
    again = traits.parse(trait.type, trait.state)
    assert {name: again[name] for name in given_fields} == given_fields
