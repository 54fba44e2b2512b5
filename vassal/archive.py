"""The zip files of modules, extensions, saves and logs: read within limits, written with the same bytes every time.

The directory is checked before it is listed, and what it states is checked while an entry is read: an archive can
neither make the reader list a million entries nor unpack more than it announced. With a list for problems, an archive
that is cut gives the entries that are still in it.
"""

import io
import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import BinaryIO, Self, TypeAlias

from vassal.errors import Damaged, NoFile, Problem, TooLarge, Unsupported, VassalError, report
from vassal.limits import DEFAULT, MEGABYTE, Limits
from vassal.zipdirectory import LOCAL, Entry, central, locate, salvage
from vassal.zipwriter import Content, zipped

Source: TypeAlias = Path | str | bytes

_CHUNK = 1024 * 1024
_INPUT = 64 * 1024
_STORED, _DEFLATED = 0, 8
_PACKED_ALREADY = frozenset({".png", ".jpg", ".jpeg", ".gif", ".mp3", ".ogg", ".zip", ".vlog", ".vmod", ".vmdx"})


class Archive:
    """An open zip file; its entries by name, in the order of its directory."""

    def __init__(self, source: Source, limits: Limits = DEFAULT, problems: list[Problem] | None = None) -> None:
        self._limits = limits
        self._problems = problems
        self.name = "" if isinstance(source, bytes) else Path(source).name
        self._file = _opened(source, self.name)
        try:
            self.entries: Mapping[str, Entry] = MappingProxyType(self._listed())
        except VassalError as error:
            self._file.close()
            raise error.at(self.name) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all files."""
        return tuple(self.entries)

    def read(self, name: str) -> bytes:
        """Return the content of an entry."""
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield the content of an entry in pieces of a megabyte."""
        place = f"{self.name}: {name}" if self.name else name
        entry = self.entries.get(name)
        if entry is None:
            raise Damaged("there is no such entry", place)
        self._granted(entry, place)
        most = self._limits.entry if entry.size is None else entry.size
        size = crc = 0
        packed = self._packed(entry, place)
        for chunk in packed if entry.method == _STORED else _inflated(packed, self._problems, place):
            size += len(chunk)
            if size > most:
                raise TooLarge(f"more than the {most} bytes that it may have", place)
            crc = zlib.crc32(chunk, crc)
            yield chunk
        if entry.size is not None and size < entry.size:
            report(self._problems, Damaged("smaller than the directory says", place), cut=True)
        elif size == entry.size and crc != entry.crc:
            report(self._problems, Damaged("the checksum is wrong", place))

    def _granted(self, entry: Entry, place: str) -> None:
        """Refuse an entry that cannot or must not be unpacked."""
        if entry.encrypted:
            raise Unsupported("the entry is encrypted", place)
        if entry.method not in {_STORED, _DEFLATED}:
            raise Unsupported(f"packed by method {entry.method}, which is not read", place)
        size = entry.size or 0
        if size > self._limits.entry:
            raise TooLarge(f"more than {self._limits.entry >> 20} MB", place)
        if size > MEGABYTE and size > entry.packed * self._limits.ratio:
            raise TooLarge(f"packed more than {self._limits.ratio} to 1", place)

    def _packed(self, entry: Entry, place: str) -> Iterator[bytes]:
        """Yield the entry's bytes as they lie in the file."""
        self._file.seek(min(entry.offset, self._size))
        header = self._file.read(LOCAL.size)
        if len(header) < LOCAL.size or header[:4] != b"PK\x03\x04":
            raise Damaged("does not begin where the directory says", place)
        name_length, extra_length = LOCAL.unpack(header)[-2:]
        at = entry.offset + LOCAL.size + name_length + extra_length
        end = at + entry.packed
        while at < end:
            self._file.seek(at)
            chunk = self._file.read(min(end - at, _INPUT))
            if not chunk:
                return
            at += len(chunk)
            yield chunk

    def _listed(self) -> dict[str, Entry]:
        """Return the entries of the directory, which is checked before it is read."""
        self._size = size = self._file.seek(0, io.SEEK_END)
        if size > self._limits.container:
            raise TooLarge(f"larger than {self._limits.container >> 20} MB")
        try:
            directory = locate(self._file, size, self._limits.entries)
            return self._checked(central(self._file, directory))
        except Damaged as error:
            report(self._problems, error)
            return self._checked(salvage(self._file, self._limits))

    def _checked(self, entries: Iterable[Entry]) -> dict[str, Entry]:
        """Return the entries by name, those refused that leave the archive or stand in it twice."""
        found: dict[str, Entry] = {}
        total = 0
        for entry in entries:
            total += entry.size or 0
            if total > self._limits.total:
                raise TooLarge(f"more than {self._limits.total >> 20} MB unpacked")
            if entry.name.endswith("/"):
                continue
            if escapes(entry.name):
                report(self._problems, Damaged(f"an entry's name leads out of the archive: {entry.name[:80]!r}"))
                continue
            if entry.name in found:
                report(self._problems, Damaged(f"the entry {entry.name[:80]!r} is there twice"))
            found[entry.name] = entry
        return found


def _opened(source: Source, name: str) -> BinaryIO:
    if isinstance(source, bytes):
        return io.BytesIO(source)
    try:
        refuse_pipes(Path(source))
        return Path(source).open("rb")
    except OSError as error:
        raise VassalError(error.strerror or "cannot be opened", name) from error


def refuse_pipes(path: Path) -> None:
    """Refuse what is no file, but a pipe or a device: whoever reads it may wait for ever, or read without an end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NoFile("this is no file, but a pipe or a device", path.name)


def escapes(name: str) -> bool:
    """Return whether a path leads out of the folder that it is given for."""
    parts = name.replace("\\", "/").split("/")
    return ".." in parts or parts[0] == "" or parts[0][1:2] == ":" or "\0" in name


def _inflated(chunks: Iterator[bytes], problems: list[Problem] | None, place: str) -> Iterator[bytes]:
    """Yield the decompressed bytes in pieces of a bounded size."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for chunk in chunks:
        data = chunk
        while data and not inflater.eof:
            try:
                yield inflater.decompress(data, _CHUNK)
            except zlib.error:
                report(problems, Damaged("the compressed data are damaged", place), cut=True)
                return
            data = inflater.unconsumed_tail
        if inflater.eof:
            return
    while not inflater.eof and (rest := inflater.decompress(b"", _CHUNK)):
        yield rest
    if not inflater.eof:
        report(problems, Damaged("the entry is cut", place), cut=True)


def pack(entries: Iterable[tuple[str, Content]]) -> bytes:
    """Return a zip file of these entries in this order; the same entries give the same bytes."""
    return zipped(_to_pack(entries))


def _to_pack(entries: Iterable[tuple[str, Content]]) -> Iterator[tuple[str, Content, bool]]:
    seen: set[str] = set()
    for name, content in entries:
        if name in seen or escapes(name):
            raise VassalError(f"an archive cannot have the entry {name!r}")
        seen.add(name)
        yield name, content, Path(name).suffix.lower() not in _PACKED_ALREADY


def write(path: Path | str, entries: Iterable[tuple[str, Content]]) -> None:
    """Write a zip file of these entries; the file is there whole or not at all."""
    save_bytes(path, pack(entries))


def save_bytes(path: Path | str, content: bytes) -> None:
    """Write a file by way of a temporary one beside it."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        temporary.write_bytes(content)
        temporary.replace(target)
    except OSError as error:
        raise VassalError(error.strerror or "cannot be written", target.name) from error
    finally:
        temporary.unlink(missing_ok=True)
