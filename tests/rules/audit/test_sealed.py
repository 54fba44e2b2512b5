"""Sealed texts: what a log commits to and opens, told from the file alone."""

from hashlib import sha256
from pathlib import Path

import pytest

from rules.audit.sealed import Seal, Watch, fits, number, opened, sealed, troubles
from rules.audit.witness import Witness
from vassal import savefile
from vassal.timeline import Timeline

KEY = "c0ffee"
LONG = "march:" + "-".join(f"{column:02}05" for column in range(1, 32))


def seal(text: str, pads: int = 2) -> Seal:
    return Seal("1001", "n0nce", sealed(KEY, "1001", "n0nce", text, pads))


@pytest.mark.parametrize("text", ["wait", "open_fire:1004200", "defend:N:2:", LONG])
def test_what_is_sealed_is_opened_by_its_key(text: str) -> None:
    assert opened(KEY, seal(text)) == text


def test_a_text_shorter_than_its_pads_does_not_tell_how_long_it_is() -> None:
    lengths = {len(seal(text).cipher) for text in ("wait", "open_fire:1004200", LONG[:120])}
    assert max(lengths) - min(lengths) <= 2


def test_a_text_under_one_pad_is_opened_too() -> None:
    assert opened(KEY, seal("DEFEND", pads=1)) == "DEFEND"


@pytest.mark.parametrize(
    "other",
    [
        Seal("1002", "n0nce", seal("wait").cipher),
        Seal("1001", "other", seal("wait").cipher),
        Seal("1001", "n0nce", seal("wait").cipher[:-4]),
        Seal("1001", "n0nce", "no number"),
        Seal("1001", "n0nce", "-1f"),
        Seal("1001", "n0nce", "f" * 5_000),
    ],
)
def test_another_piece_another_nonce_or_a_damaged_text_opens_nothing(other: Seal) -> None:
    assert opened(KEY, other) != "wait"


def test_a_commitment_without_leading_zeros_fits_its_key() -> None:
    found = next(key for key in map(str, range(1_000)) if f"{_digest(key):064x}".startswith("0"))
    assert fits(found, f"{_digest(found):x}")
    assert not fits(found, f"{_digest('another'):x}")
    assert not fits("", "")


def _digest(key: str) -> int:
    return int(sha256(key.encode()).hexdigest(), 16)


def test_only_numbers_in_hex_are_numbers() -> None:
    assert [number(text) for text in ("1f", "", "xyz", " 1f", "1F")] == [31, None, None, None, None]


# ------------------------------------------------------------------------------------------- logs that an engine wrote
@pytest.fixture(scope="module")
def log(samples: Path) -> Timeline:
    return Timeline.of(savefile.read(samples / "s04_orders.vlog"))


def test_the_last_order_before_the_commitment_is_the_one_that_is_opened(log: Timeline) -> None:
    watch = Watch(log.start)
    found = [each for step in log.net for each in watch.openings(step)]
    assert [(each.kind, each.text.partition(":")[0], each.verdict) for each in found] == [("order", "ASSAULT", "fits")]


def test_a_witness_shows_what_was_opened_by_the_name_of_its_piece(log: Timeline) -> None:
    witness = Witness(log.start, {})
    opened = [each for step in log.net for each in witness.shown(step).opened]
    assert [(each.piece.uid, each.counts) for each in opened] == [("1794987462197", True)]


def test_a_sound_log_gives_no_trouble(log: Timeline) -> None:
    assert list(troubles(log.start, log.net)) == []
