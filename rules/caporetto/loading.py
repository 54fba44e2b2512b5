"""From the assets to a battle: what pieces, maps, charts and scenarios say, in the shape that the rules ask for."""

from collections.abc import Iterator, Mapping

from msgspec import convert

import assets
from assets import schema
from assets.maps import Map
from rules.caporetto import battle as shape
from rules.caporetto.battle import QUARTERS
from rules.caporetto.country import carries, control
from rules.engine.ratios import Odds
from rules.loading import hexes_of

GAME = "caporetto"
WAYS = {"road": "road", "track": "track", "railway": "track"}
"""By kind of way: the line of the terrain chart with its price."""
COMPANIES = frozenset({"mountain-company", "assault-company"})
WEIGHTLESS = frozenset({"hq", "brigade-hq"})
AREAS = {"monte-maggiore": (33, 64), "cividale": (18, 33)}
"""The first and last column of the scenarios that are fought on a part of the map, and not on all of it."""
SHARED = 33
"""The column at which those areas meet."""
BLOWN, BEGUN = "bridge-blown", "bridge-building"
"""Markers of bridges that are no more, and of one that is being built."""


def load(scenario: str, game: assets.Game | None = None) -> shape.Battle:
    """The battle of a scenario."""
    data = game or assets.load(GAME)
    played = data.scenarios[scenario]
    land = data.maps[played.map]
    zone = {
        unit: frozenset(played.zones[each.zone].hexes) for each in played.setup.values() for unit in _of(data, each)
    }
    late = {
        unit: shape.Arrival(each.turn, frozenset(played.zones[each.zone or ""].hexes))
        for each in played.changes.values()
        for unit in _of(data, each)
    }
    sectors = {wing.inside or "": _sector(land, wing) for wing in played.wings.values()}
    ground = _ground(data, land, AREAS.get(scenario))
    one, other = data.sides
    return shape.Battle(
        id=scenario,
        sides=(one, other),
        first=played.first_turn,
        turns=played.turns,
        units={unit.id: _counter(data, unit, zone.get(unit.id, frozenset())) for unit in data.in_scenario(scenario)},
        formations={
            name: shape.Formation(name, each.side, each.hq or "", each.group.en if each.group else "")
            for name, each in data.formations.items()
            if scenario in each.scenarios and not each.independent
        },
        ground=ground,
        charts=_charts(data),
        phases=tuple(data.chronicle.phases),
        points={wing.id: wing.points for wing in played.wings.values() if wing.side == other}
        or {"": played.points[other]},
        goals={each.place: each.value for each in played.victory.objectives.values()},
        held_by=dict(played.victory.held_by),
        reduced=frozenset(played.reduced),
        placement=dict(played.placement),
        arrivals={unit: each for unit, each in late.items() if not data.type_of(data.units[unit]).hq},
        blown=frozenset(_bridge(ground, each.place) for each in played.structures.values() if each.marker == BLOWN),
        builders=_builders(data, played),
        depots=frozenset(place for flag in land.flags.values() if flag.kind == "depot" for place in flag.at),
        attacks=dict(_attacks(data, played)),
        bands=tuple((each.low, each.high) for each in played.victory.bands),
        wings={wing.id: shape.Wing(wing.id, wing.side, sectors[wing.inside or ""]) for wing in played.wings.values()},
        sectors=tuple(sectors.values()),
        belongs=dict(_belongings(data, played)),
        chained=frozenset(
            unit for each in played.setup.values() if played.zones[each.zone].chain for unit in _of(data, each)
        ),
        common=frozenset(land.masks["shared"].hexes) if played.wings else frozenset(),
    )


def _sector(land: Map, wing: schema.Wing) -> frozenset[str]:
    """The hexes in which a wing fights, those that belong to both sectors too."""
    if wing.inside:
        return frozenset(land.masks[wing.inside].hexes)
    beyond = land.masks[wing.outside or ""].hexes
    return frozenset({*land.names} - {*beyond} | {*land.masks["shared"].hexes})


