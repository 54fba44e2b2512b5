"""The rounds of fire of a melee (9.1.2, 9.1.3): who fires at whom, in which order, and when results are taken."""

from typing import TypeVar

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.direct import aim, as_claimed, read, thrown_for
from rules.blitzkrieg.melee.course import progress
from rules.blitzkrieg.melee.results import FIRING, LEAVING, hit
from rules.blitzkrieg.melee.who import awaited, fighting, opponents, still_to_fire, throws
from rules.blitzkrieg.model import Melee, Position, Shot
from rules.engine.actions import Action, subject
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Facts, Finding, Found, Undecided, broken, noted

A = TypeVar("A", bound=Action)
NAMING = ("meleefire",)
"""What may come before the dice of a fire in a melee: others name their targets."""


@rule("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.3a", "BLZ-9.1.3b", "BLZ-8.1.1a", on=do.MeleeFire)
def in_its_turn(case: Case[do.MeleeFire]) -> Found:
    """First the defenders fire, then the attackers, from the second round on all of them; each once."""
    melee, unit = case.before.melee, case.action.unit
    if melee is None:
        return None
    attacks = unit in melee.attackers
    if unit not in fighting(case.before, (*melee.attackers, *melee.defenders)):
        return broken("melee.not-in", unit=unit)
    if case.action.target not in opponents(case, unit):
        return broken("melee.target", unit=unit, target=case.action.target)
    if attacks and melee.part == "defence" and melee.quiet:
        return noted("melee.declined", unit=unit)
    if not _waits(melee, unit):
        return None
    return _before_others(case, unit, attacks and melee.part == "defence")


def _before_others(case: Case[Action], unit: str, names_early: bool) -> Found:
    """What is to be said of a unit that others come before, who may have let it be.

    Attackers may name their targets as soon as all defenders have.
    """
    melee, others = case.before.melee, still_to_fire(case) if names_early else awaited(case)
    if melee is None or not others:
        return None
    facts: Facts = {"unit": unit, "others": others}
    if unit in melee.fired and (melee.part != "defence" or unit in melee.defenders):
        return Undecided("melee.fired-already", facts, "BLZ-8.1.1a", missing="declining")
    rule_id = "BLZ-9.1.2b" if unit in melee.attackers else "BLZ-9.1.2e"
    return Undecided("melee.turn", facts, rule_id, missing="declining")


@rule("BLZ-9.1.2b", on=Roll)
def defenders_throw_first(case: Case[Roll]) -> Found:
    """In the first round no attacker throws before the defenders have."""
    melee, unit = case.before.melee, case.action.who
    early = melee is not None and melee.part == "defence" and unit in melee.attackers
    named = case.action.purpose == "MELEE" and unit in case.before.aimed
    return _before_others(case, unit, names_early=False) if early and named else None


def _waits(melee: Melee, unit: str) -> bool:
    """True for a unit that does not fire before others have fired or let it be, which no rule makes them do."""
    return unit in melee.fired or melee.part == ("defence" if unit in melee.attackers else "attack")


@outcome("BLZ-9.1.3b")
def let_be(case: Case[Action]) -> tuple[Position, Finding | None]:
    """The position in which the results of a simultaneous round are taken, though some may not have fired yet."""
    melee, others = case.before.melee, still_to_fire(case)
    if melee is None or melee.part != "both" or not others or not _takes_a_result(case, melee):
        return case.before, None
    early = Undecided("melee.early", {"others": others}, "BLZ-9.1.3b", missing="declining")
    return _passed_over(case, melee, others), early


def _takes_a_result(case: Case[Action], melee: Melee) -> bool:
    """True for what only the result of a fire in this round can make due."""
    hit = {unit for unit, *results in melee.pending if set(results) != {"-"}}
    action = case.action
    if isinstance(action, do.Mark):
        return action.marker == "neutralised" and action.on and action.piece in hit
    return isinstance(action, do.StepLoss | do.Remove | do.FallBack | do.Stay) and action.unit in hit


