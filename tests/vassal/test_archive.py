"""Zip files: read within limits whatever their directory says, written with the same bytes every time."""

import io
import struct
import time
import zipfile
from pathlib import Path
from random import Random

import pytest

from vassal import archive
from vassal.archive import Archive, escapes, pack
from vassal.errors import Damaged, Problem, TooLarge, Unsupported, VassalError
from vassal.limits import Limits

ENTRIES = [("savedGame", b"text" * 1000), ("moduledata", b"<data/>"), ("images/a.png", bytes(range(256)))]
SMALL = Limits(container=1 << 20, entries=10, entry=1 << 16, total=1 << 18, ratio=100)


def zipped(*entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file as the standard library writes it, with any names."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, content in entries:
            file.writestr(zipfile.ZipInfo(name), content, compress_type=method)
    return buffer.getvalue()


def patched(data: bytes, field: str, value: int) -> bytes:
    """Return the archive with one figure of the first entry in its directory changed."""
    offset, kind = {"method": (10, "<H"), "flags": (8, "<H"), "crc": (16, "<L"), "size": (24, "<L"), "at": (42, "<L")}[
        field
    ]
    changed = bytearray(data)
    struct.pack_into(kind, changed, data.index(b"PK\x01\x02") + offset, value)
    return bytes(changed)


def read_all(data: bytes, limits: Limits = SMALL, problems: list[Problem] | None = None) -> dict[str, bytes]:
    with Archive(data, limits, problems) as opened:
        return {name: opened.read(name) for name in opened.names}


def test_what_is_packed_is_read() -> None:
    assert read_all(pack(ENTRIES)) == dict(ENTRIES)
    with Archive(pack(ENTRIES)) as opened:
        assert opened.names == ("savedGame", "moduledata", "images/a.png")
        assert "moduledata" in opened
        assert opened.entries["savedGame"].size == 4000


def test_the_standard_library_reads_what_is_packed() -> None:
    with zipfile.ZipFile(io.BytesIO(pack(ENTRIES))) as file:
        assert file.testzip() is None
        assert {name: file.read(name) for name in file.namelist()} == dict(ENTRIES)


def test_the_same_entries_give_the_same_bytes() -> None:
    assert pack(ENTRIES) == pack(ENTRIES)


def test_what_is_given_in_parts_is_one_entry_and_what_recurs_packs_again() -> None:
    chance = Random(1)
    long = [bytes(chance.choices(b"some letters of few kinds", k=20_000)) for _ in range(3)]
    parts = [each for number in range(20) for each in (*long, b"%d" % number)]
    inner = {"whole": pack([("text", b"".join(parts))]), "in parts": pack([("text", parts)])}
    with zipfile.ZipFile(io.BytesIO(inner["in parts"])) as file:
        assert file.testzip() is None
        assert file.read("text") == b"".join(parts)
    outer = {name: len(pack([("save.vsav", content)])) for name, content in inner.items()}
    assert outer["in parts"] < outer["whole"] / 5, "the packed parts are equal, and near each other"
    assert read_all(pack([("none", ()), ("empty", (b"",))])) == {"none": b"", "empty": b""}


def test_a_name_may_have_letters_of_any_language() -> None:
    with zipfile.ZipFile(io.BytesIO(pack([("Übersicht", b"x"), ("plain", b"y")]))) as file:
        assert file.namelist() == ["Übersicht", "plain"]
        assert [each.flag_bits for each in file.infolist()] == [0x800, 0]


def test_more_than_a_zip_file_can_hold_is_not_written() -> None:
    with pytest.raises(VassalError, match="cannot hold so much"):
        pack([("a" * 70_000, b"")])
    with pytest.raises(VassalError, match="cannot hold so much"):
        pack([(str(number), b"") for number in range(70_000)])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_archives_of_others_are_read(method: int) -> None:
    assert read_all(zipped(*ENTRIES, ("folder/", b""), method=method)) == dict(ENTRIES)


def test_an_archive_behind_other_bytes_is_read() -> None:
    assert read_all(b"#!/bin/sh\n" + pack(ENTRIES)) == dict(ENTRIES)


def test_an_archive_with_a_comment_is_read() -> None:
    buffer = io.BytesIO(pack(ENTRIES))
    with zipfile.ZipFile(buffer, "a") as file:
        file.comment = b"a comment" * 100
    assert read_all(buffer.getvalue()) == dict(ENTRIES)


def test_an_archive_with_large_sizes_is_read() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file, file.open("a.txt", "w", force_zip64=True) as entry:
        entry.write(b"hello")
    assert read_all(buffer.getvalue()) == {"a.txt": b"hello"}


def test_names_of_older_programs_are_read() -> None:
    data = zipped(("aou.txt", b"1")).replace(b"aou.txt", b"\x84\x94\x81.txt")
    assert list(read_all(data)) == ["äöü.txt"]


def test_errors_name_the_file_and_the_entry(tmp_path: Path) -> None:
    path = tmp_path / "game.vsav"
    path.write_bytes(patched(pack(ENTRIES), "crc", 7))
    with Archive(path) as opened, pytest.raises(Damaged, match=r"^game.vsav: savedGame: the checksum is wrong$"):
        opened.read("savedGame")
    with Archive(path) as opened, pytest.raises(Damaged, match=r"^game.vsav: nothing: there is no such entry$"):
        opened.read("nothing")
    with pytest.raises(VassalError, match=r"^none.vsav: No such file or directory$"):
        Archive(tmp_path / "none.vsav")
    with pytest.raises(VassalError, match="Is a directory"):
        Archive(tmp_path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no zip file, or one that is cut"),
        (b"PK\x05\x06", "no zip file, or one that is cut"),
        (pack(ENTRIES)[:-1], "no zip file, or one that is cut"),
        (pack(ENTRIES)[:200] + pack(ENTRIES)[-22:], "the zip directory is not where it should be"),
        (pack(ENTRIES).replace(b"PK\x01\x02", b"PK\x01\x03", 1), "the zip directory is damaged"),
        (patched(pack(ENTRIES), "size", 100), "more than the 100 bytes"),
        (patched(pack(ENTRIES), "size", 5000), "smaller than the directory says"),
        (patched(pack(ENTRIES), "at", 3), "does not begin where the directory says"),
        (patched(pack(ENTRIES), "at", 1 << 30), "does not begin where the directory says"),
        (patched(pack(ENTRIES), "method", 0), "smaller than the directory says"),
        (patched(zipped(*ENTRIES, method=0), "method", 8), "the compressed data are damaged"),
        (zipped(("a", b"1"), ("../b", b"2")), "leads out of the archive: '../b'"),
    ],
)
def test_a_damaged_or_lying_archive_is_an_error(data: bytes, message: str) -> None:
    with pytest.raises((Damaged, TooLarge), match=message):
        read_all(data)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_entry_that_is_there_twice_is_an_error() -> None:
    twice = zipped(("a", b"1"), ("a", b"2"))
    with pytest.raises(Damaged, match="the entry 'a' is there twice"):
        read_all(twice)
    problems: list[Problem] = []
    assert read_all(twice, problems=problems) == {"a": b"2"}
    assert [problem.what for problem in problems] == ["the entry 'a' is there twice"]


