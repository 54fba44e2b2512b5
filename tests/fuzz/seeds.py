"""What is broken: sound files of ours, taken apart into their entries, the saved game as plain text."""

import io
import zipfile
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.fuzz.readers import SAVED_GAME
from vassal import wire

BUILD_FILE: Final = "buildFile.xml"


class Seed(NamedTuple):
    """A sound file: how its name ends, and its entries."""

    suffix: str
    entries: dict[str, bytes]

    @property
    def heart(self) -> str:
        """The entry that holds the game or the module."""
        return SAVED_GAME if SAVED_GAME in self.entries else BUILD_FILE


def taken_apart(path: Path) -> Seed:
    """Return a file as a seed."""
    with zipfile.ZipFile(path) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
    if SAVED_GAME in entries:
        text, _form = wire.decode(entries[SAVED_GAME])
        entries[SAVED_GAME] = text.encode()
    return Seed(path.suffix, entries)


def wrapped(random: Random, text: bytes) -> bytes:
    """Return the bytes of a saved game in one of the wire forms; bytes that are no text stay as they are."""
    try:
        plain = text.decode("utf-8")
    except UnicodeDecodeError:
        return _hidden(text, random.randrange(256))
    return wire.encode(plain, wire.Form(random.choice(tuple(wire.FORMS)), random.randrange(256)))


def _hidden(data: bytes, key: int) -> bytes:
    return f"!VCSK{key:02x}{bytes(byte ^ key for byte in data).hex()}".encode("ascii")


def one_entry(name: str, data: bytes) -> bytes:
    """Return a zip file with one entry, stored."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(name, data)
    return target.getvalue()


def packed(random: Random, entries: dict[str, bytes]) -> bytes:
    """Return a zip file of these entries, compressed or not."""
    target = io.BytesIO()
    method = random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))
    with zipfile.ZipFile(target, "w", method, compresslevel=1) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return target.getvalue()
