"""Transport (7.10, 8.8, 8.9): going aboard, being towed, getting off, and what carriers share with whom they carry."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Board, Leave, Mark, Out
from rules.barbarossa.book import effect, ends, outcome, rule
from rules.barbarossa.orders.terms import in_melee
from rules.barbarossa.state.bravery import TESTING
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import follows_from, lose, losses_also, owe, suppress
from rules.barbarossa.state.model import STEPS, Position
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, unknown


@outcome("BAR-8.8e")
def load_of(case: Case[Any], carrier: str) -> int:
    """The sizes of all units aboard together; what is towed does not count."""
    return sum(case.size(name) for name in case.aboard(carrier) if not case.unit(name).towed)


@rule("BAR-8.8e", "BAR-7.10a", on=Board)
def room(case: Case[Board]) -> Finding | None:
    """All units aboard together are not larger than their carrier; and only one is towed."""
    carrier, unit = case.action.carrier, case.action.unit
    if case.action.towed:
        return None
    load, now, full = load_of(case, carrier) + case.size(unit), case.size(carrier), case.counter(carrier).size
    if load <= now:
        return None
    finding = broken("transport.room", unit=unit, carrier=carrier, load=load, room=now)
    return case.switches.doubtful("BAR-A22", finding) if load <= full else finding


@rule("BAR-8.8b", "BAR-8.8c", "BAR-4.3b", on=Board)
def aboard_as_ordered(case: Case[Board]) -> Iterator[Finding]:
    """A unit mounts the carrier named in its order, in step 10 and in its hex."""
    unit, carrier, state = case.action.unit, case.action.carrier, case.before.state
    if case.action.towed or state == "SETUP":
        return
    if case.unopened(unit):
        yield unknown("order", "order.unopened", unit=unit)
        return
    order = case.unit(unit).order
    if order is None or order.order != "mount":
        yield structs.replace(broken("transport.no-order", unit=unit), rule="BAR-4.3b")
        return
    if order.target and order.target != carrier:
        yield broken("transport.other", unit=unit, carrier=carrier, expected=order.target)
    if state != "S10":
        yield structs.replace(broken("transport.step", unit=unit, step=state), rule="BAR-8.8c")
    if case.unit(unit).hex != case.unit(carrier).hex:
        apart = structs.replace(broken("transport.apart", unit=unit, carrier=carrier), rule="BAR-8.8c")
        found = case.switches.doubtful("BAR-A40", apart)
        if found:
            yield found


@rule("BAR-7.10f", "BAR-7.10e", "BAR-7.10g", on=Board)
def hitched_as_ordered(case: Case[Board]) -> Iterator[Finding]:
    """A packed-up unit is hitched in step 9 to the carrier in its hex that its order names."""
    unit, carrier, state = case.action.unit, case.action.carrier, case.before.state
    if not case.action.towed or state == "SETUP":
        return
    if case.unopened(unit):
        yield unknown("order", "order.unopened", unit=unit)
        return
    order = case.unit(unit).order
    if order is None or order.order != "tow" or (order.target and order.target != carrier) or state != "S9":
        wrong = structs.replace(broken("tow.not-ordered", unit=unit, carrier=carrier, step=state), rule="BAR-7.10g")
        pulls = case.unit(carrier).order
        only = pulls is not None and pulls.order == "tow" and pulls.target in {"", unit} and state == "S9"
        found = case.switches.doubtful("BAR-A90", wrong) if only and (order is None or order.order != "tow") else wrong
        yield from (each for each in (found,) if each)
    if not case.unit(unit).packed and "pack_up" in case.counter(unit).card.orders:
        yield structs.replace(broken("tow.set-up", unit=unit), rule="BAR-7.10e")
    if case.unit(unit).hex != case.unit(carrier).hex:
        yield broken("tow.apart", unit=unit, carrier=carrier)


@rule("BAR-7.10a", on=Board)
def can_carry(case: Case[Board]) -> Finding | None:
    """Only transports carry and tow, and only their own side's units."""
    carrier, unit = case.action.carrier, case.action.unit
    counter = case.counter(carrier)
    if case.enemies(carrier, unit) or not (
        counter.is_a("transport", "transport_air") or counter.value("lift") or counter.value("tow")
    ):
        return broken("transport.cannot", unit=unit, carrier=carrier)
    return None


