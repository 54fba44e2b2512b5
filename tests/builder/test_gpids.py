"""Numbers of pieces, given once and for ever."""

from pathlib import Path

import pytest

from builder.gpids import OVERLAID, Lock, LockError, parse, read


def test_new_pieces_are_numbered_after_all_others() -> None:
    lock = Lock({"unit/a": 1, "unit/b": 2}).renewed(["unit/new", "unit/a", "unit/b"])
    assert lock.numbers == {"unit/a": 1, "unit/b": 2, "unit/new": 3}


def test_a_removed_piece_retires_with_its_number() -> None:
    lock = Lock({"unit/a": 1, "unit/b": 2}).renewed(["unit/a"])
    assert lock.retired == {"unit/b"}
    assert lock.renewed(["unit/a", "unit/c"]).numbers["unit/c"] == 3


def test_a_piece_that_comes_back_finds_its_number_again() -> None:
    lock = Lock({"unit/a": 1, "unit/b": 2}).renewed(["unit/a"]).renewed(["unit/b", "unit/a"])
    assert (lock["unit/b"], lock.retired) == (2, frozenset())


def test_a_renamed_piece_gets_a_number_of_its_own_and_moves_nobody() -> None:
    before = Lock({}).renewed(["a", "b", "c"])
    after = before.renewed(["a", "better-b", "c"])
    assert (after["a"], after["better-b"], after["c"]) == (1, 4, 3)


def test_the_file_says_what_the_lock_says() -> None:
    lock = Lock({"unit/a": 1, "chit/x#2": 7}).renewed(["unit/a"])
    assert lock.text().splitlines()[1:] == ["1 unit/a", "7 chit/x#2 retired"]
    assert parse(lock.text()) == lock


def test_a_game_without_a_lock_begins_at_one(tmp_path: Path) -> None:
    assert read(tmp_path / "gpids.lock").renewed(["a"]).numbers == {"a": 1}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1 a\n1 b\n", "1 is there twice"),
        ("1 a\n2 a\n", "a is there twice"),
        ("x a\n", "expected a number, a name"),
        ("1\n", "expected a number, a name"),
        ("1 a gone\n", "expected a number, a name"),
    ],
)
def test_a_spoilt_lock_is_refused_with_its_line(text: str, what: str) -> None:
    with pytest.raises(LockError, match=what):
        parse(text)


def test_an_overlay_numbers_its_own_pieces_far_above_ours_and_retires_none_of_ours() -> None:
    ours = Lock({"a": 1, "b": 2})
    lock = ours.overlaid(Lock({})).renewed(["a", "mine"])
    assert (lock["a"], lock["mine"]) == (1, OVERLAID)
    assert lock.beside(ours) == Lock({"mine": OVERLAID})


def test_what_the_game_gets_later_takes_no_number_of_an_overlay() -> None:
    own = Lock({"mine": OVERLAID})
    later = Lock({"a": 1}).renewed(["a", "b"]).overlaid(own).renewed(["a", "b", "mine", "mine too"])
    assert dict(later.numbers) == {"a": 1, "b": 2, "mine": OVERLAID, "mine too": OVERLAID + 1}
