"""Both scenarios become battles."""

import pytest

from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load, open_switches
from rules.engine.actions import Action
from rules.engine.position import fingerprint


@pytest.mark.parametrize(("scenario", "cup", "units_per_setup"), [("hannut", 27, 68), ("stonne", 19, None)])
def test_a_scenario_has_its_cup_and_a_place_for_every_unit(scenario, cup, units_per_setup):
    """BLZ-12.1.2j, BLZ-12.1.3d, BLZ-12.2.2g, BLZ-12.2.4f"""
    battle = load(scenario)

    placed = {unit for setup in battle.setups.values() for unit in setup.units}
    arriving = {unit for arrival in battle.arrivals for unit in arrival.units}
    assert len(battle.cup) == cup
    assert placed | arriving == set(battle.units)
    assert not placed & arriving
    assert units_per_setup in {None, len(placed)}
    assert all(setup.zone.hexes for setup in battle.setups.values())


def test_zones_are_the_hexes_of_the_book():
    """BLZ-12.1.3a, BLZ-12.1.2c, BLZ-12.2.2a"""
    hannut, stonne = load("hannut"), load("stonne")

    assert hannut.setups["3-pz"].zone.hexes == {f"16{row:02}" for row in range(1, 11)}
    assert {"1407", "1411", "1308", "1510"} <= hannut.setups["2-cuir"].zone.hexes
    assert len(stonne.setups["205-ri"].zone.hexes) == 7
    assert len(stonne.setups["0112"].zone.hexes) == 5


def test_movement_is_counted_in_halves():
    terrain = load("hannut").charts.terrain

    assert (terrain["open"].costs["foot"], terrain["road"].costs["foot"]) == (2, 1)
    assert terrain["woods"].costs["wheels"] == 6


def test_a_game_starts_with_everything_beside_the_map():
    battle = load("stonne")
    position = start(battle)

    assert position.state == "SETUP"
    assert not any(unit.on_map for unit in position.units.values())
    assert fingerprint(position) == fingerprint(start(load("stonne")))
    assert referee(battle, open_switches()).judge(position, Action()).verdict == "illegal"
