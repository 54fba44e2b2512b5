"""Whatever is altered in the records of a game, there is a report, and never a fault."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.audit import judging
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.altered import Fault, faults

KITS = kits()
SEED, COUNT = 20261121, 70
"""A sample; `python -m tests.rules.shared.proof.altered` alters as many games as one likes."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


@of_each_game
def test_altered_games_are_judged_without_a_fault(kit: Kit[Any, Any]) -> None:
    tally = Counter[str]()

    assert list(faults(kit, COUNT, SEED, tally)) == []
    assert tally["games"] == COUNT
    assert tally["altered"] > COUNT
    assert tally["refused"] == 0
    # A game that goes by its board more than by what is said hears the least.
    assert tally["heard"] > COUNT / 3 or not kit.accuses


def test_a_fault_is_seen_with_what_was_altered(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("no such place")

    monkeypatch.setattr(judging.Judge, "_softened", broken)
    found = list(faults(KITS[0], 8, SEED, Counter()))

    assert found
    assert all(isinstance(each, Fault) and each.altered and "KeyError" in each.error for each in found)
