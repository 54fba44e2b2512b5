"""The status update (4.4m, 5.14, 7.0, 9.3): time boxes, preparation boxes, flags, and in which step each order acts."""

from typing import Any

from rules.barbarossa.actions import Complete, Mark, Order
from rules.barbarossa.book import begins, outcome, rule
from rules.barbarossa.orders.pairs import given_to, hands_gone, is_open, waits
from rules.barbarossa.state.battle import ARMOUR
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import marks_due, shown, unsaid
from rules.barbarossa.state.model import READY, Position, forbids
from rules.barbarossa.works.engineers import completion
from rules.engine.actions import Action
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

LANDED, REFUEL = 1, 2
"""The first two preparation boxes."""
HIDING = 2
"""Rounds that a unit with armour takes to lie in ambush."""
BOXED = (
    *("BAR-6.6j", "BAR-7.1c", "BAR-7.2c", "BAR-7.5d", "BAR-7.8b", "BAR-7.9d", "BAR-7.12c", "BAR-7.13e", "BAR-7.14d"),
    *("BAR-7.15d", "BAR-7.16f", "BAR-7.17c"),
)
"""The rules that say when time boxes are marked: which one for which order stands with the orders."""


# ---------------------------------------------------------------------------------------------------- in which step
@outcome("BAR-4.4b", "BAR-4.4c", "BAR-4.4d", "BAR-4.4f", "BAR-4.4g", "BAR-4.4j", "BAR-4.4k", "BAR-4.3d")
def step_of(case: Case[Action], unit: str) -> str:
    """The step in which the order of a unit is carried out, together with all others of that step; empty without."""
    return case.battle.step_of(case.order(unit))


@outcome("BAR-7.0b")
def effect_in(case: Case[Action], unit: str) -> str:
    """The step in which a special order has its effect: step 9, or step 12 if it takes time boxes."""
    step = step_of(case, unit)
    return "S12" if step == "S9" and total_boxes(case, unit) else step


# ------------------------------------------------------------------------------------------------------- time boxes
def total_boxes(case: Case[Any], unit: str) -> int:
    """How many time boxes the order of a unit has; none for one that is done at once."""
    given = given_to(case, unit)
    if given is None or not case.battle.printed(given.order).boxed:
        return 0
    if given.order == "ambush":
        return HIDING if case.counter(unit).type in ARMOUR else 0
    return case.counter(unit).printed(given.order, "boxes") or 0


def at_work(case: Case[Any], unit: str) -> Order | None:
    """The order with time boxes at which a unit works on: not in smoke, not suppressed, and not done with it."""
    state = case.unit(unit)
    given, total = state.order, total_boxes(case, unit)
    if given is None or state.out or state.suppressed or not total or state.boxes >= total:
        return None
    idle = state.smoked == case.before.round or (given.order == "ambush" and state.hidden)
    return None if idle else given


@begins("S12")
@outcome("BAR-5.14b", "BAR-5.14c", "BAR-7.8b", *BOXED)
def another_box(case: Case[Any], position: Position) -> Position:
    """Each unit that is at work marks one time box; with the last one the work is done.

    Where it is open whether hands enough are left, or was told that they are not, the box may be marked, and need not.
    Where it is settled that too few are, no box is marked; a work that enough have begun goes on with those that come.
    """
    look = case.then(position)
    for name, unit in look.before.units.items():
        given = at_work(look, name)
        found = hands_gone(look, name, given) if given else None
        if given is None or (found is not None and not (is_open(found) or forbids(name) in position.fired)):
            position = position.unit(name, running=given) if found is not None and waits(found) else position
            continue
        position, by = position.unit(name, running=given), case.battle.printed(given.order).boxed
        if given.order == "ambush":
            position = _another_round_of_hiding(position, name)
            continue
        if found is None:
            fights = (look.switches.otherwise("BAR-A133", ()),) if unit.bound else ()
            position = marks_due(position, name, "boxes", unit.boxes + 1, by, until="S12", otherwise=fights)
            position = completion(case, position, name)
            continue
        may = [Mark(unit=name, what="boxes", value=unit.boxes + 1)]
        last = [Complete(unit=name)] if unit.boxes + 1 == total_boxes(look, name) else []
        position = position.owing(*(Due(by, (each,), "S12", must=False) for each in (*may, *last)))
    return position


def _another_round_of_hiding(position: Position, unit: str) -> Position:
    """A unit with armour hides for one more round; the book knows no time boxes for that: they need not be marked."""
    rounds = position.units[unit].boxes + 1
    may = Due("BAR-6.6j", (Mark(unit=unit, what="boxes", value=rounds),), "S12", must=False)
    return unsaid(position, unit, "boxes", rounds).owing(may)


@rule("BAR-5.14b", "BAR-7.0b", "BAR-7.13c", "BAR-7.16c", on=Mark)
def box_in_its_step(case: Case[Mark]) -> Finding | None:
    """A time box is marked in step 12, by who has the order and hands enough for it."""
    unit = case.action.unit
    if case.action.what != "boxes" or unit not in case.before.units or case.counter(unit).flies:
        return None
    if case.before.state != "S12" and case.action.value > case.unit(unit).boxes:
        return broken("boxes.step", unit=unit)
    given = given_to(case, unit)
    owed = case.action.value <= case.unit(unit).boxes
    if given is None or owed or not case.battle.printed(given.order).boxed or forbids(unit) in case.before.fired:
        return None
    return hands_gone(case, unit, given)


# ------------------------------------------------------------------------------------------------------- aircraft
@begins("S12")
@outcome("BAR-9.3c", "BAR-9.3d", "BAR-9.3f")
def prepared(case: Case[Any], position: Position) -> Position:
    """An aircraft on its airfield marks the next preparation box, one a round, the last of them Ready."""
    for name, unit in position.units.items():
        if case.counter(name).flies and not unit.hex and not unit.out and 0 < unit.air < READY:
            position = _next_box(case, position, name)
    return position


def _next_box(case: Case[Any], position: Position, aircraft: str) -> Position:
    """The next preparation box is due; whether one is in the round of the landing, the book says in two ways."""
    switches, now = case.switches, position.units[aircraft].air
    landed = f"{aircraft} landed" in position.fired
    if landed and case.switches.read_otherwise("BAR-A103"):
        return position
    unsettled = switches.reading("BAR-A103") is None
    if unsettled and not landed and (now, shown(position, aircraft, "air")) == (REFUEL, LANDED):
        return marks_due(position, aircraft, "air", REFUEL, "BAR-9.3f", until="S12")
    position = marks_due(position, aircraft, "air", now + 1, "BAR-9.3f", until="S12")
    if not (landed and unsettled):
        return position
    open_to = (switches.as_we_read("BAR-A103", due)[0] if _marks(due, aircraft) else due for due in position.due)
    return position.but(due=tuple(open_to))


def _marks(due: Due, aircraft: str) -> bool:
    return due.must and Mark(unit=aircraft, what="air", value=REFUEL) in due.options


@rule("BAR-9.3c", "BAR-9.3d", on=Mark)
def one_box_at_a_time(case: Case[Mark]) -> Finding | None:
    """Preparation boxes are marked in their order and one in a round, besides Landed; those of a flight are wiped."""
    unit, value = case.action.unit, case.action.value
    if case.action.what != "air" or unit not in case.before.units:
        return None
    now = case.unit(unit).air
    if value <= max(now, 1) or value < shown(case.before, unit, "air"):
        return None
    return broken("boxes.air", unit=unit, box=value, now=now)
