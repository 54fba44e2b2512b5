"""The game as one: a referee for a battle under a set of switches, with every chapter of the rules."""

from functools import partial

from rules.barbarossa.book import BOOK, REGISTERS
from rules.barbarossa.state import marks
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position, Unit
from rules.barbarossa.turn.sequence import SEQUENCE
from rules.engine.referee import Cases, Referee
from rules.engine.switches import Switches


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def side(position: Position, name: str) -> str:
        if name in battle.units:
            return battle.units[name].side
        return position.structures[name].owner if name in position.structures else name if name in battle.sides else ""

    case: Cases[Position] = partial(Case, battle, switches)
    checks = BOOK, SEQUENCE, REGISTERS.effects
    return Referee(*checks, case=case, undue=marks.undue, side=side, tells_once=True)


def start(battle: Battle) -> Position:
    """The position before anything is set up."""
    units = {}
    for name, counter in battle.units.items():
        ammo, stores = counter.value("ammo"), dict(counter.card.stores)
        units[name] = Unit(ammo=ammo, stores=stores, air=4 if counter.flies else 0)
    return Position(stack=("SETUP",), units=units)
