"""The headquarters (10.5 to 10.9): fire that is adjusted. Its bonus to bravery stands with the values."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa.actions import Fire, Hide
from rules.barbarossa.book import outcome, rule
from rules.barbarossa.fire.firing import shots_by
from rules.barbarossa.fire.sight import sees
from rules.barbarossa.orders.terms import GUARDS, breach, led_from_aboard, unshown
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.values import in_command, place_of
from rules.engine.ruling import Finding, Illegal

AIR = "aircraft"
AFTER_MOVES = frozenset({"S10", "S11", "S12"})
"""The step in which a headquarters moves, and those in which one may still see to it that it is turned over."""


def staffs(case: Case[Any], unit: str) -> tuple[str, ...]:
    """The headquarters in whose command range a unit is."""
    return tuple(hq for hq in case.headquarters(case.side(unit)) if in_command(case, hq, unit))


@rule(
    *("BAR-10.8a", "BAR-10.8b", "BAR-10.8c", "BAR-10.8d", "BAR-10.8e", "BAR-10.8f", "BAR-10.8g", "BAR-10.7c"),
    on=Fire,
)
def adjusted(case: Case[Fire]) -> Iterator[Finding]:
    """Artillery that hit nothing rolls again, once a round, if a headquarters on guard near it sees the target."""
    action = case.action
    if not action.again or action.unit not in case.before.units:
        return
    unit, target = action.unit, action.target
    first = [shot for shot in shots_by(case.before, unit, action.kind) if shot.target == target]
    if case.counter(unit).type != "artillery":
        yield breach("BAR-10.8a", "adjust.type", unit=unit)
    if not first or not first[-1].rolled:
        yield breach("BAR-10.8a", "adjust.nothing", unit=unit, target=target)
    elif any(shot.hits and 0 not in shot.also for shot in first):
        yield breach("BAR-10.8a", "adjust.hit", unit=unit, target=target)
    if case.side(unit) in case.before.adjusted:
        yield breach("BAR-10.8f", "adjust.once", unit=unit)
    if action.kind == "suppress":
        yield breach("BAR-10.8g", "adjust.suppressive", unit=unit)
    if action.kind in {"flak", "react"} or (target in case.before.units and case.counter(target).type == AIR):
        yield breach("BAR-10.8e", "adjust.aircraft", unit=unit)
    yield from _led(case, unit, target)


@outcome("BAR-10.7c", "BAR-10.8b", "BAR-10.8c", "BAR-10.8d")
def _led(case: Case[Any], unit: str, target: str) -> Iterator[Finding]:
    """What is wrong with every headquarters near the unit; nothing if one of them can adjust its fire."""
    near = staffs(case, unit)
    if not near:
        rides = led_from_aboard(case, breach("BAR-10.8a", "adjust.no-hq", unit=unit))
        yield from (rides,) if rides else ()
        return
    found = [list(_fails(case, hq, target)) for hq in near]
    if all(found):
        yield from min(found, key=lambda against: (any(isinstance(each, Illegal) for each in against), len(against)))


def _fails(case: Case[Any], hq: str, target: str) -> Iterator[Finding]:
    if case.unit(hq).suppressed:
        yield breach("BAR-10.8c", "adjust.hq-suppressed", hq=hq)
    elif case.unopened(hq):
        yield unshown("BAR-10.8d", "order", unit=hq)
    elif not case.ordered_to(hq, GUARDS):
        yield breach("BAR-10.8d", "adjust.hq-order", hq=hq)
    there = place_of(case, target) if target in case.before.units else ""
    sight = sees(case, place_of(case, hq), there)
    unseen = case.switches.unless(sight.answer, breach("BAR-10.8b", "adjust.sight", hq=hq, target=target), sight.why)
    if unseen and sight.by:
        yield unseen


# --------------------------------------------------------------------------------------------------- hiding again
@rule("BAR-10.6e", on=Hide)
def hides_again(case: Case[Hide]) -> Iterator[Finding | None]:
    """A headquarters that was found in an earlier round hides again once it has moved, at the end of step 10.

    After a move of an earlier round, or before the step is there, it is open whether it may.
    """
    unit = case.action.unit
    if unit not in case.before.units or not case.counter(unit).is_a("hq") or case.ordered(unit, "ambush"):
        return
    state, stays = case.unit(unit), breach("BAR-10.6e", "hide.hq-stays", unit=unit)
    if case.before.fired.get(f"{unit} found") or (state.found_in and state.found_in == state.hex):
        yield stays
        return
    moved = case.before.fired.get(f"{unit} moved") or len(case.before.stepped.get(unit, ())) > 1
    if case.before.state not in AFTER_MOVES or not moved:
        yield case.switches.doubtful("BAR-A26", stays)
        return
    around = case.battle.ground.grid.neighbours(state.hex)
    near = [foe for place in around for foe in case.foes(unit, place)]
    if near:
        yield case.switches.tolerated("BAR-A26", breach("BAR-10.6e", "hide.hq-seen", unit=unit, enemy=near[0]))