@effect(Board)
def goes_aboard(case: Case[Board]) -> Position:
    """The unit leaves the board and is on its carrier's card."""
    return case.before.unit(
        case.action.unit,
        hex="",
        carrier=case.action.carrier,
        towed=case.action.towed,
        off_board=True,
        hidden=False,
        shelter="",
    )


@rule("BAR-8.9c", "BAR-7.10h", on=Leave)
def gets_off_where_it_is(case: Case[Leave]) -> Iterator[Finding]:
    """A unit gets off in the hex of its carrier: by Dismount in step 10; what was towed by Set Up, or thrown off."""
    unit = case.unit(case.action.unit)
    carrier = unit.carrier
    if not carrier:
        yield broken("transport.not-aboard", unit=case.action.unit)
        return
    place = case.unit(carrier).hex
    elsewhere = bool(case.action.hex and place) and case.action.hex != place
    wrong = broken("transport.elsewhere", unit=case.action.unit, hex=case.action.hex, expected=place)
    dropped = bool(case.before.fired.get(f"{carrier} dropped"))
    if unit.suppressed or case.unit(carrier).out or case.unopened(case.action.unit) or dropped:
        yield from (wrong,) if elsewhere else ()
        return
    wanted, rule_id = ("set_up", "BAR-7.10h") if unit.towed else ("dismount", "BAR-8.9c")
    if wanted == "dismount" and case.ordered(case.action.unit, wanted) and case.before.state != "S10":
        late = broken("transport.step", unit=case.action.unit, step=case.before.state)
        yield structs.replace(late, rule=rule_id)
    if not case.ordered(case.action.unit, wanted) and not (unit.running and unit.running.order == wanted):
        yield structs.replace(broken("transport.stays", unit=case.action.unit, order=wanted), rule=rule_id)
    elif elsewhere:
        yield wrong
    elif wanted == "dismount" and case.order(carrier) not in {"", wanted}:
        yield broken("transport.goes-on", unit=case.action.unit, carrier=carrier, order=case.order(carrier))


@effect(Leave)
def gets_off(case: Case[Leave]) -> Position:
    """The unit stands in its carrier's hex."""
    unit = case.unit(case.action.unit)
    place = case.action.hex or (case.unit(unit.carrier).hex if unit.carrier else unit.hex)
    after = case.before.unit(case.action.unit, hex=place, carrier="", towed=False, off_board=False)
    return after.but(fired={**after.fired, f"{case.action.unit} put down": 1})


@rule("BAR-8.8c", "BAR-8.9c", "BAR-7.10g", on=Advance)
def carried_out(case: Case[Advance]) -> Iterator[Finding]:
    """What was ordered is done when the step is over: mounted, dismounted, hitched; not where no room is left.

    It takes two to dismount: if the transport has no such order, or cannot carry it out, nobody has to. What becomes
    of the orders of units that are in a melee the book does not say.
    """
    for name, unit in case.before.units.items():
        order = unit.order if case.ordered(name, "tow", "mount", "dismount") else None
        if order is None or case.battle.step_of(order.order) != case.before.state:
            continue
        if unit.out or unit.smoked == case.before.round:
            continue
        boards = order.order != "dismount"
        carrier = unit.carrier or order.target
        if bool(unit.carrier) == boards or carrier not in case.before.units or case.unit(carrier).out:
            continue
        truck = case.unit(carrier)
        halted = (truck.suppressed and not truck.flagged) or truck.smoked == case.before.round
        alone = halted or case.order(carrier) != "dismount"
        if (in_melee(case, carrier) and not truck.bound) or (not boards and alone):
            continue
        together = case.unit(carrier).hex == unit.hex
        if order.order == "mount" and load_of(case, carrier) + case.size(name) > case.size(carrier):
            continue
        if not boards or together:
            why = "transport.undone" if boards else "transport.still-aboard"
            yield structs.replace(broken(why, unit=name, carrier=carrier), rule=case.by(name, "ends"))


