"""Pieces, stacks and decks out of the text of an add command, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal import pieces, traits
from vassal.errors import Damaged, TooLarge
from vassal.limits import Limits
from vassal.pieces import Deck, Piece, PieceReader, Stack
from vassal.sequence import split, unnest

INFANTRY = (
    "+/17/mark;Side\temb2;;128;;;128;;;128;;;;1;false;0;0;,b.png;,;true;Flip\\\tpiece;;;\\/inf.png;Inf"
    "/Blue\t-2\\\tMain Map;166;320;9;1;UniqueID;4"
)


def infantry() -> Piece:
    piece = pieces.parse(INFANTRY)
    assert isinstance(piece, Piece)
    return piece


def test_a_piece_is_its_traits_outermost_first() -> None:
    piece = infantry()
    assert [trait.kind for trait in piece.traits] == ["marker", "layer", "basic"]
    assert (piece.id, piece.name, piece.image, piece.gpid) == ("17", "Inf", "/inf.png", "9")
    assert (piece.map, piece.x, piece.y) == ("Main Map", 166, 320)
    assert piece.properties == {"UniqueID": "4"}
    assert piece.encode() == INFANTRY


def test_traits_are_found_by_kind() -> None:
    piece = infantry()
    layer = piece.find("layer")
    assert layer is not None
    assert layer.number("level") == -2
    assert piece.find("mask") is None
    assert [trait.items("values") for trait in piece.all("marker")] == [("Blue",)]


def test_a_piece_in_another_state_is_of_the_same_type() -> None:
    moved = infantry().with_state("Red\t1\\\tnull;0;0;9;0")
    assert (moved.map, moved.x, moved.type) == ("", 0, infantry().type)
    assert moved.state == "Red\t1\\\tnull;0;0;9;0"
    assert moved.traits[1].number("level") == 1


def test_a_state_with_fewer_traits_leaves_the_inner_ones() -> None:
    assert infantry().with_state("Red").state == "Red\t-2\\\tMain Map;166;320;9;1;UniqueID;4"


def test_a_piece_is_built_of_traits() -> None:
    built = pieces.piece([traits.make("delete", menu="Delete", key="68,130"), traits.make("basic", name="A/B")])
    assert built.encode() == "+/null/delete;Delete;68,130;\tpiece;;;;A\\/B/\tnull;0;0;;0"


def test_a_stack_names_its_pieces_bottom_first() -> None:
    stack = pieces.parse("+/30/stack/Main Map;10;20;17;18;@@1")
    assert isinstance(stack, Stack)
    assert (stack.members, stack.layer, stack.map, stack.x, stack.y) == (("17", "18"), 1, "Main Map", 10, 20)
    assert stack == pieces.stack("30", "Main Map", (10, 20), ["17", "18"], 1)
    assert pieces.stack("30", "Main Map", (1, 2), ["17"]).layer is None


def test_an_empty_stack_lies_nowhere() -> None:
    stack = pieces.parse("+/30/stack/null")
    assert isinstance(stack, Stack)
    assert (stack.map, stack.x, stack.members) == ("", 0, ())


def test_a_deck_is_drawn_from_the_end() -> None:
    deck = pieces.parse("+/40/deck;true;;60;60;Always;Always;true;true;true;;;;Draw/Main Map;700;500;true;17,18")
    assert isinstance(deck, Deck)
    assert (deck.name, deck.face_down, deck.members) == ("Draw", True, ("17", "18"))
    empty = pieces.parse("+/40/deck;true/Main Map;700;500;false")
    assert isinstance(empty, Deck)
    assert empty.members == ()


def test_both_framings_give_the_same_piece() -> None:
    flat = "+/17/mark;Side\tPROP;Steps\tpiece;;;a;b/Blue\t4\tnull;0;0;;0"
    mixed = "+/17/mark;Side\tPROP;Steps\tpiece;;;a;b/Blue\t4\\\tnull;0;0;;0"
    nested = "+/17/mark;Side\tPROP;Steps\\\tpiece;;;a;b/Blue\t4\\\tnull;0;0;;0"
    assert pieces.parse(flat) == pieces.parse(mixed) == pieces.parse(nested)
    assert pieces.parse(flat).encode() == nested


def test_a_trait_without_a_state_has_an_empty_one() -> None:
    piece = pieces.parse("+/17/mark;Side\tmark;Layer\\\tpiece;;;a;b/Blue")
    assert [trait.state for trait in piece.traits] == ["Blue", "", ""]
    assert (piece.map, piece.x) == ("", 0)


def test_an_unknown_innermost_is_a_piece_without_fields() -> None:
    piece = pieces.parse("+/17/odd;a;b/x;y")
    assert isinstance(piece, Piece)
    assert (piece.whole, piece.map, piece.name, piece.gpid, piece.x, piece.y) == (False, "", "", "", 0, 0)
    assert piece.properties == {}
    assert piece.encode() == "+/17/odd;a;b/x;y"


@pytest.mark.parametrize("text", ["+/17", "+/17/piece;;;a;b", "17/a/b", ""])
def test_what_is_no_add_command_is_refused(text: str) -> None:
    with pytest.raises(Damaged):
        pieces.parse(text)


def test_equal_traits_are_one_object() -> None:
    reader = PieceReader()
    first, second = reader.read(INFANTRY), reader.read(INFANTRY.replace("+/17/", "+/18/"))
    assert all(one is other for one, other in zip(first.traits, second.traits, strict=True))


def test_more_traits_than_granted_are_refused() -> None:
    reader = PieceReader(Limits(traits=5))
    reader.read(INFANTRY)
    with pytest.raises(TooLarge, match="more than 5 traits"):
        reader.read(INFANTRY)
    with pytest.raises(TooLarge, match="more than 2 different traits"):
        PieceReader(Limits(distinct=2)).read(INFANTRY)


TEXTS = st.text(alphabet=st.sampled_from("a;/\t'\\,"), max_size=8)


@given(TEXTS, TEXTS)
def test_any_type_and_state_make_a_piece(type_text: str, state: str) -> None:
    piece = PieceReader().build("1", type_text, state)
    assert [trait.type for trait in piece.traits] == unnest(type_text, "\t")
    assert len(piece.traits) >= len(unnest(state, "\t", len(piece.traits)))
    assert (piece.map, piece.x) == ("", 0) or piece.whole


@given(st.lists(TEXTS, max_size=5))
def test_an_add_command_has_the_tokens_of_its_text(tokens: list[str]) -> None:
    text = "/".join(tokens)
    parts = split(text, "/")
    if len(parts) < 3:
        with pytest.raises(Damaged, match="without id, type and state"):
            pieces.parse(f"+/{text}")
        return
    assert pieces.parse(f"+/{text}") == PieceReader().build(*parts[:3])


@given(st.lists(TEXTS.filter(lambda text: not text.endswith("\\") and "'" not in text), min_size=1, max_size=6))
def test_clean_names_come_back(names: list[str]) -> None:
    chain = [traits.make("basic_name", name=name) for name in names]
    piece = pieces.piece([*chain, traits.make("basic", image="a.png", name="b")])
    again = pieces.parse(piece.encode())
    assert again == piece
    assert [trait.text("name") for trait in again.traits[:-1]] == names
