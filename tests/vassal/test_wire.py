"""The wire forms of a saved game: each read, written, kept, and refused when it is damaged or too large."""

import lzma
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal import wire
from vassal.errors import Damaged, Problem, TooLarge, VassalError
from vassal.limits import Limits
from vassal.wire import FORMS, PLAIN, Form

TEXT = "begin_save\x1bCHAT* Müller, 3/4 – ✠ *\x1bend_save"
SMALL = Limits(text=1024 * 1024)


def form(name: str) -> Form:
    return Form(name, 0x5A if FORMS[name].keyed else 0)


EACH = pytest.mark.parametrize("name", FORMS)


@EACH
def test_each_form_is_read_and_written(name: str) -> None:
    data = wire.encode(TEXT, form(name))
    assert data.startswith(FORMS[name].magic)
    assert wire.decode(data) == (TEXT, form(name))


def test_the_form_of_all_releases_is_hex_behind_header_and_key() -> None:
    assert wire.encode("A\x1b", Form("vcsk", 0x41)) == b"!VCSK41005a"
    assert wire.decode(b"!VCSK41005A") == ("A\x1b", Form("vcsk", 0x41))


def test_the_other_forms_byte_for_byte() -> None:
    assert wire.decode(b"VOBS\x01" + b"@C") == ("AB", Form("vobs", 1))
    assert wire.decode(b"!VOBS\x01" + b"@C") == ("AB", Form("bang-vobs", 1))
    packed = bytes(byte ^ 7 for byte in zlib.compress(b"AB"))
    assert wire.decode(b"!VCSZ07" + packed.hex().upper().encode()) == ("AB", Form("vcsz", 7))
    packed = bytes(byte ^ 7 for byte in lzma.compress(b"AB"))
    assert wire.decode(b"!VOXZ\x07" + packed) == ("AB", Form("voxz", 7))
    assert wire.decode(lzma.compress(b"AB")) == ("AB", Form("xz"))


@EACH
def test_the_bytes_may_come_in_any_pieces(name: str) -> None:
    data = wire.encode(TEXT, form(name))
    assert wire.decode(data[at : at + 1] for at in range(len(data))) == (TEXT, form(name))
    assert wire.decode([b"", data[:6], b"", data[6:]]) == (TEXT, form(name))


@given(st.text(), st.sampled_from(sorted(FORMS)), st.integers(0, 255))
def test_every_text_comes_back_in_every_form(text: str, name: str, key: int) -> None:
    if name == "plain" and text[:1] in {"!", "V"}:
        return
    wanted = Form(name, key if FORMS[name].keyed else 0)
    assert wire.decode(wire.encode(text, wanted)) == (text, wanted)


def test_a_character_may_be_cut_between_two_pieces() -> None:
    assert wire.decode([b"!VOBS\x00", b"A\xe2", b"\x80", b"\x93B"]) == ("A–B", Form("bang-vobs", 0))
    with pytest.raises(Damaged, match="byte 1 of the text"):
        wire.decode([b"!VOBS\x00", b"A\xe2", b"A"])


def test_anything_else_is_plain_text() -> None:
    assert wire.decode(b"") == ("", PLAIN)
    assert wire.decode(b"!VCS") == ("!VCS", PLAIN)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"!VCSK", "no key behind the header"),
        (b"!VCSK4", "no key behind the header"),
        (b"!VCSKxy00", "no key behind the header"),
        (b"!VCSK000", "byte 7: cut in the middle of a byte"),
        (b"!VCSK0041zz", "byte 9: not a hex digit"),
        (b"!VOBS", "cut before the key"),
        (b"VOBS", "cut before the key"),
        (b"\xff\xfe", "byte 0 of the text: not UTF-8"),
        (b"A\xc3", "of the text: not UTF-8"),
        (b"!VCSZ00", "the compressed text is cut"),
        (b"!VCSZ00ff00", "the compressed text is damaged"),
        (b"!VOXZ\x00ff", "the compressed text is"),
        (lzma.compress(b"A" * 1000)[:40], "the compressed text is cut"),
    ],
)
def test_a_damaged_text_is_an_error_that_names_its_place(data: bytes, message: str) -> None:
    with pytest.raises(Damaged, match=message):
        wire.decode(data)


@pytest.mark.parametrize(
    ("data", "text", "problems"),
    [
        (b"!VCSK004142zz43", "AB", ["savedGame, byte 11: not a hex digit"]),
        (b"!VCSK00414", "A", ["savedGame, byte 9: cut in the middle of a byte"]),
        (b"A\xffB", "A\ufffdB", ["savedGame: some of the text is not UTF-8"]),
        (b"!VCSZ00" + zlib.compress(b"AB").hex().encode()[:-8], "AB", ["savedGame: the compressed text is cut"]),
    ],
)
def test_with_tolerance_what_can_be_read_is_read(data: bytes, text: str, problems: list[str]) -> None:
    found: list[Problem] = []
    assert wire.decode(data, problems=found)[0] == text
    assert [str(problem) for problem in found] == problems


BILLION = 1_000_000_000
BOMBS = {
    "zlib": b"!VCSZ00" + zlib.compress(bytes(BILLION // 10)).hex().encode(),
    "xz": lzma.compress(bytes(BILLION // 10), preset=0),
    "masked xz": b"!VOXZ\x00" + lzma.compress(bytes(BILLION // 10), preset=0),
    "plain": bytes(4 * 1024 * 1024),
    "hex": b"!VCSK00" + b"41" * 4 * 1024 * 1024,
    "wide": "\U0001f0a1".encode() * 300_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_once(name: str) -> None:
    start = time.process_time()
    with pytest.raises(TooLarge, match="takes more than 1 MB"):
        wire.decode(BOMBS[name], SMALL)
    assert time.process_time() - start < 1


def test_the_limit_is_on_memory_and_exact_for_plain_text() -> None:
    assert len(wire.decode(b"A" * SMALL.text, SMALL)[0]) == SMALL.text
    with pytest.raises(TooLarge):
        wire.decode(b"A" * (SMALL.text + 1), SMALL)
    assert len(wire.decode("ä".encode() * SMALL.text, SMALL)[0]) == SMALL.text
    with pytest.raises(TooLarge):
        wire.decode("–".encode() * (SMALL.text // 2 + 1), SMALL)


def test_a_form_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(VassalError, match="no form 'rot13'; there are vcsk"):
        Form("rot13")
    with pytest.raises(VassalError, match="one byte"):
        Form("vcsk", 256)


def test_an_xz_text_that_wants_gigabytes_of_memory_is_refused() -> None:
    data = lzma.compress(b"A" * 100)
    header = b"\x02\x00\x21\x01\x28\x00\x00\x00"
    greedy = data[:12] + header + zlib.crc32(header).to_bytes(4, "little") + data[24:]
    with pytest.raises(Damaged, match="the compressed text is damaged"):
        wire.decode(greedy)
