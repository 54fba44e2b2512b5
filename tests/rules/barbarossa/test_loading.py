"""The assets of the game as battles: every scenario has all it is played with."""

import pytest

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.loading import load, open_switches

SCENARIOS = tuple(assets.load("barbarossa").scenarios)


def test_there_are_eight_scenarios():
    """BAR-1.1d"""
    assert len(SCENARIOS) == 8


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_gives_board_units_and_objectives(scenario: str):
    """BAR-1.1c, BAR-2.1b, BAR-2.1d, BAR-3.1b"""
    battle = load(scenario)
    numbers = [(counter.side, counter.number) for counter in battle.units.values()]

    assert battle.sides == ("german", "soviet")
    assert len(set(numbers)) == len(numbers)
    assert {counter.side for counter in battle.units.values()} == set(battle.sides)
    assert battle.victory.objectives or battle.victory.hold
    assert set(battle.ground.grid.places) == set(battle.ground.hexes)
    assert battle.ground.halves.isdisjoint(battle.ground.hexes)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_begins(scenario: str):
    """BAR-2.1c, BAR-4.1a, BAR-4.1c"""
    battle = load(scenario)
    start = begin(battle)
    position, ruling = referee(battle, open_switches()).step(start, do.Advance(to="PLANNING"))
    later = {unit for arrival in battle.arrivals for unit in arrival.units}
    later |= {unit for unit, each in battle.begins.items() if each.choice}

    assert ruling.legal
    assert (position.round, position.state) == (1, "PLANNING")
    for name, unit in position.units.items():
        assert bool(unit.hex) is not (battle.units[name].flies or name in later or bool(unit.carrier)), name


def test_half_hexes_are_beyond_the_edge():
    """BAR-9.4c"""
    ground = load("crossroads").ground

    assert ground.halves
    assert all(ground.edge & set(ground.sky.neighbours(half)) for half in ground.halves)


def test_all_rulings_can_be_settled():
    switches = open_switches()

    assert switches.disputes["BAR-A02"].default in switches.disputes["BAR-A02"].readings
    assert switches.settled == {}


def test_guards_have_the_same_tanks_and_a_better_defence():
    """BAR-EX-03, BAR-3.5a, BAR-3.5f"""
    cards = assets.load("barbarossa").cards
    average, guards = cards["su.t34"], cards["su.t34g"]

    assert guards.number("defence") > average.number("defence")
    assert (guards.type, guards.accuracy, guards.targets) == (average.type, average.accuracy, average.targets)


def test_the_corrected_costs_are_those_of_the_cards():
    """BAR-14.1a, BAR-3.9a"""
    cards = assets.load("barbarossa").cards
    corrected = {"su.mg": 12, "de.mg": 13, "su.mortar": 15, "su.at45": 20, "su.t26": 23, "de.pz2": 21}

    assert {name: cards[name].number("cost") for name in corrected} == corrected
