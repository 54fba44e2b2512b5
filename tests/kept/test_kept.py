"""What was worked out is kept: whole, by all that it depends on, and only where nobody else could have written it."""

import os
import stat
from pathlib import Path

import msgspec
import pytest
import yaml

import kept as keeping
from kept import digest, kept, stamp
from kept.plain import plain

KEY = digest(("a", "b"))
OTHER = digest(("ab",))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(keeping, "default_folder", lambda: tmp_path)
    return tmp_path / "kept"


def never() -> dict[str, int]:
    raise AssertionError("it was kept")


def thing() -> dict[str, int]:
    return {"one": 1}


def only(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_was_made_is_read_the_next_time() -> None:
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}
    assert kept("thing", lambda: KEY, dict[str, int], never) == {"one": 1}


def test_another_key_or_another_name_is_another_thing() -> None:
    kept("thing", lambda: KEY, dict[str, int], thing)
    assert kept("thing", lambda: OTHER, dict[str, int], lambda: {"two": 2}) == {"two": 2}
    assert kept("other", lambda: KEY, dict[str, int], lambda: {"three": 3}) == {"three": 3}


def test_parts_of_a_key_do_not_run_together() -> None:
    assert KEY != OTHER
    assert digest((b"1", b"2")) == digest(("1", "2"))


@pytest.mark.parametrize("spoil", [bytes, lambda content: content[:-1], lambda content: content[:-1] + b"\x02"])
def test_what_is_damaged_is_made_again(folder: Path, spoil: "type[bytes]") -> None:
    kept("thing", lambda: KEY, dict[str, int], thing)
    path = only(folder)
    whole = path.read_bytes()
    path.write_bytes(spoil(whole))
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}
    assert path.read_bytes() == whole


def test_what_is_not_of_its_type_is_made_again() -> None:
    kept("thing", lambda: KEY, dict[str, str], lambda: {"one": "1"})
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}


@pytest.mark.posix
def test_what_others_may_write_is_not_believed(folder: Path) -> None:
    kept("thing", lambda: KEY, dict[str, int], thing)
    only(folder).chmod(0o666)
    assert kept("thing", lambda: KEY, dict[str, int], lambda: {"mine": 2}) == {"mine": 2}


@pytest.mark.posix
def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    kept("thing", lambda: KEY, dict[str, int], thing)
    path, elsewhere = only(folder), tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert kept("thing", lambda: KEY, dict[str, int], lambda: {"mine": 2}) == {"mine": 2}
    assert not path.is_symlink()


def test_nothing_is_kept_in_a_folder_that_others_may_write(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}
    assert list(folder.iterdir()) == []


def test_nothing_is_kept_where_a_folder_cannot_be(folder: Path) -> None:
    folder.touch()
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}


def test_a_pipe_in_its_place_holds_nobody_up(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    os.mkfifo(folder / f"thing-{KEY}")
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}


def test_it_is_for_its_user_alone(folder: Path) -> None:
    kept("thing", lambda: KEY, dict[str, int], thing)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only(folder).stat().st_mode) == 0o600


def test_the_newest_of_a_name_are_kept(folder: Path) -> None:
    for number in range(keeping.VERSIONS + 3):
        kept("thing", lambda number=number: digest((str(number),)), int, lambda number=number: number)  # type: ignore[misc]
        os.utime(folder / f"thing-{digest((str(number),))}", (number, number))
    kept("thing-two", lambda: KEY, int, lambda: 1)
    left = [path for path in folder.iterdir() if not path.name.startswith("thing-two")]
    assert len(left) == keeping.VERSIONS
    assert kept("thing", lambda: digest(("0",)), int, lambda: -1) == -1


def test_the_program_is_a_part_of_the_key(tmp_path: Path) -> None:
    code = tmp_path / "code" / "deep"
    code.mkdir(parents=True)
    (code / "one.py").write_text("1")
    before = stamp(tmp_path / "code")
    assert stamp(tmp_path / "code") == before
    (code / "one.py").write_text("12")
    assert stamp(tmp_path / "code") != before


def test_a_text_is_the_same_whether_it_was_kept_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("one: [1, 1.5, no, null, '0706']\n2: {x: ä}\n")
    first = plain(path)
    monkeypatch.setattr(yaml, "load", never)
    assert repr(plain(path)) == repr(first) == "{'one': [1, 1.5, False, None, '0706'], 2: {'x': 'ä'}}"
    monkeypatch.undo()


def test_a_text_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("one: [")
    with pytest.raises(ValueError, match="not YAML"):
        plain(path)


def test_what_a_build_brought_is_known_by_its_name_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "BROUGHT", tmp_path)
    assert kept("thing", lambda: KEY, dict[str, int], thing) == {"one": 1}
    (tmp_path / "thing").write_bytes(msgspec.msgpack.encode({"brought": 1}))
    assert kept("thing", never, dict[str, int], never) == {"brought": 1}
    assert kept("other", lambda: KEY, dict[str, int], lambda: {"two": 2}) == {"two": 2}


def test_no_checkout_brings_anything_along() -> None:
    assert not keeping.BROUGHT.exists()
