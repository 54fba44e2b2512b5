"""The edition of a case: the pieces of its scenario, on the map and with the module of the game."""

from __future__ import annotations

from collections.abc import Sequence

from rules.audit.games import game_of
from rules.caporetto.battle import Battle
from rules.caporetto.game import referee
from rules.caporetto.loading import GAME
from rules.caporetto.model import Position
from rules.caporetto.reading import CaporettoReader
from rules.engine.actions import Action
from rules.engine.switches import Switches
from tests.rules.caporetto.writing import CaporettoWriter
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import workshop_of


def edition(battle: Battle, switches: Switches, position: Position) -> Edition[Position]:
    """The game as a case plays it."""
    del position
    shop = workshop_of(GAME)
    return Edition(
        shop.game,
        shop.module,
        shop.setups[battle.id],
        game_of(GAME).seals,
        referee(battle, switches),
        CaporettoReader(battle, {side.record: name for name, side in shop.game.sides.items()}, shop.game.chronicle),
        CaporettoWriter(battle, {name: side.record for name, side in shop.game.sides.items()}, shop.game.chronicle),
    )


def seen(battle: Battle, before: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with what has to follow so that a log shows them: nothing in this game."""
    del battle, before
    return tuple(actions)
