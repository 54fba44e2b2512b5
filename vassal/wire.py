"""The wire forms of `savedGame`: how the plain text of a save or a log is wrapped.

All releases write `vcsk`: a key byte and the text XORed with it, in hex. Development versions of 3.8 had others, some
with compression; every form is read, and a file that is rewritten keeps its own. Reading goes chunk by chunk, so that
a text is refused as soon as it is larger than granted.
"""

import codecs
import lzma
import re
import sys
import zlib
from binascii import Error as HexError
from binascii import hexlify, unhexlify
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from types import MappingProxyType

import msgspec

from vassal.errors import Damaged, Problem, TooLarge, VassalError, report
from vassal.limits import DEFAULT, Limits

_CHUNK = 1024 * 1024
_LONGEST_HEADER = 7
_XZ_PRESET = 3
_XZ_MEMORY = 128 * 1024 * 1024
_NO_HEX = re.compile(rb"[^0-9A-Fa-f]")


class Wrapping(msgspec.Struct, frozen=True):
    """How one form wraps the text: its first bytes, whether in hex, whether with a key, how it is packed."""

    magic: bytes
    hexed: bool = False
    keyed: bool = True
    packing: str = ""


FORMS = MappingProxyType(
    {
        "vcsk": Wrapping(b"!VCSK", hexed=True),
        "vcsz": Wrapping(b"!VCSZ", hexed=True, packing="zlib"),
        "vobs": Wrapping(b"VOBS"),
        "bang-vobs": Wrapping(b"!VOBS"),
        "voxz": Wrapping(b"!VOXZ", packing="xz"),
        "xz": Wrapping(b"\xfd7zXZ\x00", keyed=False, packing="xz"),
        "plain": Wrapping(b"", keyed=False),
    }
)
"""Told apart by their first bytes, in this order."""


class Form(msgspec.Struct, frozen=True):
    """A wire form by its name, with its key byte (0 where it has none)."""

    name: str = "vcsk"
    key: int = 0

    def __post_init__(self) -> None:
        if self.name not in FORMS:
            raise VassalError(f"there is no form {self.name!r}; there are {', '.join(FORMS)}")
        if not 0 <= self.key <= 255:
            raise VassalError("the key of a form is one byte")


VCSK = Form("vcsk")
PLAIN = Form("plain")


def encode(text: str, form: Form = VCSK) -> bytes:
    """Return the bytes of `savedGame` for this text in this form."""
    wrapping = FORMS[form.name]
    data = text.encode()
    if wrapping.packing == "zlib":
        data = zlib.compress(data)
    elif wrapping.packing == "xz":
        data = lzma.compress(data, preset=_XZ_PRESET)
    if not wrapping.keyed:
        return data
    masked = data.translate(_mask(form.key))
    if wrapping.hexed:
        return wrapping.magic + b"%02x" % form.key + hexlify(masked)
    return wrapping.magic + bytes((form.key,)) + masked


def decode(
    data: bytes | Iterable[bytes], limits: Limits = DEFAULT, problems: list[Problem] | None = None
) -> tuple[str, Form]:
    """Return the plain text and its form; with a list for problems, what of a damaged text can be read."""
    texts, form = decoded(data, limits, problems)
    return "".join(texts), form


def decoded(
    data: bytes | Iterable[bytes], limits: Limits = DEFAULT, problems: list[Problem] | None = None
) -> tuple[Iterator[str], Form]:
    """Return the same, the text part by part."""
    chunks = filter(None, _slices(data) if isinstance(data, bytes) else data)
    head = b""
    while len(head) < _LONGEST_HEADER and (more := next(chunks, b"")):
        head += more
    name = next(name for name, wrapping in FORMS.items() if head.startswith(wrapping.magic))
    wrapping = FORMS[name]
    key, start = _key(head, wrapping)
    stream: Iterator[bytes] = chain((head[start:],), chunks)
    if wrapping.hexed:
        stream = _unhexed(stream, start, problems)
    if wrapping.keyed:
        stream = (chunk.translate(_mask(key)) for chunk in stream)
    if wrapping.packing:
        stream = _unpacked(stream, wrapping.packing, problems)
    return _texts(stream, limits, problems), Form(name, key)


