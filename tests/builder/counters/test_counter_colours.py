"""Proofs from the data: numbers stand out, sides, formations and markers stay apart, for the colour-blind too."""

import itertools

import pytest

import assets
from assets import Game
from builder.counters.faces import Which, unit_face
from builder.counters.unit import palette
from builder.drawing import theme as themes
from builder.drawing.colour import Sight, apart, contrast, difference, rgb

BANDS, SIDES, MARKERS, UNLIKE_UNITS = 10.0, 30.0, 7.5, 7.5
"""Distances in OKLab times 100: two patches side by side are told apart from about 2, a legend wants 7 or more."""


@pytest.fixture(scope="module", params=assets.games())
def game(request: pytest.FixtureRequest) -> Game:
    return assets.load(request.param)


def faces(game: Game) -> list[tuple[str, Which]]:
    fronts: list[tuple[str, Which]] = [(unit.id, "front") for unit in game.units.values()]
    return fronts + [(unit.id, "back") for unit in game.units.values() if unit.back is not None]


@pytest.mark.parametrize("look", themes.names())
def test_main_numbers_have_a_contrast_of_seven_to_one(game: Game, look: str) -> None:
    for unit, face in faces(game):
        found = palette(unit_face(game, game.units[unit], face), themes.theme(look))
        assert contrast(found.strip, found.strip_ink) >= 7, (unit, face)
        assert contrast(found.shield, found.strip_ink) >= 7, (unit, face)
        assert contrast(found.plate, found.plate_ink) >= 7, (unit, face)


@pytest.mark.parametrize("look", themes.names())
def test_the_words_of_the_band_have_a_contrast_of_four_and_a_half(game: Game, look: str) -> None:
    for unit, face in faces(game):
        found = palette(unit_face(game, game.units[unit], face), themes.theme(look))
        assert contrast(found.band, found.band_ink) >= 4.5, (unit, face)


@pytest.mark.parametrize("look", themes.names())
def test_main_numbers_are_a_quarter_of_the_counter_and_small_ones_an_eighth(look: str) -> None:
    found = themes.theme(look)
    main = ("bottom-left", "bottom-centre", "bottom-right")
    assert all(26 <= found.places[place].cap <= 30 for place in main)
    assert all(place.cap >= 12 for place in found.places.values())
    assert found.band.cap >= 12
    assert 26 <= found.hq.radius.cap <= 30


def test_a_lost_step_shows_by_the_row_of_numbers(game: Game) -> None:
    look = themes.theme("bevel")
    for unit in game.units.values():
        if unit.back is None or game.type_of(unit).hq:
            continue
        front, back = (palette(unit_face(game, unit, face), look) for face in ("front", "back"))
        # A back that shows a state has lost nothing, and must not look as if it had.
        lost = game.type_of(unit).back != "state"
        assert (apart(front.strip, back.strip) > 10) == lost, unit.id


def test_sides_differ_in_lightness_not_in_hue_alone(game: Game) -> None:
    for one, other in itertools.combinations(game.sides.values(), 2):
        assert apart(rgb(one.ground), rgb(other.ground)) >= SIDES
        assert contrast(rgb(one.ground), rgb(other.ground)) >= 3


@pytest.mark.parametrize("sight", list(Sight))
def test_formations_of_a_side_have_bands_that_stay_apart(game: Game, sight: Sight) -> None:
    for scenario, side in itertools.product(game.scenarios, game.sides):
        bands = [f for f in game.formations.values() if f.side == side and scenario in f.scenarios]
        for one, other in itertools.combinations(bands, 2):
            together = (one.group is not None and one.group == other.group) or (one.independent and other.independent)
            if together and one.colour == other.colour:
                continue  # regiments of a division have its colour, units of none have one: their names tell them apart
            assert difference(rgb(one.colour), rgb(other.colour), sight) >= BANDS, (one.id, other.id)


def test_no_two_formations_of_a_scenario_have_the_same_short_name(game: Game) -> None:
    for scenario in game.scenarios:
        shorts = [f.short for f in game.formations.values() if scenario in f.scenarios]
        assert len(shorts) == len(set(shorts))


def test_bands_stand_out_from_the_ground_or_are_words_on_a_field_of_their_own(game: Game) -> None:
    for formation in game.formations.values():
        assert apart(rgb(formation.colour), rgb(game.sides[formation.side].ground)) > 5, formation.id
        assert contrast(rgb(formation.colour), rgb(formation.ink)) >= 4.5, formation.id


def test_markers_have_grounds_that_no_unit_has(game: Game) -> None:
    for marker, side in itertools.product(game.markers.values(), game.sides.values()):
        assert apart(rgb(marker.ground), rgb(side.ground)) >= UNLIKE_UNITS, (marker.id, side.id)


def test_markers_that_lie_in_the_same_places_stay_apart(game: Game) -> None:
    def where(on: str) -> str:
        return "unit" if on == "hq" else on

    for one, other in itertools.combinations(game.markers.values(), 2):
        if where(one.on) == where(other.on):
            assert one.icon != other.icon or one.side != other.side
            assert apart(rgb(one.ground), rgb(other.ground)) >= MARKERS, (one.id, other.id)


def test_the_words_of_markers_have_a_contrast_of_four_and_a_half(game: Game) -> None:
    for marker in game.markers.values():
        assert contrast(rgb(marker.ground), rgb(marker.ink)) >= 4.5, marker.id
