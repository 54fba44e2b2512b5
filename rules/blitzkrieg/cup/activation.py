"""Activation (5.1, 5.2), Repeat (5.3), exhaustion (5.4): who is activated, what is checked first, how it ends."""

from collections.abc import Iterable, Iterator

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.draw import drawn, in_hand, put_down
from rules.blitzkrieg.model import Activation, Position, Resume
from rules.blitzkrieg.turn.timetable import arrival_by_unit
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Found, Illegal, broken, unknown

EXHAUSTED_FACTOR = 2
RALLY, EXHAUSTION = 1, 2


def factor(case: Case[Action], formation: str) -> int:
    """The formation factor, two less while the formation is exhausted (5.4c)."""
    return case.command(formation).factor - EXHAUSTED_FACTOR * case.formation(formation).exhausted


# ------------------------------------------------------------------------------------------- who can be activated
@rule("BLZ-5.3g", "BLZ-5.3a", on=(do.Activate, do.PlayRepeat))
def twice_at_most(case: Case[do.Activate | do.PlayRepeat]) -> Found:
    """No formation is activated more than twice in a turn."""
    for formation in _wanted(case):
        if case.formation(formation).activations > 1:
            return broken("activation.third", formation=formation)
    return None


@rule("BLZ-5.3h", on=(do.Activate, do.PlayRepeat))
def not_again_if_exhausted(case: Case[do.Activate | do.PlayRepeat]) -> Found:
    """An exhausted formation is not activated by a Repeat, unless a second time and only to recover (AMB-12)."""
    for formation in _wanted(case):
        state = case.formation(formation)
        if state.exhausted and state.activations != 1:
            found = broken("activation.exhausted", formation=formation)
            own = None if isinstance(case.action, do.Activate) else found
            return case.switches.among("AMB-12", {"ruling": own, "other": found})
    return None


@rule("BLZ-5.3h", on=do.PlayRepeat)
def not_by_repeat_if_demoralised(case: Case[do.PlayRepeat]) -> Found:
    """A demoralised formation is not activated by a Repeat."""
    for formation in _wanted(case):
        if case.formation(formation).demoralised:
            return broken("activation.demoralised", formation=formation)
    return None


@rule("BLZ-8.5.1a", on=do.Activate)
def not_if_demoralised(case: Case[do.Activate]) -> Found:
    """A demoralised formation cannot be activated; one that has just recovered can, though its marker still lies."""
    for formation in _wanted(case):
        if case.formation(formation).demoralised and not case.formation(formation).recovered:
            return broken("activation.demoralised", formation=formation)
    return None


@rule("BLZ-5.3i", on=(do.Activate, do.PlayRepeat))
def not_with_a_neutralised_hq(case: Case[do.Activate | do.PlayRepeat]) -> Found:
    """A formation whose HQ is neutralised is not activated by a Repeat, nor as others read it at all (AMB-12)."""
    for formation in _wanted(case):
        hq = case.command(formation).hq
        if hq and case.unit(hq).neutralised:
            found = broken("activation.hq-neutralised", formation=formation, hq=hq)
            own = None if isinstance(case.action, do.Activate) else found
            return case.switches.among("AMB-12", {"ruling": own, "other": found})
    return None


@rule("BLZ-5.3e", "BLZ-5.3f", on=do.PlayRepeat)
def one_repeat_each(case: Case[do.PlayRepeat]) -> Found:
    """No formation is activated by two Repeats in a turn, also not one that skipped."""
    formation = case.action.formation
    if formation in case.battle.formations and case.formation(formation).repeated:
        skipped = case.formation(formation).skipped
        return Illegal("repeat.twice", {"formation": formation}, "BLZ-5.3f" if skipped else "BLZ-5.3e")
    return None


@rule("BLZ-5.3c", on=do.PlayRepeat)
def no_repeat_for_guns(case: Case[do.PlayRepeat]) -> Found:
    """Artillery and Stukas are not activated by a Repeat."""
    return broken("repeat.guns") if case.action.formation not in case.battle.formations else None


@rule("BLZ-5.3b", on=do.PlayRepeat)
def own_formation(case: Case[do.PlayRepeat]) -> Found:
    """A Repeat activates one of its owner's formations."""
    formation = case.battle.formations.get(case.action.formation)
    return broken("repeat.not-own") if formation and formation.side != case.chit(case.action.chit).side else None


