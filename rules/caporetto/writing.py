"""Writing a log: what each action looks like when players carry it out with the module."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import assets
from assets.chronicle import Chronicle
from rules.binding import Writes, actions_in, to_piece
from rules.caporetto import actions
from rules.caporetto.actions import Begin, Leave, Lose, Move, Show
from rules.caporetto.battle import Battle
from rules.caporetto.loading import load
from rules.caporetto.model import Position, Unit
from rules.engine.actions import Action
from rules.engine.writing import Advance, Deed, Entry, Go, Put, Ref, Say

BOXES = {"lost": "lost", "surrendered": "surrendered", "left": "off", "": "off"}
"""By why a piece has left the map: the box in which it lies."""


class CaporettoWriter:
    """Writes games of one battle."""

    written = (Begin, Move, Leave, Lose, Show)
    """Actions that are written here; all others look as the chronicle declares."""

    def __init__(self, battle: Battle, chronicle: Chronicle) -> None:
        self.battle = battle
        self._declared = Writes(chronicle, actions_in(actions), {"unit": to_piece})

    def foresee(self, actions: Sequence[Action]) -> None:
        """Nothing of this game is written before it is done."""

    def laid(self, position: Position) -> Iterable[Deed]:
        """What lays the board out as a position has it."""
        yield Advance(position.turn, position.stack[0])
        for name, unit in position.units.items():
            if not self.battle.units[name].kind.hq:
                yield Go(Ref(name), unit.hex or self._box(name, unit.box))
                yield from self._state(name, unit)

    def _state(self, name: str, unit: Unit) -> Iterator[Deed]:
        counter = self.battle.units[name]
        if len(counter.faces) > 1 and not counter.kind.guns and not counter.kind.builds:
            yield Put(Ref(name), "Steps_Level", str(unit.lost + 1))
        yield Put(Ref(name), "DL", str(unit.level))
        for state in sorted(unit.marks):
            yield Put(Ref(name), f"{state}_Level", "2")

    def _box(self, name: str, why: str) -> str:
        return f"{BOXES[why]}-{self.battle.units[name].side}"

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action."""
        deeds = tuple(self._deeds(before, action))
        if deeds:
            yield Entry(self._side(before, action), deeds)

    def _side(self, before: Position, action: Action) -> str:
        """Whose player does it: the one who is named, the owner, or the first."""
        del before
        return action.by or self.battle.side_of(str(getattr(action, "unit", ""))) or self.battle.sides[0]

    def _deeds(self, before: Position, action: Action) -> Iterable[Deed]:
        match action:
            case Begin(phase=phase, turn=turn):
                yield Advance(turn, phase)
            case Move(unit=unit, hex=place, how=how):
                yield Go(Ref(unit), place)
                yield Say("step", Ref(unit), {"a": how.capitalize()})
            case Leave(unit=unit, why=why):
                yield Go(Ref(unit), f"{BOXES[why]}-$Box$", sent=True)
                yield Say("out", Ref(unit), {"what": why.capitalize()})
            case Lose(unit=unit):
                lost = before.units[unit].lost + 1
                yield Put(Ref(unit), "Steps_Level", str(lost + 1))
                yield Say("loss", Ref(unit), {"v": str(len(self.battle.units[unit].faces) - lost)})
            case Show(unit=unit, state=state, on=on):
                yield Put(Ref(unit), f"{state}_Level", "2" if on else "1")
                yield Say("state", Ref(unit), {"what": state, "v": "on" if on else "off"})
            case _:
                yield from self._declared(action)


def writer_of(game: assets.Game, scenario: str) -> CaporettoWriter:
    """Who writes the games of a scenario."""
    return CaporettoWriter(load(scenario, game), game.chronicle)


def sides_of(game: assets.Game) -> Mapping[str, str]:
    """The sides by their names in records."""
    return {side.record: name for name, side in game.sides.items()}
