"""How to read a unit card: a number for everything, on the card and in the words beside it."""

import io
import itertools

import pytest
from PIL import Image

import assets
from assets import Game
from builder import charts
from builder.cards import layout
from builder.charts.cards import BACK, FRONT, back_spots, card_anatomy, draw_cards
from builder.charts.words import card_words
from builder.counters import style_of
from tests.games.sought import with_cards

GAMES = with_cards()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return assets.load(request.param)


@pytest.mark.parametrize("language", ["en", "de"])
def test_there_are_words_for_every_number(language: str) -> None:
    title, words = card_words(language)
    assert title
    assert len(words) == len(FRONT) + len(BACK)
    assert len({name for name, _ in words}) == len(words)


def test_numbers_stand_on_the_card_and_apart(game: Game) -> None:
    shown = card_anatomy(game, style_of(game))
    assert shown is not None
    for spots in (list(FRONT.values()), back_spots(shown.back)):
        for x, y in spots:
            assert 0 <= x <= layout.WIDE
            assert 0 <= y <= layout.HIGH
        for (x0, y0), (x1, y1) in itertools.combinations(spots, 2):
            assert abs(x0 - x1) + abs(y0 - y1) > 24


def test_the_card_that_is_explained_has_what_is_explained(game: Game) -> None:
    shown = card_anatomy(game, style_of(game))
    assert shown is not None
    assert shown.front.stores
    assert shown.front.abilities
    assert shown.front.targets
    assert any(order.time for order in shown.back.orders)
    assert any(order.prints for order in shown.back.orders)


def test_it_stands_in_the_place_of_the_counter(game: Game) -> None:
    (job,) = [job for job in charts.plan(game, style_of(game, "de")) if job.name == charts.ANATOMY]
    picture = Image.open(io.BytesIO(job.drawn()))
    shown = card_anatomy(game, style_of(game, "de"))
    assert shown is not None
    assert picture.size == draw_cards(shown, style_of(game, "de")).size
    for other in (assets.load(name) for name in assets.games() if name not in with_cards()):
        assert card_anatomy(other, style_of(other)) is None
