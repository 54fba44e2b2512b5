"""A zip file is put together: the same entries give the same bytes, and what recurs in an entry may be packed alike.

Packed bytes do not pack again, and no packer sees farther back than 32 KB: of pieces as long as that, each costs as
much as the first. An entry that is given in parts is packed part by part, so that equal parts become equal bytes, and
the archive in which this one lies packs those once more.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from vassal.errors import VassalError
from vassal.zipdirectory import CENTRAL, END, LOCAL, UTF8

Content: TypeAlias = bytes | Sequence[bytes]
"""What an entry holds: all of it, or parts of which some recur."""

_LEVEL = 6
_STORED, _DEFLATED = 0, 8
_VERSION = 20
_FIRST_DAY = (1 << 5) | 1
"""The first of January 1980: no file of ours tells when it was made."""
_OWNERS = 0o600 << 16
_MOST = 0xFFFF
_LARGEST = 0xFFFFFFFF


def zipped(entries: Iterable[tuple[str, Content, bool]]) -> bytes:
    """Return a zip file of entries: the name of each, what it holds, whether it is packed."""
    files, directory = bytearray(), bytearray()
    count = 0
    for count, (name, content, deflated) in enumerate(entries, 1):
        parts = (content,) if isinstance(content, bytes) else content
        packed = b"".join(_deflated(parts)) if deflated else b"".join(parts)
        text = name.encode()
        flags = 0 if text.isascii() else UTF8
        sizes = _crc(parts), len(packed), sum(map(len, parts)), len(text), 0
        head = (_VERSION, flags, _DEFLATED if deflated else _STORED, 0, _FIRST_DAY, *sizes)
        if count > _MOST or len(text) > _MOST or len(files) + len(packed) + sizes[2] > _LARGEST:
            raise VassalError(f"an archive cannot hold so much: {name[:40]!r}")
        directory += CENTRAL.pack(b"PK\x01\x02", _VERSION, *head, 0, 0, 0, _OWNERS, len(files)) + text
        files += LOCAL.pack(b"PK\x03\x04", *head) + text + packed
    end = END.pack(b"PK\x05\x06", 0, 0, count, count, len(directory), len(files), 0)
    return b"".join((files, directory, end))


def _deflated(parts: Sequence[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    for number, part in enumerate(parts, 1):
        yield packer.compress(part)
        yield packer.flush(zlib.Z_FINISH if number == len(parts) else zlib.Z_FULL_FLUSH)
    if not parts:
        yield packer.flush()


def _crc(parts: Iterable[bytes]) -> int:
    found = 0
    for part in parts:
        found = zlib.crc32(part, found)
    return found