@rule("BLZ-5.3m", on=do.PlayRepeat)
def repeat_at_its_time(case: Case[do.PlayRepeat]) -> Found:
    """A Repeat is played when drawn, or from the hand with an own formation chit."""
    chit, now = case.action.chit, drawn(case.before)
    place = case.before.chits.get(chit, "off")
    if case.chit(chit).kind != "repeat" or place not in {"drawn", "held"}:
        return broken("repeat.not-at-hand", chit=chit)
    if place == "drawn":
        return None if chit == now else broken("cup.not-drawn", chit=chit, drawn=now)
    found = broken("repeat.not-with-own", chit=chit)
    if case.before.active != case.chit(chit).side:
        return found
    if now and case.chit(now).fires:
        return case.switches.doubtful("AMB-15", found)
    return None if now == "" or case.chit(now).kind in {"formation", "repeat"} else found


@rule("BLZ-5.5a", on=do.Activate)
def it_activates_something(case: Case[do.Activate]) -> Found:
    """Only formations, artillery and Stukas are activated by their own chit."""
    kind = case.chit(case.action.chit).kind
    return broken("activation.nothing", chit=case.action.chit) if kind in {"repeat", "general"} else None


def _wanted(case: Case[do.Activate] | Case[do.PlayRepeat] | Case[do.Activate | do.PlayRepeat]) -> tuple[str, ...]:
    if isinstance(case.action, do.PlayRepeat):
        return (case.action.formation,) if case.action.formation in case.battle.formations else ()
    chits = (case.action.chit, case.action.also)
    return tuple(case.chit(chit).formation for chit in chits if chit and case.chit(chit).formation)


# ---------------------------------------------------------------------------------------------- what it begins with
@outcome("BLZ-3.3a", "BLZ-1.4k", "BLZ-1.4n", "BLZ-1.4o", "BLZ-1.4p", "BLZ-5.5c", "BLZ-5.5d")
@effect(do.Activate)
def activate(case: Case[do.Activate]) -> Position:
    """The chit's formation, or the pair's, is active."""
    chits = tuple(chit for chit in (case.action.also, case.action.chit) if chit)
    side = case.chit(case.action.chit).side
    after = put_down(case.before, case.action.chit, "used").but(passed="", declined="")
    if case.action.also:
        general = after.paired.get(side) or in_hand(case, side, "general") or case.action.also
        after = (
            after.chit(case.action.also, "used")
            .chit(general, "used")
            .but(
                paired={who: general for who, general in after.paired.items() if who != side},
                deferred={who: chit for who, chit in after.deferred.items() if who != side},
            )
        )
    after = after.but(declined_by={who: chit for who, chit in after.declined_by.items() if who != side})
    salvos = {f"{chit} {calibre}": left for chit in chits for calibre, left in case.chit(chit).salvos.items()}
    by = Activation(_wanted(case), chits, side, "pair" if case.action.also else "own", salvos=salvos)
    return _begin(case, after, by)


@outcome("BLZ-1.4l", "BLZ-3.2a", "BLZ-5.3b", "BLZ-5.3d")
@effect(do.PlayRepeat)
def play_repeat(case: Case[do.PlayRepeat]) -> Position:
    """The formation is active, and its HQ is turned over."""
    after = put_down(case.before, case.action.chit, "used").but(passed="", declined="")
    if case.action.formation not in case.battle.formations:
        return after.but(stack=(*after.stack, "ACTIVE"), activation=Activation((), (case.action.chit,), after.active))
    by = Activation((case.action.formation,), (case.action.chit,), case.chit(case.action.chit).side, "repeat")
    after = _begin(case, after, by).formation(case.action.formation, repeated=True)
    hq = case.command(case.action.formation).hq
    flip = Due("BLZ-5.3d", (do.Mark(piece=hq, marker="activated"),), until="ACT_END")
    return after.owing(flip) if hq and case.unit(hq).on_map and not case.unit(hq).activated else after


@outcome("BLZ-5.2a")
def _begin(case: Case[do.Activate] | Case[do.PlayRepeat], after: Position, by: Activation) -> Position:
    """Before anything else it is checked which markers come off."""
    resume = Resume(
        case.before.due,
        case.before.paired,
        case.before.deferred,
        {name: case.formation(name) for name in by.formations},
    )
    again = any(case.formation(name).activations == 1 and case.formation(name).exhausted for name in by.formations)
    for name in by.formations:
        after = after.formation(name, activations=case.formation(name).activations + 1)
    after = after.but(
        stack=(*after.stack, "ACTIVE", "CHECKS"),
        activation=msgspec.structs.replace(by, recovery_only=again, resume=resume, moved=case.before.moved),
        trigger=None,
        acted=by.side,
    )
    return after.owing(*(due for name in by.formations for due in _checks(case, name, again)))


