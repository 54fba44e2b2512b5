"""What could be done on the ground and in the air: steps, halts, hiding, works, transport, flights."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.case import Case
from rules.barbarossa.clock import following
from rules.barbarossa.engineers import AT_ONCE, work
from rules.barbarossa.flight import airborne, entry_of, goal, next_with, path
from rules.barbarossa.merging import arrival_of
from rules.barbarossa.mines import blasted_in, power
from rules.barbarossa.model import STEPS
from rules.barbarossa.movement import coming, gone
from rules.barbarossa.options import candidates, fills
from rules.barbarossa.orders import FLIGHTS, LASTING
from rules.engine.actions import Action
from rules.engine.dice import Roll


# ------------------------------------------------------------------------------------------------------- the clock
@candidates(*STEPS)
def goes_on(case: Case[Any]) -> Iterator[Action]:
    """The marker goes to the next step."""
    yield do.Advance(to=following(case), by=case.battle.sides[0])


@candidates(*STEPS)
def done(case: Case[Any]) -> Iterator[Action]:
    """A side is done with the step."""
    yield from (do.StepDone(by=side) for side in case.battle.sides if side not in case.before.done)


# ------------------------------------------------------------------------------------------------------- movement
@candidates("S10")
def steps(case: Case[Any]) -> Iterator[Action]:
    """Everybody's next hex, and stopping where a rule makes him."""
    for unit in case.before.units:
        place = coming(case, unit)
        if place:
            yield do.Step(unit=unit, hex=place, by=case.side(unit))
            yield do.Halt(unit=unit, by=case.side(unit))


@candidates("S6")
def assaults(case: Case[Any]) -> Iterator[Action]:
    """The next hex of those that assault."""
    for unit, state in case.before.units.items():
        order = state.order
        made = gone(case.before, unit)
        goes = not state.out and unit not in case.before.halted
        if order and order.order == "assault" and goes and made < len(order.route):
            yield do.Step(unit=unit, hex=order.route[made], fights=True, by=case.side(unit))
            yield do.Halt(unit=unit, by=case.side(unit))


@candidates("S9")
def turns(case: Case[Any]) -> Iterator[Action]:
    """Units that were ordered to turn do so."""
    for unit, state in case.before.units.items():
        if state.order and state.order.order == "change_fof" and state.facing != state.order.facing:
            yield do.Turn(unit=unit, facing=state.order.facing, by=case.side(unit))


# --------------------------------------------------------------------------------------------------- works, carriers
@candidates("S8", "S9")
def at_once(case: Case[Any]) -> Iterator[Action]:
    """Work that is done without time boxes."""
    for unit in case.before.units:
        if work(case, unit) in AT_ONCE - {"change_fof"} and not case.unit(unit).out:
            yield do.Complete(unit=unit, by=case.side(unit))


@candidates("S9", "S10")
def boarding(case: Case[Any]) -> Iterator[Action]:
    """Going aboard, being hitched, getting off, merging, as ordered."""
    for unit, state in case.before.units.items():
        order = state.order
        if order is None or state.out:
            continue
        if order.order in {"mount", "tow"} and not state.carrier and order.target in case.before.units:
            yield do.Board(unit=unit, carrier=order.target, towed=order.order == "tow", by=case.side(unit))
        elif order.order == "dismount" and state.carrier:
            yield do.Leave(unit=unit, hex=case.unit(state.carrier).hex, by=case.side(unit))
        elif order.order == "merge" and order.choice == unit and order.target in case.before.units:
            yield do.Merge(unit=unit, other=order.target, by=case.side(unit))


@candidates("S1")
def occupying(case: Case[Any]) -> Iterator[Action]:
    """Going into works with the order Defend."""
    for unit, state in case.before.units.items():
        if not case.ordered(unit, "defend"):
            continue
        for name, each in case.before.structures.items():
            if each.kind in {"trench", "bunker"} and state.hex in {each.hex, each.side} and name != state.shelter:
                yield do.Occupy(unit=unit, structure=name, by=case.side(unit))


@candidates(*STEPS)
def arriving(case: Case[Any]) -> Iterator[Action]:
    """Reinforcements whose time has come."""
    if case.before.state != "S10":
        return
    for unit, state in case.before.units.items():
        arrival = arrival_of(case, unit)
        if arrival and not state.hex and not state.out and not state.carrier and case.before.round >= arrival[0]:
            yield from (do.Enter(unit=unit, hex=place, by=case.side(unit)) for place in sorted(arrival[1]))


