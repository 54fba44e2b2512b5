"""The beginning of a game: a project with a small, complete example, data and rules; every file explains itself.

The example is a package that works as it stands (`templates/new`); a new game is a copy of it under its own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Final

from assets.finding import games
from vassal.errors import VassalError

NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")
EXAMPLE: Final = "new_game"
TEXTS: Final = (".py", ".yaml", ".toml", ".md", ".json")
LETTERS: Final = 3
"""So many letters stand before the number of a rule."""


class NotBegun(VassalError):  # noqa: N818
    """A game of that name cannot be begun there."""


def begin(name: str, folder: Path) -> Path:
    """Return the new project of a game of that name in another folder; nothing that is there is touched."""
    if not NAME.fullmatch(name) or iskeyword(name):
        raise NotBegun(f"{name[:60]!r} is no name for a game: small letters, figures, underscores; no word of Python")
    target = folder / name
    if target.exists():
        raise NotBegun("there is something of that name already; choose another", str(target))
    known = find_spec(name)
    if known is not None and known.origin is not None:
        raise NotBegun(f"a package is called {name!r} already; choose another name")
    if name in games():
        raise NotBegun(f"a game is called {name!r} already; choose another name")
    for path, text in contents(name):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return target


def contents(name: str) -> Iterator[tuple[str, str]]:
    """Yield the files of the example under the name of the game."""
    words = [word.capitalize() for word in name.split("_") if word]
    letters = "".join(each for each in name.upper() if each.isalpha())
    own = {
        EXAMPLE: name,
        "NewGame": "".join(words),
        "New Game": " ".join(words),
        "NEW": letters[:LETTERS].ljust(LETTERS, "X"),
    }
    for path, template in _templates(files("templates").joinpath("new"), ""):
        yield _named(path, own), _named(template.read_text(encoding="utf-8"), own)


def _named(text: str, own: dict[str, str]) -> str:
    return re.sub("|".join(own), lambda found: own[found[0]], text)


def _templates(folder: Traversable, way: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir() and not entry.name.startswith("_"):
            yield from _templates(entry, f"{way}{entry.name}/")
        elif entry.name.endswith(TEXTS):
            yield f"{way}{entry.name}", entry
