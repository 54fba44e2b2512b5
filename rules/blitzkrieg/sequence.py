"""The sequence of play (chapters 2 and 5), to be read beside the rulebook."""

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from rules.engine.sequence import Sequence, State

OUTSIDE: dict[type[Action], str] = {
    do.Move: "BLZ-6.1h",
    do.Enter: "BLZ-6.1h",
    do.Fire: "BLZ-8c",
    do.Assault: "BLZ-6.1h",
    do.Load: "BLZ-6.1h",
    do.Unload: "BLZ-6.1h",
    do.Barrage: "BLZ-3.3b",
    do.Concentrate: "BLZ-8.6.1a",
    do.Stuka: "BLZ-8.6.1a",
    do.OppFire: "BLZ-6.3.1h",
    do.ReturnFire: "BLZ-6.3.2a",
    do.TryRetreat: "BLZ-6.3.3e",
    do.Retreat: "BLZ-6.3.3e",
    do.MeleeFire: "BLZ-8c",
}
"""What anything done outside its place breaks, wherever no state knows better."""

SETTING_UP = (do.Deploy, do.Assign, do.Fortify, do.LayMine, do.Mount, do.Stock)
LATE_SET_UP: dict[type[Action], str] = {
    do.Deploy: "BLZ-0.2a",
    do.Assign: "BLZ-12.2.7e",
    do.Fortify: "BLZ-10.2a",
    do.LayMine: "BLZ-10.1a",
    do.Mount: "BLZ-6.1f",
}
WRONG = {**OUTSIDE, **LATE_SET_UP}

PLAYING = (do.Stock,)
"""What a rule of its own forbids in every state after the set-up."""

SET_UP = State("SETUP", "the side whose set-up it is", SETTING_UP, "BLZ-2a", ended_by=(do.Ready,), wrong=OUTSIDE)
IN_PLAY = (
    State("ADMIN", "both", (do.Assign, do.Score, do.Conclude), "BLZ-2a", ended_by=(do.EndAdmin,), wrong=WRONG),
    State(
        "DRAW",
        "either",
        (do.Draw, do.PlayGeneral, do.Score, do.Conclude),
        "BLZ-2.2.2a",
        ended_by=(do.EndPhase,),
        wrong={**WRONG, do.Activate: "BLZ-2.2a"},
    ),
    State(
        "DECIDE",
        "the owner of the drawn chit; the other side may cancel it",
        (
            do.Activate,
            do.Skip,
            do.Pass,
            do.Defer,
            do.Hold,
            do.Keep,
            do.PlayRepeat,
            do.PlayGeneral,
            do.ReturnHq,
            do.Score,
            do.Conclude,
        ),
        "BLZ-2.2.2c",
        wrong=WRONG,
    ),
    State(
        "ACTIVE",
        "the active side",
        (
            *(do.Move, do.Enter, do.Fire, do.Assault, do.Load, do.Unload),
            *(do.Barrage, do.Concentrate, do.Stuka, do.ReturnHq, do.PlayGeneral, do.Score, do.Conclude),
        ),
        "BLZ-2.2.2c",
        ended_by=(do.EndActivation,),
        wrong=WRONG,
    ),
    State(
        "CHECKS",
        "the active side: markers and checks first",
        (do.PlayGeneral,),
        "BLZ-5.2a",
        lapses=True,
        wrong=WRONG,
    ),
    State(
        "REACT",
        "the passive side",
        (do.OppFire, do.ReturnFire, do.TryRetreat, do.Retreat),
        "BLZ-2.2.2b",
        ended_by=(do.Decline,),
        lapses=True,
    ),
    State(
        "MELEE",
        "both sides of the melee",
        (do.MeleeFire, do.Assault, do.Decline),
        "BLZ-9.1.4a",
        wrong={do.OppFire: "BLZ-6.3.1.1e", do.ReturnFire: "BLZ-6.3.2a"},
    ),
    State("ACT_END", "the active side", (do.PlayRepeat,), "BLZ-5.2e", lapses=True),
    State("TURN_END", "both", (do.Score,), "BLZ-2.3b", ended_by=(do.NextTurn, do.Conclude), wrong=WRONG),
)
OVER = State("OVER", "nobody", (), "BLZ-11a")
STATES = (SET_UP, *(replace(state, allows=(*state.allows, *PLAYING)) for state in IN_PLAY), OVER)

SEQUENCE = Sequence(STATES)
