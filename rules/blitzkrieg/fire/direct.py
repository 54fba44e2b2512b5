"""Direct fire (4.2, 8.1): who may fire at whom, at what strength, and what the dice then say."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import Factor, Item, Manner, column, other_readings, works_for_hq
from rules.blitzkrieg.fire.outcomes import suffer_as_claimed, suffer_as_read
from rules.blitzkrieg.fire.sight import blocked
from rules.blitzkrieg.fire.visibility import unseen
from rules.blitzkrieg.model import Fired, Position, Shot, Trigger
from rules.blitzkrieg.movement.march import allowance, half, one_hex_and_fire, others_stop, points, printed
from rules.engine.actions import Action, subject
from rules.engine.dice import Roll
from rules.engine.obligations import NOW, Due
from rules.engine.ruling import Finding, Found, Illegal, Notice, broken, noted

NOT_NAMED = "motorcycle"
"""The type that 8.1 does not name among those that use direct fire (AMB-52)."""
WORKS, COVER = "BLZ-10.2b", frozenset({"BLZ-8.2.3a", "BLZ-8.6.1r"})
"""The rules by which works and terrain protect a target; that they do both is a rule of its own."""
Declared = do.Fire | do.OppFire | do.ReturnFire | do.MeleeFire


# ------------------------------------------------------------------------------------------------------------ range
@outcome("BLZ-4.2a", "BLZ-4.2c", "BLZ-4.2f", "BLZ-0b")
def reach(case: Case[Action], unit: str) -> tuple[int, str]:
    """How many hexes away a unit may fire at, and the rule that says so; never less than one."""
    printed_range = max(case.face(unit).range, 1)
    if printed_range > 1 and case.shaken(unit):
        return case.battle.charts.limits["range-reduced"], "BLZ-4.2e"
    if printed_range > 1 and case.enemy_adjacent(unit):
        return case.battle.charts.limits["range-reduced"], "BLZ-4.2d"
    return printed_range, "BLZ-4.2b" if case.face(unit).range else "BLZ-4.2c"


@outcome("BLZ-4.1b", "BLZ-4.2b", "BLZ-4.2d", "BLZ-4.2e", "BLZ-8.4b")
def out_of_range(case: Case[Action], unit: str, target: str) -> Finding | None:
    """What is to be said if a target is out of a unit's range (AMB-02)."""
    distance = case.distance(case.unit(unit).hex, case.unit(target).hex)
    most, rule_id = reach(case, unit)
    if distance <= most:
        return None
    found = Illegal("fire.range", {"unit": unit, "distance": distance, "limit": most}, rule_id)
    if rule_id in {"BLZ-4.2d", "BLZ-4.2e"}:
        return found
    beyond = found if distance > case.face(unit).range + 1 else None
    return case.switches.among("AMB-02", {"distance": found, "adjacent_zero": beyond})


@outcome("BLZ-8.1b", "BLZ-8.1.1c", "BLZ-4.1c", "BLZ-6.3.1b", "BLZ-6.3.1k")
def line_of_fire(case: Case[Action], unit: str, target: str) -> Iterator[Finding | None]:
    """What stands against fire of a unit at a target: the line of sight, how far the target is seen, the range."""
    start, goal = case.unit(unit).hex, case.unit(target).hex
    if start and goal:
        yield blocked(case, start, goal)
        yield unseen(case, target, start)
        yield out_of_range(case, unit, target)


# ------------------------------------------------------------------------------------------------------- who and whom
@rule("BLZ-8.1a", "BLZ-8b", on=(do.Fire, do.OppFire, do.ReturnFire, do.MeleeFire))
def with_weapons(case: Case[Declared]) -> Found:
    """Every combat unit fires, an HQ does not; motorcycles are not named (AMB-52)."""
    kind = case.counter(case.action.unit).kind
    found = broken("fire.no-weapons", unit=case.action.unit)
    if not kind.direct_fire:
        return found
    return case.switches.tolerated("AMB-52", found) if kind.id == NOT_NAMED else None


@rule("BLZ-4.2g", on=(do.Fire, do.OppFire))
def range_nought_only_returns_fire(case: Case[do.Fire | do.OppFire]) -> Found:
    """A unit with a printed range of 0 delivers return fire only."""
    return None if case.face(case.action.unit).range else broken("fire.range-nought", unit=case.action.unit)


