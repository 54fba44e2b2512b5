"""Reading a log: what its records, and the pieces where those are silent, say that the players did."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from assets.chronicle import Chronicle
from new_game import actions
from new_game.actions import Begin, Move
from new_game.game import start
from new_game.model import Battle, Position
from rules.binding import of_piece
from rules.engine.actions import Action
from rules.engine.evidence import PLACE, Board, Lying, Piece, Record, Shown, Spot
from rules.engine.reading import Read
from rules.engine.step import Step
from rules.hearing import Hearing

LAND = "map"
"""The zone of all hexes; a box has its own."""


class NewGameReader(Hearing[Battle, Step[Position, Any]]):
    """Reads logs of one battle; `sides` gives a side by its name in records."""

    together = False
    forgets: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()

    def __init__(self, battle: Battle, sides: Mapping[str, str], chronicle: Chronicle) -> None:
        super().__init__(battle, sides, chronicle, actions, {"unit": of_piece(self.unit)})
        self._verbs = {"phase": self._phase, "step": _seen, "out": _seen}
        """Verbs that are read here; all others mean what the chronicle declares."""

    def unit(self, piece: Piece | None) -> str:
        """The unit that a piece is, empty for none."""
        return piece.name if piece is not None and piece.name in self.battle.units else ""

    def start(self, board: Board) -> Position:
        """The position that a log begins with."""
        turn, phase = (*board.turn, 1, 0)[:2] if len(board.turn) > 1 else (1, 0)
        begun = start(self.battle).but(turn=turn, stack=(self._phases[phase % len(self._phases)],))
        lying = self.adopt(begun, board)
        return lying.but(began=lying.hexes)

    def begins(self, board: Board) -> bool:
        """True in the set-up of the first turn."""
        begun = self.start(board)
        return (begun.turn, begun.state) == (1, self._phases[0])

    def renews(self, action: Action) -> bool:
        """True for the next phase: all that matters then lies on the board."""
        return isinstance(action, Begin)

    def read(
        self, shown: Shown, position: Position, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> Iterator[Read]:
        """The actions of a step: units that went elsewhere, what is said of them, then the phase that begins."""
        said = {record.piece.name for record in shown.said("step", "out") if record.piece}
        where = {
            each.piece.name: self._hex(each.target) for each in shown.moved if each.piece.name in self.battle.units
        }
        for unit, place in where.items():
            if position.hexes[unit] != place:
                by = self.battle.units[unit].side
                yield Read(Move(unit=unit, hex=place, by=by), "declared" if unit in said else "seen")
        step = Step(self, shown, position, ahead, board)
        for record in sorted(shown.records, key=lambda each: each.verb == "phase"):
            yield from self.hear(step, record)

    def _phase(self, step: Step[Position, Any], record: Record) -> Iterable[Read]:
        del step
        turn, phase = record.get("t"), record.get("p")
        if turn.isdecimal() and phase in self._phases:
            yield Read(Begin(phase=phase, turn=int(turn), by=self.side(record.get("s"))))

    def matters(self, piece: Piece, what: str) -> bool:
        """Where units lie is all that counts; the rest is decoration."""
        return what == PLACE and piece.name in self.battle.units

    def shows(self, position: Position, piece: Piece, what: str) -> str | None:
        """Where a unit lies by the position."""
        del what
        return position.hexes[piece.name]

    def seen(self, lying: Lying, what: str) -> str:
        """Where a unit is seen to lie."""
        del what
        return self._hex(lying.spot)

    def taken(self, position: Position, lying: Lying, what: str) -> Position:
        """The position with a unit where it is seen to lie."""
        return position.but(hexes={**position.hexes, lying.piece.name: self.seen(lying, what)})

    def against(self, position: Position, piece: Piece, what: str, now: str) -> str:
        """No rule forbids it for certain: a move may have brought a unit anywhere."""
        del position, piece, what, now
        return ""

    def adopt(self, position: Position, board: Board) -> Position:
        """The position as the players left the board; the same one if they left it as it was."""
        lying = {each.piece.name: self._hex(each.spot) for each in board.pieces if each.piece.name in self.battle.units}
        hexes = {**position.hexes, **lying}
        return position if hexes == position.hexes else position.but(hexes=hexes, due=())

    def _hex(self, spot: Spot) -> str:
        return spot.name if spot.zone == LAND and spot.name in self.battle.grid.cells else ""


def _seen(_: Step[Position, Any], __: Record) -> Iterable[Read]:
    """Where units went is seen on the board; what was said of it is not asked again."""
    return ()
