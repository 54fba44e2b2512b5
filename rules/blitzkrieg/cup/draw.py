"""The cup (2.2.1, 5.1, 5.6): drawing, declining, passing, holding, the last chit, the end of the phase."""

from collections.abc import Iterator
from typing import Any

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import is_extra
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Place, Position
from rules.blitzkrieg.turn.timetable import leaving
from rules.blitzkrieg.turn.victory import score_due, uncounted
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Found, Illegal, broken

DRAWABLE = ("cup", "kept", "reserve")
ENDED = "both"
"""`Position.passed` after two passes in succession."""


def drawn(position: Position) -> str:
    """The chit that waits to be decided on."""
    return position.drawn[-1] if position.drawn else ""


def put_down(position: Position, chit: str, place: Place) -> Position:
    """The position after the drawn chit was laid somewhere and nothing is left to decide on it."""
    left = position.chit(chit, place)
    if drawn(position) != chit:
        return left
    return left.but(stack=_decided(position.stack), drawn=position.drawn[:-1])


def _decided(stack: tuple[str, ...]) -> tuple[str, ...]:
    """The states without that in which the chit waited, be it under the end of an activation by another one."""
    ended = next((number for number, state in enumerate(reversed(stack)) if state != "ACT_END"), 0)
    at = len(stack) - 1 - ended
    return (*stack[:at], *stack[at + 1 :]) if stack and stack[at] == "DECIDE" else stack


def left_in_cup(position: Position) -> int:
    """How many chits are still in the cup."""
    return sum(place == "cup" for place in position.chits.values())


def yet_to_come(position: Position) -> int:
    """How many chits keep the phase going: those in the cup, and those of choice that were not taken."""
    return left_in_cup(position) + sum(place == "reserve" for place in position.chits.values())


# ------------------------------------------------------------------------------------------------------ drawing
@rule("BLZ-2.2.1a", on=do.Draw)
def blindly(case: Case[do.Draw]) -> Found:
    """A chit is drawn blindly; as others read it, the second of a pair is taken from the cup (AMB-16)."""
    if case.action.blind or case.before.chits.get(case.action.chit) in {"kept", "reserve"}:
        return None
    found = broken("cup.chosen", chit=case.action.chit)
    side = case.chit(case.action.chit).side
    pairing = side in case.before.paired and side in case.before.deferred
    return case.switches.doubtful("AMB-16", found) if pairing else found


@rule("BLZ-2.2.1e", on=do.Draw)
def once_a_turn(case: Case[do.Draw]) -> Found:
    """Each chit is drawn at most once a turn, from the cup."""
    place = case.before.chits.get(case.action.chit, "off")
    return None if place in DRAWABLE else broken("cup.not-in-cup", chit=case.action.chit, place=place)


@rule("BLZ-5.6d", on=do.Draw)
def kept_chit_first(case: Case[do.Draw]) -> Found:
    """The last chit of the previous turn is taken first; that it was forgotten is told of the first draw alone."""
    begun = case.before.acted or case.before.latest
    kept = [chit for chit, place in case.before.chits.items() if place == "kept" and not begun]
    return broken("cup.kept-first", kept=kept[0]) if kept and case.action.chit not in kept else None


@rule("BLZ-12.1.5b", "BLZ-12.1.5a", "BLZ-12.1.5g", on=do.Draw)
def reserve_first(case: Case[do.Draw]) -> Found:
    """The chits of choice come before the first draw; whether they must be used then is AMB-48."""
    reserve = tuple(chit for chit, place in case.before.chits.items() if place == "reserve")
    if not reserve or case.action.chit in reserve:
        return None
    mine = case.chit(case.action.chit).side == case.chit(reserve[0]).side
    found = Illegal("cup.reserve-first", {"chits": reserve}, "BLZ-12.1.5b" if mine else "BLZ-12.1.5a")
    return case.switches.doubtful("AMB-48", found)


@rule("BLZ-5.6a", on=do.Draw)
def not_after_two_passes(case: Case[do.Draw]) -> Found:
    """After two passes in succession nothing is drawn; what counts as a pass is disputed (AMB-13)."""
    if case.before.declined != ENDED:
        return None
    found = broken("cup.phase-over")
    return case.switches.among("AMB-13", {"ruling": found if case.before.passed == ENDED else None, "other": found})


@outcome("BLZ-2.2.2g", "BLZ-8.5.1b")
def recovery(case: Case[do.Draw], formation: str, *, must: bool) -> Iterator[Due]:
    """A demoralised formation tries to recover as soon as its marker is drawn; it need not if that is only kept."""
    if formation and case.formation(formation).demoralised:
        roll = Roll(purpose="RECOVERY", who=formation)
        yield Due("BLZ-8.5.1b", (roll,), open_to=("playgeneral",), must=must)


