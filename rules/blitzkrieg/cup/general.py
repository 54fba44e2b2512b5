"""The General (5.5): a pair, markers off, another Repeat, or the cancelling of an enemy chit."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle, extra_repeat
from rules.blitzkrieg.book import effect, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.draw import drawn, in_hand, put_down
from rules.blitzkrieg.model import Activation, Position
from rules.engine.dice import Roll
from rules.engine.obligations import Due, made_good
from rules.engine.ruling import Found, Illegal, Undecided, broken

NEUTRALISED_CLEARED, EXHAUSTED_CLEARED = 6, 2
CANCELS = 3
CLEARS = "BLZ-5.5e"
"""The rule by which markers come off that a General clears."""


@rule("BLZ-5.5m", "BLZ-5.5l", on=do.PlayGeneral)
def general_at_hand(case: Case[do.PlayGeneral]) -> Found:
    """A General is used once: when drawn, or from the hand."""
    chit = case.action.chit
    place = case.before.chits.get(chit, "off")
    if case.chit(chit).kind == "general" and place in {"drawn", "held"}:
        return None
    return Illegal("general.not-at-hand", {"chit": chit}, "BLZ-5.5l" if place == "used" else "BLZ-5.5m")


@rule("BLZ-5.5m", on=do.PlayGeneral)
def general_with_own_chit(case: Case[do.PlayGeneral]) -> Found:
    """From the hand it is played together with an own formation chit; a cancellation answers an enemy one."""
    chit, now = case.action.chit, drawn(case.before)
    if case.action.option == "cancel" or case.before.chits.get(chit) != "held" or chit == now:
        return None
    side, found = case.chit(chit).side, broken("general.not-with-own", chit=chit)
    if case.before.active != side or (now and case.chit(now).side != side):
        return found
    if (now == "" and case.activation is None) or (now and case.chit(now).fires and case.action.option != "pair"):
        return case.switches.doubtful("AMB-15", found)
    acting = case.activation is not None and bool(case.activation.formations)
    return None if acting or (now and case.chit(now).kind != "repeat") else found


@rule("BLZ-5.5e", on=do.PlayGeneral)
def six_or_two(case: Case[do.PlayGeneral]) -> Found:
    """Six Neutralised or two Exhaustion markers of one's own, no mixture."""
    if case.action.option != "clear":
        return None
    side = case.chit(case.action.chit).side
    units = [name for name in case.action.on if name in case.battle.units]
    formations = [name for name in case.action.on if name in case.battle.formations]
    if units and formations:
        return broken("general.mixture", units=len(units), formations=len(formations))
    if len(units) > NEUTRALISED_CLEARED or len(formations) > EXHAUSTED_CLEARED:
        return broken("general.too-many", units=len(units), formations=len(formations))
    owners = {case.side(name) for name in units} | {case.command(name).side for name in formations}
    return None if owners <= {side} else broken("general.not-own")


@rule("BLZ-5.5g", on=do.PlayGeneral)
def an_enemy_chit_just_drawn(case: Case[do.PlayGeneral]) -> Found:
    """Only an enemy chit that was just drawn can be cancelled, or a General just played."""
    if case.action.option != "cancel":
        return None
    target = case.action.on[0] if case.action.on else ""
    if not target:
        return Undecided("general.no-target", missing="declaration")
    at_stake = target == just_drawn(case) or target == in_play(case.battle, case.before, target)
    if not at_stake or case.chit(target).side == case.chit(case.action.chit).side:
        return broken("general.not-enemy", chit=target)
    return None


def in_play(battle: Battle, position: Position, general: str = "") -> str:
    """The General that was played and has had no effect yet: its die, its Repeat or its markers wait; or nothing."""
    waiting, committed = position.due, position.paired.values()
    for chit in (general,) if general else battle.chits:
        known = battle.chits.get(chit)
        spent = position.chits.get(chit) == "used" and chit not in committed
        if known is None or known.kind != "general" or not spent:
            continue
        rolls = any(due.owner == known.side for due in waiting if _cancels(due))
        clears = any(due.rule == CLEARS for due in waiting) or (position.latest == chit and position.state == "DRAW")
        if rolls or clears or drawn(position) == extra_repeat(chit):
            return chit
    return ""


def _cancels(due: Due) -> bool:
    return any(isinstance(each, Roll) and each.purpose == "CANCEL" for each in due.options)


def just_drawn(case: Case[do.Action]) -> str:
    """The chit that could be cancelled now: it waits, is activated, or lies before its owner; empty for none."""
    guns = case.activation.chits[-1:] if case.activation else (_laid_down(case.before),)
    return drawn(case.before) or "".join(guns)


def _laid_down(position: Position) -> str:
    """The chit drawn last, if it lies before its owner and has had no effect yet."""
    committed = position.latest in position.paired.values()
    return position.latest if committed or position.chits.get(position.latest) == "held" else ""


@rule("BLZ-5.5j", "BLZ-5.5k", on=do.PlayGeneral)
def before_any_effect(case: Case[do.PlayGeneral]) -> Found:
    """A cancellation comes before any effect, any target and any die."""
    if case.action.option != "cancel" or case.activation is None or not case.activation.touched:
        return None
    guns = any(case.chit(chit).fires for chit in case.activation.chits)
    return Illegal("general.too-late", rule="BLZ-5.5k" if guns else "BLZ-5.5j")


@rule("BLZ-2.2.2c", on=do.PlayGeneral)
def only_cancel_in_activation(case: Case[do.PlayGeneral]) -> Found:
    """While a formation is active a General only cancels; in an own activation that rests on AMB-15."""
    if case.activation is None or case.action.option == "cancel":
        return None
    found = broken("general.not-now", option=case.action.option)
    own = case.activation.side == case.chit(case.action.chit).side and bool(case.activation.formations)
    return case.switches.doubtful("AMB-15", found) if own else found


