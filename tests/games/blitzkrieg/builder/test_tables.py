"""Charts as they are read: signs, words and order, in both languages."""

import msgspec
import pytest

import assets
from assets import Game
from assets.schema import Chart
from builder.charts.table import Cell, Table, table, tables
from builder.counters import Style


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("blitzkrieg")


def made(**parts: object) -> Chart:
    text = {"en": "Title", "de": "Titel"}
    return msgspec.convert({"id": "test", "title": text, "columns": {}, "rows": {}, **parts}, Chart)


def shown(game: Game, chart: Chart) -> Table:
    return table(game, chart, "en")


def column(kind: str = "int", **parts: object) -> dict[str, object]:
    return {"id": "a", "name": {"en": "A", "de": "A"}, "kind": kind, **parts}


def row(name: str, **cells: object) -> dict[str, object]:
    return {"id": name, "name": {"en": name, "de": name}, "cells": cells}


def texts(found: Table) -> list[str]:
    return [line.cells[0].text for line in found.lines]


def test_every_cell_of_the_results_table_is_there_and_in_place(game: Game) -> None:
    found = shown(game, game.charts["crt"])
    assert [head.text for head in found.heads][:3] == ["−1", "0", "1"]
    assert [line.name for line in found.lines] == [str(n) for n in range(2, 13)]
    six = [head.text for head in found.heads].index("6")
    assert found.lines[9].cells[six].text == "1"
    assert found.dice == "2d6"


def test_results_weigh_more_the_later_they_stand_in_the_legend(game: Game) -> None:
    found = shown(game, game.charts["crt"])
    assert [entry.sign.text for entry in found.legend] == ["–", "Nr", "N", "1"]
    weights = [entry.sign.weight for entry in found.legend]
    assert weights == sorted(weights)
    assert (weights[0], weights[-1]) == (0, 1)


def test_modifiers_have_a_sign_and_plain_numbers_have_none(game: Game) -> None:
    chart = made(columns={"a": column()}, rows={"x": row("x", a=-1), "y": row("y", a=1), "z": row("z", a=0)})
    assert texts(shown(game, chart)) == ["−1", "1", "0"]
    assert texts(shown(game, made(id="a-modifiers", columns={"a": column()}, rows={"x": row("x", a=2)}))) == ["+2"]
    assert texts(shown(game, made(columns={"a": column()}, rows={"x": row("x", a=-2), "y": row("y", a=-1)}))) == [
        "−2",
        "−1",
    ]
    limits = shown(game, game.charts["limits"])
    assert "3" in texts(limits)


def test_fractions_flags_and_gaps(game: Game) -> None:
    chart = made(
        columns={"a": column("number")},
        rows={
            "x": row("x", a=0.5),
            "y": row("y", a=True),
            "z": row("z", a=False),
            "w": row("w"),
            "v": row("v", a="1/4"),
        },
    )
    assert texts(shown(game, chart)) == ["½", "✓", "", "", "¼"]


def test_dice_and_words_are_translated(game: Game) -> None:
    rolls = game.charts["dice"]
    assert texts(table(game, rolls, "en"))[0] == "2d6"
    assert texts(table(game, rolls, "de"))[0] == "2W6"
    victory = table(game, game.charts["hannut-victory"], "de")
    assert victory.lines[0].cells[-1].text == "nächste Runde"
    assert victory.title == "Siegpunkte Hannut"


def test_a_column_for_the_program_alone_is_not_shown(game: Game) -> None:
    assert "purpose" in game.charts["checks"].columns
    assert "purpose" not in [head.text for head in shown(game, game.charts["checks"]).heads]


def test_a_row_that_is_a_formation_shows_its_colour(game: Game) -> None:
    found = shown(game, game.charts["factors"])
    assert all(line.chip is not None for line in found.lines)
    chip = found.lines[0].chip
    assert chip is not None
    assert chip.colour == game.formations["fr.1cuir"].colour


def test_a_row_that_is_a_chit_names_its_scenario(game: Game) -> None:
    notes = {line.note for line in shown(game, game.charts["artillery"]).lines}
    assert notes == {scenario.title["en"] for scenario in game.scenarios.values()}


def test_all_charts_are_shown_in_both_languages_and_nothing_is_left_untranslated(game: Game) -> None:
    english, german = tables(game, Style()), tables(game, Style(language="de"))
    assert list(english) == list(german) == [chart.id for chart in game.charts.values() if chart.picture]
    for chart in english:
        assert english[chart].title != german[chart].title
        assert len(english[chart].lines) == len(german[chart].lines) > 0


def test_a_cell_weighs_nothing_unless_it_is_a_result() -> None:
    assert Cell("3").weight < 0
