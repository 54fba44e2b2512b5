"""The games that have a referee: packages of this house, and those that are installed beside it.

What they are called is known without loading any; a game is loaded when it is asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import assets
from assets import AssetsError
from assets.finding import folder_of_package, packages
from rules.engine.reading import Game
from rules.meta import FILE, Meta, MetaError, meta_in
from vassal.errors import Unsupported, VassalError

HOME: Final = Path(__file__).resolve().parents[1]
"""The package in which the games of this house lie."""
AUDITED: Final = "audited"
"""The module of a game's package that holds what the audit asks, under this name in capitals."""


@dataclass(frozen=True)
class Door:
    """Where a game is, and what it says of itself before it is loaded."""

    package: str
    folder: Path
    """The folder of its rules."""
    meta: Meta

    def open(self) -> Game:
        """Return the game; from now on it is loaded."""
        game: Game = import_module(f"{self.package}.{AUDITED}").AUDITED
        return game

    def leads_to(self, title: str) -> bool:
        """Tell whether the game is called that: by its short name, or as its module is."""
        return title == self.meta.id or title in self.meta.titles


@cache
def _own() -> Mapping[str, Door]:
    """The games of this house."""
    folders = sorted(path.parent for path in HOME.glob(f"*/{FILE}"))
    doors = (Door(f"{HOME.name}.{folder.name}", folder, meta_in(folder)) for folder in folders)
    return {door.meta.id: door for door in doors}


@cache
def doors() -> Mapping[str, Door]:
    """Return the doors of all games, by their short names; none is loaded."""
    found = dict(_own())
    for name, package in sorted(packages().items()):
        folder = folder_of_package(package)
        if folder is None:
            raise MetaError(f"{package}: the package of the game {name} is not there; install it again")
        meta = meta_in(folder)
        if meta.id != name:
            raise MetaError(f"{package}: is installed as the game {name}, but its meta.yaml calls it {meta.id}")
        if name in found:
            raise MetaError(f"{package}: brings a game {name}, which {found[name].package} brings already")
        found[name] = Door(package, folder, meta)
    return found


def door_of(title: str) -> Door | None:
    """Return the door of the game that is called that; those of this house come first."""
    own = (door for door in _own().values() if door.leads_to(title))
    return next(own, None) or next((door for door in doors().values() if door.leads_to(title)), None)


class NoReferee(Unsupported):
    """The file is sound, but of a game that nobody here can judge."""


class Games(Mapping[str, Game]):
    """All games by their short names; each is loaded when it is taken."""

    def __getitem__(self, name: str) -> Game:
        return doors()[name].open()

    def __iter__(self) -> Iterator[str]:
        return iter(doors())

    def __len__(self) -> int:
        return len(doors())


def games() -> Mapping[str, Game]:
    """Return all games that can be audited, by their short names."""
    return Games()


def game_of(title: str, overlay: Path | None = None) -> Game:
    """Return the game whose module has this name, with the printed values of an overlay laid on."""
    door = door_of(title)
    if door is None:
        known = ", ".join(dict.fromkeys(name for each in doors().values() for name in each.meta.titles))
        raise NoReferee(f"Hexmeister can judge only {known}, not {title!r}; `hexmeister show` reads this log too")
    game = door.open()
    return _under(game, overlay) if overlay else game


class Misfit(VassalError):  # noqa: N818
    """The values of an overlay are sound, but of another game."""


def _under(game: Game, overlay: Path) -> Game:
    """Return the game with the values of an overlay; those that another game would take are refused as such."""
    try:
        assets.load(game.id, overlay)
    except AssetsError as error:
        wrong = {name: _wrong(name, overlay) for name in doors() if name != game.id}
        better = min(wrong, key=lambda name: wrong[name], default="")
        if not better or wrong[better] >= len(error.problems):
            raise
        title = {door.meta.id: next(iter(door.meta.titles), door.meta.id) for door in doors().values()}
        raise Misfit(
            f"the overlay holds values of {title[better]}, the game is {title[game.id]}", str(overlay)
        ) from error
    return game.under(overlay)


def _wrong(name: str, overlay: Path) -> int:
    """Return how much is wrong with an overlay as one of this game."""
    try:
        assets.load(name, overlay)
    except AssetsError as error:
        return len(error.problems)
    return 0