# ------------------------------------------------------------------------------------------- sharing the carrier's lot
@follows_from("losses")
@outcome("BAR-7.10i", "BAR-7.10j", "BAR-7.10k", "BAR-7.10m", "BAR-8.8f", "BAR-8.8g", "BAR-9.16e")
def share_losses(case: Case[Any], position: Position, carrier: str, losses: int) -> Position:
    """Who is towed or carried loses as much as the carrier, past its defence; the owner chooses among those aboard."""
    aboard = [name for name, unit in position.units.items() if unit.carrier == carrier and not unit.out]
    also = losses_also(position, carrier, losses)
    for name in aboard:
        if position.units[name].towed:
            position = lose(case, position, name, losses, "passengers", also=also)
    riders = [name for name in aboard if not position.units[name].towed]
    if len(riders) == 1:
        return lose(case, position, riders[0], losses, "passengers", also=also)
    return _shared(case, position, carrier, riders, losses) if riders else position


def _shared(case: Case[Any], position: Position, carrier: str, riders: list[str], losses: int) -> Position:
    """Several units are aboard: how the losses are spread is their owner's choice, but all of them are taken.

    Where the carrier's own losses may be others as well, nobody counts them.
    """
    total = sum(position.units[name].losses for name in riders)
    known = position.shared.get(carrier)
    goal = (known[1] if known else total) + losses
    options = tuple(
        Mark(unit=name, what="losses", value=value)
        for name in riders
        for value in range(position.units[name].losses + 1, case.counter(name).size + 1)
    )
    may = Due("BAR-8.8f", options, position.state, must=False)
    most = max(losses_also(position, carrier, losses), default=0)
    if most:
        left = {name: each for name, each in position.shared.items() if name != carrier}
        return position.but(shared=left).owing(*(may for _ in range(max(losses, most))))
    shared = {**position.shared, carrier: (tuple(riders), min(goal, sum(case.counter(name).size for name in riders)))}
    return position.but(shared=shared).owing(*(may for _ in range(losses)))


@rule("BAR-8.8f", on=Advance)
def all_losses_are_taken(case: Case[Advance]) -> Iterator[Finding]:
    """Together, the units aboard have taken as many losses as their carrier."""
    for carrier, (riders, total) in case.before.shared.items():
        taken = sum(case.unit(name).losses for name in riders)
        if taken != total:
            yield broken("transport.shared", carrier=carrier, units=riders, taken=taken, expected=total)


@ends(*STEPS)
def nothing_is_open(_: Case[Any], position: Position) -> Position:
    """What had to be shared is settled."""
    return position.but(shared={}) if position.shared else position


@follows_from("testing")
@outcome("BAR-5.10b", "BAR-7.10k")
def riders_may_test(case: Case[Any], position: Position, unit: str, _: int) -> Position:
    """The carrier tests for all; a test of who has lost something with it counts if it is rolled."""
    state = position.units[unit]
    carrier = position.units.get(state.carrier)
    lost = carrier is not None and carrier.losses > 0 < state.losses and not state.towed
    rolls = lost and position.state in {*TESTING, "S11"} and not state.suppressed
    return owe(position, unit, "losses", position.state, must=False) if rolls else position


@follows_from("suppression")
@outcome("BAR-7.10l")
def thrown_off(case: Case[Any], position: Position, carrier: str, _losses: int) -> Position:
    """What a suppressed carrier towed stands in its hex again, suppressed like it."""
    for name, unit in position.units.items():
        if unit.carrier == carrier and unit.towed and not unit.out:
            after = position.owing(Due("BAR-7.10l", (Leave(unit=name),), position.state, "tow.unhitch"))
            position = suppress(case, after, name)
    return position


@follows_from("destruction")
def left_behind(case: Case[Any], position: Position, carrier: str, _losses: int) -> Position:
    """Whoever survives a carrier stands in its hex; whether a weapon in tow survives it is open."""
    for name, unit in position.units.items():
        if unit.carrier == carrier and not unit.out:
            position = position.unit(name, hex=position.units[carrier].hex, carrier="", towed=False, off_board=False)
            position = position.but(fired={**position.fired, f"{name} put down": 1})
            lost = Due("BAR-7.10i", (Out(piece=name),), position.state)
            position = position.owing(*(case.switches.as_others_read("BAR-A91", lost) if unit.towed else ()))
    return position