def _belongings(game: assets.Game, played: schema.Scenario) -> Iterator[tuple[str, str]]:
    """By unit and formation of a scenario that parts the sides: its wing."""
    for wing in played.wings.values():
        for unit in game.of_wing(played, wing):
            yield unit, wing.id
            formation = game.units[unit].formation
            if formation and not game.formations[formation].independent:
                yield formation, wing.id


def _bridge(ground: shape.Ground, place: str) -> str:
    """The bridge that leads over the Isonzo out of a hex."""
    near = (other for other in ground.grid.neighbours(place) if ground.side(place, other).isonzo)
    return next("/".join(sorted((place, other))) for other in near if ground.side(place, other).bridge)


def _attacks(game: assets.Game, played: schema.Scenario) -> Iterator[tuple[str, tuple[tuple[str, ...], int]]]:
    """Gas and mines: by purpose of their dice the hexes of their markers, and the column of the fire table."""
    columns = list(game.charts["fire"].columns)
    for name, row in game.charts["first-morning"].rows.items():
        places = tuple(each.place for each in played.structures.values() if each.marker == name)
        if places:
            yield name.upper(), (places, columns.index(str(row.cells["column"])))


def _builders(game: assets.Game, played: schema.Scenario) -> str:
    """The bridge engineers that stand where a bridge is being built at the start; empty if none is."""
    places = {each.place for each in played.structures.values() if each.marker == BEGUN}
    return next(
        (unit for unit, at in played.placement.items() if at in places and game.units[unit].type == "bridge-engineers"),
        "",
    )


def _of(game: assets.Game, setup: schema.Setup | schema.Change) -> tuple[str, ...]:
    """The units that are set up, or come, together."""
    return (*(unit.id for name in setup.formations for unit in game.units_of(name)), *setup.units)


# ----------------------------------------------------------------------------------------------------------- pieces
def _kind(kind: schema.UnitType) -> shape.Kind:
    known = {name: value for name, value in kind.facts.items() if name in shape.Kind.__struct_fields__}
    hq, builds = kind.id in WEIGHTLESS, "engineers" in kind.id
    weightless = hq or builds or bool(kind.facts.get("flame"))
    weight = 0 if weightless else 1 if kind.id in COMPANIES or kind.id == "machine-guns" else shape.FULL
    own = {"id": kind.id, "hq": hq, "builds": builds, "mountain": kind.id == "mountain-artillery", "weight": weight}
    return convert({**known, **own}, shape.Kind)


def _counter(game: assets.Game, unit: schema.Unit, zone: frozenset[str]) -> shape.Counter:
    kind = _kind(game.type_of(unit))
    faces = (unit.front, unit.values(reduced=True)) if kind.guns or kind.builds else (unit.faces or (unit.front,))
    return shape.Counter(
        id=unit.id,
        side=unit.side,
        formation=unit.formation or "",
        kind=kind,
        faces=tuple(convert(_known(face), shape.Face) for face in faces),
        german=unit.type.startswith(("german", "jaeger")),
        initiative=int(unit.front.get("initiative", 0)),
        command=int(unit.front.get("command", 0)),
        division=frozenset(unit.attach),
        zone=zone,
    )


def _known(values: schema.Values) -> dict[str, object]:
    return {name: value for name, value in values.items() if name in shape.Face.__struct_fields__}


# ---------------------------------------------------------------------------------------------------------- country
def _ground(game: assets.Game, land: Map, columns: tuple[int, int] | None) -> shape.Ground:
    grid = hexes_of(land)
    hexes = {name: _hex(land, name) for name in grid.places}
    sides = dict(_sides(game, land, hexes))
    nothing = shape.Side()
    net = {
        name: tuple(other for other in grid.neighbours(name) if carries(sides.get((name, other), nothing)))
        for name in grid.places
    }
    return shape.Ground(
        grid=grid,
        hexes=hexes,
        sides=sides,
        net=net,
        sources={side: frozenset(_sources(land, side)) for side in game.sides},
        control={side: control(grid, hexes, sides, side, hexes.keys()) for side in game.sides},
        area=frozenset(name for name in grid.places if not columns or columns[0] <= int(name[:2]) <= columns[1]),
        shared=frozenset(name for name in grid.places if columns and int(name[:2]) == SHARED),
        barred=frozenset(land.masks["left-bank"].hexes),
    )