@outcome("BLZ-5.5a", "BLZ-5.5b", "BLZ-5.5e", "BLZ-5.5f", "BLZ-5.5i", "BLZ-5.5l")
@effect(do.PlayGeneral)
def play_general(case: Case[do.PlayGeneral]) -> Position:
    """The option takes effect and the General is spent."""
    chit, side = case.action.chit, case.chit(case.action.chit).side
    if case.action.option == "cancel":
        after = case.before.chit(chit, "used")
        owner = case.chit(case.action.chit).side
        dice = (Roll(purpose="CANCEL", who=target) for target in case.action.on)
        return after.owing(*(Due("BLZ-5.5h", (each,), open_to=("playgeneral",), owner=owner) for each in dice))
    after = put_down(case.before, chit, "used").but(passed="", declined="")
    match case.action.option:
        case "pair":
            first = after.declined_by.get(side)
            waiting = {side: first} if first and side not in after.deferred else {}
            return after.but(paired={**after.paired, side: chit}, deferred={**after.deferred, **waiting})
        case "repeat":
            extra = extra_repeat(chit)
            if extra not in case.battle.chits:
                return after
            return after.chit(extra, "drawn").but(
                drawn=(*after.drawn, extra), stack=(*after.stack, "DECIDE"), active=side
            )
        case _:
            return after.owing(*_cleared(case)).but(latest="" if case.action.on else after.latest)


def _cleared(case: Case[do.PlayGeneral]) -> Iterator[Due]:
    for name in case.action.on:
        marker: do.MarkerName = "neutralised" if name in case.battle.units else "exhausted"
        yield Due(CLEARS, (do.Mark(piece=name, marker=marker, on=False),), open_to=("playgeneral",))


@outcome("BLZ-5.5g", "BLZ-5.5h", "BLZ-5.5i")
@roll("CANCEL")
def cancel(case: Case[Roll]) -> Position:
    """One to three cancels the chit: it is used without effect."""
    chit, before = case.action.who, case.before
    if case.action.total > CANCELS or chit not in case.battle.chits:
        return before
    if drawn(before) in {chit, extra_repeat(chit)}:
        return put_down(before.chit(chit, "cancelled"), drawn(before), "cancelled").but(passed="", declined="")
    if chit == in_play(case.battle, before, chit):
        return _without_effect(case, chit)
    paired = {side: general for side, general in before.paired.items() if general != chit}
    after = before.chit(chit, "cancelled").but(paired=paired)
    if before.activation is None or chit not in before.activation.chits:
        return after
    return _as_if_never_activated(after, before.activation)


def _without_effect(case: Case[Roll], general: str) -> Position:
    """What a General was to do is done no more."""
    side = case.chit(general).side
    due = (each for each in case.before.due if each.rule != CLEARS and not (_cancels(each) and each.owner == side))
    return case.before.chit(general, "cancelled").but(due=tuple(due))


def _as_if_never_activated(after: Position, activation: Activation) -> Position:
    """What was before the activation is so again; the first marker of a pair waits for another second.

    A headquarters that was to be turned over for it may be so yet: that had come before.
    """
    was = activation.resume
    turned = (due for due in after.due if due not in was.due and all(isinstance(each, do.Mark) for each in due.options))
    for name, old in was.formations.items():
        after = after.formation(name, activations=old.activations, repeated=old.repeated)
    for first in set(activation.chits) & set(was.deferred.values()):
        after = after.chit(first, "skipped")
    return after.but(
        activation=None,
        stack=after.stack[: after.stack.index("ACTIVE")] if after.within("ACTIVE") else after.stack,
        due=(*was.due, *map(made_good, turned)),
        paired=was.paired,
        deferred=was.deferred,
        passed="",
        declined="",
    )


# ------------------------------------------------------------------------------------------------------- the pair
@rule("BLZ-5.5b", on=do.Defer)
def deferred_under_a_general(case: Case[do.Defer]) -> Found:
    """Only who has committed a General passes a chit to join it to the next; no Repeat or General is joined."""
    side = case.chit(case.action.chit).side
    if case.chit(case.action.chit).kind in {"repeat", "general"}:
        return broken("general.not-joined", chit=case.action.chit)
    if side not in case.before.paired and not in_hand(case, side, "general"):
        return broken("general.no-pair", side=side)
    waiting = case.before.deferred.get(side)
    if waiting in {None, case.before.declined_by.get(side)}:
        return None
    return broken("general.deferred-already", chit=waiting)


@effect(do.Defer)
def defer(case: Case[do.Defer]) -> Position:
    """The chit waits; that is no pass in the sense of 5.6."""
    side = case.chit(case.action.chit).side
    after = put_down(case.before, case.action.chit, "skipped").but(passed="", declined="")
    return after.but(deferred={**after.deferred, side: case.action.chit})


@rule("BLZ-5.5c", on=do.Activate)
def pair_needs_a_general(case: Case[do.Activate]) -> Found:
    """Two are activated together only if the first was passed under a General."""
    also, side = case.action.also, case.chit(case.action.chit).side
    general = case.before.paired.get(side) or in_hand(case, side, "general")
    waiting = {case.before.deferred.get(side), case.before.declined_by.get(side)}
    return broken("general.no-pair", side=side) if also and not (general and also in waiting) else None


@rule("BLZ-5.5d", on=do.Activate)
def pair_has_a_formation(case: Case[do.Activate]) -> Found:
    """A pair is two formations, or a formation with artillery or Stukas."""
    also = case.action.also
    if also and case.chit(also).fires and case.chit(case.action.chit).fires:
        return broken("general.no-formation")
    return None
