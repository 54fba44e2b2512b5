"""From assets to a battle: what cards, maps, charts and scenarios say, in the shape that the rules ask for."""

from collections.abc import Iterator

import assets
from assets import schema
from assets.maps import Map
from rules.barbarossa.book import outcome
from rules.barbarossa.state import battle as shape
from rules.barbarossa.state.model import Structure
from rules.engine.hexes import Hexes
from rules.engine.switches import Switches
from rules.loading import hexes_of, roads_of, switches_of

GAME = "barbarossa"


def load(scenario: str, game: assets.Game | None = None) -> shape.Battle:
    """The battle of a scenario."""
    source = game or assets.load(GAME)
    return _battle(source, source.scenarios[scenario])


def open_switches(game: assets.Game | None = None) -> Switches:
    """All disputed rulings; those that an overlay or a rulings file settles are settled."""
    return switches_of(game or assets.load(GAME))


@outcome("BAR-2.1b", "BAR-2.1d")
def _battle(game: assets.Game, scenario: schema.Scenario) -> shape.Battle:
    """The scenario gives the map, the objectives and the units of the two sides."""
    land = game.maps[scenario.map]
    sides = tuple(game.sides)
    return shape.Battle(
        id=scenario.id,
        sides=(sides[0], sides[1]),
        rounds=scenario.turns,
        units={unit.id: counter(game, unit) for unit in game.in_scenario(scenario.id)},
        begins={name: _begin(start) for name, start in scenario.starts.items()},
        structures=dict(_structures(game, scenario, land)),
        ground=ground(land),
        charts=game.charts,
        orders=game.orders,
        victory=_victory(scenario.victory),
        arrivals=tuple(_arrival(scenario, land, change) for change in scenario.changes.values()),
        points=dict(scenario.points),
        supply={side: frozenset(places) for side, places in scenario.supply.items()},
    )


# ---------------------------------------------------------------------------------------------------------- pieces
@outcome("BAR-3.1b")
def counter(game: assets.Game, unit: schema.Unit) -> shape.Counter:
    """A unit with the number on its flag and its card: the number tells them apart from all others of its side."""
    number = unit.front.get("number", 0)
    return shape.Counter(
        id=unit.id,
        name=str(unit.name),
        side=unit.side,
        number=number if isinstance(number, int) else 0,
        card=game.card_of(unit),
    )


def _begin(start: schema.Start) -> shape.Begin:
    return shape.Begin(
        hex=start.place or "",
        facing=start.facing,
        states=start.states,
        carrier=start.carrier or "",
        stores=dict(start.stores),
        choice=start.choice,
    )


def _structures(game: assets.Game, scenario: schema.Scenario, land: Map) -> Iterator[tuple[str, Structure]]:
    bridged = set()
    for name, built in scenario.structures.items():
        place, _, beyond = built.place.partition("/")
        bridged |= {place} if built.marker in {"bridge", "destroyed-bridge"} else set()
        yield (
            name,
            Structure(
                kind=built.marker,
                hex=place,
                side=beyond,
                facing=built.facing,
                owner=built.side or game.markers[built.marker].side or "",
                variety=built.kind,
                known=not built.kind,
            ),
        )
    for place in land.bridges:
        if place not in bridged:
            yield f"bridge.{place}", Structure(kind="bridge", hex=place)


# ---------------------------------------------------------------------------------------------------------- ground
@outcome("BAR-1.1c")
def ground(land: Map) -> shape.Ground:
    """The board: hexes with names, each of one kind of terrain, and the half hexes at its edges."""
    roads = roads_of(land)
    hexes = {name: shape.Hex(land.terrain[name], land.level[name], roads[name]) for name in land.names}
    grid = hexes_of(land)
    halves = frozenset(land.grid.edge_names)
    return shape.Ground(
        grid=grid,
        hexes=hexes,
        sky=hexes_of(land, sorted(halves)),
        halves=halves,
        edge=frozenset(name for name in land.names if len(grid.neighbours(name)) < len(Hexes.lattice.steps)),
    )


# -------------------------------------------------------------------------------------------------------- scenario
def _arrival(scenario: schema.Scenario, land: Map, change: schema.Change) -> shape.Arrival:
    zone = scenario.zones[change.zone] if change.zone else None
    return shape.Arrival(
        id=change.id,
        round=change.turn,
        side=change.side,
        units=change.units,
        hexes=frozenset(name for name in land.names if zone and name in zone.hexes),
    )


def _victory(victory: schema.Victory) -> shape.Victory:
    return shape.Victory(
        kind=victory.kind,
        scorer=victory.scorer,
        otherwise=victory.otherwise or victory.below or "",
        objectives={
            each.place: shape.Objective(each.id, each.place, each.value) for each in victory.objectives.values()
        },
        held_by=dict(victory.held_by),
        hold=victory.hold,
        needed=victory.margin,
        losses=victory.losses,
    )
