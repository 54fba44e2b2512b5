"""What a sheet says comes from charts and scenarios, in both languages."""

import pytest

from assets.loading import load
from builder.maps.words import words


@pytest.fixture(scope="module")
def game():
    return load("blitzkrieg")


def line(found, what):
    return next(one for one in found.legend if one.what == what)


def test_the_legend_quotes_the_charts(game):
    found = words(game, game.maps["hannut"])
    woods = line(found, "woods")
    cells = game.charts["terrain"].rows["woods"].cells
    assert woods.effects[0] == f"{cells['foot']} / {cells['tracks']} / {cells['wheels']}"
    assert "blocks sight" in woods.effects
    assert found.costs == "foot / tracks / wheels"


def test_equal_costs_are_said_once_and_half_a_point_as_a_fraction(game):
    found = words(game, game.maps["hannut"])
    assert line(found, "village").effects[0] == "1"
    assert line(found, "highway").effects == ("½ · road (in column)",)


def test_distances_are_written_as_the_language_writes_them(game):
    said = [words(game, game.maps["stonne"], language).kilometres(500) for language in ("en", "de")]
    assert said == ["0.5", "0,5"]


def test_what_has_no_effect_says_so(game):
    found = words(game, game.maps["hannut"])
    assert line(found, "railway").effects == ("no effect",)
    assert line(found, "water").effects == ("no effect",)
    assert line(found, "sunken").effects == ("counts as road",)


def test_the_spaces_of_the_turn_track_tell_the_range_of_points(game):
    found = words(game, game.maps["hannut"])
    band = game.scenarios["hannut"].victory.bands[0]
    assert found.notes["turn/1"] == f"VP {band.low}–{band.high}"


def test_the_spaces_of_the_turn_track_tell_who_comes(game):
    found = words(game, game.maps["stonne"])
    assert "6 GRDI" in found.notes["turn/2"]
    assert "turn/5" not in found.notes


def test_objectives_are_those_of_the_scenario(game):
    found = words(game, game.maps["hannut"])
    objectives = game.scenarios["hannut"].victory.objectives.values()
    assert found.points == {one.place: one.value for one in objectives}


def test_what_must_be_held_is_an_objective_without_points(game):
    found = words(game, game.maps["stonne"])
    assert found.points == dict.fromkeys(game.scenarios["stonne"].victory.hold, 0)
    assert line(found, "hold").effects == ("who holds it at the end wins",)


def test_german_words_are_german(game):
    found = words(game, game.maps["hannut"], "de")
    assert line(found, "woods").name == "Wald"
    assert line(found, "woods").effects[1] == "sperrt die Sicht"
    assert found.notes["turn/1"].startswith("SP ")
    assert found["hex"].format(500) == "ein Feld = 500 m"
