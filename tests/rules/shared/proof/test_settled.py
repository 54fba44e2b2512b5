"""Games that are played and judged by rulings that are settled: nobody is accused, or he is told by which ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.engine.switches import Switches
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.settled import (
    EACH,
    LENGTH,
    Named,
    at_random,
    honest,
    named,
    ours,
)
from tests.rules.shared.proof.windows import windows

KITS = kits()
SEED, HONEST, BROKEN, RESTING = 20261120, 4, 60, 4
"""A sample; `python -m tests.rules.shared.proof.settled` plays as many windows as one likes."""
LIMIT = 200
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


def by_chance(kit: Kit[Any, Any]) -> Switches:
    return at_random(kit, Random(SEED))


@pytest.mark.parametrize("settle", [ours, by_chance])
@of_each_game
def test_nobody_is_accused_who_plays_by_what_is_settled(
    kit: Kit[Any, Any], settle: Callable[[Kit[Any, Any]], Switches]
) -> None:
    switches = settle(kit)
    played = islice(windows(kit.settled(switches), Random(SEED), LENGTH, each=EACH // 2, limit=LIMIT), HONEST)

    assert {*switches.chosen} == {name for name, each in switches.disputes.items() if len(each.readings) > 1}
    assert [str(found) for window in played if (found := honest(window, kit.switches))] == []


@of_each_game
def test_who_is_accused_only_because_something_is_settled_is_told_by_which_ruling(kit: Kit[Any, Any]) -> None:
    found, kinds = list[Named](), Counter[bool]()
    for each in named(kit, BROKEN, Random(SEED), limit=LIMIT):
        kinds.update([each.vanishes])
        found.append(each)
        if kinds[True] >= RESTING:
            break

    assert [str(each) for each in found if not each.right] == []
    assert kinds[False]
    assert kinds[True] or not kit.accuses
