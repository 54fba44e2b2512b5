"""Set-ups ready made: the one that comes with the scenario, and random ones that keep the rules."""

from collections.abc import Iterator, Mapping
from random import Random

import assets
from assets import schema
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle, Riders, Setup
from rules.blitzkrieg.setup.stages import PICKS
from rules.engine.actions import Action


def default_setup(battle: Battle, game: assets.Game | None = None) -> tuple[Action, ...]:
    """The actions of the set-up that comes with the scenario; who has no place in it stands where its zone allows."""
    scenario = (game or assets.load("blitzkrieg")).scenarios[battle.id]
    rng = Random(0)
    return tuple(_steps(battle, _scatter(battle, scenario, rng, scenario.placement), scenario, rng))


def random_setup(battle: Battle, rng: Random, game: assets.Game | None = None) -> tuple[Action, ...]:
    """The actions of a random set-up that keeps zones, order and stacking, every step with its Ready."""
    scenario = (game or assets.load("blitzkrieg")).scenarios[battle.id]
    return tuple(_steps(battle, _scatter(battle, scenario, rng, {}), scenario, rng))


def _steps(battle: Battle, placed: dict[str, str], scenario: schema.Scenario, rng: Random) -> Iterator[Action]:
    for stage in battle.stages:
        for setup in (battle.setups[name] for name in stage.setups):
            for unit in setup.units:
                if unit in scenario.assign:
                    yield do.Assign(unit=unit, formation=scenario.assign[unit])
                yield do.Deploy(unit=unit, hex=placed[unit], reduced=unit in scenario.reduced)
            for kind in setup.markers:
                lays = do.Fortify if kind == "works" else do.LayMine
                yield from (lays(hex=place) for place in _marked(setup, kind, scenario, rng))
        for riders in battle.riders:
            aboard = placed.get(riders.carrier) == placed.get(riders.companies[0])
            if aboard and _belongs(battle, stage.setups, riders):
                yield do.Mount(unit=riders.companies[0], carrier=riders.carrier)
        if stage.rule == PICKS:
            yield from _picks(battle, stage.side, rng)
        yield do.Ready()


def _belongs(battle: Battle, setups: tuple[str, ...], riders: Riders) -> bool:
    return any(riders.carrier in battle.setups[name].units for name in setups)


def _marked(setup: Setup, kind: str, scenario: schema.Scenario, rng: Random) -> list[str]:
    listed = [place for place in scenario.markers_at.get(kind, ()) if place in setup.zone.hexes]
    return listed or rng.sample(sorted(setup.zone.hexes), setup.markers[kind])


def _picks(battle: Battle, side: str, rng: Random) -> Iterator[Action]:
    for kind, count in battle.picks.items():
        chits = sorted(
            chit for chit in battle.cup if (battle.chits[chit].side, battle.chits[chit].kind) == (side, kind)
        )
        yield from (do.Stock(chit=chit, place="reserve") for chit in rng.sample(chits, count))


def _scatter(battle: Battle, scenario: schema.Scenario, rng: Random, fixed: Mapping[str, str]) -> dict[str, str]:
    """A hex for every unit: its fixed one, or one of its zone with room; those that ride stand with their carrier."""
    placed: dict[str, str] = {}
    riders = {each.companies[0]: each.carrier for each in battle.riders if each.required}
    first = {*riders, *riders.values()}
    for stage in battle.stages:
        units = [(setup, unit) for name in stage.setups for setup in (battle.setups[name],) for unit in setup.units]
        for setup, unit in sorted(units, key=lambda each: (each[1] not in first, each[1] in riders)):
            zone = setup.zone_by.get(scenario.assign.get(unit, ""), setup.zone)
            places = zone.hexes
            if unit in riders:
                places = frozenset({placed[riders[unit]]})
            elif zone.with_units_of:
                places = frozenset(
                    placed[each] for each in placed if battle.units[each].formation in zone.with_units_of
                )
            placed[unit] = fixed.get(unit) or rng.choice(
                [place for place in sorted(places) if _fits(battle, placed, unit, place)]
            )
    return placed


def _fits(battle: Battle, placed: Mapping[str, str], unit: str, place: str) -> bool:
    """True if the unit can stand in the hex beside those that stand there."""
    counter, ground = battle.units[unit], battle.ground.hexes[place]
    there = [battle.units[each] for each, where in placed.items() if where == place]
    if any(each.side != counter.side for each in there) or not ground.passable:
        return False
    costs = battle.charts.terrain[ground.terrain].costs
    return None not in costs.values() and sum(each.kind.stacks for each in there) < battle.stacking
