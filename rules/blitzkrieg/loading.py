"""From assets to a battle: what the pieces, maps, charts and scenarios say, in the shape that the rules ask for."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import convert

import assets
from assets import schema
from assets.maps import Map
from rules.blitzkrieg import battle as shape
from rules.engine.hexes import Hexes
from rules.engine.switches import Switches
from rules.loading import cell_of, hexes_of, roads_of, switches_of

EDGES = ("west", "east", "north", "south")


def load(scenario: str, game: assets.Game | None = None) -> shape.Battle:
    """The battle of a scenario: `hannut` or `stonne`."""
    source = game or assets.load("blitzkrieg")
    return _battle(source, source.scenarios[scenario])


def open_switches(game: assets.Game | None = None) -> Switches:
    """All disputed rulings; those that an overlay or a rulings file settles are settled."""
    return switches_of(game or assets.load("blitzkrieg"))


def _battle(game: assets.Game, scenario: schema.Scenario) -> shape.Battle:
    land = game.maps[scenario.map]
    charts = charts_of(game)
    chits = dict(_chits(game, scenario))
    supply = _Supply(chits)
    cup = frozenset(supply.take(scenario.cup))
    arrivals = tuple(_arrival(game, scenario, land, change, supply) for change in scenario.changes.values())
    sides = tuple(game.sides)
    return shape.Battle(
        id=scenario.id,
        sides=(sides[0], sides[1]),
        turns=scenario.turns,
        units={unit.id: _counter(game, unit) for unit in game.in_scenario(scenario.id)},
        formations={name: _command(game, chits, name) for name in _formations(game, scenario)},
        chits=chits,
        cup=cup,
        ground=_ground(land, charts),
        charts=charts,
        setups={name: _setup(game, scenario, land, setup) for name, setup in scenario.setup.items()},
        stages=tuple(shape.Stage(step.side, step.setups, step.rule) for step in scenario.order),
        arrivals=arrivals,
        riders=tuple(_riders(mount) for mount in scenario.mounted),
        picks={pick.kind: pick.count for pick in scenario.picks},
        victory=_victory(scenario.victory),
        own_edges=dict(scenario.own_edges),
        attach={unit.id: unit.attach for unit in game.in_scenario(scenario.id) if unit.attach},
        first=scenario.first or "",
        stacking=scenario.stacking,
        strange_chits=frozenset(chit.id for chit in game.chits.values() if chit.scenario != scenario.id),
    )


# ------------------------------------------------------------------------------------------------ pieces and chits
def _kind(kind: schema.UnitType) -> shape.Kind:
    known = {name: value for name, value in kind.facts.items() if name in shape.Kind.__struct_fields__}
    fields = {"id": kind.id, "unit_class": kind.unit_class, "movement": kind.movement, **known}
    return convert(fields, shape.Kind)


def _face(values: schema.Values) -> shape.Face:
    known = {name: value for name, value in values.items() if name in shape.Face.__struct_fields__}
    return convert(known, shape.Face)


def _counter(game: assets.Game, unit: schema.Unit) -> shape.Counter:
    kind = game.type_of(unit)
    reaction = game.charts["reaction"].get(unit.side, str(kind.facts.get("reacts_as", "none")))
    return shape.Counter(
        id=unit.id,
        name=str(unit.name),
        side=unit.side,
        formation=unit.formation or "",
        kind=_kind(kind),
        front=_face(unit.front),
        back=_face(unit.values(reduced=True)),
        reaction=int(reaction or 0),
        independent=unit.independent,
    )


def _formations(game: assets.Game, scenario: schema.Scenario) -> Iterator[str]:
    return (name for name, formation in game.formations.items() if scenario.id in formation.scenarios)


def _command(game: assets.Game, chits: Mapping[str, shape.Chit], name: str) -> shape.Command:
    formation = game.formations[name]
    own = next((chit.id for chit in chits.values() if chit.formation == name), "")
    return shape.Command(
        id=name,
        name=formation.short,
        side=formation.side,
        factor=int(formation.values["factor"]),
        radius=int(game.sides[formation.side].values["radius"]),
        hq=formation.hq or "",
        chit=own,
        independent=formation.independent,
    )


def _chits(game: assets.Game, scenario: schema.Scenario) -> Iterator[tuple[str, shape.Chit]]:
    for chit in game.chits_of(scenario.id):
        names = [chit.id] if chit.count == 1 else [f"{chit.id}.{number}" for number in range(1, chit.count + 1)]
        for name in names:
            fields = {"id": name, "name": str(chit.name), "side": chit.side, "kind": chit.kind}
            more = {"formation": chit.formation or "", "salvos": chit.salvos}
            yield name, convert({**fields, **more}, shape.Chit)
            if chit.kind == "general":
                extra = {**fields, "id": f"{name}.repeat", "kind": "repeat"}
                yield f"{name}.repeat", convert(extra, shape.Chit)


class _Supply:
    """Hands out the single chits of each kind, each once."""

    def __init__(self, chits: Mapping[str, shape.Chit]) -> None:
        self._left = [name for name in chits if not shape.is_extra(chits, name)]

    def take(self, wanted: Mapping[str, int]) -> Iterator[str]:
        for kind, count in wanted.items():
            names = [name for name in self._left if name == kind or name.rpartition(".")[0] == kind][:count]
            self._left = [name for name in self._left if name not in names]
            yield from names


# --------------------------------------------------------------------------------------------------------- ground
def _ground(land: Map, charts: shape.Charts) -> shape.Ground:
    roads = roads_of(land)
    hexes = {name: shape.Hex(land.terrain[name], land.level[name], roads[name]) for name in land.names}
    return shape.Ground(
        grid=hexes_of(land),
        hexes=hexes,
        edges={edge: frozenset(name for name in land.names if _depth(land, name, edge) == 0) for edge in EDGES},
        places={place.id: frozenset(place.hexes) for place in land.places.values()},
    )


def _position(land: Map, name: str) -> tuple[int, int]:
    found = land.grid.position(name)
    if found is None:
        raise ValueError(f"{land.id} has no hex {name}")
    return found


def _depth(land: Map, name: str, edge: str) -> int:
    """How many lines lie between a hex and a map edge."""
    column, row = _position(land, name)
    return {
        "west": column,
        "east": land.grid.columns - 1 - column,
        "north": row,
        "south": land.grid.rows - 1 - row,
    }[edge]


# --------------------------------------------------------------------------------------------------------- charts
def charts_of(game: assets.Game) -> shape.Charts:
    """The charts in numbers."""
    charts = game.charts
    results = {
        column: {int(total): str(charts["crt"].cell(total, column)) for total in charts["crt"].rows}
        for column in charts["crt"].columns
    }
    checks = charts["checks"].rows.values()
    return shape.Charts(
        results=results,
        modifiers=_numbers(charts["modifiers"]),
        cover=_numbers(charts["cover"]),
        terrain={name: _terrain(row) for name, row in charts["terrain"].rows.items()},
        checks={str(row.cells["purpose"]): (int(row.cells["factor"]), int(row.cells["exhausted"])) for row in checks},
        bands={
            str(row.cells["purpose"]): (int(row.cells["low"]), int(row.cells["high"]))
            for row in charts["dice"].rows.values()
        },
        reaction=_column(charts["reaction-modifiers"], "roll"),
        transmission=_column(charts["transmission-modifiers"], "roll"),
        visibility=_numbers(charts["visibility"]),
        strengths=_column(charts["indirect"], "strength"),
        limits=_column(charts["limits"], "value"),
    )


def _numbers(chart: schema.Chart) -> dict[str, dict[str, int]]:
    return {name: {column: int(cell) for column, cell in row.cells.items()} for name, row in chart.rows.items()}


def _column(chart: schema.Chart, column: str) -> dict[str, int]:
    return {name: int(chart.cell(name, column)) for name in chart.rows}


def _terrain(row: schema.Row) -> shape.Terrain:
    costs = {way: row.cells.get(way) for way in ("foot", "tracks", "wheels")}
    return shape.Terrain(
        costs={way: None if cost is None else round(float(cost) * shape.HALF) for way, cost in costs.items()},
        blocks=bool(row.cells.get("blocks")),
        disperses=bool(row.cells.get("disperses")),
        seen_open=bool(row.cells.get("open")),
    )


# -------------------------------------------------------------------------------------------------------- scenario
def _members(game: assets.Game, formations: Iterable[str], units: Iterable[str]) -> tuple[str, ...]:
    of_formations = [unit.id for unit in game.units.values() if unit.formation in set(formations)]
    return tuple(dict.fromkeys([*of_formations, *units]))


def _setup(game: assets.Game, scenario: schema.Scenario, land: Map, setup: schema.Setup) -> shape.Setup:
    return shape.Setup(
        id=setup.id,
        rule=setup.rule,
        side=setup.side,
        zone=zone_of(land, scenario.zones[setup.zone]),
        zone_by={name: zone_of(land, scenario.zones[zone]) for name, zone in setup.zone_by.items()},
        units=_members(game, setup.formations, setup.units),
        markers=dict(setup.markers),
        step_losses=setup.step_losses,
    )


def zone_of(land: Map, zone: schema.Zone) -> shape.Zone:
    """The hexes of a zone, those that are only doubtful apart."""
    allowed = (name for name in land.names if _in_bounds(land, zone, name) and _near(land, zone, name))
    hexes = frozenset(allowed) - frozenset(zone.warn)
    return shape.Zone(hexes, frozenset(zone.warn), zone.ruling or "", zone.with_units_of)


def _in_bounds(land: Map, zone: schema.Zone, name: str) -> bool:
    column, row = _printed(land, name)
    if zone.columns and not zone.columns[0] <= column <= zone.columns[1]:
        return False
    if zone.rows and not zone.rows[0] <= row <= zone.rows[1]:
        return False
    if zone.from_edge and zone.to_place:
        edge = zone.from_edge
        return _depth(land, name, edge) <= max(_depth(land, each, edge) for each in land.places[zone.to_place].hexes)
    return True


def _printed(land: Map, name: str) -> tuple[int, int]:
    """The column and row numbers in a hex's name."""
    digits = land.grid.column.digits if land.grid.named == "column row" else land.grid.row.digits
    first, second = int(name[:digits]), int(name[digits:].removeprefix(land.grid.separator))
    return (first, second) if land.grid.named == "column row" else (second, first)


