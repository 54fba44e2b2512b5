"""What a maintainer edits: units, maps, charts and scenarios, and the typed schema that reads them."""

from assets.errors import AssetsError, Problem
from assets.game import Game
from assets.loading import forget, games, load

__all__ = ["AssetsError", "Game", "Problem", "forget", "games", "load"]
