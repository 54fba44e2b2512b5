"""Ways to break a file: its bytes, its text, its zip directory. Pure: the same random source breaks it the same way."""

import re
import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

_NUMBER: Final = re.compile(rb"-?\d+")
_HUGE: Final = (b"0", b"-1", b"1e999", b"NaN", b"-0", b"2147483648", b"9223372036854775808", b"9" * 400, b"1" * 6_000)
_DELIMITERS: Final = (b"\x1b", b"\t", b"/", b";", b",", b":", b"|", b"\\", b"'", b"\\\x1b", b"\\\t", b"\\\\\t")
_NASTY: Final = (
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x1b[2J", b"\x9b31m", b"\xe2\x80\xae", b"]]>",
    b"../../x", b"\\" * 300, b"'" * 50, b"$" * 99, b"{" * 2_000, b"(" * 2_000, b"<a>" * 500, b"&lol;", b"<!DOCTYPE a [",
    b"begin_save", b"end_save", b"LOG\t", b"UNDO\ttrue", b"UNDO\tfalse", b"null", b"stack/", b"deck;", b"+/", b"D/",
    b"M/", b"piece;;;;", b"mat;", b"emb2;", b"\xf0\x9f\x90\x8e",
)  # fmt: skip

Break = Callable[[Random, bytes], bytes]


def truncate(random: Random, data: bytes) -> bytes:
    """Cut the end off."""
    return data[: random.randrange(len(data) + 1)]


def flip(random: Random, data: bytes) -> bytes:
    """Flip single bits."""
    broken = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        if broken:
            broken[random.randrange(len(broken))] ^= 1 << random.randrange(8)
    return bytes(broken)


def insert(random: Random, data: bytes) -> bytes:
    """Put something nasty in."""
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_NASTY + _DELIMITERS + _HUGE) + data[at:]


def remove(random: Random, data: bytes) -> bytes:
    """Take a run of bytes out."""
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + _length(random) :]


def repeat(random: Random, data: bytes) -> bytes:
    """Say a run of bytes many times."""
    start = random.randrange(len(data) + 1)
    run = data[start : start + _length(random)]
    return data[:start] + run * random.choice((2, 3, 10, 100)) + data[start + len(run) :]


def splice(random: Random, data: bytes) -> bytes:
    """Move a run of bytes elsewhere."""
    start, at = random.randrange(len(data) + 1), random.randrange(len(data) + 1)
    return data[:at] + data[start : start + _length(random)] + data[at:]


def swap_delimiters(random: Random, data: bytes) -> bytes:
    """Put one delimiter where another stood, once or everywhere."""
    old, new = random.choice(_DELIMITERS), random.choice(_DELIMITERS)
    if random.random() < 0.1:
        return data.replace(old, new)
    places = [match.start() for match in re.finditer(re.escape(old), data)]
    if not places:
        return data
    at = random.choice(places)
    return data[:at] + new + data[at + len(old) :]


def lie_about_a_number(random: Random, data: bytes) -> bytes:
    """Put an absurd number where a number stands."""
    places = [match.span() for match in _NUMBER.finditer(data)]
    if not places:
        return data
    start, end = random.choice(places)
    return data[:start] + random.choice(_HUGE) + data[end:]


def nest(random: Random, data: bytes) -> bytes:
    """Wrap a part of the text into many levels of its own delimiters."""
    delimiter = random.choice((b"\x1b", b"\t", b"/", b";", b","))
    depth = random.choice((3, 30, 300, 3_000))
    at = random.randrange(len(data) + 1)
    chain = b"".join(b"\\" * level + delimiter for level in range(min(depth, 400)))
    return data[:at] + (chain if depth <= 400 else delimiter.join([b"x"] * depth)) + data[at:]


def shuffle_commands(random: Random, data: bytes) -> bytes:
    """Put the commands of a saved game into another order."""
    commands = data.split(b"\x1b")
    first, second = random.randrange(len(commands)), random.randrange(len(commands))
    commands[first], commands[second] = commands[second], commands[first]
    return b"\x1b".join(commands)


BYTES: Final[Sequence[Break]] = (truncate, flip, flip, flip, insert, remove, repeat, splice)
TEXT: Final[Sequence[Break]] = (
    truncate, flip, insert, insert, remove, repeat, splice, swap_delimiters, swap_delimiters, lie_about_a_number,
    lie_about_a_number, nest, shuffle_commands,
)  # fmt: skip


def broken(random: Random, data: bytes, ways: Sequence[Break]) -> bytes:
    """Return the data broken a few times in some of these ways, never beyond four times its size and a bit."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        data = random.choice(ways)(random, data)[: 4 * len(data) + 100_000]
    return data


def lying_directory(random: Random, archive: bytes) -> bytes:
    """Return a zip file in which one entry's sizes, offset, flags or method are not what they were."""
    heads = [match.start() for match in re.finditer(rb"PK\x01\x02", archive)]
    if not heads:
        return archive
    changed = bytearray(archive)
    offset, form = random.choice(((8, "<H"), (10, "<H"), (16, "<I"), (20, "<I"), (24, "<I"), (28, "<H"), (42, "<I")))
    lies = (0, 1, 9, 0xFFFF, 0xFFFE, 14, random.randrange(1 << 16)) if form == "<H" else (
        0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 1 << 30, len(archive), random.randrange(1 << 32),
    )  # fmt: skip
    place = random.choice(heads) + offset
    if place + struct.calcsize(form) <= len(changed):
        struct.pack_into(form, changed, place, random.choice(lies))
    return bytes(changed)


def _length(random: Random) -> int:
    return random.choice((1, 2, 5, 20, 100, 1_000))
