"""Fire at a group (5.5): dice that missed the main target may be rolled against others of its type in the hex."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Fire
from rules.barbarossa.book import outcome, rule
from rules.barbarossa.orders.terms import breach
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import present
from rules.barbarossa.state.model import Shot
from rules.engine.ruling import Finding, broken

LEAST = 3
"""Units that must stand in the hex."""
SPREADS = frozenset({"fire", "suppress", "indirect", "defend", "ambush", "move"})
"""Shots at a named unit, which may be carried on."""


def chain(case: Case[Any], unit: str, kind: str) -> tuple[Shot, ...]:
    """The shots of an attack that is carried on, the main one first."""
    return tuple(shot for shot in case.before.shots if shot.unit == unit and shot.kind == kind)


def group_in(case: Case[Any], unit: str, place: str) -> tuple[str, ...]:
    """The unit's enemies that stood on the ground of a hex when the step began."""
    return tuple(
        name
        for name, state in case.before.units.items()
        if state.hex == place and case.enemies(unit, name) and not case.counter(name).flies and present(case, name)
    )


@rule("BAR-5.5a", "BAR-5.5b", "BAR-5.5h", "BAR-5.5g", "BAR-5.5d", on=Fire)
def carried_on(case: Case[Fire]) -> Iterator[Finding | None]:
    """Three enemies in the hex, those shot at of one type, each once, as long as more than one die was rolled."""
    action = case.action
    if not action.after or action.unit not in case.before.units or action.target not in case.before.units:
        return
    shots = chain(case, action.unit, action.kind)
    if not shots or action.kind not in SPREADS:
        yield structs.replace(broken("spread.no-attack", unit=action.unit), rule="BAR-5.5d")
        return
    yield from _whom(case, shots)
    yield from _how(case, shots)


def _whom(case: Case[Fire], shots: tuple[Shot, ...]) -> Iterator[Finding | None]:
    action, main = case.action, shots[0]
    others = group_in(case, action.unit, main.hex)
    if len(others) < LEAST:
        yield broken("spread.few", unit=action.unit, hex=main.hex, count=len(others))
    if case.unit(action.target).hex != main.hex:
        yield breach("BAR-5.5b", "spread.elsewhere", unit=action.unit, target=action.target, hex=main.hex)
    types = {case.counter(name).type for name in others}
    if main.target not in case.before.units or case.counter(action.target).type != case.counter(main.target).type:
        yield breach("BAR-5.5b", "spread.type", unit=action.unit, target=action.target)
    elif len(types) > 1 and case.switches.reading("BAR-A37") is not None:
        mixed = breach("BAR-5.5b", "spread.mixed", unit=action.unit, hex=main.hex)
        yield case.switches.tolerated("BAR-A37", mixed)
    if any(shot.target == action.target for shot in shots):
        yield breach("BAR-5.5h", "spread.twice", unit=action.unit, target=action.target)


def _how(case: Case[Fire], shots: tuple[Shot, ...]) -> Iterator[Finding | None]:
    action, last = case.action, shots[-1]
    if action.after != last.target:
        yield breach("BAR-5.5d", "spread.order", unit=action.unit, after=action.after, last=last.target)
    if not last.rolled:
        yield breach("BAR-5.5d", "spread.unrolled", unit=action.unit, target=last.target)
    elif len(last.rolled) == 1:
        yield breach("BAR-5.5g", "spread.last-die", unit=action.unit, target=action.target)
    elif min(last.hits, *last.also, *(hits for hits, _ in last.doubts), last.hits) == len(last.rolled):
        yield breach("BAR-5.5g", "spread.no-misses", unit=action.unit, target=action.target)


@outcome("BAR-5.5g")
def can_be_carried_on(case: Case[Any], unit: str, kind: str) -> tuple[str, ...]:
    """Those to whom the missed dice of a unit's attack may be carried; nobody once a single die was rolled."""
    shots = chain(case, unit, kind)
    if not shots or not shots[-1].rolled or len(shots[-1].rolled) < 2 or shots[-1].hits == len(shots[-1].rolled):
        return ()
    main, done = shots[0], {shot.target for shot in shots}
    others = group_in(case, unit, main.hex)
    if main.target not in case.before.units or len(others) < LEAST or kind not in SPREADS:
        return ()
    kind_of = case.counter(main.target).type
    return tuple(name for name in others if name not in done and case.counter(name).type == kind_of)
