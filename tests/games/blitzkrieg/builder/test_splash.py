"""The picture that greets the players."""

import io

import msgspec
import pytest
from PIL import Image

import assets
from assets import Game
from builder import splash
from builder.counters import Style


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("blitzkrieg")


def test_it_shows_the_best_of_both_sides_and_the_words_of_the_language(game: Game) -> None:
    found = splash.splash(game, Style(language="de"))
    assert (found.left, found.right) == ("somua", "pz4")
    assert found.subtitle == game.info.subtitle["de"]
    assert set(found.bands) == {formation.colour for formation in game.formations.values()}


def test_it_is_drawn_the_same_every_time_at_any_density(game: Game) -> None:
    (job,) = splash.plan(game, Style(), 0.5)
    assert job.name == "splash.png"
    assert job.drawn() == job.drawn()
    assert Image.open(io.BytesIO(job.drawn())).size == (450, 338)


def test_in_the_module_it_fills_the_room_that_the_wizard_has(game: Game) -> None:
    (job,) = splash.plan(game, Style())
    assert Image.open(io.BytesIO(job.drawn())).size == (600, 450)


def test_a_game_without_silhouettes_still_has_its_country(game: Game) -> None:
    bare = msgspec.structs.replace(splash.splash(game, Style()), left="", right="", bands=())
    picture = splash.draw_splash(bare, 0.25)
    assert picture.size == (225, 169)
    assert picture.getpixel((40, 145)) != picture.getpixel((40, 20))


def test_the_title_reads_well(game: Game) -> None:
    picture = splash.draw_splash(splash.splash(game, Style()), 1).convert("L").crop((100, 190, 800, 255))
    low, high = picture.getextrema()
    assert isinstance(low, int)
    assert high > 230
    assert low < 90
