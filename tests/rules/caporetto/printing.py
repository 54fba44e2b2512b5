"""The edition of a case: the pieces of its scenario, on the map and with the module of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import structs

from builder.build import lock_of
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
from vassal.commands import Command, add
from vassal.pieces import Piece, Stack, stack
from vassal.savefile import SaveFile

EARLY = frozenset({"it.ceva"})
"""Who is set up by a case."""


def edition(battle: Battle, switches: Switches, position: Position) -> Edition[Position]:
    """The game as a case plays it; of the campaign, which takes long to write, the pieces that it needs."""
    shop = workshop_of(GAME)
    whole = shop.setups[battle.id]
    return Edition(
        shop.game,
        shop.module,
        _fewer(whole, frozenset(_needed(battle, position))) if battle.campaign else whole,
        game_of(GAME).seals,
        referee(battle, switches),
        CaporettoReader(battle, {side.record: name for name, side in shop.game.sides.items()}, shop.game.chronicle),
        CaporettoWriter(battle, {name: side.record for name, side in shop.game.sides.items()}, shop.game.chronicle),
    )


def _needed(battle: Battle, position: Position) -> Iterator[str]:
    """Units that stand somewhere, all headquarters, and who comes soon, or is the first of his formation."""
    for name, unit in position.units.items():
        due = battle.arrivals.get(name)
        soon = due and (name.endswith(".1") or due.turn <= position.turn + 1)
        if unit.hex or unit.box or soon or name in EARLY or battle.units[name].kind.hq:
            yield name


@cache
def _fewer(save: SaveFile, names: frozenset[str]) -> SaveFile:
    """A set-up with these units, and all else that is no unit."""
    numbers = lock_of(workshop_of(GAME).game).numbers
    units = {str(gpid): slot.removeprefix("unit/") for slot, gpid in numbers.items() if slot.startswith("unit/")}
    gone = {
        each.id
        for command in save.commands
        if isinstance(each := _placed(command), Piece) and units.get(each.gpid, "") not in {"", *names}
    }
    return structs.replace(save, commands=tuple(filter(None, (_without(command, gone) for command in save.commands))))


def _placed(command: Command) -> object:
    return command.placed if command.kind == "add" else None


def _without(command: Command, gone: set[str]) -> Command | None:
    """What puts a piece or a stack down, if anything is left of it."""
    placed = _placed(command)
    if isinstance(placed, Piece):
        return None if placed.id in gone else command
    if not isinstance(placed, Stack) or not gone & {*placed.members}:
        return command
    left = [each for each in placed.members if each not in gone]
    return add(stack(placed.id, placed.map, (placed.x, placed.y), left, placed.layer)) if left else None


def seen(battle: Battle, before: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with what has to follow so that a log shows them: nothing in this game."""
    del battle, before
    return tuple(actions)
