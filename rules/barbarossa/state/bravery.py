"""Bravery tests (5.10, 5.11, 10.12): who must, when, with what result; suppression and recovery."""

from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Fire, Return, State, Step
from rules.barbarossa.book import begins, outcome, roll, rule
from rules.barbarossa.orders.terms import breach
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import CONSEQUENCES, and_suppressed, dues_of_tests, is_test, last_step, owe, suppress
from rules.barbarossa.state.model import STEPS, Owed, Position
from rules.barbarossa.state.values import braveries
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Finding

DICE = 2
TESTING = frozenset({"S4", "S7"})
"""The steps of tests before the last one."""
LEAVES = frozenset({"cautious_move", "march", "fire_on_move"})
"""Orders with which a bound unit withdraws."""


def withdrawing(case: Case[Any], unit: str) -> bool:
    """True for a bound unit that was ordered to leave the melee."""
    order = case.unit(unit).order
    return bool(case.unit(unit).bound) and order is not None and order.order in LEAVES and bool(order.route)


def debts(position: Position, unit: str) -> tuple[Owed, ...]:
    """The tests that a unit owes, those of this step first."""
    owed = [each for each in position.owed if each.unit == unit]
    return tuple(sorted(owed, key=lambda each: (position.state not in {each.step, last_step(each)}, not each.must)))


def may_test(position: Position, owed: Owed) -> bool:
    """True if the test is made in this step: its own one, or any up to it for bombed units; a late one too.

    Whoever lost something to mines before a step of tests may test there.
    """
    early = owed.cause == "bombed" or (owed.cause == "mines" and position.state in TESTING)
    if owed.step == position.state or early or owed.step not in STEPS:
        return True
    return position.state in STEPS and STEPS.index(owed.step) < STEPS.index(position.state)


# ---------------------------------------------------------------------------------------------------- rolling
@rule("BAR-5.10c", on=Roll)
def two_dice(case: Case[Roll]) -> Finding | None:
    """A bravery test is two dice."""
    if case.action.purpose != "TEST" or len(case.action.dice) == DICE or not debts(case.before, case.action.who):
        return None
    return breach("BAR-5.10c", "test.dice", unit=case.action.who, dice=len(case.action.dice))


@rule("BAR-4.4e", "BAR-4.4h", "BAR-4.4l", on=Roll)
def in_its_step(case: Case[Roll]) -> Finding | None:
    """A test is made in its own step, after all fire of the step before has been counted."""
    if case.action.purpose != "TEST":
        return None
    owed = debts(case.before, case.action.who)
    if not owed or any(may_test(case.before, each) for each in owed):
        return None
    rules = {"S4": "BAR-4.4e", "S7": "BAR-4.4h", "S11": "BAR-4.4l"}
    step = owed[0].step
    return breach(rules.get(step, "BAR-4.4e"), "test.early", unit=case.action.who, step=step, now=case.before.state)


@roll("TEST")
@outcome("BAR-5.10c", "BAR-5.10d", "BAR-6.1k", "BAR-5.13g", "BAR-5.8g", "BAR-5.11i", "BAR-6.2g")
def tested(case: Case[Roll]) -> Position:
    """A total up to the bravery passes; else the unit is suppressed at once, or goes on being so."""
    unit = case.action.who
    if unit not in case.before.units:
        return case.before
    before = ahead_of(case, unit)
    owed = next((each for each in debts(before, unit) if may_test(before, each)), None)
    if owed is None:
        return case.before
    position = _settled(before, owed)
    allowed = braveries(case, position, unit)
    position = position.but(tested={**position.tested, unit: (case.action.total, allowed.ours)})
    if owed.cause == "panic":
        position = position.but(fired={**position.fired, f"{unit} braved": 1})
    passed = case.action.total <= allowed.ours
    ruling = next((each for value, each in allowed.doubtful if (case.action.total <= value) != passed), "")
    if owed.cause == "recovery":
        return _recovers(case, position, unit, ruling, passed=passed)
    if not ruling and any((case.action.total <= value) != passed for value in allowed.also):
        return _may_fail(case, position, unit)
    return _fails(case, position, owed, ruling, passed=passed)


def ahead_of(case: Case[Any], unit: str) -> Position:
    """The position before a test, with that of a unit which owes none yet and may make it beforehand."""
    owes = unit not in case.before.units or debts(case.before, unit) or unit in case.before.tested
    return case.before if owes else CONSEQUENCES.follow("testing", case, case.before, unit, 0)


