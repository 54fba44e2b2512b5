"""Whatever breaks a rule in a legal game is told from its log, of whose deed or duty it was."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.audit import judging
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof import canary as hidden
from tests.rules.shared.proof.breaches import LENGTH, PEOPLE, Heard, breaches, heard
from tests.rules.shared.proof.canary import DeafError, canary
from tests.rules.shared.proof.windows import windows

KITS = kits()
SEED, WINDOWS = 20261119, 16
PLAIN = 20261121
"""A sample; `python -m tests.rules.shared.proof.breaches` makes as many as one likes."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


def found_in(kit: Kit[Any, Any]) -> list[Heard]:
    rng = Random(PLAIN)
    given = islice(windows(kit, rng, LENGTH, each=4, settled=True), WINDOWS)
    return [found for window in given for breach in breaches(window, rng) if (found := heard(window, breach))]


@of_each_game
def test_every_breach_is_told_and_of_the_right_side(kit: Kit[Any, Any]) -> None:
    found = found_in(kit)
    counted = Counter(each.breach.family for each in found)

    assert [str(each) for each in found if not each.told] == []
    assert [str(each) for each in found if each.owner is False] == []
    assert counted["mutator"] > (10 if kit.accuses else 0)
    if kit.accuses:
        assert sum(each.owner is True for each in found) > 15
        assert {"left_out", "unprompted", "after another"} <= set(counted)


@of_each_game
def test_a_breach_is_told_of_people_who_play_in_a_manner_of_their_own_too(kit: Kit[Any, Any]) -> None:
    rng, found = Random(SEED), list[Heard]()
    for window in islice(windows(kit, rng, LENGTH, each=2, settled=True), WINDOWS // 3):
        found += (each for breach in breaches(window, rng) if (each := heard(window, breach, PEOPLE, rng)))

    assert [str(each) for each in found if not each.told and not each.slip] == []
    assert len(found) > 5 or not kit.accuses


@of_each_game
def test_a_canary_is_found(kit: Kit[Any, Any]) -> None:
    assert canary(kit, Random(SEED)).named


def test_a_run_that_is_deaf_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(self: object, *_: object, **__: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(judging.Judge, "judge", nothing)
    with pytest.raises(DeafError):
        hidden.canary(KITS[0], Random(SEED))
