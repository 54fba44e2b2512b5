"""From the assets to a battle."""

import assets
from assets.maps import Map
from assets.schema import Scenario, Setup
from new_game.model import Battle, Unit
from rules.loading import hexes_of

GAME = "new_game"


def load(scenario: str, game: assets.Game | None = None) -> Battle:
    """The battle of a scenario."""
    data = game or assets.load(GAME)
    played = data.scenarios[scenario]
    land = data.maps[played.map]
    zones = {unit: _zone(played, setup, land) for setup in played.setup.values() for unit in _units(data, setup)}
    sides = {side.record: name for name, side in data.sides.items()}
    return Battle(
        id=scenario,
        turns=played.turns,
        grid=hexes_of(land),
        units={
            unit.id: Unit(unit.side, unit.number("movement"), zones[unit.id]) for unit in data.in_scenario(scenario)
        },
        phases={phase: sides.get(phase, "") for phase in data.chronicle.phases},
    )


def _units(game: assets.Game, setup: Setup) -> tuple[str, ...]:
    """The units that are set up together."""
    formed = (unit.id for name in setup.formations for unit in game.units_of(name))
    return (*formed, *setup.units)


def _zone(scenario: Scenario, setup: Setup, land: Map) -> frozenset[str]:
    """The hexes of a zone: between two columns."""
    first, last = scenario.zones[setup.zone].columns or (1, land.grid.columns)
    places = {name: land.grid.position(name) for name in land.names}
    return frozenset(name for name, place in places.items() if place and first <= place[0] + 1 <= last)
