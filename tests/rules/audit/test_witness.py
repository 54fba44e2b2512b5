"""What a step of a log shows, in the words that a game reads."""

from pathlib import Path

import pytest

from rules.audit.witness import Witness
from rules.engine.evidence import Spot
from tests.rules.audit.test_records import WAYS
from vassal import savefile
from vassal.module import Module
from vassal.timeline import Timeline

pytestmark = pytest.mark.shared_samples


def test_a_step_by_key_shows_the_piece_the_record_and_both_hexes(samples: Path) -> None:
    timeline = Timeline.of(savefile.read(samples / "s02_moves.vlog"), Module.open(samples / "chron-hidden.vmod"))
    witness = Witness(timeline.start, WAYS)
    shown = next(each for each in map(witness.shown, timeline.net) if each.said("step"))
    (record,) = shown.said("step")
    (moved,) = shown.moved
    assert record.piece == moved.piece
    assert (moved.origin.name, moved.target.name) == (record.get("from"), record.get("h"))
    assert shown.side == record.get("s")


def test_a_roll_shows_its_dice_and_for_whom_they_fell(samples: Path) -> None:
    timeline = Timeline.of(savefile.read(samples / "s01_fire.vlog"), Module.open(samples / "chron-hidden.vmod"))
    witness = Witness(timeline.start, WAYS)
    shown = next(each for each in map(witness.shown, timeline.net) if each.said("roll"))
    (record,) = shown.said("roll")
    assert shown.rolled[0].dice == tuple(int(each) for each in record.get("res").split(","))
    assert len(record.pieces["by"]) == 3


def test_a_board_names_where_every_piece_lies(samples: Path) -> None:
    timeline = Timeline.of(savefile.read(samples / "s03_cup.vlog"), Module.open(samples / "chron-hidden.vmod"))
    board = Witness(timeline.start, WAYS).board(timeline.start)
    decks = {lying.spot.deck for lying in board.pieces}
    assert "Cup" in decks
    assert any(lying.spot == Spot("Field", "0504") for lying in board.pieces)
