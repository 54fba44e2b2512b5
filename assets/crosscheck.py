"""Checks between entries: whatever one of them names must exist, and values must be of the kind that was declared."""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from assets import cardchecks, handlingchecks, seats, secrets, shotchecks, verbchecks
from assets.chronicle import Purpose
from assets.errors import AssetsError, Place, Problem, quoted
from assets.files import WHOLE
from assets.findings import Finding, cell, unknown, values
from assets.game import Game
from assets.mapchecks import findings
from assets.maps import Map
from assets.nodes import Node
from assets.schema import Change, Scenario, Text, Unit


def check(game: Game, trees: Mapping[str, Node]) -> None:
    """Nothing, if all that is named exists; else AssetsError with every place where something does not."""
    findings = [finding for test in TESTS for finding in test(game)]
    if findings:
        raise AssetsError(Problem(locate(trees, path), path, what) for path, what in findings)


def locate(trees: Mapping[str, Node], path: str) -> Place:
    """The place in the files of the value at a path, or of the nearest thing above it that is there."""
    if path.startswith("art/"):
        return Place(path)
    best, found = Place("game.yaml"), 0
    for name, tree in trees.items():
        node, depth = tree, 0
        for step in (path.removeprefix(f"{name}/") if name in WHOLE or "/" in name else path).split("/"):
            listed = step.isdecimal() and int(step) < len(node.items)
            child = node.items[int(step)] if listed else node.fields.get(step)
            if child is None:
                break
            node, depth = child, depth + 1
        if depth > found:
            best, found = node.place, depth
    return best


def info(game: Game) -> Iterator[Finding]:
    """Types name classes and ways of moving that exist."""
    for side in game.sides.values():
        yield from values(game, f"game/sides/{side.id}/values", side.values, "side")
    for kind in game.info.types.values():
        path = f"game/types/{kind.id}"
        yield from unknown(f"{path}/class", "class", [kind.unit_class], game.info.classes)
        yield from unknown(f"{path}/movement", "way of moving", [kind.movement], game.info.movements)
        yield from values(game, f"{path}/facts", kind.facts, "type")


def formations(game: Game) -> Iterator[Finding]:
    """Formations name sides, scenarios, chits and an HQ that exist."""
    for one in game.formations.values():
        path = f"formations/{one.id}"
        yield from unknown(f"{path}/side", "side", [one.side], game.sides)
        yield from unknown(f"{path}/scenarios", "scenario", one.scenarios, game.scenarios)
        yield from unknown(f"{path}/hq", "unit", [one.hq], game.units)
        yield from unknown(f"{path}/chit", "chit", [one.chit], game.chits)
        yield from values(game, f"{path}/values", one.values, "formation")
        if one.hq in game.units and not game.type_of(game.units[one.hq]).hq:
            yield f"{path}/hq", f"{quoted(one.hq)} is not of a type with `hq: true`"


def units(game: Game) -> Iterator[Finding]:
    """Units name types, sides, formations and scenarios that exist, and carry values that are declared."""
    for unit in game.units.values():
        yield from _unit(game, unit, f"units/{unit.id}")


def _unit(game: Game, unit: Unit, path: str) -> Iterator[Finding]:
    yield from unknown(f"{path}/type", "type", [unit.type], game.info.types)
    yield from unknown(f"{path}/side", "side", [unit.side], game.sides)
    yield from unknown(f"{path}/formation", "formation", [unit.formation], game.formations)
    yield from unknown(f"{path}/attach", "formation", unit.attach, game.formations)
    yield from unknown(f"{path}/charts", "chart", unit.charts, game.charts)
    yield from unknown(f"{path}/scenarios", "scenario", unit.scenarios, game.scenarios)
    yield from unknown(f"{path}/card", "card", [unit.card], game.cards)
    if unit.formation in game.formations and game.formations[unit.formation].side != unit.side:
        yield f"{path}/formation", f"{quoted(unit.formation)} is of the other side"
    if unit.type in game.info.types:
        owner = "hq" if game.type_of(unit).hq else "unit"
        yield from values(game, f"{path}/front", unit.front, owner)
        yield from values(game, f"{path}/back", unit.back or {}, owner)
        for rank, face in enumerate(unit.further):
            yield from values(game, f"{path}/further/{rank}", face, owner)
    yield from unknown(f"{path}/parts", "unit", unit.parts, game.units)
    for name in unit.parts:
        other = game.units.get(name)
        if name == unit.id or (other is not None and (other.side != unit.side or other.parts)):
            yield f"{path}/parts", f"{name} cannot be a part of it: it is of another side, or has parts itself"
        if any(name in each.parts for each in game.units.values() if each.id < unit.id):
            yield f"{path}/parts", f"{name} is a part of another unit already"
    if unit.further and unit.back is None:
        yield f"{path}/further", "faces after a back that the counter does not have"