@rule("BLZ-8.1c", "BLZ-8.1.1b", on=(do.Fire, do.OppFire, do.ReturnFire, do.MeleeFire))
def at_one_enemy_unit(case: Case[Declared]) -> Found:
    """Fire is aimed at one enemy unit on the map."""
    unit, target = case.action.unit, case.action.target
    if case.unit(unit).on_map and case.unit(target).on_map and case.side(unit) != case.side(target):
        return None
    return broken("fire.no-target", unit=unit, target=target)


@rule("BLZ-8.1b", "BLZ-4.1b", on=(do.Fire, do.OppFire, do.ReturnFire))
def along_a_line_of_fire(case: Case[do.Fire | do.OppFire | do.ReturnFire]) -> Iterator[Finding | None]:
    """Direct fire needs a line of fire: free, not too far to see, in range."""
    for unit in shooters(case.action):
        yield from line_of_fire(case, unit, case.action.target)


def shooters(action: Declared) -> tuple[str, ...]:
    """Who fires: the unit, and the company aboard that joins it."""
    company = action.company if isinstance(action, do.Fire) else ""
    return (action.unit, company) if company else (action.unit,)


@rule("BLZ-8.1.1a", "BLZ-12.1.5h", on=do.Fire)
def only_a_company_aboard_joins(case: Case[do.Fire]) -> Found:
    """Every unit fires by itself; only the company aboard joins its carrier."""
    company = case.action.company
    if not company or case.unit(company).aboard == case.action.unit:
        return None
    return broken("fire.together", unit=case.action.unit, company=company)


@rule("BLZ-5.2c", "BLZ-6.1f", on=do.Fire)
def one_action(case: Case[do.Fire]) -> Iterator[Finding | None]:
    """A unit fires once in an activation, and neither fights a melee nor moves after loading as well."""
    for unit in shooters(case.action):
        deed = case.before.deed(unit)
        if deed.fired or deed.melees:
            yield broken("fire.acted", unit=unit)
        elif deed.loaded and deed.hexes:
            found = Illegal("fire.loaded-and-moved", {"unit": unit}, "BLZ-6.1f")
            carrier = case.counter(unit).kind.carries
            yield case.switches.doubtful("AMB-45", found) if carrier else found


@rule("BLZ-6.1c", "BLZ-6.2b", on=do.Fire)
def after_half_a_move(case: Case[do.Fire]) -> Iterator[Finding | None]:
    """Who has moved fires at reduced strength, and only after half of its points at most."""
    for unit in shooters(case.action):
        deed = case.before.deed(unit)
        if deed.spent and case.action.mode == "full":
            yield broken("fire.full-after-move", unit=unit)
        most = half(allowance(case, unit))
        if deed.spent <= most:
            continue
        if deed.hexes == 1:
            yield one_hex_and_fire(case, unit)
            continue
        lost = case.unit(unit).ooc and deed.spent <= half(printed(case, unit)[0] * 2)
        facts = {"unit": unit, "spent": points(deed.spent), "limit": points(most)}
        yield Illegal("fire.moved-too-far", facts, "BLZ-6.2b" if lost else "BLZ-6.1c")


# -------------------------------------------------------------------------------------------------- strength and column
@outcome("BLZ-6.1b", "BLZ-6.1c", "BLZ-6.1i")
def strength(case: Case[do.Fire]) -> Fired:
    """At what strength a unit fires: reduced if it has moved or says so; `open` if nothing tells."""
    if case.action.mode == "reduced" or any(case.before.deed(unit).spent for unit in shooters(case.action)):
        return "reduced"
    if case.action.mode == "full" or not _both_on_map(case):
        return "full"
    full, reduced = (_factor(case, reduced=how).total for how in (False, True))
    if case.action.column == full != reduced:
        return "full"
    return "reduced" if case.action.column == reduced != full else "open"


def _factor(case: Case[do.Fire] | Case[Declared], *, reduced: bool = False) -> Factor:
    firers, manner = shooters(case.action), _manner(case.action)
    first = case.before.melee is None or case.before.melee.round == 1
    return column(case, case.action.target, firers=firers, manner=manner, reduced=reduced, first_round=first)


