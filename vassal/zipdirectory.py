"""Where the files of a zip archive lie, read from its directory or, where that is lost, from the files' own headers."""

import io
import re
import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO, NamedTuple

import msgspec

from vassal.errors import Damaged, TooLarge
from vassal.limits import Limits

LOCAL = struct.Struct("<4s5H3L2H")
END = struct.Struct("<4s4H2LH")
_LOCATOR64 = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
CENTRAL = struct.Struct("<4s6H3L5H2L")
_FULL16, _FULL32 = 0xFFFF, 0xFFFFFFFF
_LONGEST_COMMENT = 0xFFFF
_USUAL_RECORD = 300
_ENCRYPTED, _SIZES_BEHIND, UTF8 = 0x1, 0x8, 0x800


class Entry(msgspec.Struct, frozen=True):
    """One file of an archive, as its directory states it."""

    name: str
    size: int | None
    """None where nothing states it."""
    packed: int
    method: int
    crc: int
    offset: int
    encrypted: bool = False


class Directory(NamedTuple):
    """Where the directory lies, and how far the archive is shifted by what stands before it."""

    entries: int
    length: int
    offset: int
    shift: int = 0


def locate(file: BinaryIO, size: int, most: int) -> Directory:
    """Return where the directory of an archive lies; refused when it has more entries than granted."""
    tail_at = max(0, size - END.size - _LONGEST_COMMENT)
    file.seek(tail_at)
    tail = file.read(size - tail_at)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < END.size:
        raise Damaged("no zip file, or one that is cut")
    *_, count, length, offset, _ = END.unpack_from(tail, at)
    end = tail_at + at
    found = Directory(count, length, offset, end - length - offset)
    if count == _FULL16 or _FULL32 in {length, offset}:
        found = _large(file, end, size) or found
    if found.entries > most or found.length > most * _USUAL_RECORD:
        raise TooLarge(f"more than {most} entries")
    if found.shift < 0 or found.length + found.offset > size:
        raise Damaged("the zip directory is not where it should be")
    return found


def _large(file: BinaryIO, end: int, size: int) -> Directory | None:
    """Return the same from the record of large archives, if there is one."""
    at = max(0, end - _LOCATOR64.size)
    file.seek(at)
    locator = file.read(_LOCATOR64.size)
    if len(locator) < _LOCATOR64.size or locator[:4] != b"PK\x06\x07":
        return None
    file.seek(min(_LOCATOR64.unpack(locator)[2], size))
    record = file.read(_END64.size)
    if len(record) < _END64.size or record[:4] != b"PK\x06\x06":
        raise Damaged("the zip directory is damaged")
    *_, count, length, offset = _END64.unpack(record)
    return Directory(count, length, offset)


def central(file: BinaryIO, directory: Directory) -> Iterator[Entry]:
    """Yield the entries of a directory."""
    file.seek(directory.offset + directory.shift)
    data = file.read(directory.length)
    at = 0
    for _ in range(directory.entries):
        if len(data) - at < CENTRAL.size or data[at : at + 4] != b"PK\x01\x02":
            raise Damaged("the zip directory is damaged")
        fields = CENTRAL.unpack_from(data, at)
        flags, method, crc, packed, size = fields[3], fields[4], *fields[7:10]
        name_end = at + CENTRAL.size + fields[10]
        extra_end = name_end + fields[11]
        name = _name(data[at + CENTRAL.size : name_end], flags)
        size, packed, offset = _sizes(data[name_end:extra_end], size, packed, fields[16])
        yield Entry(name, size, packed, method, crc, offset + directory.shift, bool(flags & _ENCRYPTED))
        at = extra_end + fields[12]


def _name(raw: bytes, flags: int) -> str:
    if flags & UTF8:
        return raw.decode("utf-8", "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp437")


def _sizes(extra: bytes, *small: int) -> list[int]:
    """Return size, packed size and offset, taken from the field for large files where they do not fit."""
    values = list(small)
    at = 0
    while len(extra) - at >= 4:
        kind, length = struct.unpack_from("<2H", extra, at)
        at += 4
        if kind == 1:
            large = iter(struct.unpack_from(f"<{length // 8}Q", extra, at) if len(extra) - at >= length else ())
            values = [next(large, value) if value == _FULL32 else value for value in values]
        at += length
    return values


def salvage(file: BinaryIO, limits: Limits) -> Iterator[Entry]:
    """Yield the entries of an archive without a directory, found by their own headers."""
    size = min(file.seek(0, io.SEEK_END), limits.entry)
    file.seek(0)
    data = file.read(size)
    starts = [found.start() for found in re.finditer(b"PK\x03\x04", data)][: limits.entries]
    for start, following in pairwise([*starts, size]):
        if size - start < LOCAL.size:
            return
        fields = LOCAL.unpack_from(data, start)
        flags, method, crc, packed, length = fields[2], fields[3], *fields[6:9]
        name_at = start + LOCAL.size
        body_at = name_at + fields[9] + fields[10]
        name = _name(data[name_at : name_at + fields[9]], flags)
        stated = not flags & _SIZES_BEHIND
        room = max(0, following - body_at)
        whole = stated and packed <= room
        yield Entry(
            name, length if whole else None, packed if whole else room, method, crc, start, bool(flags & _ENCRYPTED)
        )
