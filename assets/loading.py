"""Gives back the game of a folder, with an overlay laid on: read once in a process, and parsed once on a machine."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from assets.art import pictures, seen
from assets.basics import BYTES
from assets.errors import AssetsError, Place, Problem, suggestion
from assets.finding import data_in, folder_of, games
from assets.game import Game
from kept import digest, kept, stamp

FILES = ("*.yaml", "*.yml", "maps/*.yaml")
HERE = frozenset({"art", "folder", "overlay"})
"""What a game says of where its files lie."""


def load(game: str | Path, overlay: Path | None = None) -> Game:
    """The game of a name (or in a folder), with an overlay laid on; AssetsError names all that is wrong.

    A game is read once in a process: whoever edits its files meanwhile calls `forget`.
    """
    return _known(game, overlay and overlay.absolute()) if isinstance(game, str) else _found(game, overlay)


def forget() -> None:
    """The next `load` reads the files again."""
    _known.cache_clear()
    _load.cache_clear()


def _found(game: str | Path, overlay: Path | None) -> Game:
    """The same, looked for anew; who judges a season asks for a game's data at every step."""
    folder = data_in(game) if isinstance(game, Path) else folder_of(game)
    if not (folder / "game.yaml").is_file():
        known = suggestion(str(game), games())
        place = Place(str(folder / "game.yaml")) if isinstance(game, Path) else Place(game, 0)
        raise AssetsError([Problem(place, "", f"there is no such game{known}")])
    if overlay is not None and not overlay.is_dir():
        raise AssetsError([Problem(Place(str(overlay)), "", "the overlay is not a folder")])
    return _load(folder.resolve(), overlay.resolve() if overlay else None)


_known = cache(_found)


@cache
def _load(folder: Path, overlay: Path | None) -> Game:
    made: list[Game] = []

    def make() -> Any:
        made.append(_parsed(folder, overlay))
        return _Kept(**{name: getattr(made[0], name) for name in _Kept.__struct_fields__})

    name = f"game-{folder.name}-over" if overlay else f"game-{folder.name}"
    try:
        found = kept(name, lambda: key_of(folder, overlay), _Kept, make)
    except OSError:
        return _parsed(folder, overlay)
    if made:
        return made[0]
    values = {name: getattr(found, name) for name in _Kept.__struct_fields__}
    return Game(**values, art=pictures(folder, overlay), folder=folder, overlay=overlay)


def _parsed(folder: Path, overlay: Path | None) -> Game:
    from assets.parsing import parsed

    return parsed(folder, overlay)


def key_of(folder: Path, overlay: Path | None = None) -> str:
    """All on which it depends what a game is, as a key: the program that reads it, names and contents of its files."""
    found: list[bytes | str] = [stamp(Path(__file__).parent)]
    for root in filter(None, (folder, overlay)):
        for path in seen(root, *FILES):
            if path.stat().st_size > BYTES:
                raise OSError(path)
            found += [path.relative_to(root.parent).as_posix(), path.read_bytes()]
        found += [path.relative_to(root).as_posix() for path in seen(root, "art/*/*")]
    return digest(found)


def _shape() -> Any:
    """What is kept of a game: all but where its files lie."""
    hints = get_type_hints(Game)
    return msgspec.defstruct("_Kept", [(each.name, hints[each.name]) for each in fields(Game) if each.name not in HERE])


_Kept = _shape()
