import pytest

from assets.errors import AssetsError
from assets.nodes import leaves, parse
from assets.sources import stamp


def origins(text: str) -> dict[str, str]:
    return {"/".join(path): node.source.origin for path, node in leaves(stamp(parse(text, "x.yaml"))) if node.source}


def test_a_source_at_the_head_holds_for_the_file() -> None:
    assert origins("source: {origin: rulebook}\na: 1\nb: {c: [1, 2]}") == {"a": "rulebook", "b/c": "rulebook"}


def test_the_nearest_statement_holds() -> None:
    text = """
source: {origin: invented}
sources:
  units/*/type: {origin: rulebook}
  units/x/type: {origin: derived, why: so}
units:
  x: {type: 1, name: 1}
  y: {type: 1, name: 1}
  z: {type: 1, name: 1, front: {a: 1, b: 1}, source: {origin: derived, why: so}, sources: {front/a: {origin: rulebook}}}
"""
    assert origins(text) == {
        "units/x/type": "derived",
        "units/x/name": "invented",
        "units/y/type": "rulebook",
        "units/y/name": "invented",
        "units/z/type": "derived",
        "units/z/name": "derived",
        "units/z/front/a": "rulebook",
        "units/z/front/b": "derived",
    }


def test_entries_of_a_list_have_sources_too() -> None:
    assert origins("source: {origin: rulebook}\na: [{b: 1, source: {origin: invented}}, {b: 2}]") == {
        "a/0/b": "invented",
        "a/1/b": "rulebook",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1", "x.yaml:1:4: a: nothing says where this value comes from"),
        ("source: {origin: book}\na: 1", "x.yaml:1:18: source/origin: expected one of derived, invented, rulebook"),
        ("source: {origin: derived}\na: 1", "x.yaml:1:1: a derived value needs its reasoning: add `why`"),
        ("source: {origin: rulebook, reff: [a]}\na: 1", "x.yaml:1:34: source: unknown field 'reff'; did you mean ref?"),
    ],
)
def test_a_value_without_a_sound_source_is_a_problem(text: str, message: str) -> None:
    with pytest.raises(AssetsError) as caught:
        stamp(parse(text, "x.yaml"))
    assert str(caught.value).startswith(message)