def _settled(position: Position, owed: Owed) -> Position:
    """The test is made; bombed units that test with the melee's losses need not test again, nor who came into mines."""
    left = list(position.owed)
    left.remove(owed)
    if owed.step == "S7":
        left = [each for each in left if each.unit != owed.unit or each.cause != "bombed"]
    if position.state in TESTING:
        left = [structs.replace(each, must=False) if _of_mines(each, owed.unit) else each for each in left]
    return dues_of_tests(position.but(owed=tuple(left)), owed.unit)


def _of_mines(owed: Owed, unit: str) -> bool:
    return owed.unit == unit and owed.cause == "mines"


def _may_fail(case: Case[Roll], position: Position, unit: str) -> Position:
    """By some losses that are accepted the test is passed, by others it is not: either is right."""
    falls = State(unit=unit, status="suppressed")
    if not case.counter(unit).flies:
        return position.owing(Due("BAR-5.11a", (falls,), "S12", must=False))
    home = Due("BAR-9.6i", (Return(unit=unit),), position.state, must=False)
    also = (structs.replace(each, must=False) for each in and_suppressed(case, position, unit))
    return position.owing(home, *also)


def _fails(case: Case[Roll], position: Position, owed: Owed, ruling: str, *, passed: bool) -> Position:
    unit = owed.unit
    mark = Due("BAR-5.11a", (State(unit=unit, status="suppressed"),), position.state)
    if ruling and not case.counter(unit).flies:
        others = case.switches.as_others_read(ruling, mark) if passed else case.switches.as_we_read(ruling, mark)
        return position.owing(*others)
    if passed:
        return position
    if owed.ruling and not case.counter(unit).flies:
        return position.owing(*case.switches.as_others_read(owed.ruling, mark))
    if owed.cause == "shot":
        by = "BAR-5.13g" if any(shot.kind == "ambush" for shot in position.shots if shot.target == unit) else "BAR-6.1k"
        position = position.but(halted={**position.halted, unit: by})
    return suppress(case, position, unit, keeps_order=withdrawing(case, unit))


# --------------------------------------------------------------------------------------------------- recovery
@begins("S12")
@outcome("BAR-5.11h", "BAR-5.11j", "BAR-4.4m")
def recovery_due(case: Case[Action], position: Position) -> Position:
    """Every unit whose flag is marked tests for recovery; one suppressed in this round has none yet.

    Of one that has failed another test in this round it is open: it may, as we read it, and need not.
    """
    for name, unit in position.units.items():
        if not unit.suppressed or not unit.flagged or unit.out:
            continue
        if unit.fallen and case.switches.read_otherwise("BAR-A74"):
            continue
        must = not unit.fallen or case.switches.reading("BAR-A74") is not None
        position = owe(position, name, "recovery", "S12", must, rule="BAR-5.11h")
    return position


@outcome("BAR-5.11h", "BAR-5.11i")
def _recovers(case: Case[Roll], position: Position, unit: str, ruling: str, *, passed: bool) -> Position:
    marks = [
        Due("BAR-5.11h", (State(unit=unit, status=status, on=False),), position.state)
        for status in ("suppressed", "flag")
    ]
    if ruling:
        read = case.switches.as_we_read if passed else case.switches.as_others_read
        return position.owing(*(due for mark in marks for due in read(ruling, mark)))
    if not passed:
        return position
    return position.unit(unit, suppressed=False, flagged=False).owing(*marks)


@begins("PLANNING")
@outcome("BAR-5.11f")
def flags(_: Case[Action], position: Position) -> Position:
    """The flag of every suppressed unit is marked before planning; tests of the last round are over."""
    return position.but(owed=(), due=tuple(due for due in position.due if due.told or not is_test(due))).owing(
        *(
            Due("BAR-5.11f", (State(unit=name, status="flag"),), "PLANNING", must=False)
            for name, unit in position.units.items()
            if unit.suppressed and not unit.out
        )
    )


# ------------------------------------------------------------------------------------------------------ at once
@rule("BAR-6.1j", "BAR-5.13f", on=(Step, Fire))
def tests_first(case: Case[Step | Fire]) -> Finding | None:
    """A mover that was hit by Defend or Ambush fire tests before it goes on."""
    unit = case.action.unit
    if not any(each.unit == unit and each.cause == "shot" and each.must for each in case.before.owed):
        return None
    ambushed = any(shot.kind == "ambush" for shot in case.before.shots if shot.target == unit)
    return breach("BAR-5.13f" if ambushed else "BAR-6.1j", "test.first", unit=unit)
