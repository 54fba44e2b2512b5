"""Smoke (6.4): who lays it where, whom it stops, and when it is gone."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa.actions import Out, Smoke
from rules.barbarossa.book import begins, effect, outcome, rule
from rules.barbarossa.fire.firing import order_then
from rules.barbarossa.fire.sight import in_field
from rules.barbarossa.movement.moving import wrongly
from rules.barbarossa.orders.attacks import observed, view, watched
from rules.barbarossa.orders.terms import breach, is_hex, spotters, unshown
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import present, spend
from rules.barbarossa.state.model import STEPS, Position, Structure
from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.obligations import Due
from rules.engine.ruling import Finding


@rule("BAR-6.4a", "BAR-4.3c", "BAR-6.4f", on=Smoke)
def by_order(case: Case[Smoke]) -> Iterator[Finding]:
    """Smoke is fired in step 3, by a unit with that order and on its hex."""
    unit = case.action.unit
    if unit not in case.before.units:
        yield unshown("BAR-6.4a", "unit")
        return
    if case.before.state != "S3" and case.before.state in STEPS:
        yield breach("BAR-6.4a", "fire.step", unit=unit, now=case.before.state, step="S3")
    order = order_then(case, unit)
    if order is not None and not order.order:
        yield unshown("BAR-4.3a", "order", unit=unit)
    elif order is None or order.order != "smoke":
        yield breach("BAR-4.3c", "fire.order", unit=unit, order="smoke")
    elif order.hex and case.action.hex != order.hex:
        yield breach("BAR-4.3b", "fire.other-hex", unit=unit, hex=case.action.hex, ordered=order.hex)
    if case.unit(unit).suppressed:
        yield breach("BAR-5.11d", "fire.suppressed", unit=unit)
    lying = case.before.structures.values()
    if any((each.kind, each.by, each.laid) == ("smoke", unit, case.before.round) for each in lying):
        yield breach("BAR-6.4f", "smoke.again", unit=unit, hex=case.action.hex)


@rule("BAR-6.4b", "BAR-3.8e", "BAR-3.8c", on=Smoke)
def from_its_stock(case: Case[Smoke]) -> Iterator[Finding | None]:
    """It costs a smoke shell; whether a unit without other ammunition may fire it is open."""
    unit = case.action.unit
    if unit not in case.before.units:
        return
    if case.unit(unit).stores.get("smoke", 0) < 1 and not case.before.fired.get(shell(unit)):
        yield breach("BAR-6.4b", "smoke.none", unit=unit)
    elif case.unit(unit).ammo <= 0:
        yield case.switches.tolerated("BAR-A80", breach("BAR-3.8c", "smoke.no-ammo", unit=unit))


@rule("BAR-6.4d", "BAR-5.3c", on=Smoke)
def seen_and_in_field(case: Case[Smoke]) -> Iterator[Finding | None]:
    """Some friendly unit sees the hex; who has a field of fire fires into it only."""
    unit, place = case.action.unit, case.action.hex
    if unit not in case.before.units or not is_hex(case, place) or not is_hex(case, case.unit(unit).hex):
        return
    if not observed(case, case.side(unit), place):
        blind = breach("BAR-6.4d", "smoke.observer", unit=unit, hex=place)
        yield watched(case, unit, _watchers(case, unit), place, blind)
    outside = breach("BAR-5.3c", "smoke.field", unit=unit, hex=place)
    yield case.switches.unless(in_field(case, unit, place), outside, "BAR-A39")


def _watchers(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The ground units of the side that were on the board when the step began."""
    side = case.side(unit)
    names = (name for name in case.before.units if case.side(name) == side and not case.counter(name).flies)
    return tuple(name for name in names if present(case, name))


@rule("BAR-6.4f", on=Smoke)
def two_hexes(case: Case[Smoke]) -> Finding | None:
    """One marker lies on the target hex and one on a neighbour of it, which may be a half one at the edge."""
    place, also = case.action.hex, case.action.also
    if not is_hex(case, place):
        return breach("BAR-6.4f", "smoke.hex", unit=case.action.unit, hex=place)
    if also in case.battle.ground.sky.neighbours(place):
        return None
    return breach("BAR-6.4f", "smoke.second", unit=case.action.unit, hex=place, also=also)


@effect(Smoke)
@outcome("BAR-6.4e", "BAR-6.4f", "BAR-6.4g", "BAR-6.4h")
def lies(case: Case[Smoke]) -> Position:
    """Without a test, smoke lies in both hexes; every ground unit there is caught in it, in the next round too."""
    unit, position = case.action.unit, case.before
    if unit not in position.units:
        return position
    if not position.fired.get(shell(unit)):
        position = spend(position, unit, 1, "BAR-6.4b", "smoke")
    sky, main = case.battle.ground.sky, case.action.hex
    astray = main not in sky or case.action.also not in sky.neighbours(main)
    for place in (case.action.hex, case.action.also):
        if not is_hex(case, place):
            continue
        laid = Structure(kind="smoke", hex=place, owner=case.side(unit), laid=position.round, by=unit)
        position = position.but(structures={**position.structures, name_of(place): laid})
        for name, each in position.units.items():
            if each.hex == place and not each.out and not case.counter(name).flies:
                position = position.unit(name, smoked=position.round)
                if astray and place == case.action.also:
                    position = position.but(fired={**position.fired, wrongly(name): 1})
    return position


def shell(unit: str) -> str:
    """The note of a shell that was struck off before the smoke was laid."""
    return f"{unit} shell"


def name_of(place: str) -> str:
    """The name of the smoke in a hex."""
    return f"smoke.{place}"


@begins("S12")
@outcome("BAR-6.4k")
def clears(_: Case[Any], position: Position) -> Position:
    """Smoke of the last round is removed in step 12."""
    old = [name for name, each in position.structures.items() if each.kind == "smoke" and each.laid < position.round]
    return position.owing(*(Due("BAR-6.4k", (Out(piece=name),), "S12", "smoke.clear") for name in old))


def due_smoke(position: Position, unit: str, place: str) -> Position:
    """The position in which a unit is to lay its smoke."""
    return position.owing(Due("BAR-6.4a", (Smoke(unit=unit, hex=place),), position.state, "smoke.due"))


def lays(case: Case[Action], unit: str) -> bool:
    """True if nothing stands against the smoke that the unit was ordered to lay."""
    state, order = case.unit(unit), case.unit(unit).order
    if order is None or state.suppressed or not state.standing or state.stores.get("smoke", 0) < 1:
        return False
    if not is_hex(case, order.hex) or in_field(case, unit, order.hex) is not Answer.YES:
        return False
    blind = view(case, spotters(case, unit), order.hex, breach("BAR-6.4d", "smoke.observer", unit=unit, hex=order.hex))
    return state.ammo > 0 and (blind is None or observed(case, case.side(unit), order.hex))
