"""The game as one: the referee of a battle, the position before it, and what may be done."""

from collections.abc import Iterator
from functools import partial

from new_game import movement
from new_game.actions import Begin, Move
from new_game.book import BOOK, REGISTERS
from new_game.case import Case
from new_game.model import Battle, Position
from new_game.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.options import Legal, Options
from rules.engine.referee import Cases, Referee
from rules.engine.switches import Switches

CHAPTERS = (movement,)
"""Importing them fills the registers."""
OPTIONS = Options(SEQUENCE)


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def side(before: Position, name: str) -> str:
        del before
        return battle.units[name].side if name in battle.units else ""

    case: Cases[Position] = partial(Case, battle, switches)
    return Referee(BOOK, SEQUENCE, REGISTERS.effects, case=case, side=side)


def start(battle: Battle) -> Position:
    """The position before anything is set up."""
    nowhere = dict.fromkeys(battle.units, "")
    return Position(stack=("Setup",), hexes=nowhere, began=nowhere)


def legal(battle: Battle, switches: Switches) -> Legal[Position]:
    """Lists what may be done in a position."""
    return Legal(OPTIONS, referee(battle, switches))


@OPTIONS.on("Setup", "Red", "Blue")
def next_phase(case: Case[Action]) -> Iterator[Action]:
    """The next phase begins; after the last one of a turn the next turn does."""
    phases = list(case.battle.phases)
    following = phases.index(case.before.state) + 1
    if following < len(phases):
        yield Begin(phase=phases[following], turn=case.before.turn)
    elif case.before.turn < case.battle.turns:
        yield Begin(phase=phases[1], turn=case.before.turn + 1)


@OPTIONS.on("Setup")
def placed(case: Case[Action]) -> Iterator[Action]:
    """A unit that is not on the map is set up in its zone."""
    for name, unit in case.battle.units.items():
        if not case.before.hexes[name]:
            yield from (Move(unit=name, hex=place, by=unit.side) for place in sorted(unit.zone))


@OPTIONS.on("Red", "Blue")
def moves(case: Case[Action]) -> Iterator[Action]:
    """A unit that has not moved yet goes as far as it may."""
    for name, unit in case.battle.units.items():
        here = case.before.hexes[name]
        if unit.side == case.moving and here and here == case.before.began[name]:
            for place in case.battle.grid.cells:
                if 0 < case.battle.grid.distance(here, place) <= unit.movement:
                    yield Move(unit=name, hex=place, by=unit.side)
