"""The beginning of a game: a folder with a small, complete example in which every file explains itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from vassal.errors import VassalError

NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")


def begin(name: str, folder: Path) -> Path:
    """Return the new folder of a game of that name in another folder; nothing that is there is touched."""
    if not NAME.fullmatch(name):
        raise VassalError(f"{name[:60]!r} is no name for a game: small letters, figures and hyphens")
    target = folder / name
    if target.exists():
        raise VassalError("there is something of that name already; choose another", str(target))
    for path, text in contents(name):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return target


def contents(name: str) -> Iterator[tuple[str, str]]:
    """Yield the files of the example, with the name of the game in its places."""
    title = " ".join(word.capitalize() for word in name.split("-"))
    prefix = "".join(each for each in name.upper() if each.isalnum())[:3]
    for path, template in _templates(files("templates").joinpath("new"), ""):
        text = template.read_text(encoding="utf-8")
        yield path, text.replace("@TITLE@", title).replace("@PREFIX@", prefix)


def _templates(folder: Traversable, way: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _templates(entry, f"{way}{entry.name}/")
        elif entry.name.endswith(".yaml"):
            yield f"{way}{entry.name}", entry
