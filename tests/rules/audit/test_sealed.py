"""Sealed texts: what a log commits to and opens, told from the file alone."""

from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from rules.audit.sealed import Seal, Watch, fits, number, opened, sealed, troubles
from rules.audit.witness import Witness
from vassal import savefile
from vassal.ground import UnknownGround
from vassal.logwriter import LogWriter
from vassal.position import Position
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


# ---------------------------------------------------------------------------------------------------- logs of our own
PIECE = "1794987462197"
"""A piece of Blue that can bear an order."""


class Play:
    """A log in which Blue seals, commits and reveals, from the start of the engine's own one."""

    def __init__(self, samples: Path) -> None:
        self._save = savefile.read(samples / "s04_orders.vlog")
        self._log = LogWriter(Position.of(self._save.initial, UnknownGround()), count(1))

    def order(self, text: str, nonce: str = "n0nce") -> None:
        with self._log.step():
            self._log.set(PIECE, "Nonce", nonce)
            self._log.set(PIECE, "Cipher", sealed(KEY, PIECE, nonce, text))

    def put(self, name: str, value: str) -> None:
        with self._log.step():
            self._log.set_global(name, value)

    def commit(self, side: str = "Blue", key: str = KEY) -> None:
        self.put(f"HX_Commit_{side}", f"{_digest(key):x}")

    @property
    def timeline(self) -> Timeline:
        return Timeline.of(self._log.save())

    def troubles(self) -> list[tuple[str, str]]:
        timeline = self.timeline
        return [(each.why, each.side) for _, each in troubles(timeline.start, timeline.net)]

    def openings(self) -> list[tuple[str, str]]:
        timeline = self.timeline
        watch = Watch(timeline.start)
        return [(each.text, each.verdict) for step in timeline.net for each in watch.openings(step)]


@pytest.fixture
def play(samples: Path) -> Play:
    return Play(samples)


def test_orders_may_be_changed_until_the_side_commits(play: Play) -> None:
    play.order("wait")
    play.order("assault:77", "other")
    play.commit()
    play.put("HX_Key_Blue", KEY)
    assert play.openings() == [("assault:77", "fits")]
    assert play.troubles() == []


def test_an_order_that_is_changed_after_the_commitment_is_a_finding_and_the_earlier_one_counts(play: Play) -> None:
    play.order("wait")
    play.commit()
    play.order("assault:77", "other")
    play.put("HX_Key_Blue", KEY)
    assert play.openings() == [("wait", "changed")]
    assert play.troubles() == [("seal.changed", "Blue")]


def test_another_key_than_the_one_committed_to_opens_nothing_that_counts(play: Play) -> None:
    play.order("wait")
    play.commit()
    play.put("HX_Key_Blue", "another")
    assert [verdict for _, verdict in play.openings()] in (["other key"], ["unreadable"])
    assert play.troubles() == [("seal.key", "Blue")]


def test_a_key_without_a_commitment_is_a_finding(play: Play) -> None:
    play.order("wait")
    play.put("HX_Key_Blue", KEY)
    assert play.openings() == [("wait", "uncommitted")]
    assert play.troubles() == [("seal.uncommitted", "Blue")]


def test_who_commits_when_the_other_has_revealed_is_late(play: Play) -> None:
    play.commit("Red", "red")
    play.put("HX_Key_Red", "red")
    play.order("wait")
    play.commit()
    play.put("HX_Key_Blue", KEY)
    assert play.openings() == [("wait", "late")]
    assert play.troubles() == [("seal.late", "Blue")]


def test_a_new_round_forgets_the_old_commitment(play: Play) -> None:
    for text in ("wait", "march:0505"):
        play.order(text, f"nonce {text}")
        play.commit()
        play.put("HX_Key_Blue", KEY)
        play.put("HX_Commit_Blue", "")
        play.put("HX_Key_Blue", "")
    assert play.openings() == [("wait", "fits"), ("march:0505", "fits")]
    assert play.troubles() == []


def test_an_order_that_was_never_revealed_is_not_opened(play: Play) -> None:
    play.order("wait")
    play.commit()
    assert play.openings() == []


def test_a_log_that_begins_after_the_commitment_opens_what_stood_there(samples: Path) -> None:
    first = Play(samples)
    first.order("wait")
    first.commit()
    then = LogWriter(first.timeline.end, count(1))
    with then.step():
        then.set_global("HX_Key_Blue", KEY)
    timeline = Timeline.of(then.save())
    watch = Watch(timeline.start)
    assert [each.text for step in timeline.net for each in watch.openings(step)] == ["wait"]
