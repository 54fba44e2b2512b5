"""What a sheet says comes from charts and scenarios, in both languages."""

import pytest

from assets.loading import load
from builder.maps.words import words


@pytest.fixture(scope="module")
def eastern():
    return load("barbarossa")


def line(found, what):
    return next(one for one in found.legend if one.what == what)


def test_bonuses_with_one_name_are_said_together(eastern):
    found = words(eastern, eastern.maps["moscow"])
    assert line(found, "forest").effects[:2] == ("Blocks sight", "Defence +2")
    assert line(found, "town").effects[1] == "Defence: infantry +3, others +2"


def test_words_of_a_chart_are_quoted_where_open_country_has_others(eastern):
    found = words(eastern, eastern.maps["daugava"])
    assert line(found, "plain").effects == ()
    assert line(found, "river").effects == ("March: over a bridge only",)


def test_terrain_that_is_nowhere_on_the_map_is_not_in_its_legend(eastern):
    assert "town" in eastern.maps["dubno"].terrains
    assert not any(one.what in {"town", "river"} for one in words(eastern, eastern.maps["dubno"]).legend)


def test_a_sheet_for_two_scenarios_tells_the_reinforcements_of_neither(eastern):
    serving = [one for one in eastern.scenarios.values() if one.map == "dubno"]
    assert any(one.changes for one in serving)
    assert not words(eastern, eastern.maps["dubno"]).notes
