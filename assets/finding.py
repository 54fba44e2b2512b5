"""Where games are found: in this house, and in packages that are installed beside it.

A package that brings a game says so by an entry point of the group `hexmeister.games`: the name is the game's, the
value is the package. Its data lie in the package as ours lie here: in the folder `assets/<game>`. Nothing of a package
is imported to find it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

GROUP = "hexmeister.games"
HOME = Path(__file__).parent
DATA = "assets"
"""The folder of the data in a package that brings a game."""
GAME = "game.yaml"
"""The file that every game has."""


@cache
def packages() -> Mapping[str, str]:
    """The packages that bring games, by the names of those games."""
    from importlib.metadata import entry_points

    return {each.name: each.value for each in entry_points(group=GROUP)}


def folder_of_package(package: str) -> Path | None:
    """The folder of a package that is installed; None for one that is not there."""
    try:
        spec = find_spec(package)
    except ImportError:
        return None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def games() -> tuple[str, ...]:
    """The names of all games that have data."""
    own = {path.parent.name for path in HOME.glob(f"*/{GAME}")}
    return tuple(sorted(own | {name for name in packages() if (folder_of(name) / GAME).is_file()}))


def folder_of(game: str) -> Path:
    """The folder with the data of a game, or where one of the house would have them."""
    own = HOME / game
    if not (own / GAME).is_file() and game in packages():
        package = folder_of_package(packages()[game])
        return package / DATA / game if package else own
    return own


def data_in(folder: Path) -> Path:
    """The folder with the data of a game: this one, or the only one of a project as `hexmeister new` makes it."""
    if not (folder / GAME).is_file():
        found = [path.parent for path in folder.glob(f"*/{DATA}/*/{GAME}")]
        if len(found) == 1:
            return found[0]
    return folder