def _near(land: Map, zone: schema.Zone, name: str) -> bool:
    if not (zone.hexes or zone.near):
        return True
    if name in zone.hexes:
        return True
    here = cell_of(land, name)
    for near in zone.near:
        for centre in near.hexes or (land.places[near.place].hexes if near.place else ()):
            there = cell_of(land, centre)
            if Hexes.lattice.length(there[0] - here[0], there[1] - here[1]) <= near.distance:
                return True
    return False


def _arrival(
    game: assets.Game, scenario: schema.Scenario, land: Map, change: schema.Change, supply: _Supply
) -> shape.Arrival:
    return shape.Arrival(
        id=change.id,
        rule=change.rule,
        turn=change.turn,
        side=change.side,
        at_end=change.when == "end",
        units=_members(game, change.formations, change.units),
        entry=zone_of(land, scenario.zones[change.zone]).hexes if change.zone else frozenset(),
        chits=tuple(supply.take(change.chits)),
        withdrawn=_members(game, change.withdraw, ()),
        chits_out=change.chits_out,
    )


def _riders(mount: schema.Mount) -> shape.Riders:
    companies = (mount.passenger,) if mount.passenger else mount.choice
    return shape.Riders(mount.rule, mount.carrier, companies, required=mount.passenger is not None)


def _victory(victory: schema.Victory) -> shape.Victory:
    return shape.Victory(
        scorer=victory.scorer,
        otherwise=victory.below or victory.otherwise or "",
        bands={band.turn: shape.Band(band.low, band.high, band.inside) for band in victory.bands},
        values={objective.place: objective.value for objective in victory.objectives.values()},
        hold=victory.hold,
        held_by=dict(victory.held_by),
    )
