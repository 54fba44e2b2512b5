"""The games that have a referee: every package of rules that says how it is audited."""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import rules
from rules.engine.reading import Game
from vassal.errors import Unsupported


@cache
def games() -> dict[str, Game]:
    """Return all games that can be audited, by id."""
    found: dict[str, Game] = {}
    for package in pkgutil.iter_modules(rules.__path__):
        name = f"rules.{package.name}"
        if package.ispkg and find_spec(f"{name}.audited") is not None:
            game: Game = import_module(f"{name}.audited").AUDITED
            found[game.id] = game
    return found


def game_of(title: str, overlay: Path | None = None) -> Game:
    """Return the game whose module has this name, with the printed values of an overlay laid on."""
    for game in games().values():
        if title in game.titles or title == game.id:
            return game.under(overlay) if overlay else game
    known = ", ".join(dict.fromkeys(title for game in games().values() for title in game.titles))
    raise Unsupported(f"no referee knows the module {title!r}; known: {known}")