def _manner(action: Declared) -> Manner:
    return "melee" if isinstance(action, do.MeleeFire) else "direct"


@rule("BLZ-8.2.2b", on=(do.Fire, do.OppFire, do.ReturnFire, do.MeleeFire))
def strong_enough(case: Case[Declared]) -> Found:
    """A unit whose final attack factor is below the lowest column does not fire."""
    if not _both_on_map(case) or isinstance(out_of_range(case, case.action.unit, case.action.target), Illegal):
        return None  # how weak it is beyond its range hangs on that
    factor = _factor(case, reduced=_reduced(case))
    if factor.fires:
        return None
    found = broken("fire.too-weak", unit=case.action.unit, factor=factor.total, least=factor.low)
    for ruling, other in other_readings(case):
        if _factor(other, reduced=_reduced(case)).fires:
            return case.switches.doubtful(ruling, found)
    return found


@rule(
    "BLZ-8.2.2a",
    "BLZ-8.2.1a",
    "BLZ-8.2.1b",
    "BLZ-8.2.1c",
    "BLZ-1.1a",
    on=(do.Fire, do.OppFire, do.ReturnFire, do.MeleeFire),
)
def in_the_right_column(case: Case[Declared]) -> Found:
    """The column that is declared is the one that all modifiers give; the forgotten one is named."""
    if case.action.column is None or not _both_on_map(case):
        return None
    factor, told = _factor(case, reduced=_reduced(case)), case.action.column
    if told in {factor.total, int(factor.column)}:
        return None
    if told == _both_counted(factor):
        return noted("fire.column-and-dispersed", declared=told, column=factor.total)
    if told == _halted(factor):
        return Notice("fire.column-over", {"declared": told, "column": factor.total}, "BLZ-7.2.1f")
    if told == _as_marked(case, factor):
        return Notice("fire.column-marked", {"declared": told, "column": factor.total}, "BLZ-8.4c")
    found = Illegal(
        "fire.column",
        {"declared": told, "column": int(factor.column), "items": spelled(factor)},
        _forgotten(case, factor, told - factor.total),
    )
    works = works_for_hq(case, case.action.target)
    if works and told == factor.total + works:
        return case.switches.doubtful("AMB-18", found)
    for ruling, other in other_readings(case):
        if told == _factor(other, reduced=_reduced(case)).total:
            return case.switches.doubtful(ruling, found)
    return found


def _both_counted(factor: Factor) -> int:
    """The factor if column and dispersed are counted together (AMB-22)."""
    return factor.total + sum(item.value for item in factor.disputed)


def _halted(factor: Factor) -> int:
    """The factor of a firer whose march, and with it the column, is taken to be over when it fires."""
    return factor.total - sum(item.value for item in factor.items if item.rule == "BLZ-7.2.1c")


def _as_marked(case: Case[Action], factor: Factor) -> int:
    """The factor if a Neutralised marker counts that has only to be taken off the firer."""
    firer = factor.items[0].unit
    bears = firer in case.battle.units and case.unit(firer).neutralised and not case.shaken(firer)
    return factor.total + (case.battle.charts.modifiers["neutralised"].get("direct", 0) if bears else 0)


def tolerated(factor: Factor, told: int, others: Iterable[int]) -> str:
    """The column that is read: the one declared if it can be defended, else the right one."""
    if told in {_both_counted(factor), _halted(factor), *others}:
        return replace(factor, items=(Item("told", told, ""),)).column
    return factor.column


def _both_on_map(case: Case[Declared]) -> bool:
    return all(case.unit(unit).on_map for unit in (*shooters(case.action), case.action.target))


def _reduced(case: Case[Declared]) -> bool:
    if not isinstance(case.action, do.Fire):
        return False
    return strength(Case(case.battle, case.switches, case.before, case.action)) == "reduced"


def spelled(factor: Factor) -> tuple[str, ...]:
    """The items of a factor in words for a report."""
    return tuple(f"{item.key} {item.value:+}" for item in factor.items)


