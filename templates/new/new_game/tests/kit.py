"""The kit of the game: all that the proof which games share needs to know of it.

It is used beside Hexmeister's own tests: with this package installed, `pytest tests/rules/shared` there takes it from
here. `python -m new_game.tests.kit`, run there, counts anew how many broken rules are named, and writes the figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import assets
from new_game.actions import Begin, Move
from new_game.game import legal, referee, start
from new_game.loading import GAME, load
from new_game.model import Battle, Position
from new_game.reading import NewGameReader
from new_game.tests.writing import NewGameWriter
from rules.audit.games import game_of
from rules.engine.actions import Action
from rules.engine.referee import Referee
from rules.engine.switches import Switches
from rules.engine.writing import Deed, Go, Ref, Say
from rules.loading import switches_of
from tests.rules.shared.habits import Temper
from tests.rules.shared.kit import Kit
from tests.rules.shared.mutating import Acts, Breaches
from tests.rules.shared.play import Player, Turn
from tests.rules.shared.prepared import Stage
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import workshop_of

SCENARIOS = ("crossroads",)
SEEDS = (1, 2, 3)
SWITCHES = switches_of(assets.load(GAME))


@cache
def battle(scenario: str) -> Battle:
    """What does not change in a scenario."""
    return load(scenario)


# ------------------------------------------------------------------------------------------------------- random games
class RandomPlayer(Player[Position]):
    """Does whatever is legal, and goes on to the next phase when a coin says so and all units are on the map."""

    def __init__(self, field: Battle, switches: Switches, rng: Random) -> None:
        super().__init__(referee(field, switches))
        self._legal, self._rng = legal(field, switches), rng

    def candidates(self, position: Position) -> Iterable[Action]:
        """All that is legal."""
        return self._legal(position)

    def tries(self, position: Position) -> Iterable[Action]:
        """All that is legal, in an order that chance decides."""
        found = self._rng.sample(every := self._legal(position), len(every))
        ends = [action for action in found if isinstance(action, Begin)]
        rest = [action for action in found if not isinstance(action, Begin)]
        missing = position.state == "Setup" and "" in position.hexes.values()
        return rest + ends if missing or self._rng.random() < 0.7 else ends + rest


def play(scenario: str, seed: int, limit: int) -> Iterator[Turn[Position]]:
    """The random game of a seed."""
    return RandomPlayer(battle(scenario), SWITCHES, Random(seed)).play(start(battle(scenario)), limit)


def games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    """Whole legal games, each with its scenario."""
    for scenario in SCENARIOS:
        for seed in SEEDS:
            yield scenario, list(play(scenario, seed, 1_000))


# -------------------------------------------------------------------------------------- breaking a rule in a legal game
@dataclass(frozen=True)
class Occasion:
    """A moment of a legal game: the position, and what is done in it next."""

    battle: Battle
    before: Position
    action: Action

    def of_side(self, *, moving: bool) -> Iterator[str]:
        """The units on the map that did not move yet: those of the side whose phase it is, or the others."""
        side = self.battle.phases[self.before.state]
        for name, place in self.before.hexes.items():
            if place and place == self.before.began[name] and (self.battle.units[name].side == side) == moving:
                yield name


BREACHES: Breaches[Occasion] = Breaches()
breaks = BREACHES.breaks


@breaks("NEW-1a", within=("Setup",), on=Begin)
def set_up_outside(moment: Occasion) -> Acts:
    """A unit stands outside of its zone when the first turn begins."""
    for name in moment.before.hexes:
        outside = sorted(moment.battle.grid.cells.keys() - moment.battle.units[name].zone)
        yield from ((Move(unit=name, hex=place), moment.action) for place in outside)


@breaks("NEW-2a", within=("Red", "Blue"), on=Begin)
def moves_out_of_turn(moment: Occasion) -> Acts:
    """A unit moves in the phase of the other side."""
    for name in moment.of_side(moving=False):
        for place in moment.battle.grid.neighbours(moment.before.hexes[name]):
            yield Move(unit=name, hex=place), moment.action


@breaks("NEW-2b", within=("Red", "Blue"), on=Begin)
def moves_too_far(moment: Occasion) -> Acts:
    """A unit moves a hex farther than it may."""
    for name in moment.of_side(moving=True):
        for place in moment.battle.grid.cells:
            if moment.battle.grid.distance(moment.before.hexes[name], place) == moment.battle.units[name].movement + 1:
                yield Move(unit=name, hex=place), moment.action


# ------------------------------------------------------------------------------------------------------- through logs
def edition(field: Battle, switches: Switches, position: Position) -> Edition[Position]:
    """The game as a case plays it: with its module, in its scenario."""
    del position
    shop = workshop_of(GAME)
    sides = {side.record: name for name, side in shop.game.sides.items()}
    return Edition(
        shop.game,
        shop.module,
        shop.setups[field.id],
        game_of(GAME).seals,
        referee(field, switches),
        NewGameReader(field, sides, shop.game.chronicle),
        NewGameWriter(field, shop.game.chronicle),
    )


def seen(field: Battle, before: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with what has to follow so that a log shows them: nothing in this game."""
    del field, before
    return tuple(actions)


