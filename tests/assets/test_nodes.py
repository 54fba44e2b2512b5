import pytest

from assets.errors import AssetsError
from assets.nodes import leaves, merge, parse, read


def test_a_node_knows_its_line_and_column() -> None:
    tree = parse("a:\n  b: {c: 0706}\n", "x.yaml")
    node = tree.fields["a"].fields["b"].fields["c"]
    assert str(node.place) == "x.yaml:2:10"


def test_a_number_with_a_leading_zero_stays_the_name_that_it_is() -> None:
    assert parse("hex: 0706", "x").fields["hex"].text == "0706"


@pytest.mark.parametrize("word", ["null", "~", ""])
def test_a_plain_null_is_nothing_and_a_quoted_one_is_text(word: str) -> None:
    assert parse(f"a: {word}", "x").fields["a"].value is None
    assert parse(f"a: '{word}'", "x").fields["a"].value == word


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x: 1\na: b: c", "x.yaml:2:5: not YAML: mapping values are not allowed in this context"),
        ("a: 1\na: 2\n", "x.yaml:2:1: 'a' stands here a second time"),
        ("a: &n {b: 1}\nc: *n\n", "x.yaml:1:4: anchors are not used here; write the values out"),
        ("c: *n\n", "x.yaml:1:4: anchors are not used here; write the values out"),
        ("a: 1\n---\nb: 2\n", "x.yaml:2:1: a file holds one document; remove what follows ---"),
        ("a: !!python/name:os.system\n", "x.yaml:1:4: the tag 'tag:yaml.org,2002:python/name:os.system' is not used"),
        ("a: !secret 1\n", "x.yaml:1:4: the tag '!secret' is not used here; remove it"),
        ("? [a, b]\n: 1\n", "x.yaml:1:3: a key must be a word"),
    ],
)
def test_what_no_data_file_needs_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(AssetsError) as caught:
        parse(text, "x.yaml")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(AssetsError, match="nested deeper than 40"):
        parse("[" * 60 + "]" * 60, "x")
    with pytest.raises(AssetsError, match="x:1:42: nested deeper than 40"):
        parse("[" * 100_000, "x")


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "null"])
def test_an_empty_text_is_an_empty_mapping(text: str) -> None:
    assert parse(text, "x").value == {}


def test_a_file_that_is_not_utf8_or_not_there_is_named(tmp_path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_bytes(b"a: \xff")
    with pytest.raises(AssetsError, match=r"wrong.yaml:1:1: not UTF-8 \(byte 3\)"):
        read(wrong, "wrong.yaml")
    with pytest.raises(AssetsError, match=r"none\.yaml:1:1: cannot be read: No such file or directory"):
        read(tmp_path / "none.yaml", "none.yaml")


def test_merging_goes_entry_by_entry_and_null_takes_away() -> None:
    base = parse("a: {x: 1, y: 2}\nb: [1, 2]\nc: 3", "base")
    over = parse("a: {y: 5, z: 6}\nb: [9]\nc: null", "over")
    merged = {
        "/".join(path): node.text or [item.text for item in node.items] for path, node in leaves(merge(base, over))
    }
    assert merged == {"a/x": "1", "a/y": "5", "a/z": "6", "b": ["9"]}


def test_a_mapping_tagged_replace_takes_the_place_of_ours() -> None:
    base, over = parse("a: {x: 1, y: 2}", "base"), parse("a: !replace {z: 6}", "over")
    assert list(merge(base, over).fields["a"].fields) == ["z"]


def test_an_overlaid_value_keeps_its_own_place() -> None:
    merged = merge(parse("a: {x: 1}", "base"), parse("\n\na: {x: 2}", "over"))
    assert str(merged.fields["a"].fields["x"].place) == "over:3:8"