def markers(game: Game) -> Iterator[Finding]:
    """Markers and chits name sides, formations and scenarios that exist."""
    for marker in game.markers.values():
        path = f"markers/{marker.id}"
        yield from unknown(f"{path}/side", "side", [marker.side], game.sides)
        yield from unknown(f"{path}/counts", "scenario", marker.counts, game.scenarios)
        yield from unknown(f"{path}/back", "marker", [marker.back] if marker.back else [], game.markers)
        yield from values(game, f"{path}/values", marker.values, "marker")
    for chit in game.chits.values():
        path = f"chits/{chit.id}"
        yield from unknown(f"{path}/side", "side", [chit.side], game.sides)
        yield from unknown(f"{path}/formation", "formation", [chit.formation], game.formations)
        yield from unknown(f"{path}/scenario", "scenario", [chit.scenario], game.scenarios)


def charts(game: Game) -> Iterator[Finding]:
    """Every cell stands in a column of its chart and is of that column's kind."""
    for chart in game.charts.values():
        path = f"charts/{chart.id}"
        yield from unknown(f"{path}/scenario", "scenario", [chart.scenario], game.scenarios)
        if chart.filled is not None:
            yield from unknown(f"{path}/filled/side", "side", [chart.filled.side], game.sides)
        for row in chart.rows.values():
            here = f"{path}/rows/{row.id}/cells"
            yield from unknown(here, "column", row.cells, chart.columns)
            for name in row.cells.keys() & chart.columns.keys():
                yield from cell(f"{here}/{name}", row.cells[name], chart.columns[name].kind)


def scenarios(game: Game) -> Iterator[Finding]:
    """Scenarios name sides, maps, formations, units, markers, chits and zones that exist."""
    for scenario in game.scenarios.values():
        path = f"scenarios/{scenario.id}"
        yield from unknown(f"{path}/map", "map", [scenario.map], game.maps)
        yield from _beside(game, scenario, path)
        yield from unknown(f"{path}/own_edges", "side", scenario.own_edges, game.sides)
        yield from unknown(f"{path}/first", "side", [scenario.first], game.sides)
        yield from unknown(f"{path}/cup", "chit", scenario.cup, game.chits)
        yield from unknown(f"{path}/reduced", "unit", scenario.reduced, game.units)
        for here, placement, markers in _laid(scenario, path):
            yield from unknown(f"{here}/placement", "unit", placement, game.units)
            yield from unknown(f"{here}/markers_at", "marker", markers, game.markers)
        yield from unknown(f"{path}/assign", "unit", scenario.assign, game.units)
        yield from unknown(f"{path}/assign", "formation", scenario.assign.values(), game.formations)
        yield from _setups(game, scenario, path)
        yield from _starts(game, scenario, path)
        yield from _present(game, scenario, path)
        yield from _changes(game, scenario, path)
        yield from _wings(game, scenario, path)
        yield from _victory(game, scenario, path)
        yield from _places(game, scenario, path)
        for zone in scenario.zones.values():
            here = f"{path}/zones/{zone.id}"
            yield from unknown(f"{here}/with_units_of", "formation", zone.with_units_of, game.formations)
            yield from unknown(f"{here}/ruling", "ruling", [zone.ruling], game.rulings)


