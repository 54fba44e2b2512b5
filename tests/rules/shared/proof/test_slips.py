"""Slips are found at every kind of unit, and are told from what was never put right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.engine.ruling import Illegal
from rules.engine.writing import Entry, Go
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.accused import heard
from tests.rules.shared.proof.slips import LENGTH, SLIPS, slipped
from tests.rules.shared.proof.windows import Window, windows

KITS = kits()
SEED, SLIPS_TRIED = 20261119, 14
"""A sample; `python -m tests.rules.shared.proof.slips` makes as many as one likes."""
MOST = 60
"""So many windows are looked at, at most."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


@of_each_game
def test_every_slip_happens_to_many_a_type_of_unit(kit: Kit[Any, Any]) -> None:
    found: dict[str, set[str]] = {}
    for window in islice(windows(kit, Random(5), LENGTH, each=8), 60):
        if not window.before.within("SETUP"):
            for way in slipped(window, Random(1), list(SLIPS)):
                found.setdefault(way.how, set()).add(kit.type_of(way.about))
        if set(found) == set(SLIPS) and all(len(types) > 1 for types in found.values()):
            return

    assert set(found) == set(SLIPS) or (set(found) < set(SLIPS) and not kit.accuses)
    assert found
    assert all(len(types) > 1 for types in found.values())


@of_each_game
def test_a_piece_that_is_put_back_lies_where_it_lay(kit: Kit[Any, Any]) -> None:
    seen = 0
    for window in islice(windows(kit, Random(6), LENGTH, each=8), 20):
        if window.before.within("SETUP"):
            continue
        for way in slipped(window, Random(1), ("nudged", "boxed")):
            deeds = [deed for entry in way.strokes for deed in entry.deeds]
            goes = [deed for deed in deeds if isinstance(deed, Go) and deed.piece.name == way.about]
            assert len(goes) >= 2
            seen += 1
    assert seen > 10


@of_each_game
def test_nobody_is_accused_who_slips_in_whatever_way_and_puts_it_right(kit: Kit[Any, Any]) -> None:
    rng, tried = Random(SEED), 0
    for window in islice(windows(kit, rng, LENGTH, each=4, settled=True), MOST):
        plain = [page.entry for page in window.pages(window.edition())]
        if window.before.within("SETUP") or wronged(window, plain):
            continue
        for way in slipped(window, rng, list(SLIPS) if kit.accuses else rng.sample(list(SLIPS), 4)):
            assert not wronged(window, way.strokes), (window.name, way.how, way.about)
            tried += 1
        if tried >= SLIPS_TRIED:
            return
    raise AssertionError("too few slips were tried")


@of_each_game
def test_who_is_taken_off_the_map_for_nothing_and_stays_there_is_heard(kit: Kit[Any, Any]) -> None:
    """The guilty twin: what is asked is not deaf."""
    for window in islice(windows(kit, Random(7), LENGTH, each=8, settled=True), MOST):
        for way in slipped(window, Random(1), ("boxed",)):
            gone = kit.off(way.about)
            away = next(place for place, entry in enumerate(way.strokes) if entry.deeds == gone)
            if wronged(window, (*way.strokes[: away + 1], *way.strokes[away + 2 :])):
                return
    assert not kit.accuses, "nobody was heard"


def wronged(window: Window, entries: Sequence[Entry]) -> bool:
    return bool(heard(window, entries, (Illegal,)))