def _forgotten(case: Case[Declared], factor: Factor, difference: int) -> str:
    """The rule whose neglect explains the difference."""
    left_out = [
        item.rule
        for item in factor.items
        if item.key not in {"attack", "halved", "strength"} and -item.value == difference
    ]
    if left_out:
        return "BLZ-10.2e" if WORKS in left_out and COVER & {*left_out} else left_out[0]
    return _misread(case, difference, halved=any(item.key == "halved" for item in factor.items))


def _misread(case: Case[Declared], difference: int, *, halved: bool) -> str:
    """The rule of the attack strength by whose neglect a column is wrong by so much."""
    counter, attack = case.counter(case.action.unit), case.face(case.action.unit).attack
    rest = attack // 2
    if counter.kind.halved and difference == (rest if halved else -rest):
        return "BLZ-8.2.1b"
    if halved and difference == -(attack % 2) and not case.face(case.action.target).defence:
        return "BLZ-8.2.1c"
    if difference == _works_for_others(case):
        return "BLZ-10.2c"
    return "BLZ-1.1a" if difference == counter.front.attack - attack else "BLZ-8.2.2a"


def _works_for_others(case: Case[Declared]) -> int | None:
    """What works in the target's hex would take off if they helped a target that they do not help."""
    target = case.action.target
    helps = case.counter(target).kind.works or case.unit(target).hex not in case.before.works
    return None if helps else case.battle.charts.cover["works"]["infantry"]


# --------------------------------------------------------------------------------------------------------- effects
@outcome("BLZ-8c", "BLZ-8.1.1b", "BLZ-8.1.1e")
@effect(do.Fire)
def fire(case: Case[do.Fire]) -> Position:
    """The unit has declared its fire; the dice come next."""
    firers, how = shooters(case.action), strength(case)
    after = others_stop(case, (case.action.unit,))
    for unit in firers:
        after = after.did(unit, fired=how, between=bool(case.before.deed(unit).hexes))
    target = case.action.target
    unsaid: Literal["unsaid"] | bool = how == "reduced" and "unsaid"
    reduced = case.action.mode == "reduced" or unsaid
    shot = Shot(firers, (target,), case.unit(target).hex, {}, "FIRE", reduced=reduced, told=case.action.column)
    if after.activation is not None:
        after = after.acts(shots=(*after.activation.shots, *((firer, target) for firer in firers)))
    due = Due("BLZ-8.1.1a", (Roll(purpose="FIRE", who=case.action.unit),), open_to=("returnfire",))
    return _may_be_answered(aim(after, shot).owing(due), shot)


def _may_be_answered(after: Position, shot: Shot) -> Position:
    """The position in which the other side may react to fire; before its result only as others read it (AMB-39)."""
    if not after.within("ACTIVE"):
        return after
    trigger = Trigger("fire", shot.firers, after.units[shot.firers[0]].hex, shot.targets)
    return after.but(trigger=trigger, stack=(*after.stack, "REACT"))


def aim(after: Position, shot: Shot) -> Position:
    """The position in which a fire is declared."""
    return after.but(shot=shot, aimed={**after.aimed, shot.firers[0]: shot})


@outcome("BLZ-8.2.5a", "BLZ-8.3a", "BLZ-8.1.1a", "BLZ-8.1.1e")
@roll("FIRE")
def resolve(case: Case[Roll]) -> Position:
    """The dice are read in the column of the final attack factor."""
    before, firer = case.before, case.action.who
    shot = thrown_for(before, case.action)
    if shot is None:
        return before
    left = {name: other for name, other in before.aimed.items() if name != firer}
    shot = read(case, shot, "direct")
    after = before.but(shot=shot, aimed=left)
    for unit in shot.firers:
        if after.deed(unit).trail:  # the hex from which it fired was no slip
            after = after.did(unit, trail=())
    for target, result in shot.results.items():
        claimed = as_claimed(case, shot, target)
        if claimed != result:
            after = suffer_as_claimed(case.then(after), after, target, result, claimed)
            continue
        others = {} if shot.told is not None else otherwise(case, shot, target, result)
        after = suffer_as_read(case.then(after), after, target, result, others)
    return after


