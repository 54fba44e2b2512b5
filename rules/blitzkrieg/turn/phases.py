"""The turn (2, 2.3): the Administration Phase, the end of the turn, the next one."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import is_extra
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import command_dues
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.setup.assignment import assignments_due
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Found, Illegal, broken

LAST_TURN = {"hannut": "BLZ-12.1.1a", "stonne": "BLZ-12.2.1a"}
"""By scenario: the rule that says how many turns there are."""
BACK_TO_THE_CUP = ("used", "skipped", "cancelled")


@rule("BLZ-2.3b", on=do.NextTurn)
def one_turn_on(case: Case[do.NextTurn]) -> Found:
    """The turn marker is advanced by one turn."""
    now = case.before.turn
    return None if case.action.turn == now + 1 else broken("turn.skipped", turn=case.action.turn, expected=now + 1)


@rule("BLZ-12.1.1a", "BLZ-12.2.1a", on=do.NextTurn)
def no_turn_after_the_last(case: Case[do.NextTurn]) -> Found:
    """There is no turn after the last."""
    last = case.battle.turns
    if case.action.turn <= last:
        return None
    return Illegal("turn.after-last", {"last": last}, LAST_TURN.get(case.battle.id, "BLZ-12.1.1a"))


@outcome("BLZ-2.3b", "BLZ-1.4a", "BLZ-2a")
@effect(do.NextTurn)
def next_turn(case: Case[do.NextTurn]) -> Position:
    """The next turn begins with its Administration Phase."""
    return open_admin(case, case.before.but(turn=case.action.turn))


@outcome("BLZ-2.1a", "BLZ-2.1c", "BLZ-2.2.1e", "BLZ-12.2.7a")
def open_admin(case: Case[Action], after: Position) -> Position:
    """HQs to their active side, OOC and OPP markers checked, chits back into the cup, recovery tried."""
    fresh = {
        name: replace(old, activations=0, repeated=False, skipped=False, recovered=False)
        for name, old in after.formations.items()
    }
    after = after.but(
        stack=("ADMIN",),
        formations=fresh,
        moved=frozenset(),
        activation=None,
        active="",
        acted="",
        latest="",
        shot=None,
        aimed={},
        trigger=None,
        melee=None,
        salvos={},
    )
    now: Case[Action] = Case(case.battle, case.switches, after, case.action)
    return after.owing(*_admin(now), *command_dues(now, "ADMIN"), *assignments_due(now))


def _admin(case: Case[Action]) -> Iterator[Due]:
    for name, unit in case.before.units.items():
        if unit.activated:
            yield Due("BLZ-2.1a", (do.Mark(piece=name, marker="activated", on=False),), until="ADMIN")
        if unit.opp:
            yield Due("BLZ-2.1c", (do.Mark(piece=name, marker="opp", on=False),), until="ADMIN")
    yield from _back_to_the_cup(case)
    for arrival in case.battle.arrivals:
        if arrival.turn == case.before.turn and not arrival.at_end:
            for chit in arrival.chits:
                yield Due("BLZ-12.2.7a" if arrival.units else arrival.rule, (do.Refill(chit=chit),), until="ADMIN")
    for name, formation in case.before.formations.items():
        if formation.demoralised and not formation.tried:
            known = formation.tried is not None
            yield Due("BLZ-8.5.1b", (Roll(purpose="RECOVERY", who=name),), until="ADMIN", must=known)


@outcome("BLZ-2.2.1e")
def _back_to_the_cup(case: Case[Action]) -> Iterator[Due]:
    """What was used goes back, what is held stays as we read it (AMB-15); the markers of the gone do not come back."""
    gone = {each.chit for due in case.before.due for each in due.options if isinstance(each, do.Discard)}
    for chit, place in case.before.chits.items():
        due = Due("BLZ-2.2.1e", (do.Refill(chit=chit),), until="ADMIN")
        if place in BACK_TO_THE_CUP and chit not in gone and not is_extra(case.before.chits, chit):
            yield due
        elif place == "held":
            yield from case.switches.as_others_read("AMB-15", due)


@effect(do.EndAdmin)
def end_admin(case: Case[do.EndAdmin]) -> Position:
    """The Operations Phase begins."""
    formations = {name: replace(old, tried=False) for name, old in case.before.formations.items()}
    return case.before.but(stack=("DRAW",), formations=formations)
