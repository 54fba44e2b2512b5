"""What could be ordered: the generator offers legal orders for every unit, and never leads into a dead end."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.options import OPTIONS
from rules.barbarossa.orders import choices as choices_planning
from rules.barbarossa.orders.ways import WAYS
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.loading import load, open_switches
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.options import Legal
from tests.rules.barbarossa.drafting import BOTH, Draft

SCENARIOS = tuple(assets.load("barbarossa").scenarios)
SWITCHES = open_switches()


@cache
def battle(scenario: str) -> Battle:
    return load(scenario)


def opened(scenario: str, seed: int) -> Iterator[Action]:
    """Everything that is done from the set-up to step 1, chosen at random among what is legal."""
    field, rng = battle(scenario), Random(seed)
    judge = referee(field, SWITCHES)
    legal, position = Legal(OPTIONS, judge), begin(field)
    while position.state != "S1":
        actions = legal(position)
        assert actions, position.state
        chosen = rng.choice(actions)
        yield chosen
        position = judge.play(position, chosen)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_orders_can_be_given_to_the_end(scenario: str):
    """BAR-4.2f, BAR-4.1d, BAR-6.0a"""
    actions = tuple(opened(scenario, seed=1))
    ordered = [action.unit for action in actions if isinstance(action, do.Order)]

    assert len(set(ordered)) == len(ordered)
    assert len(ordered) >= len(battle(scenario).units) // 2


def test_the_generator_knows_every_order_of_the_game():
    assert set(assets.load("barbarossa").orders) == set(WAYS)


def test_candidates_are_registered_for_all_states_before_the_first_step():
    assert choices_planning.__name__.startswith("rules.")
    assert all(OPTIONS.states[state] for state in ("SETUP", "PLANNING", "REVEAL"))


def offered(made: Draft, **orders: do.Order) -> set[tuple[str, str]]:
    """The orders that the next unit is offered, with the partner they name."""
    field = made.battle()
    judge = referee(field, SWITCHES)
    position: Position = made.position("REVEAL", opened=BOTH)
    for order in orders.values():
        position = judge.play(position, order)
    legal = Legal(OPTIONS, judge)(position)
    return {(action.order, action.target) for action in legal if isinstance(action, do.Order)}


def test_who_is_asked_by_another_is_offered_nothing_else():
    """BAR-7.4b, BAR-8.9b"""
    pair = Draft().unit("S1", "infantry", "0505", losses=3).unit("S2", "infantry", "0505", losses=3)
    merge = do.Order(unit="S1", order="merge", target="S2", choice="S1")
    truck = Draft().unit("S1", "truck", "0505").unit("S2", "infantry", carrier="S1")

    assert ("merge", "S2") in offered(pair)
    assert offered(pair, S1=merge) == {("merge", "S1")}
    assert offered(truck) == {("dismount", "S1")}
    assert offered(truck, S2=do.Order(unit="S2", order="dismount", target="S1")) == {("dismount", "S2")}


def test_work_that_needs_hands_is_offered_with_hands_only():
    """BAR-7.13c, BAR-7.16c"""
    cards = {"dig_in": {"boxes": 2, "manpower": 2}, "wait": {}}
    alone = Draft().unit("S1", "infantry", "0505", orders=cards)
    two = Draft().unit("S1", "infantry", "0505", orders=cards).unit("S2", "infantry", "0505", orders=cards)

    assert offered(alone) == {("wait", "")}
    assert offered(two) == {("wait", ""), ("dig_in", "")}
    assert offered(two, S1=do.Order(unit="S1", order="dig_in", facing="N")) == {("dig_in", "")}


def test_who_is_bound_fights_on_or_withdraws():
    """BAR-5.6i, BAR-5.8c"""
    made = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("G1", "infantry", "0505", bound=("S1",))

    assert {order for order, _ in offered(made)} == {"assault", "cautious_move", "march", "wait"}


def test_a_long_order_is_carried_on_or_given_up():
    """BAR-5.14d"""
    made = Draft().unit("S1", "infantry", "0505", running=do.Order(unit="S1", order="dig_in", facing="N"), boxes=1)
    field = made.battle()
    legal = Legal(OPTIONS, referee(field, SWITCHES))(made.position("REVEAL", opened=BOTH))

    assert {type(action) for action in legal} == {do.Resume, do.BreakOff}
