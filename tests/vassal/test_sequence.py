"""The escaping rule, against a port of the engine's own loop over characters, and chains against plain recursion."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vassal.sequence import escape, join, nest, split, unnest

HOSTILE = st.text(alphabet=";\\'ab", max_size=16)
TOKENS = st.lists(HOSTILE, min_size=1, max_size=6)


def split_as_the_engine_does(text: str, delimiter: str) -> list[str]:
    """Walk over the characters: a delimiter behind a backslash is a literal one, and that backslash goes."""
    tokens, token = [], ""
    for place, character in enumerate(text):
        if character != delimiter:
            token += character
        elif place > 0 and text[place - 1] == "\\":
            token = token[:-1] + delimiter
        else:
            tokens.append(token)
            token = ""
    tokens.append(token)
    return [each[1:-1] if len(each) > 1 and each[0] == each[-1] == "'" else each for each in tokens]


def nest_by_recursion(tokens: list[str]) -> str:
    return tokens[0] if len(tokens) == 1 else join((tokens[0], nest_by_recursion(tokens[1:])), ";")


def unnest_by_recursion(text: str) -> list[str]:
    *traits, inner = split_as_the_engine_does(text, ";")
    return [*traits, *unnest_by_recursion(inner)] if traits else [inner]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", [""]),
        ("a;", ["a", ""]),
        (";", ["", ""]),
        ("a;b", ["a", "b"]),
        ("a\\;b", ["a;b"]),
        ("a\\\\;b", ["a\\;b"]),
        ("a\\b;c", ["a\\b", "c"]),
        ("'a';'", ["a", "'"]),
        ("''';x", ["'", "x"]),
        ("'\\a';b", ["\\a", "b"]),
        ("\\;", [";"]),
        ("'a;b'", ["'a", "b'"]),
        ("a\\", ["a\\"]),
    ],
)
def test_split(text: str, tokens: list[str]) -> None:
    assert split(text, ";") == tokens


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ([], ""),
        ([""], ""),
        (["a", ""], "a;"),
        (["a;b", "c"], "a\\;b;c"),
        (["\\a"], "'\\a'"),
        (["'a'"], "''a''"),
        (["'"], "'''"),
        (["'a"], "'a"),
        (["\\;"], "'\\\\;'"),
    ],
)
def test_join(tokens: list[str], text: str) -> None:
    assert join(tokens, ";") == text


def test_the_one_lossy_case_is_the_engines_own() -> None:
    assert split(join(["a\\", "b"], ";"), ";") == ["a;b"]
    assert split(join(["\\a\\", "b"], ";"), ";") == ["\\a\\", "b"]
    assert split(join(["a", "b\\"], ";"), ";") == ["a", "b\\"]


@given(HOSTILE)
@example("a\\\\\\;;'\\;'")
def test_split_is_what_the_engine_does(text: str) -> None:
    assert split(text, ";") == split_as_the_engine_does(text, ";")


@given(TOKENS)
def test_what_is_joined_comes_apart_again(tokens: list[str]) -> None:
    if not any(token.endswith("\\") and not token.startswith("\\") for token in tokens[:-1]):
        assert split(join(tokens, ";"), ";") == tokens


@given(TOKENS)
def test_a_chain_is_a_list_of_two_in_a_list_of_two(tokens: list[str]) -> None:
    assert nest(tokens, ";") == nest_by_recursion(tokens)


@given(HOSTILE)
def test_chains_come_apart_nested_flat_and_mixed(text: str) -> None:
    assert unnest(text, ";") == unnest_by_recursion(text)


PLAIN = st.lists(st.text(alphabet=";ab'", max_size=6).filter(lambda text: text[:1] != "'"), min_size=1, max_size=8)


@given(PLAIN)
def test_the_innermost_of_a_state_may_hold_delimiters(tokens: list[str]) -> None:
    assert unnest(nest(tokens, ";"), ";", len(tokens)) == tokens


@given(PLAIN.filter(lambda tokens: ";" not in tokens[-1]))
def test_both_framings_of_a_chain_are_read(tokens: list[str]) -> None:
    assert unnest(nest(tokens, ";"), ";") == tokens
    assert unnest(join(tokens, ";"), ";") == tokens


@pytest.mark.parametrize("depth", [511, 512, 513, 514, 700])
def test_chains_of_any_length_come_apart(depth: int) -> None:
    tokens = [f"{place};" for place in range(depth)]

    assert unnest(nest(tokens, "\t"), "\t") == tokens


def test_mixed_framings_are_read() -> None:
    assert unnest("a;b;c\\;d\\\\;e", ";") == ["a", "b", "c", "d", "e"]
    assert unnest("a;b\\;c\\;d\\\\;e", ";") == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("text", "most", "tokens"),
    [
        ("a;b", 1, ["a;b"]),
        ("a;b\\;c", 2, ["a", "b;c"]),
        ("a;b;c", 2, ["a", "b;c"]),
        ("a;b\\;c\\\\;d", 3, ["a", "b", "c;d"]),
        ("a", 3, ["a"]),
        ("a;b", 3, ["a", "b"]),
        ("a;'b'", 2, ["a", "b"]),
    ],
)
def test_a_state_has_as_many_tokens_as_there_are_traits(text: str, most: int, tokens: list[str]) -> None:
    assert unnest(text, ";", most) == tokens


def test_levels_have_one_backslash_more_each() -> None:
    assert nest(["a", "b", "c", "d"], "\t") == "a\tb\\\tc\\\\\td"
    assert escape("a\tb", "\t") == "a\\\tb"


@pytest.mark.parametrize(
    "text",
    [
        "\\" * 2_000_000 + ";",
        ";".join("\\" * level for level in range(2_000)),
        ";".join(["\\" * 2_000] * 1_000),
        "\\;" * 1_000_000,
        "';" * 1_000_000 + "'",
        "'" * 1_000_000 + ";" + "'" * 1_000_000,
    ],
    ids=["one run", "deep", "long runs", "escaped", "quotes", "many quotes"],
)
def test_no_text_takes_longer_than_its_length_asks(text: str) -> None:
    start = time.process_time()
    tokens = unnest(text, ";")
    nest(tokens[:2_000], ";")
    assert time.process_time() - start < 2
