"""What every game tells the audit in the same way: its name, seals and map out of its data, under an overlay or not."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import assets
from assets.dice import dice_of
from assets.schema import Chronicle
from kept.plain import plain
from rules.edition import Edition, rests
from rules.engine.asking import Assistant
from rules.engine.evidence import Board
from rules.engine.messages import Catalogue
from rules.engine.position import Position
from rules.engine.reading import Play, Reader
from rules.engine.referee import Referee
from rules.engine.rulebook import Rulebook
from rules.engine.switches import Switches
from rules.loading import switches_of
from rules.meta import meta_in

PLAIN_DIE = 6
T = TypeVar("T")
B = TypeVar("B")
P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Parts(Generic[B, P]):
    """What a game plays with: how a battle is made of its data, and who judges, reads and advises in it."""

    load: Callable[[str, assets.Game], B]
    referee: Callable[[B, Switches], Referee[P]]
    reader: Callable[[B, Mapping[str, str], Chronicle], Reader[P]]
    assistant: Callable[[B, Referee[P]], Assistant[P]]
    turn: Callable[[P], int] = attrgetter("turn")


class Plugged:
    """A game with data in `assets`; what is its own is added by the game."""

    here: Path
    """The folder of the game's package: its `meta.yaml`, its `words.yaml`, its messages."""
    book: Rulebook
    parts: ClassVar[Parts[Any, Any]]
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

    def faces(self, purpose: str) -> int:
        """How many faces the dice of a purpose have; what the records do not name is thrown with plain dice."""
        declared = self.data.chronicle.purposes.get(purpose)
        dice = dice_of(declared.dice) if declared else None
        return dice.faces if dice else PLAIN_DIE

    def switches(self, settled: Iterable[str] = ()) -> Switches:
        """The disputed rulings, settled as given."""
        return switches_of(self.data).settle_all(settled)

    def name(self, piece: str, language: str) -> str:
        """What players call a unit, a formation, a side, or what is done."""
        data = self.data
        found = data.units.get(piece) or data.formations.get(piece) or data.sides.get(piece)
        return found.name[language] if found is not None else self.deed(piece, language)

    def scenario(self, board: Board) -> str:
        """The scenario that is played: the one with most of the units that are there, of several the smallest."""
        there = {lying.piece.name for lying in board.pieces}
        units = {each: {unit.id for unit in self.data.in_scenario(each)} for each in self.data.scenarios}
        return max(units, key=lambda each: (len(there & units[each]), -len(units[each])))

    def play(self, board: Board, switches: Switches) -> Play[Any]:
        """Referee and reader of the scenario that is played."""
        scenario, parts = self.scenario(board), self.parts
        battle = self.made(scenario, partial(parts.load, scenario))
        edition = self.made(f"{scenario} edition", lambda game: Edition(game, scenario, rests(self.here)))
        judge, reader = parts.referee(battle, switches), parts.reader(battle, self.sides, self.data.chronicle)
        return Play(judge, reader, parts.turn, parts.assistant(battle, judge), edition.behind)

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