@outcome("BLZ-2.2.1b", "BLZ-2.2.1d", "BLZ-2.2a", "BLZ-5.6d", "BLZ-1.4k")
@effect(do.Draw)
def draw(case: Case[do.Draw]) -> Position:
    """The owner of the chit is active; the chit that empties the cup is kept."""
    chit, before = case.action.chit, case.before
    place = before.chits.get(chit, "off")
    after = before.chit(chit, "drawn").but(
        active=case.chit(chit).side,
        drawn=(*before.drawn, chit),
        latest=chit,
        stack=("DRAW", "DECIDE"),
        activation=None,
        melee=None,
    )
    last = place == "cup" and left_in_cup(after) == 0
    after = after.owing(*recovery(case, case.chit(chit).formation, must=not last))
    if last:
        return after.owing(*_kept(case, Due("BLZ-5.6d", (do.Keep(chit=chit),))))
    return after


def _kept(case: Case[do.Draw], due: Due) -> tuple[Due, ...]:
    """The last marker is kept; whether that is so in the last turn too is disputed (AMB-14)."""
    return (due,) if case.before.turn < case.battle.turns else case.switches.as_we_read("AMB-14", due)


# ---------------------------------------------------------------------------------------------- declining, passing
@rule("BLZ-5.1a", on=(do.Activate, do.Skip, do.Pass, do.Defer, do.Hold, do.Keep))
def the_drawn_chit(case: Case[do.Activate]) -> Found:
    """What was drawn decides; nothing can be put in its place."""
    return not_drawn(case, case.action.chit)


def not_drawn(case: Case[Any], chit: str) -> Illegal | None:
    """What is to be said of a marker that is not the drawn one."""
    now = drawn(case.before)
    if chit == now:
        return None
    if now:
        return broken("cup.not-drawn", chit=chit, drawn=now)
    if case.before.chits.get(chit) == "used":
        return broken("cup.played", chit=chit)
    return broken("cup.none-drawn", chit=chit)


@rule("BLZ-5.5h", on=(do.Activate, do.Defer, do.PlayRepeat))
def not_cancelled(case: Case[do.Activate]) -> Found:
    """A marker that was cancelled activates nobody in this turn."""
    cancelled = case.before.chits.get(case.action.chit) == "cancelled"
    return broken("cup.cancelled", chit=case.action.chit) if cancelled else None


@rule("BLZ-5.3n", on=(do.Skip, do.Pass, do.Hold))
def second_repeat_at_once(case: Case[do.Skip]) -> Found:
    """A second Repeat must be played at once, unless no formation can be repeated, or it is the last marker."""
    return _second(case, "repeat") if case.chit(case.action.chit).kind == "repeat" else None


@rule("BLZ-5.5n", on=(do.Skip, do.Pass, do.Hold))
def second_general_at_once(case: Case[do.Skip]) -> Found:
    """A second General must be played at once, unless it is the last marker, which is kept."""
    return _second(case, "general") if case.chit(case.action.chit).kind == "general" else None


def _second(case: Case[do.Skip], kind: str) -> Illegal | None:
    side = case.chit(case.action.chit).side
    held = [
        chit
        for chit, place in case.before.chits.items()
        if place == "held" and case.chit(chit).kind == kind and case.chit(chit).side == side
    ]
    kept = do.Keep(chit=case.action.chit)
    last = any(kept in due.options for due in case.before.due)
    if last or not held or (kind == "repeat" and not repeatable(case, side)):
        return None
    if is_extra(case.before.chits, case.action.chit):
        return broken("cup.given-at-once", kind=kind)
    return broken("cup.second-at-once", kind=kind)


def in_hand(case: Case[Any], side: str, kind: str) -> str:
    """A chit of a kind that a side holds in hand; empty if there is none."""
    held = (chit for chit, place in case.before.chits.items() if place == "held")
    return next((chit for chit in held if (case.chit(chit).side, case.chit(chit).kind) == (side, kind)), "")


def repeatable(case: Case[do.Skip], side: str) -> tuple[str, ...]:
    """The formations that a Repeat could activate."""
    return tuple(name for name, command in case.battle.formations.items() if command.side == side and _fit(case, name))


def _fit(case: Case[do.Skip], formation: str) -> bool:
    state, hq = case.formation(formation), case.command(formation).hq
    if state.repeated or state.activations > 1 or state.demoralised or not case.members(formation):
        return False
    return not (hq and case.unit(hq).neutralised) and (not state.exhausted or state.activations == 1)


@rule("BLZ-5.3m", "BLZ-5.5m", on=do.Hold)
def only_repeat_and_general_are_held(case: Case[do.Hold]) -> Found:
    """Only a Repeat or a General is kept in hand."""
    kind = case.chit(case.action.chit).kind
    return None if kind in {"repeat", "general"} else broken("cup.not-held", chit=case.action.chit)


