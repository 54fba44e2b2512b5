"""Rows of charts that are shown as tables but stand elsewhere in the data, so that nothing is said twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from assets.schema import (
    Card,
    Chart,
    Chit,
    Filling,
    Formation,
    Marker,
    Order,
    Row,
    Scenario,
    Side,
    Text,
    Unit,
    Values,
)


def peopled(units: Mapping[str, Unit], scenarios: Mapping[str, Scenario]) -> dict[str, Unit]:
    """The units; one that does not say in which scenarios it is, is in those that name it."""
    named = {scenario.id: frozenset(_named(scenario)) for scenario in scenarios.values()}
    return {
        unit.id: unit
        if unit.scenarios
        else replace(unit, scenarios=tuple(name for name, found in named.items() if unit.id in found))
        for unit in units.values()
    }


def _named(scenario: Scenario) -> Iterator[str]:
    for setup in scenario.setup.values():
        yield from setup.units
    for change in scenario.changes.values():
        yield from change.units
    yield from scenario.placement
    yield from scenario.starts


def placed(scenarios: Mapping[str, Scenario]) -> dict[str, Scenario]:
    """The scenarios, each with its `placement` completed by the places that its `starts` name."""
    return {
        scenario.id: replace(scenario, placement=scenario.placement | _places(scenario))
        if scenario.starts
        else scenario
        for scenario in scenarios.values()
    }


def _places(scenario: Scenario) -> dict[str, str]:
    starts = (start for start in scenario.starts.values() if not start.choice)
    return {start.id: start.place for start in starts if start.place is not None}


class Entries(NamedTuple):
    """What rows can be taken from."""

    formations: Mapping[str, Formation]
    sides: Mapping[str, Side]
    chits: Mapping[str, Chit]
    scenarios: Mapping[str, Scenario]
    orders: Mapping[str, Order]
    cards: Mapping[str, Card]
    markers: Mapping[str, Marker]


def filled(charts: Mapping[str, Chart], entries: Entries) -> dict[str, Chart]:
    """The charts, each with the rows that its `filled` asks for after its own."""
    found = {}
    for name, chart in charts.items():
        rows = list(chart.rows.values())
        if chart.filled is not None:
            rows.extend(ROWS[chart.filled.of](chart.filled, entries))
        found[name] = replace(chart, rows={row.id: _worded(chart, row) for row in rows})
    return found


def _worded(chart: Chart, row: Row) -> Row:
    """The row with text in all text columns: a result such as 1 may be written without quotes."""
    texts = {name for name, column in chart.columns.items() if column.kind == "text"}
    return replace(row, cells={name: str(cell) if name in texts else cell for name, cell in row.cells.items()})


def _formations(filling: Filling, entries: Entries) -> Iterator[Row]:
    for one in entries.formations.values():
        if filling.value in one.values and filling.scenario in (None, *one.scenarios):
            yield Row(id=one.id, name=one.name, cells={filling.value: one.values[filling.value]})


def _sides(filling: Filling, entries: Entries) -> Iterator[Row]:
    for side in entries.sides.values():
        if filling.value in side.values:
            yield Row(id=side.id, name=side.name, cells={filling.value: side.values[filling.value]})


def _salvos(filling: Filling, entries: Entries) -> Iterator[Row]:
    for chit in entries.chits.values():
        if chit.salvos and filling.scenario in (None, chit.scenario):
            yield Row(id=chit.id, name=chit.name, cells={"markers": chit.count, **chit.salvos})


def _orders(_: Filling, entries: Entries) -> Iterator[Row]:
    for order in entries.orders.values():
        cells: Values = {"step": order.step}
        cells.update({"fires": order.fires} if order.fires else {})
        cells.update({"ammo": order.ammo} if order.ammo else {})
        yield Row(id=order.id, name=order.name, cells=cells)


def _cards(filling: Filling, entries: Entries) -> Iterator[Row]:
    for card in entries.cards.values():
        if filling.value in card.values and filling.side in (None, card.side):
            yield Row(id=card.id, name=card.name, cells={filling.value: card.values[filling.value]})


def _markers(_: Filling, entries: Entries) -> Iterator[Row]:
    for marker in entries.markers.values():
        if marker.values:
            yield Row(id=marker.id, name=marker.name, cells=marker.values)


def _bands(filling: Filling, entries: Entries) -> Iterator[Row]:
    scenario = entries.scenarios.get(filling.scenario or "")
    for band in scenario.victory.bands if scenario else ():
        name = Text(en=f"Turn {band.turn}", de=f"Runde {band.turn}")
        cells = {"below": f"< {band.low}", "inside": f"{band.low}-{band.high}", "above": f"> {band.high}"}
        yield Row(id=str(band.turn), name=name, cells={**cells, "then": band.inside})


ROWS: Mapping[str, Callable[[Filling, Entries], Iterator[Row]]] = {
    "formations": _formations,
    "sides": _sides,
    "salvos": _salvos,
    "bands": _bands,
    "orders": _orders,
    "cards": _cards,
    "markers": _markers,
}