def _hex(land: Map, name: str) -> shape.Hex:
    flags = {flag.kind: flag for flag in land.flags.values() if name in flag.at}
    trench, stream = flags.get("trench"), flags.get("stream")
    return shape.Hex(
        terrain=land.terrain[name],
        level=land.level[name],
        peak="peak" in flags,
        stream=stream.id if stream else "",
        trench=(trench.owner or "") if trench else "",
        deep=trench.level or 0 if trench else 0,
    )


def _sides(
    game: assets.Game, land: Map, hexes: Mapping[str, shape.Hex]
) -> Iterator[tuple[tuple[str, str], shape.Side]]:
    chart = game.charts["terrain"]
    trails = {
        frozenset(pair)
        for flag in land.flags.values()
        if flag.kind == "trench"
        for pair in zip(flag.at, flag.at[1:], strict=False)
    }
    for pair in {*land.borders_at, *land.ways_over, *trails}:
        borders = {each.kind: each for each in land.borders_at.get(pair, ())}
        rates = (float(chart.cell(WAYS[way.kind], "cost")) for way in land.ways_over.get(pair, ()))
        trench = borders.get("trench-side")
        wet = bool(borders.keys() & {"isonzo", "river"})
        side = shape.Side(
            rates=tuple(sorted({int(rate * QUARTERS) for rate in rates})),
            river=wet,
            isonzo="isonzo" in borders,
            rock="rock" in borders,
            ridge="ridge" in borders,
            bridge="bridge" in borders and borders["bridge"].state != "blown",
            footbridge="footbridge" in borders and borders["footbridge"].state != "blown",
            trench=(trench.owner or "") if trench else "",
            deep=trench.level or 0 if trench else 0,
            trail=pair in trails and not wet,
        )
        one, other = sorted(pair)
        if {one, other} <= hexes.keys():
            yield (one, other), side
            yield (other, one), side


def _sources(land: Map, side: str) -> Iterator[str]:
    """The hexes at a side's edge into which a way leads."""
    trodden = {name for way in land.ways.values() for name in way.path}
    for rim in land.rims.values():
        if rim.owner == side:
            yield from (name for name in trodden if _on_edge(land, name, rim.edge) and _within(rim.stretch, name))


def _on_edge(land: Map, name: str, edge: str) -> bool:
    found = land.grid.position(name)
    if found is None:
        return False
    column, row = found
    depth = {"west": column, "east": land.grid.columns - 1 - column, "north": row, "south": land.grid.rows - 1 - row}
    return depth[edge] == 0


def _within(stretch: tuple[str, str] | None, name: str) -> bool:
    return stretch is None or min(stretch) <= name <= max(stretch)


# ----------------------------------------------------------------------------------------------------------- tables
def _charts(game: assets.Game) -> shape.Charts:
    terrain, fire, assault = (game.charts[name] for name in ("terrain", "fire", "assault"))
    return shape.Charts(
        costs={name: int(float(terrain.cell(name, "cost")) * QUARTERS) for name in terrain.rows},
        shifts={
            name: {key: int(row.cells.get(key, 0)) for key in ("assault", "fire")} for name, row in terrain.rows.items()
        },
        odds=Odds(shape.ODDS),
        assault={int(die): tuple(str(assault.cell(die, column)) for column in assault.columns) for die in assault.rows},
        strengths=tuple(int(column.rstrip("+").partition("-")[0]) for column in fire.columns),
        fire={int(die): tuple(str(fire.cell(die, column)) for column in fire.columns) for die in fire.rows},
        weather={
            int(turn): {band: str(word) for band, word in row.cells.items()}
            for turn, row in game.charts["weather"].rows.items()
        },
    )
