"""What the orders say of work: the rules by which boxes are marked and work is done are those that are enforced."""

from __future__ import annotations

import assets
from rules.barbarossa.reading.works import STRUCTURES
from rules.barbarossa.turn.upkeep import BOXED
from rules.barbarossa.works.engineers import AT_ONCE, DONE

ORDERS = assets.load("barbarossa").orders


def test_the_rules_of_work_are_those_that_are_enforced():
    assert {each.done for each in ORDERS.values()} - {""} == set(DONE)
    assert {each.boxed for each in ORDERS.values()} - {""} == set(BOXED)


def test_work_that_builds_or_takes_away_is_done_at_some_time():
    for name, each in ORDERS.items():
        markers = {each.builds, *each.takes} - {""}
        assert markers <= STRUCTURES
        assert not markers or each.done
        assert not each.done or each.boxed or name in AT_ONCE