def thrown_for(before: Position, dice: Roll) -> Shot | None:
    """The shot that dice are thrown for: the one that was aimed; else the last one, by dice that nothing made due."""
    shot = before.aimed.get(dice.who, before.shot)
    return shot if shot and shot.firers[:1] == (dice.who,) and dice.purpose == dice_of(shot) else None


def dice_of(shot: Shot) -> str:
    """The purpose of the dice of a shot."""
    return "FIRE" if shot.kind in {"OPPFIRE", "RETURN"} else shot.kind


def thrown_again(position: Position, action: Action) -> Position:
    """The position in which nobody has to take what a shot gave him whose dice are thrown once more."""
    shot = position.shot
    if not isinstance(action, Roll) or shot is None or action.who not in {shot.chit, *shot.firers[:1]} - {""}:
        return position
    if not shot.results or action.purpose != dice_of(shot) or action.who in position.aimed:
        return position
    hit = {target for target, result in shot.results.items() if result != "-"}
    until = next((state for state in ("MELEE", "ACTIVE") if position.within(state)), NOW)

    def pardoned(due: Due) -> Due:
        given = due.must and due.until == NOW and hit & {subject(one) for one in due.options}
        return replace(due, must=False, below=True, until=until) if given else due

    return position.but(due=tuple(pardoned(due) for due in position.due))


def as_claimed(case: Case[Roll], shot: Shot, target: str) -> str:
    """The result by what the firer said, right or wrong: in the column that it declared, at the strength it named."""
    right = column(case, target, firers=shot.firers, manner="direct", reduced=shot.reduced is True)
    if shot.told is not None:
        right = replace(right, items=(Item("told", shot.told, ""),))
    elif shot.reduced != "unsaid":
        return shot.results[target]
    return case.battle.charts.results[right.column].get(case.action.total, "-")


@rule("BLZ-6.1c", on=Roll)
def strength_is_said(case: Case[Roll]) -> Found:
    """Where a unit has moved and did not say that it fires at reduced strength, the result may hang on it."""
    shot = case.before.aimed.get(case.action.who)
    if case.action.purpose != "FIRE" or shot is None or shot.reduced != "unsaid" or shot.told is not None:
        return None
    shot = read(case, shot, "direct")
    hangs = any(as_claimed(case, shot, target) != result for target, result in shot.results.items())
    return noted("fire.strength-unsaid", unit=case.action.who) if hangs else None


def otherwise(case: Case[Roll], shot: Shot, target: str, result: str) -> dict[str, str]:
    """By open ruling: the result that the dice give a target under its other reading, where that is another one."""
    chart, total, found = case.battle.charts.results, case.action.total, dict[str, str]()
    for ruling, other in other_readings(case):
        manner: Manner = "indirect" if shot.calibre else "direct"
        firers = () if shot.calibre else shot.firers
        factor = column(other, target, firers=firers, manner=manner, calibre=shot.calibre, reduced=bool(shot.reduced))
        read_so = chart[factor.column].get(total, "-") if factor.fires else "-"
        if read_so != result:
            found[ruling] = read_so
    return found


def read(case: Case[Roll], shot: Shot, manner: Manner, *, first_round: bool = True) -> Shot:
    """The shot with its columns and results, for the targets that are still on the map."""
    firing = all(case.unit(unit).on_map for unit in shot.firers)
    there = [target for target in shot.targets if firing and case.unit(target).on_map]

    def factor(now: Case[Roll], target: str) -> Factor:
        return column(
            now, target, firers=shot.firers, manner=manner, reduced=bool(shot.reduced), first_round=first_round
        )

    def read_in(target: str) -> str:
        right = factor(case, target)
        if shot.told is None:
            return right.column
        others = (factor(other, target).total for _, other in other_readings(case))
        return tolerated(right, shot.told, (right.total + works_for_hq(case, target), _as_marked(case, right), *others))

    columns = shot.column or {target: read_in(target) for target in there}
    chart, total = case.battle.charts.results, case.action.total
    results = {target: chart[columns[target]].get(total, "-") for target in there}
    return replace(shot, column=columns, results=results, shaken=shaken_of(case, there))


def shaken_of(case: Case[Action], units: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are neutralised now."""
    return tuple(unit for unit in units if case.unit(unit).neutralised)
