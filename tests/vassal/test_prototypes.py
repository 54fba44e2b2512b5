import pytest

from tests.vassal.building import unit, uses
from vassal import traits
from vassal.errors import TooLarge
from vassal.pieces import Piece
from vassal.prototypes import Prototypes
from vassal.traits import Trait

DELETE = traits.make("delete", menu="Delete")
CLONE = traits.make("clone", menu="Clone")
COMMENT = traits.make("comment", text="why")


def prototypes(**definitions: Piece | str) -> Prototypes:
    return Prototypes({name: each if isinstance(each, str) else each.encode() for name, each in definitions.items()})


def expanded(piece: Piece, **definitions: Piece | str) -> list[str]:
    return [trait.kind for trait in prototypes(**definitions).expand(piece)[0].traits]


def test_a_prototype_stands_aside_for_its_traits() -> None:
    outer = unit("", DELETE, uses("inner"), COMMENT)
    assert expanded(unit("A", CLONE, uses("outer"), CLONE), outer=outer, inner=unit("", CLONE, DELETE)) == [
        "clone", "delete", "clone", "delete", "clone", "basic",
    ]  # fmt: skip


def test_its_own_basic_piece_does_not_count() -> None:
    piece, _ = prototypes(p=unit("Prototype", DELETE)).expand(unit("A", uses("p")))
    assert piece.name == "A"


def test_comments_are_dropped_without_any_prototype() -> None:
    assert expanded(unit("A", COMMENT, DELETE)) == ["delete", "basic"]


def test_an_empty_prototype_leaves_nothing() -> None:
    assert expanded(unit("A", uses("p"), DELETE), p=unit("")) == ["delete", "basic"]


def test_the_state_of_its_traits_comes_with_them() -> None:
    layer = traits.make("layer", images=("a.png", "b.png"), level=2)
    piece, _ = prototypes(p=unit("", layer)).expand(unit("A", uses("p")))
    assert piece.traits[0] == layer


def label(text: str) -> Trait:
    return traits.make("report", format=text)


def test_parameters_fill_the_holes_of_the_definition_and_empty_all_others() -> None:
    made = prototypes(p=unit("", label("$side$ moves $pieceName$")))
    piece, _ = made.expand(unit("A", uses("p", side="Blue"), uses("p")))
    assert [trait.text("format") for trait in piece.all("report")] == [
        "Blue moves pieceName",
        "$side$ moves $pieceName$",
    ]


def test_what_is_missing_is_told_and_left_out() -> None:
    piece, spliced = prototypes(p=unit("", uses("q"), DELETE)).expand(unit("A", uses("nowhere"), uses("p")))
    assert [trait.kind for trait in piece.traits] == ["delete", "basic"]
    assert (spliced.used, spliced.missing, spliced.cyclic) == ({"p"}, {"nowhere", "q"}, frozenset())


def test_a_prototype_that_stands_in_itself_is_told_and_spliced_once() -> None:
    made = prototypes(a=unit("", DELETE, uses("b")), b=unit("", CLONE, uses("a")))
    piece, spliced = made.expand(unit("A", uses("a"), uses("b")))
    assert [trait.kind for trait in piece.traits] == ["delete", "clone", "clone", "delete", "basic"]
    assert spliced.cyclic == {"a", "b"}
    assert made.check("a").cyclic == {"a"}


def test_prototypes_may_stand_in_each_other_as_deep_as_in_the_engine() -> None:
    chain: dict[str, Piece] = {f"p{depth}": unit("", uses(f"p{depth + 1}")) for depth in range(60)}
    _, spliced = prototypes(**chain).expand(unit("A", uses("p0")))
    assert spliced.cyclic == {"p50"}


def test_a_definition_that_is_no_piece_is_told() -> None:
    _, spliced = prototypes(p="+/null/stack/null;0;0", q="what").expand(unit("A", uses("p"), uses("q")))
    assert dict(spliced.broken) == {"p": "the text holds no piece", "q": "this is no add command"}


def test_prototypes_that_double_in_each_other_are_refused() -> None:
    doubling: dict[str, Piece] = {f"p{n}": unit("", *[uses(f"p{n + 1}")] * 2) for n in range(20)}
    doubling["p20"] = unit("", DELETE)
    with pytest.raises(TooLarge, match="a piece of more than 10000 traits"):
        prototypes(**doubling).expand(unit("A", uses("p0")))


def test_prototypes_entangled_without_end_are_refused() -> None:
    names = [f"p{n}" for n in range(30)]
    tangle: dict[str, Piece] = {name: unit("", *map(uses, names)) for name in names}
    with pytest.raises(TooLarge):
        prototypes(**tangle).expand(unit("A", uses("p0")))
