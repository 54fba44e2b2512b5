"""Where pieces lie otherwise than the actions tell, nothing is due any more for them, and all else that was due is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.engine.actions import words_of
from rules.engine.evidence import Board, Lying
from rules.engine.position import differing
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.hand import hand_of
from tests.rules.shared.proof.windows import Window, judged, windows

KITS = kits()
TRIED = 12


def owing(kit: Kit[Any, Any]) -> Iterator[Window]:
    """Moments at which something is due of a unit on the board."""
    for window in islice(windows(kit, Random(5), 3, each=20), 400):
        if any(due.must and on_board(window, due) for due in window.before.due):
            yield window


def on_board(window: Window, due: Any) -> set[str]:
    units = window.before.units
    return {word for each in due.wanted for word in words_of(each) if word in units and window.before.units[word].hex}


def strayed(board: Board, unit: str) -> Board:
    """The board with a unit elsewhere."""
    spots = [each.spot for each in board.pieces if each.spot.zone == "map"]

    def moved(lying: Lying) -> Lying:
        here = lying.spot.zone == "map" and lying.piece.name == unit
        other = next(each for each in spots if each.name != lying.spot.name)
        return replace(lying, spot=other) if here else lying

    return replace(board, pieces=tuple(map(moved, board.pieces)))


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_only_what_was_due_for_who_strayed_is_not_due_any_more(kit: Kit[Any, Any]) -> None:
    kept = 0
    for window in islice(owing(kit), TRIED):
        edition, before = window.edition(), window.before
        _, (part,) = judged(edition, before, hand_of(edition, before).log())
        board = part.witness.board(part.timeline.start)
        assert edition.reader.adopt(before, board) is before
        due = next(due for due in before.due if due.must and on_board(window, due))
        about = {word for each in before.due for option in each.wanted for word in words_of(option)}
        bystander = next(name for name, unit in before.units.items() if unit.hex and name not in about)

        theirs = edition.reader.adopt(before, strayed(board, min(on_board(window, due))))
        others = edition.reader.adopt(before, strayed(board, bystander))

        if bystander in differing(before, others):
            assert due in others.due
            kept += 1
        if not differing(before, theirs).isdisjoint(on_board(window, due)):
            assert due not in theirs.due
    assert kept > TRIED // 2