@outcome("BLZ-2.2.1c", "BLZ-2.2.2f", "BLZ-2.2.2i", "BLZ-5.4e")
@effect(do.Skip)
def skip(case: Case[do.Skip]) -> Position:
    """The chit is set aside as skipped; an exhausted formation sheds its marker, and that is no pass (5.4e)."""
    formation = case.chit(case.action.chit).formation
    sheds = bool(formation) and case.formation(formation).exhausted
    declined = "" if sheds else _succession(case, case.before.declined)
    return _declined(case, case.action.chit).but(passed="", declined=declined)


@outcome("BLZ-5.6a")
@effect(do.Pass)
def announce_pass(case: Case[do.Pass]) -> Position:
    """The chit is set aside; two passes in succession by both sides end the phase."""
    passed, declined = _succession(case, case.before.passed), _succession(case, case.before.declined)
    return _declined(case, case.action.chit).but(passed=passed, declined=declined)


def _succession(case: Case[do.Skip] | Case[do.Pass], before: str) -> str:
    """Who has passed now: `both`, if the other side did so on the draw before."""
    side = case.chit(case.action.chit).side
    return ENDED if before not in {"", side} else side


def _declined(case: Case[do.Skip] | Case[do.Pass], chit: str) -> Position:
    after = put_down(case.before, chit, "skipped")
    formation, side = case.chit(chit).formation, case.chit(chit).side
    joins = (formation and not case.formation(formation).exhausted) or case.chit(chit).fires
    others = {who: name for who, name in after.declined_by.items() if who != side}
    after = after.but(declined_by={**others, side: chit} if joins else others)
    if not formation:
        return after
    after = after.formation(formation, skipped=True)
    if case.formation(formation).exhausted:
        after = after.owing(Due("BLZ-5.4e", (do.Mark(piece=formation, marker="exhausted", on=False),)))
    return after


@outcome("BLZ-5.3m", "BLZ-5.5a", "BLZ-5.5m")
@effect(do.Hold)
def hold(case: Case[do.Hold]) -> Position:
    """The chit lies in front of its owner, over the end of the turn too; whether that parts two passes is AMB-13."""
    return put_down(case.before, case.action.chit, "held").but(passed="")


# ----------------------------------------------------------------------------------------- last chit, end of phase
@rule("BLZ-5.6d", on=do.Keep)
def only_the_last_is_kept(case: Case[do.Keep]) -> Found:
    """Only the chit that empties the cup is kept."""
    return broken("cup.not-last", left=left_in_cup(case.before)) if left_in_cup(case.before) else None


def _over(case: Case[do.Keep], chit: str) -> Due:
    """The phase is over with the last chit, and whose that is says so."""
    return Due("BLZ-5.6c", (do.EndPhase(reason="empty"),), owner=case.chit(chit).side)


@outcome("BLZ-5.6c", "BLZ-2.3a")
@effect(do.Keep)
def keep(case: Case[do.Keep]) -> Position:
    """The last chit opens the next turn; in the last turn it is lost. The phase is over."""
    place: Place = "off" if case.before.turn >= case.battle.turns else "kept"
    return put_down(case.before, case.action.chit, place).owing(_over(case, case.action.chit))


@rule("BLZ-5.6a", "BLZ-5.6c", on=do.EndPhase)
def phase_ends_only_so(case: Case[do.EndPhase]) -> Found:
    """The phase ends by an empty cup or by two passes in succession; what counts as a pass is disputed (AMB-13)."""
    waiting = yet_to_come(case.before)
    if not waiting or case.before.passed == ENDED:
        return None
    found = Illegal("cup.not-over", {"left": waiting}, "BLZ-5.6c" if case.action.reason == "empty" else "BLZ-5.6a")
    declined = None if case.before.declined == ENDED else found
    return case.switches.among("AMB-13", {"ruling": found, "other": declined})


@effect(do.EndPhase)
def end_phase(case: Case[do.EndPhase]) -> Position:
    """What waited under a General counts as skipped, and the General is spent."""
    after = uncounted(case.before)
    for chit in after.deferred.values():
        formation = case.chit(chit).formation
        after = after.formation(formation, skipped=True) if formation else after
    for general in after.paired.values():
        after = after.chit(general, "used")
    after = after.but(
        stack=("TURN_END",), deferred={}, paired={}, declined_by={}, drawn=(), passed="", declined="", trigger=None
    )
    early = (
        Due("BLZ-8.5.1b", (Roll(purpose="RECOVERY", who=name),), until="TURN_END", must=False)
        for name, state in after.formations.items()
        if state.demoralised
    )
    return after.owing(*leaving(case.then(after)), *score_due(case.then(after)), *early)
