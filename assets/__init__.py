"""What a maintainer edits: units, maps, charts and scenarios, and the typed schema that reads them."""

from assets.errors import AssetsError, Problem
from assets.finding import folder_of, games
from assets.game import Game
from assets.loading import forget, load

__all__ = ["AssetsError", "Game", "Problem", "folder_of", "forget", "games", "load"]
