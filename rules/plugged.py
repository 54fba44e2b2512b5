"""What every game tells the audit in the same way: its name, seals and map out of its data, under an overlay or not."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

import assets
from kept.plain import plain
from rules.engine.evidence import Board
from rules.engine.messages import Catalogue
from rules.engine.rulebook import Rulebook
from rules.engine.switches import Switches
from rules.meta import meta_in

T = TypeVar("T")


class Plugged(ABC):
    """A game with data in `assets`; what is its own is added by the game."""

    here: Path
    """The folder of the game's package: its `meta.yaml`, its `words.yaml`, its messages."""
    book: Rulebook
    young: bool = False

    def __init__(self, overlay: Path | None = None) -> None:
        meta = meta_in(self.here)
        self.id, self.version, self.titles = meta.id, meta.version, meta.titles
        self.overlay = overlay
        self._made: dict[str, tuple[assets.Game, Any]] = {}

    def under(self, overlay: Path | None) -> Self:
        """The same game with a folder of printed values laid on it."""
        return type(self)(overlay)

    @property
    def data(self) -> assets.Game:
        """The game's data, with what the overlay replaces."""
        return assets.load(self.id, self.overlay)

    def made(self, name: str, make: Callable[[assets.Game], T]) -> T:
        """What is made out of the game's data, made once for as long as they are the same: a season has many logs."""
        data = self.data
        if name not in self._made or self._made[name][0] is not data:
            self._made[name] = data, make(data)
        found: T = self._made[name][1]
        return found

    @property
    def edition(self) -> str:
        """The version of its module that it knows."""
        return self.data.info.version

    @property
    def seals(self) -> Mapping[str, tuple[str, ...]]:
        """By verb of the records, what must stand beside it."""
        verbs = self.data.chronicle.verbs.items()
        return {name: tuple("".join(way) for way in (verb.seals, verb.other_seals) if way) for name, verb in verbs}

    @property
    def sides(self) -> Mapping[str, str]:
        """The sides by their names in records."""
        return {side.record: name for name, side in self.data.sides.items()}

    def words(self) -> Catalogue:
        """The words of its findings: `messages.yaml`, or all that lies in the folder `messages`."""
        return _words(self.here)

    @property
    def deeds(self) -> Mapping[str, Mapping[str, str]]:
        """What `words.yaml` calls things that the data do not name: verbs, states of play, kinds; by language."""
        return _deeds(self.here)

    def deed(self, name: str, language: str) -> str:
        """What one of them is called; itself if it has no words."""
        return self.deeds.get(name, {}).get(language, name)

    @abstractmethod
    def open_switches(self, data: assets.Game) -> Switches:
        """All disputed rulings; those that an overlay settles are settled."""

    def switches(self, settled: Iterable[str] = ()) -> Switches:
        """The disputed rulings, settled as given."""
        return self.open_switches(self.data).settle_all(settled)

    @abstractmethod
    def scenario(self, board: Board) -> str:
        """The scenario that is played."""

    def map_of(self, board: Board) -> str:
        """The map that a board is."""
        return self.data.scenarios[self.scenario(board)].map


@cache
def _words(folder: Path) -> Catalogue:
    return Catalogue.load(*sorted((*folder.glob("messages.yaml"), *folder.glob("messages/*.yaml"))))


@cache
def _deeds(folder: Path) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = plain(folder / "words.yaml")
    return found
