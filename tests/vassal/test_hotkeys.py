import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal.hotkeys import ALT, CTRL, META, SHIFT, Hotkey, alt, ctrl, key, key_list, named, parse_list, shift


@pytest.mark.parametrize(
    ("hotkey", "text", "words"),
    [
        (ctrl("f"), "70,130", "Ctrl+F"),
        (alt("R"), "82,520", "Alt+R"),
        (shift("F1"), "112,65", "Shift+F1"),
        (key("7"), "55,0", "7"),
        (key("F", CTRL, SHIFT), "70,195", "Ctrl+Shift+F"),
        (key("A", CTRL, ALT), "65,650", "Ctrl+Alt+A"),
        (key("A", ALT, SHIFT), "65,585", "Alt+Shift+A"),
        (key("Left", META), "37,260", "Meta+Left"),
        (ctrl("]"), "93,130", "Ctrl+]"),
        (named("fire"), "57348,0,fire", "fire"),
        (Hotkey(250, 0), "250,0", "key 250"),
    ],
)
def test_hotkeys_are_written_as_the_engine_writes_them(hotkey: Hotkey, text: str, words: str) -> None:
    assert str(hotkey) == text
    assert hotkey.words == words
    assert Hotkey.parse(text) == hotkey


@pytest.mark.parametrize("text", ["", "70", "F,130", "70,", "70,x,name"])
def test_what_is_no_hotkey_is_none(text: str) -> None:
    assert Hotkey.parse(text) is None


def test_of_named_ones_only_the_name_counts() -> None:
    assert named("fire").same(Hotkey(57400, 0, "fire"))
    assert not named("fire").same(named("rally"))
    assert not named("fire").same(Hotkey(57348, 0))
    assert ctrl("F").same(ctrl("f"))


@pytest.mark.parametrize("word", ["", "FF", "ä", "Lefft"])
def test_a_key_that_does_not_exist_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="no key is called"):
        key(word)


@pytest.mark.parametrize("name", ["", "a,b", "a\\"])
def test_a_name_that_would_not_survive_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be called"):
        named(name)


def test_lists_escape_the_commas_in_their_keys() -> None:
    text = key_list([ctrl("F"), named("fire")])
    assert text == r"70\,130,57348\,0\,fire"
    assert parse_list(text) == (ctrl("F"), named("fire"))
    assert parse_list("") == ()


def test_old_lists_are_letters_pressed_with_ctrl() -> None:
    assert parse_list("FG") == (ctrl("F"), ctrl("G"))


hotkeys = st.builds(Hotkey, st.integers(1, 600), st.integers(0, 4095), st.text("abc.", max_size=6))


@given(st.lists(hotkeys, min_size=1, max_size=6))
def test_every_list_comes_back(keys: list[Hotkey]) -> None:
    assert parse_list(key_list(keys)) == tuple(keys)