@outcome("BLZ-2.2.2d", "BLZ-2.2.2e", "BLZ-2.2.2h", "BLZ-5.3j", "BLZ-6.1g", "BLZ-8.4h")
def _checks(case: Case[do.Activate] | Case[do.PlayRepeat], formation: str, recovery_only: bool) -> Iterator[Due]:
    """OPP markers come off; every neutralised unit tries to rally; an exhausted formation tries to recover."""
    for unit in case.members(formation):
        if case.unit(unit).opp:
            yield Due("BLZ-2.2.2h", (do.Mark(piece=unit, marker="opp", on=False),), until="ACTIVE")
        if case.unit(unit).neutralised and not recovery_only:
            yield from _rally_due(case, unit)
    if case.formation(formation).exhausted and recovery_only:
        yield Due("BLZ-5.3j", (do.Mark(piece=formation, marker="exhausted", on=False),), until="ACTIVE")
    elif case.formation(formation).exhausted:
        due = Due("BLZ-2.2.2e", (Roll(purpose="EXHAUSTION", who=formation),), until="CHECKS")
        yield from case.switches.as_we_read("AMB-11", due)
        if case.switches.read_otherwise("AMB-11"):
            yield msgspec.structs.replace(due, must=False)


def _rally_due(case: Case[do.Activate] | Case[do.PlayRepeat], unit: str) -> Iterator[Due]:
    """Who is neutralised rolls before the end; that it comes before anything else rests on AMB-10.

    Who carries a marker that the other side laid without cause may roll, and need not.
    """
    roll = (Roll(purpose="RALLY", who=unit),)
    if unit in case.before.wronged:
        yield Due("BLZ-8.4h", roll, until="ACTIVE", must=False)
        return
    yield from case.switches.as_we_read("AMB-10", Due("BLZ-5.2a", roll, until="CHECKS"))
    yield Due("BLZ-8.4h", roll, until="ACTIVE")


def rallies_no_more(position: Position, unit: str) -> Position:
    """The position in which no roll of a unit to rally is due."""
    return position.but(due=tuple(due for due in position.due if not any(_rallies(one, unit) for one in due.options)))


def _rallies(action: Action, unit: str) -> bool:
    return isinstance(action, Roll) and action.purpose == "RALLY" and action.who == unit


@outcome("BLZ-8.4i", "BLZ-5.4c")
@roll("RALLY")
def rally(case: Case[Roll]) -> Position:
    """A roll up to the factor less one takes the Neutralised marker off, where there is one."""
    if case.action.who not in case.before.units or not case.unit(case.action.who).neutralised:
        return case.before
    tried = case.before.activation.rallied if case.before.activation else ()
    after = rallies_no_more(case.before, case.action.who).acts(rallied=(*tried, case.action.who))
    if case.action.total > factor(case, case.formation_of(case.action.who)) - RALLY:
        return after
    return after.owing(
        Due("BLZ-8.4i", (do.Mark(piece=case.action.who, marker="neutralised", on=False),), until="ACTIVE")
    )


@outcome("BLZ-5.4f", "BLZ-5.4g", "BLZ-5.4c")
@roll("EXHAUSTION")
def shed_exhaustion(case: Case[Roll]) -> Position:
    """A roll up to the factor less two takes the Exhaustion marker off; else the activation is spent.

    Who rolls in an activation that is for nothing but recovery reads it so that the roll decides, which may be right.
    """
    formation, before = case.action.who, case.before
    if not case.formation(formation).exhausted:
        return before
    off = do.Mark(piece=formation, marker="exhausted", on=False)
    if before.activation and before.activation.recovery_only:
        permitted = (msgspec.structs.replace(due, must=False) if due.options == (off,) else due for due in before.due)
        before = before.but(due=tuple(permitted))
    if case.action.total <= case.command(formation).factor - EXHAUSTION:
        return before.owing(Due("BLZ-5.4f", (off,), until="CHECKS" if before.within("CHECKS") else "ACTIVE"))
    failed = before.activation.failed if before.activation else ()
    return before.acts(failed=(*failed, formation))


# ------------------------------------------------------------------------------------------------- who may act
ACTING = (do.Move, do.Enter, do.Fire, do.Assault, do.Load, do.Unload)


def actors(action: do.Action) -> tuple[str, ...]:
    """The units that act."""
    if isinstance(action, do.Move | do.Assault):
        return action.units
    company = action.company if isinstance(action, do.Fire) else ""
    return tuple(unit for unit in (getattr(action, "unit", ""), company) if unit)


