"""A chart as it is shown: every value as the words and signs that a player reads, in one language."""

from __future__ import annotations

from typing import Literal

import msgspec

from assets import Game
from assets.schema import Cell as Value
from assets.schema import Chart, Column, Row
from builder.counters.style import Style

FRACTIONS = {"0.5": "½", "0.25": "¼", "0.75": "¾", "1/2": "½", "1/4": "¼", "3/4": "¾"}
DICE = {"en": "d", "de": "W"}

Align = Literal["left", "middle"]


class Chip(msgspec.Struct, frozen=True):
    """A short name on a colour, before the name of a row."""

    text: str
    colour: str
    ink: str


class Cell(msgspec.Struct, frozen=True):
    """A value as it is read; `weight` from 0 (nothing happens) to 1 (the worst) where the chart is of results."""

    text: str
    weight: float = -1.0


class Head(msgspec.Struct, frozen=True):
    """The head of a column."""

    text: str
    align: Align


class Line(msgspec.Struct, frozen=True):
    """A row."""

    name: str
    cells: tuple[Cell, ...]
    note: str = ""
    chip: Chip | None = None


class Entry(msgspec.Struct, frozen=True):
    """What a sign in the chart means."""

    sign: Cell
    text: str


class Table(msgspec.Struct, frozen=True):
    """A chart, ready to be drawn or written as a page."""

    id: str
    title: str
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    corner: str = ""
    dice: str = ""
    legend: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()


def table(game: Game, chart: Chart, language: Literal["en", "de"]) -> Table:
    """The chart in a language."""
    columns = [column for column in chart.columns.values() if column.picture]
    return Table(
        id=chart.id,
        title=chart.title[language],
        heads=tuple(Head(_minus(column.name[language]), _align(chart, column)) for column in columns),
        lines=tuple(_line(game, chart, columns, row, language) for row in chart.rows.values()),
        corner=chart.corner[language] if chart.corner else "",
        dice=_rolled(chart.dice, language),
        legend=_legend(chart, columns, language),
        notes=tuple(note[language] for note in chart.notes),
    )


def tables(game: Game, style: Style) -> dict[str, Table]:
    """All charts of a game that are drawn, by id."""
    return {chart.id: table(game, chart, style.language) for chart in game.charts.values() if chart.picture}


def _line(game: Game, chart: Chart, columns: list[Column], row: Row, language: Literal["en", "de"]) -> Line:
    formation = game.formations.get(row.id)
    chit = game.chits.get(row.id)
    where = game.scenarios[chit.scenario].title[language] if chit else ""
    return Line(
        name=row.name[language],
        cells=tuple(_cell(chart, column, row.cells.get(column.id), language) for column in columns),
        note=row.note[language] if row.note else where,
        chip=Chip(formation.short, formation.colour, formation.ink) if formation else None,
    )


def _cell(chart: Chart, column: Column, value: Value | None, language: Literal["en", "de"]) -> Cell:
    if value is None:
        return Cell("")
    if isinstance(value, bool):
        return Cell("✓" if value else "")
    if isinstance(value, str):
        return _word(chart, value, language)
    sign = "+" if value > 0 and _signed(chart, column) else ""
    text = FRACTIONS.get(f"{value}", f"{value:g}")
    return Cell(sign + text.replace("-", "−"))


def _word(chart: Chart, value: str, language: Literal["en", "de"]) -> Cell:
    if value in chart.legend:
        if _is_of_results(chart):
            return Cell("–" if value == "-" else value, _weight(chart, value))
        return Cell(chart.legend[value][language])
    if value in FRACTIONS:
        return Cell(FRACTIONS[value])
    rolled = _rolled(value, language)
    return Cell(rolled.replace("-", "–"))


def _signed(chart: Chart, column: Column) -> bool:
    """Tell whether a column is of modifiers: most of its values are negative, or the chart is called so."""
    values = [row.cells.get(column.id) for row in chart.rows.values()]
    counted = [value for value in values if isinstance(value, int | float) and value]
    return chart.id.endswith("modifiers") or 2 * sum(value < 0 for value in counted) > len(counted)


def _is_of_results(chart: Chart) -> bool:
    """Tell whether the cells are results of dice, as in a combat results table: signs, explained by the legend."""
    return bool(chart.dice) and len(chart.legend) > 1


def _weight(chart: Chart, value: str) -> float:
    """How bad a result is: the legend lists them from harmless to worst."""
    return list(chart.legend).index(value) / (len(chart.legend) - 1)


def _legend(chart: Chart, columns: list[Column], language: Literal["en", "de"]) -> tuple[Entry, ...]:
    if not columns or not _is_of_results(chart):
        return ()
    return tuple(Entry(_word(chart, sign, language), text[language]) for sign, text in chart.legend.items())


def _align(chart: Chart, column: Column) -> Align:
    """Figures and short signs stand in the middle of their column, sentences at its left."""
    values = [str(row.cells.get(column.id, "")) for row in chart.rows.values()]
    return "left" if column.kind == "text" and max(map(len, values), default=0) > 9 else "middle"


def _minus(text: str) -> str:
    """A number with a minus sign instead of a hyphen; any other text as it is."""
    return text.replace("-", "−") if text[:1] == "-" and text[1:].isdigit() else text


def _rolled(text: str, language: str) -> str:
    """`2d6` as the language writes it; any other text as it is."""
    count, letter, faces = text.partition("d")
    return f"{count}{DICE[language]}{faces}" if letter and count.isdigit() and faces.isdigit() else text