def test_what_cannot_be_unpacked_is_said() -> None:
    with pytest.raises(Unsupported, match="savedGame: the entry is encrypted"):
        read_all(patched(pack(ENTRIES), "flags", 1))
    with pytest.raises(Unsupported, match="packed by method 99"):
        read_all(patched(pack(ENTRIES), "method", 99))


@pytest.mark.parametrize(
    ("name", "out"),
    [
        ("images/a.png", False),
        ("a..b", False),
        ("..", True),
        ("a/../../b", True),
        ("..\\b", True),
        ("/etc/passwd", True),
        ("\\\\host\\share", True),
        ("C:\\a", True),
        ("c:a", True),
        ("a\0b", True),
        ("", True),
    ],
)
def test_names_that_lead_out_of_a_folder(name: str, out: bool) -> None:
    assert escapes(name) is out


def test_names_that_lead_out_are_not_written() -> None:
    with pytest.raises(VassalError, match=r"cannot have the entry '\.\./a'"):
        pack([("../a", b"")])
    with pytest.raises(VassalError, match="cannot have the entry 'a'"):
        pack([("a", b""), ("a", b"")])


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([(f"{number}", b"") for number in range(11)], "more than 10 entries"),
        ([("a", bytes(range(256)) * 257)], "a: more than 0 MB"),
        ([(f"{number}", bytes(range(256)) * 200) for number in range(6)], "more than 0 MB unpacked"),
        ([("a", b""), ("b" * 60_000, b"")], "more than 10 entries"),
    ],
)
def test_more_than_granted_is_refused(entries: list[tuple[str, bytes]], message: str) -> None:
    with pytest.raises(TooLarge, match=message):
        read_all(pack(entries))


