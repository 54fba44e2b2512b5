"""The store of finished pictures: keys say what a picture depends on, files are whole or absent."""

import os
from pathlib import Path

import pytest

from builder.cache import Cache, fingerprint, stamp
from kept import default_folder


def test_a_picture_is_found_under_its_key(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key = fingerprint("counter", 150)
    assert not cache.has(key)
    cache.write(key, b"picture")
    assert cache.has(key)
    assert cache.read(key) == b"picture"
    assert cache.path(key).read_bytes() == b"picture"


def test_a_missing_picture_is_a_key_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        Cache(tmp_path).read(fingerprint("nothing"))


def test_writing_leaves_no_scraps(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.write(fingerprint(1), b"a")
    cache.write(fingerprint(1), b"b")
    assert [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()] == [b"b"]


def test_equal_contents_have_equal_keys_and_others_have_not() -> None:
    assert fingerprint("a", {"x": 1}) == fingerprint("a", {"x": 1})
    assert fingerprint("a", {"x": 1}) != fingerprint("a", {"x": 2})
    assert fingerprint("ab", "c") != fingerprint("a", "bc")


def test_the_order_of_a_mapping_counts_because_a_table_shows_it() -> None:
    assert fingerprint({"x": 1, "y": 2}) != fingerprint({"y": 2, "x": 1})


def test_a_thing_without_contents_cannot_be_a_key() -> None:
    with pytest.raises(TypeError, match="cannot depend on a object"):
        fingerprint(object())


def test_the_program_is_part_of_the_key() -> None:
    assert stamp("builder") == stamp("builder")
    assert stamp("builder") != stamp("builder", "templates")


def test_the_longest_unused_pictures_are_trimmed_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    old, new = fingerprint("old"), fingerprint("new")
    for age, key in ((100, old), (10, new)):
        path = cache.write(key, bytes(1000))
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    assert cache.trim(1500) == 1000
    assert cache.has(new)
    assert not cache.has(old)


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/c"}, Path("/c/hexmeister")),
        ("linux", {}, Path.home() / ".cache" / "hexmeister"),
        ("darwin", {}, Path.home() / "Library" / "Caches" / "hexmeister"),
        ("win32", {"LOCALAPPDATA": "/l"}, Path("/l/hexmeister")),
        *((platform, {"HEXMEISTER_CACHE": "/own"}, Path("/own")) for platform in ("linux", "darwin", "win32")),
    ],
)
def test_the_folder_is_where_the_platform_keeps_caches(
    platform: str, environment: dict[str, str], expected: Path
) -> None:
    assert default_folder(environment, platform) == expected
