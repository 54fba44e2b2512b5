"""Trenches and bunkers (11.5, 11.6): who goes in, when, and what makes him leave."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Occupy, Order, Show, State
from rules.barbarossa.book import begins, effect, ends, outcome, rule
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, Found, broken, unknown

KINDS = frozenset({"trench", "bunker"})
"""Works that units go into."""


def inside(position: Position, structure: str) -> tuple[str, ...]:
    """Who is in a trench or bunker."""
    return tuple(name for name, unit in position.units.items() if unit.shelter == structure and not unit.out)


@rule("BAR-11.5d", "BAR-11.6i", "BAR-4.4b", on=Occupy)
def goes_in_by_defend(case: Case[Occupy]) -> Iterator[Finding]:
    """A trench or bunker is occupied in step 1 with the order Defend, by a unit in its hex."""
    unit, name = case.action.unit, case.action.structure
    if name not in case.before.structures:
        return
    if case.unopened(unit):
        yield unknown("order", "order.unopened", unit=unit)
        return
    bunker = case.structure(name).kind == "bunker"
    own = "BAR-11.6i" if bunker else "BAR-11.5d"
    if not case.ordered(unit, "defend"):
        yield structs.replace(broken("shelter.no-defend", unit=unit, structure=name), rule=own)
    if case.before.state != "S1":
        yield structs.replace(broken("shelter.step", unit=unit, step=case.before.state), rule="BAR-4.4b")
    if not _beside(case, unit, name) or case.structure(name).kind not in {"bunker", "trench"}:
        yield structs.replace(broken("shelter.elsewhere", unit=unit, structure=name), rule=own)


def _beside(case: Case[Any], unit: str, name: str) -> bool:
    return case.unit(unit).hex in {case.structure(name).hex, case.structure(name).side}


@rule("BAR-11.5d", on=Occupy)
def faces_the_trench(case: Case[Occupy]) -> Finding | None:
    """As we read it, a unit in a trench is in its hex and faces its side."""
    unit, name = case.action.unit, case.action.structure
    trench = case.before.structures.get(name)
    order = case.unit(unit).order
    if trench is None or trench.kind != "trench" or order is None or not order.facing or not trench.facing:
        return None
    if case.unit(unit).hex == trench.hex and order.facing == trench.facing:
        return None
    return case.switches.doubtful("BAR-A62", broken("shelter.other-way", unit=unit, structure=name))


@rule("BAR-11.6h", "BAR-11.6l", on=Occupy)
def who_fits(case: Case[Occupy]) -> Iterator[Finding]:
    """A bunker holds two infantry units; of those that set up and pack up, only machine guns."""
    unit, name = case.action.unit, case.action.structure
    bunker = case.before.structures.get(name)
    if bunker is None or bunker.kind != "bunker":
        return
    counter = case.counter(unit)
    if counter.type != "infantry":
        yield broken("shelter.not-infantry", unit=unit, structure=name)
    elif "set_up" in counter.card.orders and not counter.is_a("machine_gun"):
        yield structs.replace(broken("shelter.crew", unit=unit, structure=name), rule="BAR-11.6l")
    if len([other for other in inside(case.before, name) if other != unit]) >= case.charted(
        "structures", "bunker", "capacity"
    ):
        yield broken("shelter.full", unit=unit, structure=name)


@rule("BAR-11.5f", on=Occupy)
def guns_set_up(case: Case[Occupy]) -> Finding | None:
    """Artillery goes into a trench only set up."""
    unit = case.action.unit
    if case.counter(unit).type != "artillery" or case.unit(unit).set_up:
        return None
    return broken("shelter.packed", unit=unit)


@effect(Occupy)
@outcome("BAR-11.5e", "BAR-11.6j")
def goes_in(case: Case[Occupy]) -> Position:
    """The unit is dug in, and its box says so; in a bunker its model is off the board, and the number on its card."""
    unit, name = case.action.unit, case.action.structure
    after = case.before.unit(unit, shelter=name)
    if name not in after.structures:
        return after
    if after.structures[name].kind == "bunker":
        after = after.unit(unit, off_board=True, hex=after.structures[name].hex)
    if case.unit(unit).shelter == name:
        return after
    return after.owing(Due("BAR-11.5e", (State(unit=unit, status="dug-in"),), after.state, "shelter.mark"))


@begins("S1")
@outcome("BAR-11.5d", "BAR-11.6i", "BAR-4.4b")
def in_the_works_of_its_order(case: Case[Any], position: Position) -> Position:
    """Whoever wrote works down with Defend is in them from step 1, if nothing stands against it; the box may say so."""
    for name, unit in position.units.items():
        order, look = unit.order, case.then(position)
        if order is None or order.choice not in KINDS or unit.shelter or unit.suppressed or not unit.standing:
            continue
        works = _works(look, name, order)
        if works:
            position = position.unit(name, shelter=works)
            mark = Due("BAR-11.5e", (State(unit=name, status="dug-in"),), "S12", "shelter.mark", must=False)
            position = position.owing(mark)
    return position


def _works(case: Case[Any], unit: str, order: Order) -> str:
    """The works of the kind that was written down into which the unit may go, those towards its front first."""
    near = [name for name, each in case.before.structures.items() if each.kind == order.choice]
    near.sort(key=lambda name: case.structure(name).facing != order.facing)
    checks: tuple[Callable[[Case[Occupy]], Found], ...] = (goes_in_by_defend, who_fits, guns_set_up)
    now = case.before.but(stack=("S1",))
    for name in near:
        goes = Case(case.battle, case.switches, now, Occupy(unit=unit, structure=name))
        if not any(_found(check(goes)) for check in checks):
            return name
    return ""


def _found(found: Found) -> bool:
    return any(each is not None for each in ((found,) if found is None or isinstance(found, Finding) else found))


@ends("REVEAL")
@outcome("BAR-11.5g", "BAR-11.6n")
def driven_out(case: Case[Any], position: Position) -> Position:
    """Whoever is in a trench or bunker and has another order than Defend leaves it, with all its advantages."""
    look = case.then(position)
    for name, unit in position.units.items():
        if unit.shelter and unit.order and look.order(name) not in {"", "defend"}:
            position = _leaves(position, name)
    return position


def _leaves(position: Position, unit: str) -> Position:
    left = position.units[unit]
    bunker = left.off_board and not left.hidden
    after = position.unit(unit, shelter="", off_board=left.off_board and left.hidden)
    mark = Due("BAR-11.5g", (State(unit=unit, status="dug-in", on=False),), "S12", "shelter.unmark")
    stand = Due("BAR-11.6n", (Show(unit=unit),), "S12", "shelter.stand")
    return after.owing(mark, stand) if bunker else after.owing(mark)


@rule("BAR-4.3b", on=Show)
def stays_inside(case: Case[Show]) -> Finding | None:
    """Who has written down works with Defend, and is in them, is there until the round is over, if they last."""
    name = case.action.unit
    works = case.before.structures.get(case.unit(name).shelter) if name in case.before.units else None
    order = case.unit(name).order if works is not None else None
    if works is None or order is None or (order.order, order.choice) != ("defend", works.kind):
        return None
    if case.ordering or any(Show(unit=name) in due.options for due in case.before.due):
        return None
    return broken("shelter.left", unit=name, structure=case.unit(name).shelter)


@rule("BAR-11.5h", on=Advance)
def guns_stay(case: Case[Advance]) -> Iterator[Finding]:
    """Artillery leaves the hex of a trench only after it has packed up."""
    if case.before.state != "S10":
        return
    for name, trail in case.before.stepped.items():
        unit = case.unit(name)
        if len(trail) < 2 or case.counter(name).type != "artillery" or not unit.set_up:
            continue
        trenches = [each for each in case.before.structures.values() if each.kind == "trench" and each.hex == trail[0]]
        if trenches and "pack_up" in case.counter(name).card.orders:
            yield broken("shelter.not-packed", unit=name)
