"""What a game brings along so that it can be proven; all else is the same for every game.

Each game has its kit in a module of its own (`tests/rules/<game>/kit.py`), and nothing else here names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any, Generic, TypeVar

import assets
from assets.schema import Unit
from rules.audit.games import game_of, games
from rules.engine.actions import Action, subject
from rules.engine.dice import Roll
from rules.engine.grid import Grid
from rules.engine.position import Position
from rules.engine.ruling import Finding
from rules.engine.switches import Switches
from rules.engine.writing import Deed
from tests.rules.shared import figures
from tests.rules.shared.figures import Bench, Figures, Missed, Tally
from tests.rules.shared.habits import Temper
from tests.rules.shared.home import package
from tests.rules.shared.mutating import Breaches, Mutant
from tests.rules.shared.pages import SHELF_OF, Shelf, silent, told_of
from tests.rules.shared.play import Player, Turn
from tests.rules.shared.prepared import Stage
from tests.rules.shared.through import Edition

B = TypeVar("B")
P = TypeVar("P", bound=Position)


def unsaid(*_: object) -> Any:
    """What every kit has to say, or the proofs stop here."""
    raise NotImplementedError("the kit of a game must say this")


@dataclass(frozen=True)
class Kit(Generic[B, P]):
    """The games, mutators, prepared positions, printing and players of a game."""

    scenarios: tuple[str, ...]
    play: Callable[[str, int, int], Iterator[Turn[P]]]
    """The random game of a scenario and a seed, so many actions of it."""
    begin: Callable[[str], P]
    """The position with which a scenario begins."""
    by_reading: Callable[[str, Random, Switches], Player[P]]
    """The player of random games of a scenario, who goes by what is settled."""
    verbs: tuple[type[Action], ...]
    """All that can be done."""
    ends: tuple[type[Action], ...]
    """Verbs that end a game."""
    breaches: Breaches[Any]
    occasion: Callable[[B, P, Action], Any]
    """A moment as the mutators look at it."""
    stage: Stage[B, P]
    scenario: Callable[[str], B]
    """What does not change in a scenario."""
    games: Callable[[], Iterator[tuple[str, Sequence[Turn[P]]]]]
    """Whole legal games, each with its scenario."""
    edition: Callable[[B, Switches, P], Edition[P]]
    seen: Callable[[B, P, Sequence[Action]], tuple[Action, ...]]
    switches: Switches
    temper: Temper
    """What its honest players may do otherwise."""
    moment: Callable[[P], Hashable] = unsaid
    """What must be the same of two positions for deeds done in them to have no order: the step, activity, round."""
    drag: Callable[[str, str], tuple[Deed, ...]] = unsaid
    """A unit is dragged to a place without a key, and the module says so."""
    off: Callable[[str], tuple[Deed, ...]] = unsaid
    """A unit is sent off the map."""
    usual: Mapping[str, str] = field(default_factory=dict)
    """What a record of a step says where no key said what kind of step it is."""
    rides: Callable[[P, str], bool] = unsaid
    """Whether a unit is carried by another one, and does not stand on the board by itself."""
    sight: Callable[[str], Callable[[str, str], object]] = unsaid
    """What is said of the line from a place to another one of a scenario's map, traced each way by itself."""
    alike: Callable[[B, str, str], bool] = unsaid
    """Whether nothing but their names tells two units of one print apart."""
    bears: Callable[[P, str], bool] = unsaid
    """Whether something hangs on a unit wherever it stands: it leads or carries others, or holds a place."""
    taken_away: Callable[[P, str], P] = unsaid
    """The position without a unit."""
    land: Callable[[B], Grid] = lambda battle: battle.ground.grid  # type: ignore[attr-defined]
    """The grid of the map."""
    hidden: Callable[[P, str], bool] = lambda *_: False
    """Whether the piece of a unit does not lie where the unit is: it is hidden, or out of play."""
    over: Callable[[P], bool] = lambda position: position.state == "OVER"
    """Whether a game is over, and nothing has to follow."""
    mutual: Callable[[B, str, str], bool] = lambda *_: True
    """Whether the book says the same of a line both ways."""
    of_one_side: frozenset[str] = frozenset()
    """Rules that the book gives to one side alone; all others stay where the sides change their names."""
    faces: bool = False
    """Whether pieces face the sides of a hex, which are told as points of the compass (`N`, `SE`)."""
    lays: Callable[[P], bool] = lambda _: True
    """Whether a log can begin with a position: nothing that was sealed before is opened after it."""
    in_part: frozenset[str] = frozenset()
    """Scenarios of which random games play only a part, laid out otherwise than the module does: no log begins so."""
    quiet: frozenset[str] = frozenset()
    """States of play in which a roll that nothing asks for is wrong for certain."""
    at_once: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By state of play: the verbs of deeds that the book lets happen at the same time, so that they have no order."""

    def player(self, scenario: str, rng: Random) -> Player[P]:
        """The player of random games of a scenario."""
        return self.by_reading(scenario, rng, self.switches)

    def settled(self, switches: Switches) -> Kit[B, P]:
        """The same game under rulings that are settled: it is played by them, and judged by them."""

        def play(scenario: str, seed: int, limit: int) -> Iterator[Turn[P]]:
            return self.by_reading(scenario, Random(seed), switches).play(self.begin(scenario), limit)

        return replace(self, switches=switches, play=play)

    @property
    def accuses(self) -> bool:
        """Whether players are accused by it: a young game has fewer occasions, and is proven on those that it has."""
        return not games()[self.name].young

    def standing(self, position: P) -> dict[str, str]:
        """The units on the map, each with the place in which it stands."""
        there = ((name, self.temper.stands(position, name)) for name in self.units)
        return {name: place for name, place in there if place}

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.stage.game

    def type_of(self, unit: str) -> str:
        """The type of a unit."""
        return self.units[unit].type if unit in self.units else "?"

    def side(self, unit: str) -> str:
        """Whose unit it is."""
        return self.units[unit].side

    def owner(self, finding: Finding, action: Action) -> str:
        """Whose duty or deed it is, by the pieces that it is about; empty where they do not tell."""
        named = finding.facts.get("subject", "") if finding.owner else subject(action)
        piece = str(named[0] if isinstance(named, tuple) else named).split(",")[0].split(" ")[0]
        side = self.side(piece) if piece in self.units else ""
        return side if finding.owner else action.by or side

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """All units of the game."""
        return assets.load(self.name).units

    @property
    def shelf(self) -> Shelf:
        """Where the figures lie."""
        return SHELF_OF[self.stage.game]

    @cached_property
    def counted(self) -> tuple[Figures, tuple[Missed, ...]]:
        """The figures of some games of each scenario and of prepared positions, and what was missed."""
        return figures.counted(self._bench())

    def sampled(self, games: int) -> Iterator[tuple[Figures, tuple[Missed, ...]]]:
        """The same of so many games only; and of the prepared positions, of which no log is written."""
        bench = self._bench()
        yield figures.counted(replace(bench, games=lambda: islice(self.games(), games)))
        if self.stage.written:
            yield figures.counted(replace(bench, games=self.stage.games, logged=0))

    def count(self) -> str:
        """Count anew and write the figures; what is said of it."""
        found, missed = self.counted
        self.shelf.write(found)
        return told_of(found, missed)

    def _bench(self) -> Bench[P]:
        book = game_of(self.stage.game).book
        return Bench(
            mutators=[(each.rule, each.name) for each in self.breaches.all],
            binding=sum(entry.binding and entry.human is None for entry in book.entries.values()),
            games=self._games,
            mutants=self._mutants,
            edition=lambda name, position: self.edition(self._battle(name), self.switches, position),
            seen=lambda name, position, actions: self.seen(self._battle(name), position, actions),
            silent=silent(self.stage.game),
            owner=self.owner,
            same=self.shelf.same,
        )

    def _games(self) -> Iterator[tuple[str, Sequence[Turn[P]]]]:
        yield from self.games()
        yield from self.stage.games()

    def _battle(self, name: str) -> B:
        """What does not change in a scenario or in a prepared position."""
        return self.stage.battle(name) if name in self.stage.written else self.scenario(name)

    def _mutants(self, name: str, game: Sequence[Turn[P]], tally: Tally, most: int) -> Iterator[Mutant]:
        battle = self._battle(name)
        moments = (self.occasion(battle, turn.before, turn.action) for turn in game)
        return self.breaches.mutants(moments, tally, most)


def verbs_of(module: ModuleType) -> tuple[type[Action], ...]:
    """All actions of a game, and the roll."""
    found = (each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Action))
    return tuple(dict.fromkeys((*(each for each in found if each is not Action), Roll)))


@cache
def kit_of(game: str) -> Kit[Any, Any]:
    """The kit of a game."""
    found: Kit[Any, Any] = import_module(f"{package(game)}.kit").KIT
    return found


def kits() -> tuple[Kit[Any, Any], ...]:
    """The kits of all games."""
    return tuple(map(kit_of, games()))
