"""The assets of the game as battles: every scenario has all it is played with."""

import pytest

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.loading import load, open_switches
from rules.barbarossa.setup import begin

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
