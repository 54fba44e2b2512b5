"""What could be done with the cup, the chits and the hand, and at the ends of phases."""

from collections.abc import Iterator
from itertools import combinations

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.draw import drawn
from rules.blitzkrieg.cup.general import EXHAUSTED_CLEARED, NEUTRALISED_CLEARED, just_drawn
from rules.blitzkrieg.options import candidates
from rules.engine.actions import Action


@candidates("ADMIN")
def end_of_administration(_: Case[Action]) -> Iterator[Action]:
    """The phase is declared done."""
    yield do.EndAdmin()


@candidates("DRAW")
def drawing(case: Case[Action]) -> Iterator[Action]:
    """A chit is drawn, or the phase ends."""
    for chit, place in case.before.chits.items():
        if place in {"cup", "kept", "reserve"}:
            yield do.Draw(chit=chit)
    yield do.EndPhase(reason="passes" if case.before.passed else "empty")


@candidates("DECIDE")
def deciding(case: Case[Action]) -> Iterator[Action]:
    """The drawn chit is used, declined, held or kept; something from the hand is played with it."""
    chit = drawn(case.before)
    if not chit:
        return
    kind, side = case.chit(chit).kind, case.chit(chit).side
    yield from (do.Skip(chit=chit), do.Pass(chit=chit), do.Keep(chit=chit))
    if kind in {"repeat", "general"}:
        yield do.Hold(chit=chit)
    else:
        yield from (do.Activate(chit=chit), do.Defer(chit=chit))
        if side in case.before.deferred:
            yield do.Activate(chit=chit, also=case.before.deferred[side])
    yield from from_the_hand(case)


def from_the_hand(case: Case[Action]) -> Iterator[Action]:
    """Whatever in hand, or just drawn, could be played."""
    for chit, place in case.before.chits.items():
        if place == "held" or chit == drawn(case.before):
            kind = case.chit(chit).kind
            yield from _repeats(case, chit) if kind == "repeat" else _generals(case, chit) if kind == "general" else ()


def _repeats(case: Case[Action], chit: str) -> Iterator[Action]:
    side = case.chit(chit).side
    for name, formation in case.battle.formations.items():
        if formation.side == side and case.members(name):
            yield do.PlayRepeat(chit=chit, formation=name)


def _generals(case: Case[Action], chit: str) -> Iterator[Action]:
    side = case.chit(chit).side
    yield from (do.PlayGeneral(chit=chit, option="pair"), do.PlayGeneral(chit=chit, option="repeat"))
    yield from _cancelling(case, chit)
    shaken = [name for name, unit in case.before.units.items() if unit.neutralised and case.side(name) == side]
    tired = [
        name for name, state in case.before.formations.items() if state.exhausted and case.command(name).side == side
    ]
    for names, most in ((shaken, NEUTRALISED_CLEARED), (tired, EXHAUSTED_CLEARED)):
        for count in range(1, min(len(names), most) + 1):
            yield from (do.PlayGeneral(chit=chit, option="clear", on=on) for on in combinations(names, count))


def _cancelling(case: Case[Action], chit: str) -> Iterator[Action]:
    target = just_drawn(case)
    if target and case.chit(target).side != case.chit(chit).side:
        yield do.PlayGeneral(chit=chit, option="cancel", on=(target,))


@candidates("DRAW")
def answering_what_lies_there(case: Case[Action]) -> Iterator[Action]:
    """A General from the hand cancels what the other side has laid before itself."""
    for chit, place in case.before.chits.items():
        if place == "held" and case.chit(chit).kind == "general":
            yield from _cancelling(case, chit)


@candidates("ADMIN", "DRAW", "DECIDE", "ACTIVE", "TURN_END")
def conceding(case: Case[Action]) -> Iterator[Action]:
    """Either side gives up."""
    yield from (do.Conclude(result=case.battle.enemy(side), by=side) for side in case.battle.sides)


@candidates("TURN_END")
def next_turn(case: Case[Action]) -> Iterator[Action]:
    """The turn marker is advanced."""
    yield do.NextTurn(turn=case.before.turn + 1)