@candidates("S12")
def supplying(case: Case[Any]) -> Iterator[Action]:
    """Points for whoever waits for them."""
    for unit, state in case.before.units.items():
        order = state.running or state.order
        if order and order.order == "receive_supply" and order.target in case.before.units:
            most = min(case.counter(unit).value("ammo") - state.ammo, case.unit(order.target).ammo)
            for points in sorted({1, most}):
                if points > 0:
                    yield do.Supply(unit=unit, source=order.target, points=points, by=case.side(unit))


# ------------------------------------------------------------------------------------------------------- in the air
@candidates("S5")
def flights(case: Case[Any]) -> Iterator[Action]:
    """Take-offs, the next hex of each flight, the way home."""
    for unit, state in case.before.units.items():
        if state.out or not case.counter(unit).flies:
            continue
        if not state.hex and case.ordered(unit, *FLIGHTS):
            entry = entry_of(case, unit)
            halves = (entry,) if entry else tuple(sorted(case.battle.ground.halves))
            yield from (do.TakeOff(unit=unit, hex=place, by=case.side(unit)) for place in halves)
        elif unit in case.before.stepped:
            yield from (do.Fly(unit=unit, hex=place, by=case.side(unit)) for place in _next(case, unit))


@candidates("S12")
def flying_home(case: Case[Any]) -> Iterator[Action]:
    """The way home at the end of a round, for whoever could stay longer."""
    yield from (do.Return(unit=unit, by=case.side(unit)) for unit in airborne(case) if case.ordered(unit, *LASTING))


def _next(case: Case[Any], unit: str) -> tuple[str, ...]:
    order = case.unit(unit).order
    if order is not None and order.order == "escort":
        return next_with(case, unit, case.before.stepped.get(order.target, ()))[:1]
    here, line = case.unit(unit).hex, path(case, unit)
    reached = next((number for number, places in enumerate(line) if here in places), -1)
    return line[reached + 1] if reached + 1 < len(line) else ()


@candidates("S5")
def combats(case: Case[Any]) -> Iterator[Action]:
    """Duels that could be fought, and searches."""
    flying = airborne(case)
    for unit in flying:
        for target in flying:
            if case.enemies(unit, target) and (target, unit) not in case.before.duels:
                yield do.Duel(unit=unit, target=target, by=case.side(unit))
        if case.ordered(unit, "recon") and case.unit(unit).hex == goal(case, unit):
            yield from (Roll(purpose="SEARCH", who=unit, dice=(die,), by=case.side(unit)) for die in range(1, 7))


@candidates("S6", "S9")
def dropping(case: Case[Any]) -> Iterator[Action]:
    """Paratroops and boxes of supply."""
    for unit in airborne(case):
        if case.ordered(unit, "air_landing", "drop_supply") and case.unit(unit).hex == goal(case, unit):
            yield do.Drop(unit=unit, hex=case.unit(unit).hex, by=case.side(unit))


# ---------------------------------------------------------------------------------------------------- what is due
@fills(do.Complete)
def completed(case: Case[Any], template: do.Complete) -> Iterator[Action]:
    """What comes of finished work."""
    unit, order = template.unit, case.unit(template.unit).running
    kinds = (
        ("anti-tank", "anti-personnel", "dummy") if order and order.order == "lay_mines" and not order.choice else ("",)
    )
    place = order.hex if order and order.order in {"set_up", "pack_up", "build_pontoon"} else ""
    yield from (do.Complete(unit=unit, hex=place, kind=kind, by=case.side(unit)) for kind in kinds)


@fills(do.Uncover)
def uncovered(case: Case[Any], template: do.Uncover) -> Iterator[Action]:
    """A minefield shows its kind."""
    mines = case.before.structures.get(template.structure)
    kinds = (mines.variety,) if mines and mines.variety else ("anti-tank", "anti-personnel", "dummy")
    yield from (do.Uncover(structure=template.structure, kind=kind) for kind in kinds)


@fills(do.Enter)
def returning(case: Case[Any], template: do.Enter) -> Iterator[Action]:
    """A loaded carrier comes back at the edge."""
    yield from (do.Enter(unit=template.unit, hex=place) for place in sorted(case.battle.ground.edge))


def mine_dice(case: Case[Any], unit: str) -> int:
    """How many dice the mines under a unit roll."""
    here = blasted_in(case, unit)
    fields = (case.before.structures[name] for name in case.before.in_hex(here, "minefield"))
    return max((power(case, unit, mines.variety) for mines in fields if mines.variety), default=0)