def _passed_over(case: Case[Action], melee: Melee, units: tuple[str, ...]) -> Position:
    """The position in which these units have let their fire be in this part of the round."""
    if not units:
        return case.before
    dues = (replace(due, must=False, until="MELEE") if throws(due, units) else due for due in case.before.due)
    return progress(case, case.before.but(melee=replace(melee, fired=(*melee.fired, *units)), due=tuple(dues)))


def results_first(position: Position, action: Action) -> Position:
    """The position in which nobody fires in the next part of the round before the results of this one are taken.

    Nor does who has to go because it was neutralised before.
    """
    melee = position.melee
    if melee is None or not isinstance(action, do.MeleeFire):
        return position
    next_part, unit = _waits(melee, action.unit), action.unit

    def closed(due: Due) -> bool:
        own = due.rule == "BLZ-9.1.2h" and unit in {subject(one) for one in due.options}
        return due.must and due.open_to == FIRING and (next_part or own)

    if not any(map(closed, position.due)):
        return position
    return position.but(due=tuple(replace(due, open_to=()) if closed(due) else due for due in position.due))


@outcome("BLZ-6.3.1g")
@effect(do.Decline)
def decline(case: Case[do.Decline]) -> Position:
    """Nobody reacts; in a melee whoever has still to fire lets it be, of one side if it said so.

    Said at once after the enemy has come in, it may mean either; so nobody is taken to have let his fire be by it.
    """
    before, melee = case.before, case.before.melee
    if before.state == "REACT":
        quiet = before if melee is None else before.but(melee=replace(melee, quiet=True))
        return quiet.but(stack=before.stack[:-1], aimed={})
    if melee is None:
        return before.but(aimed={})
    sides = {case.action.by} & {*case.battle.sides} or {*case.battle.sides}
    return _passed_over(case, melee, tuple(unit for unit in still_to_fire(case) if case.side(unit) in sides))


def _at_turn(case: Case[A], unit: str, *, names: bool) -> Position:
    """The position in which the unit is at turn: whoever was waited for lets it be."""
    now = case
    while now.before.melee is not None and _waits(now.before.melee, unit):
        early = names and now.before.melee.part == "defence" and unit in now.before.melee.attackers
        passed = _passed_over(now, now.before.melee, still_to_fire(now) if early else awaited(now))
        if passed == now.before:
            break
        now = case.then(passed)
    return now.before


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.5d", "BLZ-8c")
@effect(do.MeleeFire)
def melee_fire(case: Case[do.MeleeFire]) -> Position:
    """The unit has named its target; the dice come next."""
    unit = case.action.unit
    after = _at_turn(case, unit, names=True)
    melee = after.melee
    if melee is None:
        return after
    if melee.part == "both" and not melee.fired:
        after = after.but(due=tuple(due for due in after.due if due.rule != LEAVING))
    after = after.but(melee=replace(melee, fired=(*melee.fired, unit)))
    shot = Shot((unit,), (case.action.target,), melee.hex, {}, "MELEE", told=case.action.column)
    return aim(after, shot).owing(Due("BLZ-8.1.1a", (Roll(purpose="MELEE", who=unit),), open_to=NAMING))


@outcome("BLZ-9.1.3b", "BLZ-9.1.2a", "BLZ-8.2.5a")
@roll("MELEE")
def resolve(case: Case[Roll]) -> Position:
    """The result waits to be taken: in any order, before the next part of the round begins."""
    firer = case.action.who
    if case.before.melee and case.before.melee.part == "defence" and firer in case.before.melee.attackers:
        case = case.then(_at_turn(case, firer, names=False))
    before, melee = case.before, case.before.melee
    shot = thrown_for(before, case.action)
    if shot is None or melee is None:
        return before
    once_more = firer not in before.aimed
    shot = read(case, shot, "melee", first_round=melee.round == 1)
    left = {name: other for name, other in before.aimed.items() if name != firer}
    after = before.but(shot=shot, aimed=left)
    results = tuple((unit, result, as_claimed(case, shot, unit)) for unit, result in shot.results.items())
    if once_more:
        for unit, result, told in results:
            after = hit(case.then(after), after, unit, result, told)
        return after
    return after.but(melee=replace(melee, pending=(*melee.pending, *results)))