def test_a_file_larger_than_granted_is_refused() -> None:
    with pytest.raises(TooLarge, match="larger than 1 MB"):
        read_all(bytes(SMALL.container + 1))


def test_what_is_packed_too_well_is_refused() -> None:
    with pytest.raises(TooLarge, match="packed more than 100 to 1"):
        read_all(pack([("a", bytes(1 << 21))]), Limits(ratio=100))


def test_a_million_entries_are_refused_before_they_are_listed() -> None:
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", *[0] * 16)
    directory = entry * 1_000_000
    end64 = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 0, 0, 0, 0, 0, 1_000_000, len(directory), 0)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, len(directory), 1)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    start = time.process_time()
    with pytest.raises(TooLarge, match="more than 100000 entries"):
        Archive(directory + end64 + locator + end)
    assert time.process_time() - start < 0.5


def large(locator_at: int, extra: bytes = b"") -> bytes:
    """Return an archive with the records for large files, which say where the entry lies."""
    name = b"a"
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", 45, 0, 0, 0, 0, 0, 0, 0, len(name), 0) + name
    central = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", 45, 45, 0, 0, 0, 0, 0, 0, 0, 1, len(extra), 0, 0, 0, 0, 0xFFFFFFFF
    )
    directory = central + name + extra
    end64 = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, len(directory), len(local))
    at = len(local) + len(directory) if locator_at < 0 else locator_at
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, at, 1)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return local + directory + end64 + locator + end


def where(offset: int) -> bytes:
    return struct.pack("<2H", 7, 2) + b"xx" + struct.pack("<2HQ", 1, 8, offset)


def test_the_records_for_large_files_are_read() -> None:
    assert read_all(large(-1, where(0))) == {"a": b""}


@pytest.mark.parametrize(
    "data",
    [
        large(2**64 - 1, where(0)),
        large(3, where(0)),
        large(-1, where(2**64 - 1)),
        large(-1, where(0)[:-4]),
        large(-1, b""),
        large(-1, where(0)).replace(b"PK\x06\x07", b"PK\x06\x08"),
    ],
)
def test_the_records_for_large_files_may_lie(data: bytes) -> None:
    with pytest.raises((Damaged, TooLarge)):
        read_all(data)


def test_a_bomb_that_lies_about_its_size_is_stopped_where_it_lies() -> None:
    bomb = patched(zipped(("savedGame", bytes(64 << 20))), "size", 1000)
    start = time.process_time()
    with pytest.raises(TooLarge, match="more than the 1000 bytes"):
        read_all(bomb, Limits())
    assert time.process_time() - start < 1


def test_with_tolerance_a_cut_archive_gives_what_is_still_in_it() -> None:
    data = pack(ENTRIES)
    problems: list[Problem] = []
    assert read_all(data[: data.index(b"PK\x01\x02")], problems=problems) == dict(ENTRIES)
    assert [problem.what for problem in problems] == ["no zip file, or one that is cut"]

    problems.clear()
    cut = read_all(data[:50], problems=problems)
    assert list(cut) == ["savedGame"]
    assert b"text".startswith(cut["savedGame"][:4])
    assert problems[-1].cut

    problems.clear()
    assert read_all(data[:20], problems=problems) == {}


def test_with_tolerance_an_entry_without_stated_size_is_bounded() -> None:
    buffer = io.BytesIO()

    class Pipe:
        write = buffer.write
        flush = buffer.flush

    with zipfile.ZipFile(Pipe(), "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("savedGame", bytes(1 << 17))
    data = buffer.getvalue()
    data = data[: data.index(b"PK\x01\x02")]
    with pytest.raises(TooLarge, match="more than the 65536 bytes"):
        read_all(data, problems=[])
    assert read_all(data, Limits(), []) == {"savedGame": bytes(1 << 17)}


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a.vmod"
    archive.write(target, ENTRIES)
    assert target.read_bytes() == pack(ENTRIES)
    archive.write(target, ENTRIES[:1])
    assert target.read_bytes() == pack(ENTRIES[:1])
    with pytest.raises(VassalError, match=r"^b.vmod: No such file or directory"):
        archive.write(tmp_path / "none" / "b.vmod", ENTRIES)
    with pytest.raises(VassalError):
        archive.write(tmp_path, ENTRIES)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vmod"]