# -------------------------------------------------------------------------------------------- positions as written
def stands(written: Mapping[str, Any]) -> tuple[Battle, Position]:
    """A position of `cases/occasions-*.yaml`: `{scenario: …, phase: …, units: {unit: hex}}`."""
    field = battle(written.get("scenario", SCENARIOS[0]))
    hexes = {**start(field).hexes, **written.get("units", {})}
    return field, Position(stack=(written["phase"],), hexes=hexes, began=hexes)


def _referee(field: Battle) -> Referee[Position]:
    return referee(field, SWITCHES)


# --------------------------------------------------------------------------------------- what hands do to the board
def drag(unit: str, place: str) -> tuple[Deed, ...]:
    """A unit is dragged to a place without a key, and the module says so."""
    return Go(Ref(unit), place), Say("step", Ref(unit), {"a": "Move"})


def off(unit: str) -> tuple[Deed, ...]:
    """A unit is sent off the map."""
    side = assets.load(GAME).units[unit].side
    return Go(Ref(unit), f"off-{side}", sent=True), Say("out", Ref(unit), {"what": "Left"})


def taken_away(position: Position, unit: str) -> Position:
    """The position without a unit."""
    return position.but(hexes={**position.hexes, unit: ""})


STAGE = Stage(GAME, stands, {"move": Move, "begin": Begin}, _referee)
TEMPER = Temper(
    sides=("red", "blue"),
    phases=tuple(assets.load(GAME).chronicle.phases),
    stands=lambda position, unit: position.hexes.get(unit, ""),
    moves=frozenset({"step"}),
    books=frozenset(),
    by_anybody=frozenset({"phase"}),
)
KIT = Kit(
    scenarios=SCENARIOS,
    play=play,
    begin=lambda scenario: start(battle(scenario)),
    by_reading=lambda scenario, rng, switches: RandomPlayer(battle(scenario), switches, rng),
    verbs=(Move, Begin),
    ends=(),
    breaches=BREACHES,
    occasion=Occasion,
    stage=STAGE,
    scenario=battle,
    games=games,
    edition=edition,
    seen=seen,
    switches=SWITCHES,
    temper=TEMPER,
    moment=lambda position: (position.turn, position.state),
    drag=drag,
    off=off,
    rides=lambda position, unit: False,
    sight=lambda scenario: lambda one, other: True,
    alike=lambda field, one, other: True,
    bears=lambda position, unit: False,
    taken_away=taken_away,
    land=lambda field: field.grid,
    over=lambda position: not legal(battle(SCENARIOS[0]), SWITCHES)(position),
)

if __name__ == "__main__":
    print(KIT.count())
