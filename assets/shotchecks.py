"""Checks between entries of the columns in which shots are read."""

from __future__ import annotations

from collections.abc import Iterator

from assets.chronicle import Purpose
from assets.findings import Finding, unknown
from assets.game import Game


def column(game: Game, purpose: Purpose, path: str) -> Iterator[Finding]:
    """What a column is made of stands in charts, values, types; its own chart has a row for each total of the dice."""
    shot = purpose.column
    if shot is None:
        return
    for name in shot.cells:
        chart, row, place = name.split("/")
        found = game.charts[chart].get(row, place) if chart in game.charts else None
        if not isinstance(found, int):
            yield path, f"no number stands at {name!r}"
    yield from unknown(path, "state", (*shot.states, *shot.unless, *shot.unclear), game.handling.states)
    yield from unknown(path, "value", shot.facts, game.info.values)
    yield from unknown(path, "type", shot.but, game.info.types)
    if shot.halved:
        yield from unknown(path, "class", [shot.halved.against], game.info.classes)
    for part in (shot.cover, shot.close):
        yield from unknown(path, "chart", [part.chart] if part else [], game.charts)
    if shot.cover and shot.cover.marker:
        yield from unknown(path, "marker", [shot.cover.marker], game.markers)
    yield from _read(game, purpose, path)


def _read(game: Game, purpose: Purpose, path: str) -> Iterator[Finding]:
    dice, chart = purpose.thrown, game.charts.get(purpose.chart)
    if chart is None or not dice.number or dice.opposed:
        yield path, "a column is read in the purpose's chart, for dice that are added up"
        return
    totals = {str(each) for each in range(dice.number, dice.number * dice.faces + 1)}
    for row in sorted(totals - {*chart.rows}, key=int):
        yield path, f"the chart {purpose.chart!r} has no row for {row}"
    if not numbered(game, purpose):
        yield path, f"the chart {purpose.chart!r} has no columns with numbers"


def numbered(game: Game, purpose: Purpose) -> list[int]:
    """The columns of a purpose's chart that bear numbers, the lowest first."""
    return sorted(int(each) for each in game.charts[purpose.chart].columns if each.removeprefix("-").isdecimal())