def _setups(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    for step in scenario.order:
        yield from unknown(f"{path}/order", "side", [step.side], [*game.sides, "both"])
        yield from unknown(f"{path}/order", "set-up", step.setups, scenario.setup)
    for setup in scenario.setup.values():
        here = f"{path}/setup/{setup.id}"
        yield from unknown(f"{here}/side", "side", [setup.side], game.sides)
        yield from unknown(f"{here}/formations", "formation", (*setup.formations, *setup.zone_by), game.formations)
        yield from unknown(f"{here}/units", "unit", setup.units, game.units)
        yield from unknown(f"{here}/markers", "marker", setup.markers, game.markers)
        yield from unknown(f"{here}/zone", "zone", (setup.zone, *setup.zone_by.values()), scenario.zones)
    for number, mount in enumerate(scenario.mounted):
        words = [mount.carrier, mount.passenger, *mount.choice]
        yield from unknown(f"{path}/mounted/{number}", "unit", words, game.units)


def _starts(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    """Who begins somehow exists, is carried by someone of his side, and begins where there is a place."""
    lands = _lands(game, scenario)
    states = {*game.markers, *(marker.state for marker in game.markers.values())}
    for start in scenario.starts.values():
        here = f"{path}/starts/{start.id}"
        yield from unknown(here, "unit", [start.id], game.units)
        yield from unknown(f"{here}/carrier", "unit", [start.carrier], game.units)
        yield from unknown(f"{here}/states", "state", start.states, states)
        if lands and start.place is not None and not _boxed(lands, start.place):
            yield from _hexes(lands, f"{here}/place", [start.place])
    for structure in scenario.structures.values():
        here = f"{path}/structures/{structure.id}"
        yield from unknown(f"{here}/marker", "marker", [structure.marker], game.markers)
        yield from unknown(f"{here}/side", "side", [structure.side], game.sides)
        if lands:
            yield from _built(lands, f"{here}/place", structure.place)
    for side, names in scenario.supply.items():
        yield from unknown(f"{path}/supply", "side", [side], game.sides)
        if lands:
            yield from _hexes(lands, f"{path}/supply/{side}", names)
    yield from unknown(f"{path}/points", "side", scenario.points, game.sides)


def _built(lands: Sequence[Map], path: str, place: str) -> Iterator[Finding]:
    """A structure stands in a place or on the side between two neighbours; the second may lie outside of the map."""
    first, _, second = place.partition("/")
    yield from _hexes(lands, path, [first])
    for country in lands:
        if second and first in country.grid and not country.grid.adjacent(first, second):
            yield path, f"{first} and {second} are not next to each other"


def _laid(scenario: Scenario, path: str) -> Iterator[tuple[str, Mapping[str, str], Mapping[str, tuple[str, ...]]]]:
    """Where units and markers lie at the start: in the default of the scenario, and in what is ready beside it."""
    yield path, scenario.placement, scenario.markers_at
    yield f"{path}/ready", scenario.ready.placement, scenario.ready.markers_at


def _present(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    """Who is set up says himself that he is in the scenario: else he would be missing without a word."""
    for setup in scenario.setup.values():
        for name in setup.formations:
            if name in game.formations and scenario.id not in game.formations[name].scenarios:
                yield f"{path}/setup/{setup.id}/formations", _absent(name, scenario)
    named = [(f"{path}/setup/{setup.id}/units", name) for setup in scenario.setup.values() for name in setup.units]
    named += [(f"{here}/placement/{name}", name) for here, placement, _ in _laid(scenario, path) for name in placement]
    for here, name in named:
        unit = game.units.get(name)
        if unit and scenario.id not in unit.scenarios and (unit.formation is None or _with(game, unit, scenario)):
            yield here, _absent(name, scenario)


def _with(game: Game, unit: Unit, scenario: Scenario) -> bool:
    """Whether the formation of a unit is in the scenario; if not, that is told of the formation."""
    formation = game.formations.get(unit.formation or "")
    return formation is not None and scenario.id in formation.scenarios


def _absent(name: str, scenario: Scenario) -> str:
    return f"{name} is not in this scenario; in units.yaml, add {scenario.id} to its `scenarios`"


def _changes(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    for change in scenario.changes.values():
        yield from _change(game, scenario, change, f"{path}/changes/{change.id}")


def _change(game: Game, scenario: Scenario, change: Change, path: str) -> Iterator[Finding]:
    yield from unknown(f"{path}/side", "side", [change.side], game.sides)
    yield from unknown(f"{path}/formations", "formation", (*change.formations, *change.withdraw), game.formations)
    yield from unknown(f"{path}/units", "unit", change.units, game.units)
    yield from unknown(f"{path}/zone", "zone", [change.zone], scenario.zones)
    yield from unknown(f"{path}/chits", "chit", (*change.chits, *change.chits_out), game.chits)
    if change.turn > scenario.turns:
        yield f"{path}/turn", f"the scenario ends with turn {scenario.turns}"


def _wings(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    masks = {name for country in _lands(game, scenario) for name in country.masks}
    for wing in scenario.wings.values():
        here = f"{path}/wings/{wing.id}"
        yield from unknown(f"{here}/side", "side", [wing.side], game.sides)
        yield from unknown(f"{here}/setups", "set-up", wing.setups, scenario.setup)
        yield from unknown(f"{here}/changes", "change", wing.changes, scenario.changes)
        yield from unknown(f"{here}/area", "mask", [wing.inside, wing.outside], masks)


def _victory(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    victory = scenario.victory
    words = [victory.scorer, victory.below, victory.otherwise, *victory.held_by.values()]
    yield from unknown(f"{path}/victory", "side", words, game.sides)


def _places(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    lands = _lands(game, scenario)
    if not lands:
        return
    named = {name for country in lands for name in country.places}
    for zone in scenario.zones.values():
        here = f"{path}/zones/{zone.id}"
        yield from _hexes(lands, f"{here}/hexes", (*zone.hexes, *zone.warn))
        yield from _hexes(lands, f"{here}/near", [name for near in zone.near for name in near.hexes])
        near = [one.place for one in zone.near]
        yield from unknown(f"{here}/near", "place", [*near, zone.to_place], named)
    for start in scenario.starts.values():
        if start.place is not None and not _boxed(lands, start.place):
            yield from _hexes(lands, f"{path}/starts/{start.id}/place", [start.place])
    for one in scenario.structures.values():
        yield from _hexes(lands, f"{path}/structures/{one.id}/place", one.place.split("/"))
    for side, names in scenario.supply.items():
        yield from _hexes(lands, f"{path}/supply/{side}", names)
    spaces = {f"{key}/{each}" for land in lands for key, track in land.tracks.items() for each in track.numbers}
    for here, placement, markers in _laid(scenario, path):
        for unit, name in placement.items():
            if not _boxed(lands, name):
                yield from _hexes(lands, f"{here}/placement/{unit}", [name])
        for marker, names in markers.items():
            yield from _hexes(lands, f"{here}/markers_at/{marker}", (name for name in names if name not in spaces))
    for objective in scenario.victory.objectives.values():
        yield from _hexes(lands, f"{path}/victory/objectives/{objective.id}/place", [objective.place])
    yield from _hexes(lands, f"{path}/victory/hold", scenario.victory.hold)


def _hexes(lands: Sequence[Map], path: str, names: Iterable[str]) -> Iterator[Finding]:
    word = lands[0].grid.word
    there = "this map" if len(lands) == 1 else "these maps"
    for name in names:
        if not any(name in country.grid for country in lands):
            yield path, f"there is no {word} {quoted(name)} on {there}"


def _lands(game: Game, scenario: Scenario) -> tuple[Map, ...]:
    """The maps of a scenario that there are, from left to right."""
    return tuple(game.maps[name] for name in (scenario.map, *scenario.beside) if name in game.maps)


def _boxed(lands: Iterable[Map], name: str) -> bool:
    return any(name in country.boxes for country in lands)


def _beside(game: Game, scenario: Scenario, path: str) -> Iterator[Finding]:
    """Maps beside each other are those of the game, and no place or box of one is called like one of another."""
    yield from unknown(f"{path}/beside", "map", scenario.beside, game.maps)
    seen: dict[str, str] = {}
    for country in _lands(game, scenario):
        for name in (*country.grid.names, *country.boxes, *country.tracks):
            if name in seen:
                yield f"{path}/beside", f"{quoted(name)} is on {quoted(seen[name])} and on {quoted(country.id)}"
                return
            seen[name] = country.id


def maps(game: Game) -> Iterator[Finding]:
    """Maps are sound in themselves."""
    usual = next((country.counter for country in game.maps.values()), 0)
    for name, country in game.maps.items():
        if country.counter != usual:
            yield f"maps/{name}/counter", f"the counters of the other maps have a side of {usual}"
        yield from findings(country, f"maps/{name}")
        for box in country.boxes.values():
            yield from unknown(f"maps/{name}/boxes/{box.id}/side", "side", [box.side], game.sides)
        for what in ("borders", "flags", "rims", "masks"):
            for entry in getattr(country, what).values():
                yield from unknown(f"maps/{name}/{what}/{entry.id}/owner", "side", [entry.owner], game.sides)


def chronicle(game: Game) -> Iterator[Finding]:
    """Verbs name keys and purposes that exist, and their sentences only say what their keys know."""
    book = game.chronicle
    for verb in book.verbs.values():
        path = f"chronicle/verbs/{verb.id}"
        yield from unknown(f"{path}/keys", "key", verb.keys, book.keys)
        yield from unknown(f"{path}/choices", "key", verb.choices, verb.keys)
        yield from unknown(f"{path}/purposes", "purpose", verb.purposes, book.purposes)
        yield from _spoken(f"{path}/sentence", verb.sentence, verb.keys)
    check = book.of("check")
    for purpose in book.purposes.values():
        path = f"chronicle/purposes/{purpose.id}"
        yield from unknown(f"{path}/chart", "chart", [purpose.chart or None], game.charts)
        yield from _needed(game, purpose, f"{path}/needs")
        yield from shotchecks.column(game, purpose, f"{path}/column")
        if purpose.opposed and not purpose.thrown.number:
            yield f"{path}/opposed", "opposed dice need a number: each side throws as many"
        yield from _spoken(f"{path}/sentence", purpose.sentence, check.keys if check else book.keys)
    boxes = {box.rpartition("-")[0] if box.endswith(tuple(game.sides)) else box for box in _boxes(game)}
    yield from unknown("chronicle/piles", "box", book.piles.values(), boxes or book.piles.values())


def _needed(game: Game, purpose: Purpose, path: str) -> Iterator[Finding]:
    """What a roll needs stands in charts, in formations, in types of units; its states are those of the game."""
    needs = purpose.needs
    if needs is None:
        return
    for name in needs.cells:
        chart, row, column = name.split("/")
        found = game.charts[chart].get(row, column) if chart in game.charts else None
        if not isinstance(found, int):
            yield path, f"no number stands at {name!r}"
    yield from unknown(path, "state", needs.states, game.handling.states)
    yield from unknown(path, "value", [needs.value or None, needs.fact or None], game.info.values)
    if needs.fact and not purpose.chart:
        yield path, "a `fact` names a column of the purpose's chart, and there is none"
    if not purpose.thrown.number or purpose.opposed:
        yield path, "only dice that are added up need to come to a number"


def _spoken(path: str, sentence: Text, keys: Iterable[str]) -> Iterator[Finding]:
    for language, text in (("en", sentence.en), ("de", sentence.de)):
        try:
            said = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
        except ValueError as error:
            yield f"{path}/{language}", f"not a sentence with keys in braces: {error}"
        else:
            yield from unknown(f"{path}/{language}", "key", said, keys)


def _boxes(game: Game) -> set[str]:
    return {name for country in game.maps.values() for name in country.boxes}


def rulings(game: Game) -> Iterator[Finding]:
    """A ruling leans to one of its own readings."""
    for ruling in game.rulings.values():
        yield from unknown(f"rulings/{ruling.id}/ours", "reading", [ruling.ours], ruling.readings)
        yield from unknown(f"rulings/{ruling.id}/default", "reading", [ruling.default], ruling.readings)


def art(game: Game) -> Iterator[Finding]:
    """Every picture in `art/` replaces one of something that exists."""
    known: dict[str, Collection[str]] = {
        "units": game.units,
        "cards": game.cards,
        "markers": game.markers,
        "chits": game.chits,
        "maps": game.maps,
        "charts": game.charts,
    }
    for picture in game.art:
        path = f"art/{picture.kind}/{picture.path.name}"
        yield from unknown(path, "kind of picture", [picture.kind], known)
        yield from unknown(path, "name", [picture.id], known.get(picture.kind, [picture.id]))


TESTS: tuple[Callable[[Game], Iterator[Finding]], ...] = (
    info,
    formations,
    units,
    cardchecks.units,
    cardchecks.cards,
    cardchecks.orders,
    markers,
    charts,
    scenarios,
    chronicle,
    verbchecks.verbs,
    handlingchecks.handling,
    seats.seats,
    secrets.secrets,
    rulings,
    maps,
    art,
)
