"""Writing a log: what each action looks like when players carry it out with the module."""

from collections.abc import Iterable, Iterator, Sequence

import assets
from assets.chronicle import Chronicle
from new_game import actions
from new_game.actions import Begin, Move
from new_game.loading import load
from new_game.model import Battle, Position
from rules.binding import Writes, actions_in, to_piece
from rules.engine.actions import Action
from rules.engine.writing import Advance, Deed, Entry, Go, Ref, Say


class NewGameWriter:
    """Writes games of one battle."""

    written = (Move, Begin)
    """Actions that are written here; all others look as the chronicle declares."""

    def __init__(self, battle: Battle, chronicle: Chronicle) -> None:
        self.battle = battle
        self._declared = Writes(chronicle, actions_in(actions), {"unit": to_piece})

    def foresee(self, actions: Sequence[Action]) -> None:
        """Nothing of this game is written before it is done."""

    def laid(self, position: Position) -> Iterable[Deed]:
        """What lays the board out as a position has it."""
        for unit, place in position.hexes.items():
            yield Go(Ref(unit), place or f"off-{self.battle.units[unit].side}")
        yield Advance(position.turn, position.state)

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action."""
        match action:
            case Move(unit=unit, hex=place, by=by):
                yield Entry(by or self.battle.units[unit].side, tuple(self._moves(before, unit, place)))
            case Begin(phase=phase, turn=turn, by=by):
                yield Entry(by or next(filter(None, self.battle.phases.values())), (Advance(turn, phase),))
            case _:
                yield Entry(action.by, self._declared(action))

    def _moves(self, before: Position, unit: str, place: str) -> Iterator[Deed]:
        if place:
            yield Go(Ref(unit), place)
            yield Say("step", Ref(unit), {"a": "Place" if before.state == "Setup" else "Move"})
        else:
            yield Go(Ref(unit), f"off-{self.battle.units[unit].side}", sent=True)
            yield Say("out", Ref(unit), {"what": "Left"})


def writer_of(game: assets.Game, scenario: str) -> NewGameWriter:
    """The writer of a scenario's games."""
    return NewGameWriter(load(scenario, game), game.chronicle)
