"""The game as one: a referee for a battle under a set of switches, with every chapter of the rules."""

from rules.barbarossa.book import BOOK, EFFECTS, ROLLS, effect
from rules.barbarossa.state import marks
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position, Unit
from rules.barbarossa.turn.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import Referee
from rules.engine.ruling import Finding
from rules.engine.switches import Switches


@effect(Roll)
def dice(case: Case[Roll]) -> Position:
    """The dice lead to what their purpose says."""
    follow = ROLLS.effects.get(case.action.purpose)
    return follow(case) if follow else case.before


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def case(before: Position, action: Action) -> Case[Action]:
        return Case(battle, switches, before, action)

    def undue(before: Position, action: Action) -> Finding | None:
        return marks.undue(case(before, action))

    def side(position: Position, name: str) -> str:
        if name in battle.units:
            return battle.units[name].side
        return position.structures[name].owner if name in position.structures else name if name in battle.sides else ""

    return Referee(BOOK, SEQUENCE, EFFECTS, case=case, undue=undue, side=side, tells_once=True)


def start(battle: Battle) -> Position:
    """The position before anything is set up."""
    units = {}
    for name, counter in battle.units.items():
        ammo, stores = counter.value("ammo"), dict(counter.card.stores)
        units[name] = Unit(ammo=ammo, stores=stores, air=4 if counter.flies else 0)
    return Position(stack=("SETUP",), units=units)
