"""Printed values that are laid on a season: on which games they fit, and how other machines get at them."""

import atexit
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import assets
from assets import AssetsError
from rules.audit.games import games
from rules.engine.reading import Game

VALUES: Final = frozenset({".yaml", ".yml"})


@dataclass(frozen=True)
class Overlay:
    """A folder of values as it was when it was named; it goes with the work wherever that is done."""

    folder: Path
    games: tuple[str, ...]
    """The games that it fits; on others it is not laid."""
    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of(cls, folder: Path, wanted: Iterable[str] = ()) -> "Overlay":
        """Return the overlay in a folder; one that fits none of the games wanted (none named: any) is refused."""
        fitting, wrong = [], list[AssetsError]()
        for name in tuple(wanted) or tuple(games()):
            try:
                assets.load(name, folder)
            except AssetsError as error:
                wrong.append(error)
            else:
                fitting.append(name)
        if not fitting:
            raise min(wrong, key=lambda error: len(error.problems))
        return cls(folder.resolve(), tuple(fitting), _values(folder))

    @property
    def digest(self) -> str:
        """Return the digest of its values."""
        found = sha256()
        for name, content in self.files:
            found.update(f"{name}\n".encode() + sha256(content).digest())
        return found.hexdigest()

    def laid_on(self, game: Game) -> Game:
        """Return the game with these values, or as it is if they are not for it."""
        return _laid(self, game.id) if game.id in self.games else game


@cache
def _laid(overlay: Overlay, game: str) -> Game:
    return games()[game].under(_here(overlay))


@cache
def _here(overlay: Overlay) -> Path:
    """A folder with the values: the one that was named, or a copy where it is not or was changed meanwhile."""
    if overlay.folder.is_dir() and _values(overlay.folder) == overlay.files:
        return overlay.folder
    copy = Path(mkdtemp(prefix="hexmeister-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    for name, content in overlay.files:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return copy


def _values(folder: Path) -> tuple[tuple[str, bytes], ...]:
    found = (path for path in folder.rglob("*") if path.suffix in VALUES and path.is_file())
    return tuple((path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(found))
