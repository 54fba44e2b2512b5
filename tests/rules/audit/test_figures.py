"""What was measured of each game: nobody was accused, and figures only rise."""

from __future__ import annotations

import pytest

from tests.rules.shared.pages import SHELVES, Shelf, measured


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.game for shelf in SHELVES])
def test_nobody_is_accused_in_a_random_game(shelf: Shelf) -> None:
    assert measured(shelf.game).illegal == 0


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.game for shelf in SHELVES])
def test_less_than_was_counted_is_a_fall(shelf: Shelf) -> None:
    figures = shelf.known()
    fewer = type(figures)(0, 0, 0, figures.caught - 1, 0, 0, figures.named[1:], ())

    assert shelf.fallen(figures) == ()
    assert {"caught", figures.named[0]} <= {*shelf.fallen(fewer)}
