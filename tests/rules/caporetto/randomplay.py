"""Random games: whoever may act does something legal, and goes on to the next phase when a coin says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rules.caporetto.actions import (
    Assault,
    Begin,
    Bombard,
    Complete,
    Decline,
    Defend,
    Move,
    Pass,
    Resolve,
    Result,
    Support,
)
from rules.caporetto.battle import Battle
from rules.caporetto.game import legal, referee
from rules.caporetto.model import Position
from rules.engine.actions import Action
from rules.engine.switches import Switches
from tests.rules.caporetto.field import SWITCHES, battle, begin
from tests.rules.shared.play import Player, Turn

SHORT = 12
"""So many of the candidates are tried before the next phase."""


class RandomPlayer(Player[Position]):
    """Does what is legal at random."""

    def __init__(self, field: Battle, switches: Switches, rng: Random) -> None:
        super().__init__(referee(field, switches))
        self._field, self._legal, self._rng = field, legal(field, switches), rng

    def candidates(self, position: Position) -> Iterable[Action]:
        """All that is legal."""
        return self._legal(position)

    def tries(self, position: Position) -> Iterator[Action]:
        """What could be done, in an order that chance decides; due things, and the set-up, before all else."""
        found = list(self._legal.could(position))
        self._rng.shuffle(found)
        if self._rng.random() < GOING_ON:
            found.sort(key=lambda action: not (isinstance(action, Move) and action.unit == position.mover))
        if self._rng.random() < FIGHTING:
            found.sort(key=lambda action: not isinstance(action, FIGHTS))
        ends = [action for action in found if isinstance(action, ENDS)]
        rest = [action for action in found if not isinstance(action, ENDS)]
        setting_up = position.stack[0] == "Setup" and rest
        pressing = bool(position.due)
        if setting_up or pressing or self._rng.random() < STAYING:
            yield from rest[:SHORT]
            yield from ends
        yield from ends
        yield from rest


ENDS = (Begin, Pass, Complete, Decline, Result)
FIGHTS = (Assault, Support, Bombard, Defend, Resolve)
STAYING, GOING_ON, FIGHTING = 0.97, 0.8, 0.4
"""How often somebody does more in a phase, and whoever is on his way goes on."""


LONG = 200
"""So many actions of a campaign are played, which has thousands."""


def play(scenario: str, seed: int, limit: int = 10_000) -> Iterator[Turn[Position]]:
    """The random game of a seed."""
    most = min(limit, LONG) if battle(scenario).campaign else limit
    return RandomPlayer(battle(scenario), SWITCHES, Random(seed)).play(begin(scenario), most)
