import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal.expressions import fill, holds, holes, is_script, names

UNIT = {"Side": "Blue", "Strength": "4", "Moved": "false", "Name": "Inf 1", "Empty": "", "Gone": None}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("$Side$: $Strength$", "Blue: 4"),
        ("costs 5$ a piece", "costs 5 a piece"),
        ("a lone $", "a lone "),
        ("$Unknown$ thing", "Unknown thing"),
        ("$Gone$.", "."),
        ("  $Side$  ", "Blue"),
        ("  no property  ", "  no property  "),
        ("", ""),
        ("   ", ""),
        ("007", "7"),
        ("$Side", "Side"),
        ("$$", ""),
        (r"\$Side\$", "$Side$"),
    ],
)
def test_a_format_is_filled_in_as_the_engine_does(text: str, filled: str) -> None:
    assert fill(text, UNIT) == filled


def test_an_unknown_name_can_be_left_out_instead() -> None:
    assert fill("<$Unknown$>", UNIT, missing="") == "<>"


@pytest.mark.parametrize("text", ["{Side}", " {Strength > 2} "])
def test_a_script_is_not_evaluated(text: str) -> None:
    assert is_script(text)
    assert fill(text, UNIT) is None
    assert holds(text, UNIT) is None
    assert names(text) == frozenset()


def test_the_properties_of_a_format_are_told() -> None:
    assert names("$pieceName$ moves to $location$, $") == {"pieceName", "location"}


@given(st.text(st.characters(blacklist_characters="$\\'"), max_size=20), st.text("abc", min_size=1, max_size=5))
def test_a_filled_in_value_is_not_filled_in_again(text: str, name: str) -> None:
    assert holes(f"{text}${name}$.")[-2:] == [(name, True), (".", False)]
    assert fill(f"x${name}$.", {name: "$Side$"}) == "x$Side$."


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ("", True),
        ("Side = Blue", True),
        ("Side=Red", False),
        ("Side != Red && Strength > 3", True),
        ("Side = Red || Strength >= 4", True),
        ("Side = Red && Strength = 4 || Moved = false", True),
        ("Strength < 10", True),
        ("Strength <= 3", False),
        ("Name > Inf 0", True),
        ("Strength < Blue", True),
        ("Name =~ Inf.*", True),
        ("Name =~ Inf", False),
        ("Name !~ Art.*|Cav.*", True),
        ("Missing = null", True),
        ("Missing != x", True),
        ("Empty = ", True),
        ("Side = $Side$", True),
        ("just words", True),
        ("Side = Blue ||", False),
    ],
)
def test_a_condition_holds_as_in_the_engine(condition: str, answer: bool) -> None:
    assert holds(condition, UNIT) is answer


@pytest.mark.parametrize("pattern", ["(a+)+b", "(?=x)", ".*.*.*a", "a" * 300, "[a-z]{9}", "\\1"])
def test_a_pattern_that_might_never_end_is_unknown(pattern: str) -> None:
    assert holds(f"Name =~ {pattern}", UNIT) is None


def test_unknown_spreads_only_where_it_decides() -> None:
    assert holds("Side = Blue || Name =~ (a+)+", UNIT) is True
    assert holds("Side = Red && Name =~ (a+)+", UNIT) is False
    assert holds("Side = Blue && Name =~ (a+)+", UNIT) is None
    assert holds("Side = Red || Name =~ (a+)+", UNIT) is None
