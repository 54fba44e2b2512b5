"""Volleys (4.4c, 4.4d, 6.2, 6.3, 10.4): what is due when a step of fire begins, for all who have its order."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Fire, Step
from rules.barbarossa.actions import Shot as Kind
from rules.barbarossa.book import begins, on_entering, outcome, rule
from rules.barbarossa.fire.aiming import WAYS, against, firing_hex
from rules.barbarossa.fire.smoke import due_smoke, lays
from rules.barbarossa.orders.terms import is_hex
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import present, spend
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

OF_STEP: dict[str, tuple[Kind, ...]] = {"S2": ("suppress",), "S3": ("fire", "indirect")}
"""The kinds of shots at a named unit that each step is for."""
TESTS = {"suppress": "BAR-6.2d", "fire": "BAR-6.3f", "indirect": "BAR-10.3a"}


@begins("S2", "S3")
@outcome("BAR-4.4c", "BAR-4.4d", "BAR-6.3f", "BAR-5.1a", "BAR-4.3d")
def volley(case: Case[Action], position: Position) -> Position:
    """Everybody with the order of the step fires, if nothing stands against it; all at once."""
    look = case.then(position)
    for unit, state in position.units.items():
        order = state.order
        if order is None or not order.order or not state.standing:
            continue
        for kind in OF_STEP[position.state]:
            if order.order == WAYS[kind].order and order.target and can_fire(look, unit, order.target, kind):
                shot = Fire(unit=unit, target=order.target, kind=kind)
                position = position.owing(Due(TESTS[kind], (shot,), position.state, "fire.due"))
        if position.state == "S3" and order.order == "bombard_location":
            position = position.owing(*bombardment(look, unit))
        if position.state == "S3" and order.order == "smoke" and lays(look, unit):
            position = due_smoke(position, unit, order.hex)
    return position


def can_fire(case: Case[Any], unit: str, target: str, kind: Kind) -> bool:
    """True if nothing at all stands against the shot, and it can be paid."""
    return case.unit(unit).ammo >= WAYS[kind].ammo and not any(against(case, unit, target, kind))


@outcome("BAR-10.4b", "BAR-5.12c", "BAR-10.6f", "BAR-10.4c")
def bombardment(case: Case[Any], unit: str) -> Iterator[Due]:
    """Every enemy in the hex is tested, hidden ones too, and with a second row those beside it."""
    for target in targets_of_bombardment(case, unit):
        yield Due("BAR-10.4b", (Fire(unit=unit, target=target, kind="bombard"),), "S3", "fire.due")


def targets_of_bombardment(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The enemies whom the unit's bombardment strikes."""
    order = case.unit(unit).order
    if order is None or not is_hex(case, order.hex):
        return ()
    area = (order.hex, *case.battle.ground.grid.neighbours(order.hex)) if case.counter(unit).card.area else (order.hex,)
    return tuple(
        name
        for name, state in case.before.units.items()
        if state.hex in area
        and case.enemies(unit, name)
        and not case.counter(name).flies
        and present(case, name)
        and can_fire(case, unit, name, "bombard")
    )


@begins("S1")
@outcome("BAR-6.1b", "BAR-4.4b")
def paid_at_once(case: Case[Action], position: Position) -> Position:
    """Once players have settled that Defend is paid when it is carried out, its point is due in step 1."""
    if not case.switches.read_otherwise("BAR-A02"):
        return position
    for unit, state in position.units.items():
        if case.then(position).ordered(unit, "defend") and state.standing and state.ammo > 0:
            position = spend(position, unit, 1, "BAR-6.1b")
            position = position.but(fired={**position.fired, f"{unit} paid": 1})
    return position


@on_entering
@outcome("BAR-8.7i", "BAR-4.3e", "BAR-8.0d")
def new_pulse(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """When somebody goes farther than anybody before, firepower is counted anew, by the losses until then."""
    pulse = len(after.stepped.get(unit, (origin,)))
    if after.state != "S10" or any(len(trail) >= pulse for trail in case.before.stepped.values()):
        return after
    losses = {name: state.losses for name, state in case.before.units.items() if state.losses}
    return after.but(before_step=losses)


@on_entering
@outcome("BAR-6.1g")
def fired_at_first_sight(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """Once players have settled that the first enemy is fired at, the shot is due; as we read it, it is a right."""
    if after.state != "S10" or not origin or not case.switches.read_otherwise("BAR-A77"):
        return after
    look = case.then(after)
    for guard, state in after.units.items():
        order = state.order
        if order is None or order.order != "defend" or not case.enemies(guard, unit) or after.fired.get(guard):
            continue
        near = look.within(state.hex, after.units[unit].hex, order.number or 0) is Answer.YES
        if state.standing and near and can_fire(look, guard, unit, "defend"):
            shot = Fire(unit=guard, target=unit, kind="defend")
            after = after.owing(Due("BAR-6.1g", (shot,), "S10", "fire.due"))
    return after


@on_entering
@outcome("BAR-6.3f", "BAR-6.2d")
def out_of_reach(case: Case[Step], after: Position, unit: str, origin: str) -> Position:
    """Who moves in a step of fire, which no order does, cannot be shot at any more: whoever was to fire need not."""
    if after.state not in OF_STEP:
        return after
    look = case.then(after)

    def past(due: Due) -> bool:
        shots = [each for each in due.options if isinstance(each, Fire) and each.target == unit]
        return bool(shots) and not any(can_fire(look, each.unit, each.target, each.kind) for each in shots)

    due = tuple(structs.replace(each, must=False) if past(each) else each for each in after.due)
    return after.but(due=due)


@rule("BAR-8.7i", "BAR-4.3b", on=Advance)
def shots_on_the_move(case: Case[Advance]) -> Iterator[Finding]:
    """Who has come to the underlined hex has fired when step 10 is over, if nothing stood against it."""
    for shot in on_the_move(case):
        yield broken("fire.unmade", unit=shot.unit, target=shot.target, hex=firing_hex(case, shot.unit))


def on_the_move(case: Case[Any]) -> Iterator[Fire]:
    """The shots that are to be fired before step 10 is over, by who has come to the hex from which he fires."""
    for unit in case.before.stepped if case.before.state == "S10" else ():
        order = case.unit(unit).order if unit in case.before.units else None
        if order is not None and owes_a_shot(case, unit):
            yield Fire(unit=unit, target=order.target, kind="move")


def owes_a_shot(case: Case[Any], unit: str) -> bool:
    """True for a unit that came to the hex from which it was to fire, at a target that has stayed where it was."""
    state, trail = case.unit(unit), case.before.stepped.get(unit, ())
    order = state.order
    if order is None or order.order != "fire_on_move" or order.fire_from not in trail or not state.standing:
        return False
    still = len(case.before.stepped.get(order.target, ())) < 2
    ready = len(trail) > 1 and still and not case.before.fired.get(unit)
    return ready and can_fire(case, unit, order.target, "move")
