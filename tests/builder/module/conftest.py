"""The module of a game without its pictures, made once."""

import pytest

import assets
from assets import Game
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from tests.builder.module.new_verbs import TRIED
from vassal.components import Component


@pytest.fixture(scope="session")
def game() -> Game:
    return assets.load(TRIED)


@pytest.fixture(scope="session")
def making(game: Game) -> Making:
    return making_of(game, Options(), lock_of(game))


@pytest.fixture(scope="session")
def tree(making: Making) -> Component:
    return root(making)
