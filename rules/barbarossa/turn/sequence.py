"""The sequence of play: set-up, secret planning, the reveal, and the twelve steps of the execution phase."""

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import STEPS
from rules.engine.actions import Action
from rules.engine.sequence import Sequence, State

ORDER = ("PLANNING", "REVEAL", *STEPS)
"""The states of a round in their order."""

EXECUTION: tuple[type[Action], ...] = (
    *(do.Fire, do.Strike, do.Smoke, do.Step, do.Back, do.Halt, do.Turn, do.Hide, do.Show, do.Occupy),
    *(do.Board, do.Leave, do.Build),
    *(
        do.Enter,
        do.Merge,
        do.Supply,
        do.Complete,
        do.Uncover,
        do.TakeOff,
        do.Fly,
        do.Return,
        do.Duel,
        do.Drop,
        do.Found,
        do.Opened,
    ),
)
"""What may be done in the execution phase; in which step is each action's own rule."""
WITH_ORDERS = (do.Hide, do.Show, do.Turn, do.Enter, do.Found, do.Opened, do.Build)
"""What players do on the board as they give orders, for the book ties it to these, or to no step at all."""
EARLY: dict[type[Action], str] = dict.fromkeys((*EXECUTION, do.StepDone), "BAR-4.1e")
LATE: dict[type[Action], str] = {do.Place: "BAR-2.1c", do.Buy: "BAR-3.9b"}
AFTER_REVEAL: dict[type[Action], str] = {do.Order: "BAR-4.3b", do.Resume: "BAR-4.3b", do.BreakOff: "BAR-4.3b", **LATE}

STATES = (
    State(
        "SETUP",
        "both",
        (do.Place, do.Build, do.Buy, do.Board, do.Ready, do.Group),
        "BAR-4.1c",
        ended_by=(do.Advance,),
        wrong={each: by for each, by in EARLY.items() if each not in {do.Board, do.Build}},
    ),
    State(
        "PLANNING",
        "both, in secret",
        (do.OrdersDone, do.Group, do.Conclude, *WITH_ORDERS),
        "BAR-4.1e",
        ended_by=(do.Advance,),
        wrong={**EARLY, **LATE},
    ),
    State(
        "REVEAL",
        "both",
        (do.Reveal, do.Order, do.Resume, do.BreakOff, do.Group, do.Conclude, *WITH_ORDERS),
        "BAR-4.3a",
        ended_by=(do.Advance,),
        wrong={**EARLY, **LATE},
    ),
    *(
        State(
            step,
            "both at once",
            (*EXECUTION, do.StepDone, do.Group, do.Conclude),
            "BAR-4.3c",
            ended_by=(do.Advance,),
            wrong=AFTER_REVEAL,
        )
        for step in STEPS
    ),
    State("OVER", "nobody", (do.Conclude, do.Opened, do.Uncover), "BAR-4.1b"),
)

SEQUENCE = Sequence(STATES)
