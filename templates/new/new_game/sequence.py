"""The sequence of play as a table: what may be done in each phase, what ends it, which rule anything else breaks."""

from new_game.actions import Begin, Move
from rules.engine.sequence import Sequence, State

SEQUENCE = Sequence(
    (
        State("Setup", "both sides", allows=(Move,), ended_by=(Begin,), rule="NEW-1a"),
        State("Red", "red", allows=(Move,), ended_by=(Begin,), rule="NEW-2a"),
        State("Blue", "blue", allows=(Move,), ended_by=(Begin,), rule="NEW-2a"),
    )
)
