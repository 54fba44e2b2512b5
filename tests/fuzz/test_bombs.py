"""Files made to hurt: each is answered in one line, quickly, in little memory."""

import io
import lzma
import resource
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexmeister.exits import Exit

MEMORY = 1_000_000_000
HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
MODULE = "VASSAL.build.GameModule"


def zipped(*entries: tuple[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return target.getvalue()


def gigabyte(name: str) -> bytes:
    """A zip file with a gigabyte of zeros in it, honest about it."""
    target = io.BytesIO()
    chunk = bytes(1 << 24)
    packed = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
    with packed as archive, archive.open(name, "w") as entry:
        for _ in range(64):
            entry.write(chunk)
    return target.getvalue()


def lying_gigabyte(name: str) -> bytes:
    """The same, whose directory says that it is a hundred bytes."""
    data = bytearray(gigabyte(name))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        struct.pack_into("<I", data, data.rindex(signature) + offset, 100)
    return bytes(data)


def many_entries(count: int) -> bytes:
    """A zip file whose directory lists one entry over and over."""
    sound = zipped(("x", b""))
    start, end = sound.index(b"PK\x01\x02"), sound.index(b"PK\x05\x06")
    directory = sound[start:end] * count
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, len(directory), start, 0)
    return sound[:start] + directory + tail


def game(text: bytes) -> bytes:
    return zipped(("savedGame", text))


def module(xml: str) -> bytes:
    return zipped(("buildFile.xml", (HEADER + xml).encode()))


def laughing() -> str:
    lines = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    return f'<!DOCTYPE x [<!ENTITY l0 "ha">{lines}]><{MODULE} name="&l9;"/>'


def nested_commands(depth: int) -> bytes:
    return b"begin_save\x1b" + b"".join(b"\\" * level + b"\x1b" for level in range(depth)) + b"\x1bend_save"


BOMBS: dict[str, Callable[[], bytes]] = {
    "a gigabyte as a save": lambda: gigabyte("savedGame"),
    "a gigabyte as a module": lambda: gigabyte("buildFile.xml"),
    "a gigabyte that lies": lambda: lying_gigabyte("savedGame"),
    "a gigabyte in the metadata": lambda: zipped(
        ("savedGame", b"begin_save\x1bend_save"), ("savedata", bytes(1 << 28))
    ),
    "xz in a save": lambda: game(lzma.compress(bytes(1 << 28), preset=0)),
    "zlib in a save": lambda: game(b"!VCSZ00" + zlib.compress(bytes(1 << 28)).hex().encode()),
    "a million entries": lambda: many_entries(1_000_000),
    "entities in entities": lambda: module(laughing()),
    "an entity from the disk": lambda: module(
        f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><{MODULE} name="x">&a;</{MODULE}>'
    ),
    "a million levels of tags": lambda: module("<a>" * 1_000_000),
    "a million tags": lambda: module(f"<{MODULE}>{'<a/>' * 1_000_000}</{MODULE}>"),
    "an attribute of 50 MB": lambda: module(f'<{MODULE} name="{"x" * 50_000_000}"/>'),
    "thousands of levels of commands": lambda: game(nested_commands(6_000)),
    "a million commands": lambda: game(b"begin_save" + b"\x1bLOG\tCHATx" * 1_500_000 + b"\x1bend_save"),
    "a chain of a million traits": lambda: game(b"begin_save\x1b+/1/" + b"x;\t" * 5_000_000 + b"/\x1bend_save"),
    "backslashes only": lambda: game(b"begin_save\x1b" + b"\\" * 50_000_000 + b"\x1bend_save"),
    "names that lead out": lambda: zipped(("../../../etc/passwd", b"x"), ("savedGame", b"x")),
    "a file of zeros": lambda: bytes(30_000_000),
    "nothing at all": lambda: b"",
}


@pytest.fixture(params=BOMBS, ids=lambda name: name.replace(" ", "-"))
def bomb(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "bomb.vlog"
    path.write_bytes(BOMBS[request.param]())
    yield path
    path.unlink()


def worked() -> float:
    """The processor's time that the children of this process have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_bomb_is_answered_in_one_line_quickly_in_little_memory(bomb: Path) -> None:
    before = worked()
    done = subprocess.run(
        [sys.executable, "-m", "hexmeister", "show", bomb],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    seconds = worked() - before
    assert done.returncode in (Exit.UNREADABLE, Exit.FINDINGS), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    assert len(done.stderr) < 600
    assert seconds < (1 if "gigabyte" in bomb.parent.name else 5), f"{seconds:.1f} s"
