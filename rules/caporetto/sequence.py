"""The sequence of play as a table: what may be done in each phase, which rule anything else breaks."""

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Bridge,
    Complete,
    Declared,
    Decline,
    Defend,
    Disorganise,
    Done,
    Leave,
    Lose,
    Move,
    Observe,
    Pass,
    Resolve,
    Result,
    Show,
    Slot,
    Spend,
    Support,
    Target,
    Trench,
)
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.sequence import Sequence, State

BOOKS = (Show, Disorganise, Lose, Leave, Done, Slot, Spend, Target, Trench, Bridge)
"""What is booked whenever it is due."""
DICE = (Roll,)
COMBAT = (Assault, Support, Bombard, Observe, Defend, Declared, Resolve)
SNIPING = (Defend, Resolve, *DICE)
"""Fire at those who pass by."""
ACTIONS = (Move, Activate, Attach, Pass, Complete, Decline, *DICE)
STILL: dict[type[Action], str] = {Move: "CAP-10.0b"}


def _phase(name: str, who: str, *allows: type[Action]) -> State:
    return State(name, who, (*BOOKS, *allows), "CAP-4.0b", ended_by=(Begin,), wrong=STILL)


SEQUENCE = Sequence(
    (
        _phase("Setup", "both sides, Italians first", Move),
        _phase("Reinforcement", "both sides", Move),
        _phase("Command", "both sides, in secret"),
        _phase("Initiative", "nobody"),
        _phase("Weather", "nobody"),
        _phase("Engineers", "both sides", *DICE),
        _phase("Artillery", "both sides", Bombard, Observe, Declared, Resolve, *DICE),
        _phase("ActionAHG", "the Central Powers", *ACTIONS),
        _phase("ActionIT", "the Italians", *ACTIONS),
        State(
            "Acting",
            "the formation that acts",
            (*BOOKS, Move, Attach, *DICE, *COMBAT),
            "CAP-4.0b",
            (Complete,),
            lapses=True,
        ),
        State("Reacting", "the other side", (*BOOKS, Decline, Move, *DICE), "CAP-4.0b", (Activate,), lapses=True),
        _phase("Guns", "both sides", Move, *SNIPING),
        _phase("Rest", "both sides", Move, *SNIPING),
        _phase("Supply", "both sides"),
        _phase("Rally", "both sides"),
        _phase("Victory", "nobody", Result),
    )
)
