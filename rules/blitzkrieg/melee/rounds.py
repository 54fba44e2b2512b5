"""The rounds of fire of a melee (9.1.2, 9.1.3): who fires at whom, in which order, and when results are taken."""

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.direct import aim, read, thrown_for
from rules.blitzkrieg.melee.course import progress
from rules.blitzkrieg.melee.results import FIRING, LEAVING, hit
from rules.blitzkrieg.melee.who import fighting, opponents, still_to_fire
from rules.blitzkrieg.model import Melee, Position, Shot
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Facts, Finding, Found, Undecided, broken, noted


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
    others = still_to_fire(case)
    if not _waits(melee, unit) or not others:
        return None
    facts: Facts = {"unit": unit, "others": others}
    if unit in melee.fired:
        return Undecided("melee.fired-already", facts, "BLZ-8.1.1a", missing="declining")
    return Undecided("melee.turn", facts, "BLZ-9.1.2b" if attacks else "BLZ-9.1.2e", missing="declining")


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
    hit = {unit for unit, result in melee.pending if result != "-"}
    action = case.action
    if isinstance(action, do.Mark):
        return action.marker == "neutralised" and action.on and action.piece in hit
    return isinstance(action, do.StepLoss | do.Remove | do.FallBack | do.Stay) and action.unit in hit


def _passed_over(case: Case[Action], melee: Melee, units: tuple[str, ...]) -> Position:
    """The position in which these units have let their fire be in this part of the round."""
    if not units:
        return case.before
    return progress(case, case.before.but(melee=replace(melee, fired=(*melee.fired, *units))))


def results_first(position: Position, action: Action) -> Position:
    """The position in which nobody fires in the next part of the round before the results of this one are taken."""
    melee = position.melee
    if melee is None or not isinstance(action, do.MeleeFire) or not _waits(melee, action.unit):
        return position
    if not any(due.must and due.open_to == FIRING for due in position.due):
        return position
    return position.but(
        due=tuple(replace(due, open_to=()) if due.must and due.open_to == FIRING else due for due in position.due)
    )


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


def _at_turn(case: Case[do.MeleeFire]) -> Position:
    """The position in which the unit is at turn: whoever was waited for lets it be."""
    now: Case[do.MeleeFire] = case
    while now.before.melee is not None and _waits(now.before.melee, case.action.unit):
        passed = _passed_over(now, now.before.melee, still_to_fire(now))
        if passed == now.before:
            break
        now = case.then(passed)
    return now.before


@outcome("BLZ-9.1.2b", "BLZ-9.1.2e", "BLZ-9.1.5d", "BLZ-8c")
@effect(do.MeleeFire)
def melee_fire(case: Case[do.MeleeFire]) -> Position:
    """The unit has named its target; the dice come next."""
    after = _at_turn(case)
    melee, unit = after.melee, case.action.unit
    if melee is None:
        return after
    if melee.part == "both" and not melee.fired:
        after = after.but(due=tuple(due for due in after.due if due.rule != LEAVING))
    after = after.but(melee=replace(melee, fired=(*melee.fired, unit)))
    shot = Shot((unit,), (case.action.target,), melee.hex, {}, "MELEE", told=case.action.column)
    return aim(after, shot).owing(Due("BLZ-8.1.1a", (Roll(purpose="MELEE", who=unit),)))


@outcome("BLZ-9.1.3b", "BLZ-9.1.2a", "BLZ-8.2.5a")
@roll("MELEE")
def resolve(case: Case[Roll]) -> Position:
    """The result waits to be taken: in any order, before the next part of the round begins."""
    before, firer, melee = case.before, case.action.who, case.before.melee
    shot = thrown_for(before, case.action)
    if shot is None or melee is None:
        return before
    once_more = firer not in before.aimed
    shot = read(case, shot, "melee", first_round=melee.round == 1)
    left = {name: other for name, other in before.aimed.items() if name != firer}
    after = before.but(shot=shot, aimed=left)
    if once_more:
        for unit, result in shot.results.items():
            after = hit(case.then(after), after, unit, result)
        return after
    return after.but(melee=replace(melee, pending=(*melee.pending, *shot.results.items())))
