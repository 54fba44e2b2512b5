"""Rows of charts that are shown as tables but stand elsewhere in the data, so that nothing is said twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from assets.schema import Chart, Chit, Filling, Formation, Row, Scenario, Side, Text, Unit


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
    return {start.id: start.place for start in scenario.starts.values() if start.place is not None}


def filled(
    charts: Mapping[str, Chart],
    formations: Mapping[str, Formation],
    sides: Mapping[str, Side],
    chits: Mapping[str, Chit],
    scenarios: Mapping[str, Scenario],
) -> dict[str, Chart]:
    """The charts, each with the rows that its `filled` asks for after its own."""
    found = {}
    for name, chart in charts.items():
        rows = list(chart.rows.values())
        if chart.filled is not None:
            rows.extend(_rows(chart.filled, formations, sides, chits, scenarios))
        found[name] = replace(chart, rows={row.id: _worded(chart, row) for row in rows})
    return found


def _worded(chart: Chart, row: Row) -> Row:
    """The row with text in all text columns: a result such as 1 may be written without quotes."""
    texts = {name for name, column in chart.columns.items() if column.kind == "text"}
    return replace(row, cells={name: str(cell) if name in texts else cell for name, cell in row.cells.items()})


def _rows(
    filling: Filling,
    formations: Mapping[str, Formation],
    sides: Mapping[str, Side],
    chits: Mapping[str, Chit],
    scenarios: Mapping[str, Scenario],
) -> Iterator[Row]:
    if filling.of == "formations":
        for one in formations.values():
            if filling.value in one.values and filling.scenario in (None, *one.scenarios):
                yield Row(id=one.id, name=one.name, cells={filling.value: one.values[filling.value]})
    elif filling.of == "sides":
        for side in sides.values():
            if filling.value in side.values:
                yield Row(id=side.id, name=side.name, cells={filling.value: side.values[filling.value]})
    elif filling.of == "salvos":
        for chit in chits.values():
            if chit.salvos and filling.scenario in (None, chit.scenario):
                yield Row(id=chit.id, name=chit.name, cells={"markers": chit.count, **chit.salvos})
    elif filling.scenario is not None and filling.scenario in scenarios:
        yield from _bands(scenarios[filling.scenario])


def _bands(scenario: Scenario) -> Iterator[Row]:
    for band in scenario.victory.bands:
        name = Text(en=f"Turn {band.turn}", de=f"Runde {band.turn}")
        cells = {"below": f"< {band.low}", "inside": f"{band.low}-{band.high}", "above": f"> {band.high}"}
        yield Row(id=str(band.turn), name=name, cells={**cells, "then": band.inside})
