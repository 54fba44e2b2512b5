"""Reactions of the passive side (6.3, 6.4): opportunity fire, return fire, retreat, with their triggers and limits."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import recheck
from rules.blitzkrieg.fire.direct import aim
from rules.blitzkrieg.fire.sight import blocked
from rules.blitzkrieg.model import Position, Shot, Trigger
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.reactions.retreats import is_way, shortest
from rules.blitzkrieg.table.placing import put
from rules.engine.actions import Action, subject
from rules.engine.answers import Answer
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Found, Illegal, Undecided, broken

Reaction = do.OppFire | do.ReturnFire | do.TryRetreat | do.Retreat
REACTIONS = (do.OppFire, do.ReturnFire, do.TryRetreat, do.Retreat)
KINDS: dict[type[Action], str] = {
    do.OppFire: "oppfire",
    do.ReturnFire: "return",
    do.TryRetreat: "check",
    do.Retreat: "retreat",
}
TOGETHER = ("oppfire", "returnfire", "tryretreat", "retreat")
"""Several units may react to the same thing; their checks may be rolled one after another."""
FREED, RETURNED, SHOT = "freed", "returned", "shot"
"""What came of a check that succeeded."""
CAME = {"RETURN": RETURNED, "OPPFIRE": SHOT}
"""What came of it, by the purpose of the check."""
CARRIED_OUT = {do.TryRetreat: "retreat", do.ReturnFire: RETURNED}
"""What bars a second reaction of the kind; an attempt that failed was none."""


def window(case: Case[Action]) -> Trigger | None:
    """What the passive side may react to now."""
    return case.before.trigger if case.before.within("REACT") else None


# ----------------------------------------------------------------------------------------------------- how often
@rule("BLZ-2.2.2b", "BLZ-6.3b", on=REACTIONS)
def only_passive_units(case: Case[Reaction]) -> Found:
    """Only units of the passive side react."""
    if window(case) is None or case.side(case.action.unit) == case.passive:
        return None
    return broken("reaction.not-passive", unit=case.action.unit)


@rule("BLZ-6.3b", "BLZ-6.3.2b", on=REACTIONS)
def not_too_often(case: Case[Reaction]) -> Found:
    """One reaction to each trigger, and each kind once in an activation; or one in all (AMB-07).

    Whether an attempt that failed was a reaction is part of that question; that it is not made again is certain.
    """
    trigger, unit, kind = window(case), case.action.unit, KINDS[type(case.action)]
    if trigger is None or case.activation is None:
        return None
    if isinstance(case.action, do.OppFire) and case.unit(unit).opp:
        return None  # its marker forbids it, whatever it was that it did before
    reacted = case.activation.reacted
    retreats = isinstance(case.action, do.Retreat) and f"{KINDS[do.Retreat]} {unit}" not in reacted
    if retreats and f"{FREED} {unit}" in reacted and unit in trigger.passed:
        return None
    again = f"{CARRIED_OUT.get(type(case.action), kind)} {unit}" in reacted
    if again or _answer(case.action) in trigger.answered:
        return Illegal("reaction.again", {"unit": unit}, "BLZ-6.3.2b" if kind == "return" else "BLZ-6.3b")
    found = broken("reaction.second", unit=unit)
    carried_out = unit in trigger.passed or any(f"{each} {unit}" in reacted for each in ("retreat", RETURNED, SHOT))
    breaks = {
        "per_type": trigger.was_answered_by(unit),
        "one_total": any(done.endswith(f" {unit}") for done in reacted),
        "carried_out": carried_out,
    }
    return case.switches.among("AMB-07", {name: found if yes else None for name, yes in breaks.items()})


def own_result_first(position: Position, action: Action) -> Position:
    """The position in which a unit takes its own result before it fires by opportunity, or goes back unchecked.

    What is done to others of the same hex may be carried out after it has reacted.
    """
    if not isinstance(action, do.OppFire | do.Retreat):
        return position
    trigger, unit = position.trigger, action.unit
    freed = isinstance(action, do.Retreat) and trigger is not None and unit in trigger.passed

    def closed(due: Due) -> Due:
        own = (
            due.must and type(action).__name__.lower() in due.open_to and unit in {subject(one) for one in due.options}
        )
        return replace(due, open_to=()) if own and not freed else due

    return position.but(due=tuple(map(closed, position.due)))


def _reacts(case: Case[Reaction]) -> Position:
    """The position with the reaction on record; where nobody has fired, to fire back answers nothing."""
    trigger, unit, kind = case.before.trigger, case.action.unit, KINDS[type(case.action)]
    if trigger is None or case.activation is None:
        return case.before
    after = case.before.acts(reacted=(*case.activation.reacted, f"{kind} {unit}"))
    if isinstance(case.action, do.ReturnFire) and trigger.kind != "fire":
        return after
    return after.but(trigger=replace(trigger, answered=(*trigger.answered, _answer(case.action))))


def _answer(reaction: Reaction) -> str:
    """How a unit answers, and whom: of two that fired at it, it may fire back at the other one."""
    return f"{KINDS[type(reaction)]} {getattr(reaction, 'target', '')} {reaction.unit}"


# ------------------------------------------------------------------------------------------------ reaction checks
@outcome("BLZ-6.4a", "BLZ-6.2d", "BLZ-5.4d", "BLZ-6.3.1.1b", "BLZ-6.3.1.1c", "BLZ-0c")
def succeeds(case: Case[Roll], unit: str) -> bool:
    """True if the roll is no higher than the reaction value; exhaustion and lost command add one each (AMB-04)."""
    more = case.battle.charts.reaction
    total = case.action.total + more["exhausted"] * case.exhausted(unit)
    lost = 2 if case.switches.read_otherwise("AMB-04") else 1
    return total + lost * more["out-of-command"] * case.unit(unit).ooc <= case.counter(unit).reaction


@outcome("BLZ-6.3.1d", "BLZ-6.3.2c", "BLZ-6.3c", "BLZ-6.4b")
def check(case: Case[Reaction], purpose: str, rule_id: str) -> tuple[Due, ...]:
    """The check that the reaction needs; one roll for each unit, as we read it (AMB-05)."""
    due = Due(rule_id, (Roll(purpose=purpose, who=case.action.unit),), open_to=TOGETHER)
    trigger = case.before.trigger
    shared = purpose != "RETREAT" and trigger is not None and bool(trigger.passed)
    if not shared:
        return (due,)
    fires = Due(rule_id, (Roll(purpose="FIRE", who=case.action.unit),), until="REACT")
    return (*case.switches.as_we_read("AMB-05", due), *case.switches.as_others_read("AMB-05", fires))


@outcome("BLZ-6.3.1e", "BLZ-6.3.2c")
@roll("OPPFIRE", "RETURN")
def may_fire(case: Case[Roll]) -> Position:
    """Who succeeds may fire now; who does not is done. Rolled once more before the fire, it decides nothing."""
    unit = case.action.who
    if _may_fire_already(case):
        return case.before
    if not succeeds(case, unit):
        left = {name: shot for name, shot in case.before.aimed.items() if name != unit}
        return case.before.but(aimed=left)
    fires = Due("BLZ-6.3.1e", (Roll(purpose="FIRE", who=unit),), until="REACT", must=False)
    after = _passed(case.before, unit).owing(fires)
    if case.activation is None:
        return after
    return after.acts(reacted=(*case.activation.reacted, f"{CAME[case.action.purpose]} {unit}"))


def _may_fire_already(case: Case[Roll]) -> bool:
    """Whether the check has been passed for the reaction announced last, of which the fire is still to come."""
    unit, reacted = case.action.who, case.activation.reacted if case.activation else ()
    last = next((done for done in reversed(reacted) if done.endswith(f" {unit}")), "")
    fires = any(due.met_by(Roll(purpose="FIRE", who=unit)) for due in case.before.due)
    return fires and last == f"{CAME[case.action.purpose]} {unit}"


@outcome("BLZ-6.4b")
@roll("RETREAT")
def may_retreat(case: Case[Roll]) -> Position:
    """A neutralised unit that succeeds may retreat now."""
    unit, activation = case.action.who, case.activation
    if activation is None or not succeeds(case, unit):
        return case.before
    return _passed(case.before, unit).acts(reacted=(*activation.reacted, f"{FREED} {unit}"))


def _passed(position: Position, unit: str) -> Position:
    trigger = position.trigger
    return position.but(trigger=replace(trigger, passed=(*trigger.passed, unit))) if trigger else position


# --------------------------------------------------------------------------------------------- opportunity fire
@rule("BLZ-6.3.1a", "BLZ-6.3.1c", "BLZ-6.3.1h", on=do.OppFire)
def at_who_moves_or_fires(case: Case[do.OppFire]) -> Iterator[Finding | None]:
    """The target has just moved into its hex, or as we read it has just fired (AMB-40); later is too late."""
    trigger, target = window(case), case.action.target
    if trigger is None:
        return
    found = Illegal("reaction.no-trigger", {"target": target}, "BLZ-6.3.1a")
    if target not in trigger.units and case.before.deed(target).hexes:
        late = Illegal("reaction.late", {"target": target}, "BLZ-6.3.1c")
        # fire of a comrade that had no place here has closed no window: whether this one is open nobody shows
        wild = any(case.side(unit) == case.passive for unit in trigger.units)
        yield Undecided.of(late, "declaration") if wild else late
    elif target not in trigger.units:
        yield found
    elif trigger.kind == "fire":
        yield case.switches.tolerated("AMB-40", found)


@rule("BLZ-8.5.1i", on=do.OppFire)
def not_at_who_goes_back(case: Case[do.OppFire]) -> Found:
    """The way back of a demoralised formation triggers nothing."""
    trigger = case.before.trigger
    going = trigger is not None and trigger.kind == "withdraw" and case.action.target in trigger.units
    return broken("reaction.withdrawing", target=case.action.target) if going else None


@rule("BLZ-6.3.1i", on=do.OppFire)
def once_until_the_marker_is_off(case: Case[do.OppFire]) -> Found:
    """A unit with an OPP-used marker does not try again."""
    return broken("reaction.opp-used", unit=case.action.unit) if case.unit(case.action.unit).opp else None


@rule("BLZ-6.3.1.1a", on=do.OppFire)
def shaken_units_fire_at_the_next_hex(case: Case[do.OppFire]) -> Found:
    """A neutralised unit, or one of a demoralised formation, fires at an adjacent hex only."""
    unit, target = case.unit(case.action.unit), case.unit(case.action.target)
    shaken = unit.neutralised or case.demoralised(case.action.unit)
    most = case.battle.charts.limits["opportunity-reduced"]
    if not shaken or case.within(unit.hex, target.hex, most) is not Answer.NO:
        return None
    return broken("reaction.shaken-range", unit=case.action.unit)


@rule("BLZ-6.3.1.1e", on=do.OppFire)
def not_into_a_melee(case: Case[do.OppFire]) -> Found:
    """Nobody fires at a hex in which a melee is fought."""
    melee = case.before.melee
    inside = melee is not None and case.unit(case.action.target).hex == melee.hex
    return broken("reaction.melee", target=case.action.target) if inside else None


@outcome("BLZ-6.3.1c", "BLZ-6.3.1d", "BLZ-6.3.1f", "BLZ-6.3.1k", "BLZ-6.3.1.1d", "BLZ-1.4h", "BLZ-8c")
@effect(do.OppFire)
def opportunity_fire(case: Case[do.OppFire]) -> Position:
    """The unit has announced its fire: it checks, and whatever comes of that it is marked."""
    unit = case.action.unit
    after = _aim(case, _reacts(case), "OPPFIRE").owing(*check(case, "OPPFIRE", "BLZ-6.3.1d"))
    trigger = case.before.trigger
    returns = trigger is not None and trigger.kind == "fire" and unit in trigger.targets
    # whoever was fired at may have meant to fire back, for which there is no marker
    marker = Due("BLZ-6.3.1f", (do.Mark(piece=unit, marker="opp"),), until="REACT", must=not returns)
    return after if case.unit(unit).opp or marker in after.due else after.owing(marker)


def _aim(case: Case[do.OppFire] | Case[do.ReturnFire], after: Position, kind: str) -> Position:
    unit, target = case.action.unit, case.action.target
    place = case.unit(target).hex
    told = case.action.column
    return aim(after, Shot((unit,), (target,), place, {}, "OPPFIRE" if kind == "OPPFIRE" else "RETURN", told=told))


# -------------------------------------------------------------------------------------------------- return fire
@rule("BLZ-6.3.2a", on=do.ReturnFire)
def at_who_has_fired_at_it(case: Case[do.ReturnFire]) -> Found:
    """Only the target of direct fire by an active unit returns it, at that unit (AMB-39)."""
    trigger = window(case)
    if trigger is None:
        return None
    unit, target = case.action.unit, case.action.target
    if target not in fired_at_it(case, unit):
        shots = case.activation.shots if case.activation is not None else ()
        if not fired_at_it(case, unit) and all(hit != unit for _, hit in shots):
            return broken("reaction.nobody-fired", unit=unit)
        found = broken("reaction.not-fired-at", unit=unit, target=target)
        fired = (target, unit) in shots
        return case.switches.doubtful("AMB-64", found) if fired else found
    return case.switches.doubtful("AMB-39", broken("reaction.early")) if target in case.before.aimed else None


@outcome("BLZ-6.3.2a")
def fired_at_it(case: Case[Action], unit: str) -> tuple[str, ...]:
    """Whose fire a unit may answer: of all that fired at it, while nothing but fire is answered (AMB-64)."""
    trigger = window(case)
    if trigger is None or trigger.kind != "fire" or case.activation is None:
        return ()
    now = trigger.units if unit in trigger.targets else ()
    return tuple(dict.fromkeys((*now, *(firer for firer, target in case.activation.shots if target == unit))))


@rule("BLZ-6.3.2a", on=Roll)
def returned_after_the_result(case: Case[Roll]) -> Found:
    """Fire is returned after the result was taken; that the shot may come before is the other reading of AMB-39."""
    shot = case.before.aimed.get(case.action.who)
    if case.action.purpose != "FIRE" or shot is None or shot.kind != "RETURN" or not _owes_a_result(case):
        return None
    return case.switches.doubtful("AMB-39", broken("reaction.early"))


def _owes_a_result(case: Case[Roll]) -> bool:
    unit = case.action.who
    marked = do.Mark(piece=unit, marker="neutralised")
    return any(due.must and {marked, do.StepLoss(unit=unit)} & {*due.options} for due in case.before.due)


@outcome("BLZ-6.3.2a", "BLZ-6.3.2c", "BLZ-6.3.2d", "BLZ-8c")
@effect(do.ReturnFire)
def return_fire(case: Case[do.ReturnFire]) -> Position:
    """The unit has announced that it fires back: it checks, and gets no marker."""
    return _aim(case, _reacts(case), "RETURN").owing(*check(case, "RETURN", "BLZ-6.3.2c"))


# ------------------------------------------------------------------------------------------------------ retreat
@rule("BLZ-6.3.3a", "BLZ-6.3.3b", "BLZ-6.3.3c", on=(do.TryRetreat, do.Retreat))
def with_a_reason(case: Case[do.TryRetreat | do.Retreat]) -> Found:
    """A unit retreats that sees an enemy unit moving, or next to which one moves, or that was just fired at."""
    trigger, unit = window(case), case.action.unit
    if trigger is None or not case.unit(unit).on_map or unit in trigger.targets:
        return None
    if trigger.kind == "fire":
        return None if fired_at_it(case, unit) else Illegal("retreat.not-fired-at", {"unit": unit}, "BLZ-6.3.3c")
    movers = ({case.unit(mover).hex for mover in trigger.units} or {trigger.hex}) - {""}
    views = [blocked(case, case.unit(unit).hex, place) for place in sorted(movers)]
    if None in views or not views:
        return None
    return replace(views[0], rule="BLZ-6.3.3a") if views[0] else None


@rule("BLZ-6.4b", "BLZ-6.3c", on=do.Retreat)
def neutralised_units_check_first(case: Case[do.Retreat]) -> Found:
    """A neutralised unit needs a successful check to retreat; others need none, as we read it (AMB-06)."""
    trigger, unit = window(case), case.action.unit
    if trigger is None or unit in trigger.passed:
        return None
    if case.unit(unit).neutralised:
        return broken("retreat.unchecked", unit=unit)
    unchecked = Illegal("retreat.unchecked", {"unit": unit}, "BLZ-6.3c")
    return case.switches.tolerated("AMB-06", unchecked)


@rule("BLZ-6.3.3f", "BLZ-6.3.3g", "BLZ-6.3.3h", "BLZ-6.3.3i", on=do.Retreat)
def by_a_way_that_is_open(case: Case[do.Retreat]) -> Iterator[Finding]:
    """One hex that no enemy holds, and on by the shortest way while there are too many units; announced before."""
    unit, path = case.action.unit, case.action.path
    if not path:
        yield Illegal("retreat.no-hex", {"unit": unit}, "BLZ-6.3.3f")
    elif not case.unit(unit).on_map or not is_way(case, unit, path):
        yield Illegal("retreat.way", {"unit": unit, "path": path}, "BLZ-6.3.3g")
    else:
        yield from too_far_or_too_full(case, unit, path)


def too_far_or_too_full(case: Case[Action], unit: str, path: tuple[str, ...]) -> Iterator[Finding]:
    """What is to be said of a retreat that stops in a full hex or goes farther than it must, by AMB-54."""
    cases = {
        name: Case(case.battle, case.switches.settle("AMB-54", name), case.before, case.action)
        for name in case.switches.disputes["AMB-54"].readings
    }
    found = {name: next(_too_far_or_too_full(one, unit, path), None) for name, one in cases.items()}
    disputed = case.switches.among("AMB-54", found)
    yield from (disputed,) if disputed else ()


def _too_far_or_too_full(case: Case[Action], unit: str, path: tuple[str, ...]) -> Iterator[Illegal]:
    side = case.side(unit)
    if not room(case, path[-1], side, (unit,)):
        yield Illegal("retreat.full", {"unit": unit, "hex": path[-1]}, "BLZ-6.3.3h")
    elif any(room(case, place, side, (unit,)) for place in path[:-1]):
        yield Illegal("retreat.too-far", {"unit": unit, "path": path}, "BLZ-6.3.3g")
    elif len(path) > min((len(way) for way in shortest(case, unit, path[:1])), default=len(path)):
        yield Illegal("retreat.too-far", {"unit": unit, "path": path}, "BLZ-6.3.3i")


@effect(do.TryRetreat)
def try_retreat(case: Case[do.TryRetreat]) -> Position:
    """The unit checks whether it can retreat."""
    return _reacts(case).owing(*check(case, "RETREAT", "BLZ-6.4b"))


@outcome("BLZ-6.3.3e", "BLZ-6.3.3g", "BLZ-6.3.3j", "BLZ-3.5c")
@effect(do.Retreat)
def retreat(case: Case[do.Retreat]) -> Position:
    """The unit is where it retreated to, and its command is checked; what it aimed is void."""
    unit = case.action.unit
    after = went_back(case, _reacts(case), unit, case.action.path, "retreat")
    return after.but(aimed={name: shot for name, shot in after.aimed.items() if name != unit})


def went_back(case: Case[Action], after: Position, unit: str, path: tuple[str, ...], how: str) -> Position:
    """The position after a unit went back along a path."""
    for place in path:
        if place in case.battle.ground.grid:
            after = put(case, after, (unit,), place, "retreat" if how == "retreat" else "fallback")
    return recheck(case, after, (unit,))