def _told_otherwise(case: Case[do.Move], unit: str) -> bool:
    """True for a unit that cannot be active, which is told: of the passive side, or one that comes in a later turn."""
    arrival = arrival_by_unit(case.battle).get(unit) if isinstance(case.action, do.Enter) else None
    early = arrival is not None and arrival.turn > case.before.turn
    return early or (case.activation is not None and case.side(unit) != case.activation.side)


@rule("BLZ-5a", "BLZ-2.2.2a", "BLZ-6.1h", "BLZ-10.3c", on=ACTING)
def only_the_active_formation(case: Case[do.Move]) -> Found:
    """Only units of the activated formation act, and those assigned to it."""
    for unit in actors(case.action):
        if case.activation and not case.formation_of(unit) and case.side(unit) == case.activation.side:
            return unknown("assignment", unit=unit)
        if case.activation and not case.is_active(unit) and not _told_otherwise(case, unit):
            facts = {"unit": unit, "formation": case.formation_of(unit)}
            return Illegal("activation.not-active", facts, "BLZ-10.3c" if case.counter(unit).independent else "BLZ-5a")
    return None


@rule("BLZ-5.3j", on=ACTING)
def only_to_recover(case: Case[do.Move]) -> Found:
    """A second activation of an exhausted formation is for nothing but recovery; not so for one joined to it."""
    activation = case.activation
    if activation is None or not activation.recovery_only:
        return None
    was = activation.resume.formations
    fresh = [name for name, old in was.items() if not (old.exhausted and old.activations == 1)]
    return (
        None
        if all(case.formation_of(unit) in fresh for unit in actors(case.action))
        else broken("activation.only-recovers")
    )


@rule("BLZ-6.1g", on=ACTING)
def rallying_may_be_an_action(case: Case[do.Move]) -> Found:
    """A unit that rallies acts normally, unless rallying is read as its only action (AMB-10)."""
    rallied = case.activation.rallied if case.activation else ()
    for unit in actors(case.action):
        if unit in rallied:
            return case.switches.tolerated("AMB-10", broken("activation.rallied", unit=unit))
    return None


@rule("BLZ-5.4g", on=ACTING)
def failed_check_spends_it(case: Case[do.Move]) -> Iterable[Finding | None]:
    """After a failed exhaustion check the activation is spent, as we read it."""
    failed = case.activation.failed if case.activation else ()
    for unit in actors(case.action):
        if case.formation_of(unit) in failed:
            yield case.switches.doubtful("AMB-11", broken("activation.spent", unit=unit))
            return


@rule("BLZ-5.3i", on=ACTING)
def second_needs_a_steady_hq(case: Case[do.Move]) -> Found:
    """No second activation with an HQ that is still neutralised after its roll."""
    for unit in actors(case.action):
        formation = case.formation_of(unit)
        if formation not in case.before.formations or case.formation(formation).activations != 2:
            continue
        hq = case.command(formation).hq
        if hq and case.shaken(hq):
            own = broken("activation.hq-neutralised", formation=formation, hq=hq)
            return case.switches.doubtful("AMB-12", own)
    return None


# ---------------------------------------------------------------------------------------------------------- the end
@outcome("BLZ-5.2e", "BLZ-5.3k", "BLZ-5.3l", "BLZ-1.4e", "BLZ-3.2b")
@effect(do.EndActivation)
def end_activation(case: Case[do.EndActivation]) -> Position:
    """A formation that has completed its second activation is exhausted."""
    activation, before = case.activation, case.before
    below = before.stack[: before.stack.index("ACTIVE")] if before.within("ACTIVE") else before.stack
    after = before.but(
        activation=None, shot=None, aimed={}, melee=None, trigger=None, astray={}, stack=(*below, "ACT_END")
    )
    if activation is None or activation.recovery_only:
        return after
    after = after.owing(*_turned_over(case, activation))
    tired = (name for name in activation.formations if case.formation(name).activations == 2)
    return after.owing(
        *(
            Due("BLZ-5.3l", (do.Mark(piece=name, marker="exhausted"),), until="ACT_END")
            for name in tired
            if not case.formation(name).exhausted
        )
    )


def _turned_over(case: Case[do.EndActivation], activation: Activation) -> Iterator[Due]:
    """If players read it so, the HQ is turned over after every activation (AMB-01)."""
    for name in activation.formations:
        hq = case.command(name).hq
        if case.switches.read_otherwise("AMB-01") and hq and case.unit(hq).on_map and not case.unit(hq).activated:
            due = Due("BLZ-5.2e", (do.Mark(piece=hq, marker="activated"),), until="ACT_END")
            yield from case.switches.as_others_read("AMB-01", due)


__all__ = ["Illegal", "activate", "actors", "factor"]
