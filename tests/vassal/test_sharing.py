"""A copy of a shared dictionary and its original never see each other's changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal.sharing import SharedDict

KEYS = st.integers(0, 200)
CHANGES = st.lists(st.tuples(KEYS, st.one_of(st.none(), st.integers())), max_size=40)


def change(shared: SharedDict[int, int], plain: dict[int, int], changes: list[tuple[int, int | None]]) -> None:
    for key, value in changes:
        if value is not None:
            shared[key] = plain[key] = value
        elif key in plain:
            del shared[key]
            del plain[key]


@given(CHANGES, CHANGES, CHANGES)
def test_copies_go_their_own_ways(first: list, left: list, right: list) -> None:
    original: SharedDict[int, int] = SharedDict()
    plain: dict[int, int] = {}
    change(original, plain, first)
    copy, plain_copy = original.copy(), dict(plain)

    change(original, plain, left)
    change(copy, plain_copy, right)

    assert dict(original.items()) == plain
    assert dict(copy.items()) == plain_copy
    assert sorted(copy) == sorted(plain_copy)
    assert len(copy) == len(plain_copy)


def test_a_missing_key_is_nothing_to_find_and_an_error_to_fetch() -> None:
    shared = SharedDict([("a", 1)])

    assert shared.find("a") == shared["a"] == 1
    assert shared.find("b") is None
    assert "b" not in shared
    with pytest.raises(KeyError):
        shared["b"]
    with pytest.raises(KeyError):
        del shared["b"]