@cache
def _mask(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def _slices(data: bytes) -> Iterator[bytes]:
    return (data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK))


def _key(head: bytes, wrapping: Wrapping) -> tuple[int, int]:
    """Return the key byte and where the text begins."""
    start = len(wrapping.magic)
    if not wrapping.keyed:
        return 0, 0
    if not wrapping.hexed:
        if len(head) == start:
            raise Damaged("cut before the key", "savedGame")
        return head[start], start + 1
    digits = head[start : start + 2]
    if len(digits) < 2 or _NO_HEX.search(digits):
        raise Damaged("no key behind the header", "savedGame")
    return int(digits, 16), start + 2


def _unhexed(chunks: Iterator[bytes], start: int, problems: list[Problem] | None) -> Iterator[bytes]:
    """Yield the bytes that the hex digits stand for."""
    carried = b""
    for chunk in chunks:
        digits = carried + chunk
        even = len(digits) & ~1
        carried = digits[even:]
        try:
            yield unhexlify(digits[:even])
        except HexError:
            found = _NO_HEX.search(digits)
            at = found.start() if found else 0
            report(problems, Damaged("not a hex digit", f"savedGame, byte {start + at}"), cut=True)
            yield unhexlify(digits[: at & ~1])
            return
        start += even
    if carried:
        report(problems, Damaged("cut in the middle of a byte", f"savedGame, byte {start}"), cut=True)


def _unpacked(chunks: Iterator[bytes], packing: str, problems: list[Problem] | None) -> Iterator[bytes]:
    """Yield the decompressed bytes in chunks of a bounded size."""
    unpacker = zlib.decompressobj() if packing == "zlib" else lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    for chunk in chunks:
        try:
            yield from _drained(unpacker, chunk)
        except (zlib.error, lzma.LZMAError):
            report(problems, Damaged("the compressed text is damaged", "savedGame"), cut=True)
            return
        if unpacker.eof:
            break
    if not unpacker.eof:
        report(problems, Damaged("the compressed text is cut", "savedGame"), cut=True)


def _drained(unpacker: "zlib._Decompress | lzma.LZMADecompressor", data: bytes) -> Iterator[bytes]:
    while True:
        out = unpacker.decompress(data, _CHUNK)
        yield out
        if isinstance(unpacker, lzma.LZMADecompressor):
            data = b""
            done = unpacker.needs_input
        else:
            data = unpacker.unconsumed_tail
            done = not data and len(out) < _CHUNK
        if done or unpacker.eof:
            return


def _texts(chunks: Iterator[bytes], limits: Limits, problems: list[Problem] | None) -> Iterator[str]:
    """Yield the text of these bytes, refused when it takes more memory than granted."""
    decoder = codecs.getincrementaldecoder("utf-8")("strict" if problems is None else "replace")
    length = place = 0
    width = 1
    replaced = False
    for chunk in chain(filter(None, chunks), (b"",)):
        waiting = len(decoder.getstate()[0])
        try:
            part = decoder.decode(chunk, not chunk)
        except UnicodeDecodeError as error:
            raise Damaged("not UTF-8", f"savedGame, byte {place - waiting + error.start} of the text") from error
        place += len(chunk)
        length += len(part)
        width = max(width, _width(part))
        if length * width > limits.text:
            raise TooLarge(f"the text takes more than {limits.text >> 20} MB", "savedGame")
        replaced = replaced or (problems is not None and "\ufffd" in part)
        yield part
    if problems is not None and replaced:
        problems.append(Problem("savedGame", "some of the text is not UTF-8"))


def _width(text: str) -> int:
    """Return how many bytes a character of this text takes in memory."""
    if text.isascii():
        return 1
    if len(text) > 1000:
        return round(sys.getsizeof(text) / len(text))
    return 1 if max(text) < "\u0100" else 2 if max(text) < "\U00010000" else 4
