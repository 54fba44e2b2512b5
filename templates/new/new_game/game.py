"""The game as one: the referee of a battle, the position before it, and what may be done."""

from collections.abc import Iterator

from new_game import movement
from new_game.actions import Begin, Move
from new_game.book import BOOK, EFFECTS
from new_game.case import Case
from new_game.model import Battle, Position
from new_game.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.options import Legal, Options
from rules.engine.referee import Referee
from rules.engine.ruling import Finding
from rules.engine.switches import Switches

CHAPTERS = (movement,)
"""Importing them fills the registers."""
OPTIONS = Options(SEQUENCE)


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def case(before: Position, action: Action) -> Case[Action]:
        return Case(battle, switches, before, action)

    def undue(before: Position, action: Action) -> Finding | None:
        """Nothing in this game is done only because something made it due."""
        del before, action
        return None

    def side(before: Position, name: str) -> str:
        del before
        return battle.units[name].side if name in battle.units else ""

    return Referee(BOOK, SEQUENCE, EFFECTS, case=case, undue=undue, side=side)


def start(battle: Battle) -> Position:
    """The position before anything is set up."""
    nowhere = dict.fromkeys(battle.units, "")
    return Position(stack=("Setup",), hexes=nowhere, began=nowhere)


def legal(battle: Battle, switches: Switches) -> Legal[Position]:
    """Lists what may be done in a position."""
    return Legal(OPTIONS, referee(battle, switches), lambda position: Case(battle, switches, position, Action()))


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
