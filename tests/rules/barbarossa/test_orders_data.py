"""What the data say of orders: the rules that stand with them are those that are enforced."""

from __future__ import annotations

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.book import BOOK
from rules.barbarossa.orders.air import TARGETS
from rules.barbarossa.orders.planning import COVERED, GIVEN, WRITTEN
from rules.barbarossa.orders.terms import field_of
from rules.barbarossa.reading.works import STRUCTURES
from rules.barbarossa.turn.upkeep import BOXED
from rules.barbarossa.works.engineers import AT_ONCE, DONE
from rules.engine.obligations import Due
from tests.rules.barbarossa.field import Field

ORDERS = assets.load("barbarossa").orders


def test_the_rules_of_work_are_those_that_are_enforced():
    assert {each.done for each in ORDERS.values()} - {""} == set(DONE)
    assert {each.boxed for each in ORDERS.values()} - {""} == set(BOXED)


def test_the_rules_of_what_is_written_are_those_that_are_enforced():
    wanted = {(each.rule, each.covered) for order in ORDERS.values() for each in order.params if each.rule}
    assert {rule for rule, covered in wanted if covered} == set(COVERED)
    assert {rule for rule, covered in wanted if not covered} - {"BAR-4.2d"} == set(WRITTEN)
    aimed = [(order, each) for order in ORDERS.values() if "seen" in order.brackets for each in order.params]
    assert {each.rule for order, each in aimed if field_of(order, each) == "hex"} == set(TARGETS)


def test_what_is_asked_of_orders_alike_is_asked_by_a_rule():
    by = [(what, rule) for order in ORDERS.values() for what, rule in order.by.items()]
    assert {rule for what, rule in by if what == "given"} == set(GIVEN)
    assert {what for what, _ in by} == {"given", "range", "sight", "ends"}
    assert {rule for _, rule in by} <= BOOK.entries.keys()
    assert all("range" in ORDERS[name].by for name in ORDERS if "withdraw" in ORDERS[name].brackets)


def test_work_that_builds_or_takes_away_is_done_at_some_time():
    for name, each in ORDERS.items():
        markers = {each.builds, *each.takes} - {""}
        assert markers <= STRUCTURES
        assert not markers or each.done
        assert not each.done or each.boxed or name in AT_ONCE


def test_an_order_belongs_to_its_group_and_its_lists_and_one_that_there_is_not_to_none():
    battle = Field().battle()
    assert battle.among("march", "withdraw")
    assert battle.among("march", "movement")
    assert not battle.among("march", "air")
    assert (battle.step_of("march"), battle.step_of("sing")) == ("S10", "")
    assert battle.printed("sing").params == ()
    assert not battle.among("sing", "withdraw")


def test_what_is_due_and_what_may_be_done_is_asked_by_its_kind():
    hides, shows = do.Hide(unit="G1"), do.Show(unit="G1")
    position = Field().position().owing(Due("BAR-6.6a", (hides,)), Due("BAR-6.6a", (shows, hides), must=False))
    assert list(position.options(do.Hide)) == [hides, hides]
    assert list(position.options(do.Show)) == [shows]
    assert list(position.options(do.Show, must=True)) == []
