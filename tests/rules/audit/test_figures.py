"""The pages of figures are true: what was counted last, and both games side by side."""

from __future__ import annotations

import pytest

from tests.rules.shared.pages import BESIDE, SHELVES, Shelf, measured, side_by_side


def test_both_games_stand_side_by_side() -> None:
    assert BESIDE.read_text(encoding="utf-8") == side_by_side(), "run: make tables"


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.game for shelf in SHELVES])
def test_the_page_of_a_game_shows_what_was_counted(shelf: Shelf) -> None:
    assert shelf.page.read_text(encoding="utf-8") == shelf.text(shelf.known()), "run: make tables"


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.game for shelf in SHELVES])
def test_nobody_is_accused_in_a_random_game(shelf: Shelf) -> None:
    assert measured(shelf.game).illegal == 0


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.game for shelf in SHELVES])
def test_less_than_was_counted_is_a_fall(shelf: Shelf) -> None:
    figures = shelf.known()
    fewer = type(figures)(0, 0, 0, figures.caught - 1, 0, 0, figures.named[1:], ())

    assert shelf.fallen(figures) == ()
    assert {"caught", figures.named[0]} <= {*shelf.fallen(fewer)}
