"""What takes the orders of two units or more (7.4, 7.13, 7.14, 7.16, 8.9, 9.16, 9.19, 11.6): seen when all are open."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance
from rules.barbarossa.actions import Order as Given
from rules.barbarossa.book import ends, outcome, rule
from rules.barbarossa.orders.terms import breach, is_hex, near
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position, forbids
from rules.engine.ruling import Finding, Illegal, Undecided


def orders(case: Case[Any], *names: str) -> Iterator[tuple[str, Given]]:
    """The units that carry out one of these orders in this round, with the order; running ones included."""
    for unit, state in case.before.units.items():
        given = state.given
        if given is not None and given.order in names and not state.out and not state.flagged:
            yield unit, given


def given_to(case: Case[Any], unit: str) -> Given | None:
    """The order of a unit in this round, a running one included."""
    state = case.before.units.get(unit)
    return state.given if state else None


def _partner(case: Case[Any], unit: str, other: str, order: str, found: Illegal) -> Finding | None:
    """Nothing if the other unit has the order too; unknown if it was not opened."""
    given = given_to(case, other)
    if given is not None and not given.order:
        return Undecided("not-shown", {"missing": "order", "unit": other}, found.rule, missing="order")
    return None if given is not None and given.order == order else found


def _opening(case: Case[Advance]) -> bool:
    return case.before.state == "REVEAL"


@rule("BAR-7.4b", on=Advance)
def both_merge(case: Case[Advance]) -> Iterator[Finding | None]:
    """Both units that merge have the order: a tick on two cards, whomever else the cards note.

    Of an order that nobody should have got in the first place it is not said as well that the other one lacks it.
    """
    for unit, given in orders(case, "merge") if _opening(case) else ():
        if given.target and forbids(unit) not in case.before.fired:
            found = breach("BAR-7.4b", "pair.merge", unit=unit, target=given.target)
            yield _partner(case, unit, given.target, "merge", found)


@rule("BAR-7.14c", on=Advance)
def both_supply(case: Case[Advance]) -> Iterator[Finding | None]:
    """Who receives supply and the transport that gives it both have the order; who carries it on may be left alone."""
    for unit, given in orders(case, "receive_supply") if _opening(case) else ():
        goes_on = case.unit(unit).running is not None
        if goes_on or case.counter(unit).can("transport") or case.before.in_hex(case.unit(unit).hex, "cargo"):
            continue
        near = _transports(case, unit)
        named = given.target in case.before.units and not near
        sources = (given.target,) if named else near
        found = breach("BAR-7.14c", "pair.supply", unit=unit)
        said = [_partner(case, unit, other, "receive_supply", found) for other in sources]
        if None not in said:
            yield next((each for each in said if isinstance(each, Undecided)), found)


def _transports(case: Case[Any], unit: str) -> tuple[str, ...]:
    return tuple(name for name in case.friends(unit, case.unit(unit).hex) if case.counter(name).can("transport"))


@rule("BAR-8.9b", on=Advance)
def both_dismount(case: Case[Advance]) -> Iterator[Finding | None]:
    """Whoever gets off and the transport both have the order."""
    for unit, _ in orders(case, "dismount") if _opening(case) else ():
        carrier = case.unit(unit).carrier
        found = breach("BAR-8.9b", "pair.dismount", unit=unit)
        if carrier:
            yield _partner(case, unit, carrier, "dismount", found)
        elif case.aboard(unit):
            said = [_partner(case, unit, other, "dismount", found) for other in case.aboard(unit)]
            if None not in said:
                yield next((each for each in said if isinstance(each, Undecided)), found)


@rule("BAR-9.16c", on=Advance)
def both_land(case: Case[Advance]) -> Iterator[Finding | None]:
    """The aircraft and the paratroops aboard both have the order."""
    for unit, given in orders(case, "air_landing") if _opening(case) else ():
        others = (case.unit(unit).carrier,) if case.unit(unit).carrier else case.aboard(unit) or (given.target,)
        found = breach("BAR-9.16c", "pair.landing", unit=unit)
        said = [_partner(case, unit, other, "air_landing", found) for other in others]
        if None not in said:
            yield next((each for each in said if isinstance(each, Undecided)), found)


@rule("BAR-9.19g", on=Advance)
def escort_ends_with_its_charge(case: Case[Advance]) -> Iterator[Finding]:
    """An escort does not fly longer than the aircraft it escorts."""
    for unit, given in orders(case, "escort") if _opening(case) else ():
        charge = given_to(case, given.target)
        if charge is not None and charge.rounds and given.rounds and given.rounds > charge.rounds:
            yield breach("BAR-9.19g", "pair.escort", unit=unit, target=given.target)


# -------------------------------------------------------------------------------------------------------- manpower
def hands(case: Case[Any], unit: str, given: Given) -> tuple[str, ...]:
    """The units of the side that do the same work in the same place: dig in one hex, or bridge one river hex."""
    here, side = case.unit(unit).hex, case.side(unit)
    found = []
    for other, work in orders(case, given.order):
        same = (
            work.hex in {given.hex, ""} or not given.hex
            if given.order == "build_pontoon"
            else case.unit(other).hex == here
        )
        if same and case.side(other) == side:
            found.append(other)
    return tuple(found)


def too_few(case: Case[Any], unit: str, given: Given) -> Finding | None:
    """What is wrong if fewer units than the card asks for do the work; unknown while orders are covered."""
    rule_id = {"build_pontoon": "BAR-7.13c", "dig_in": "BAR-7.16c"}.get(given.order)
    needed = case.counter(unit).printed(given.order, "manpower") or 1
    at_work = hands(case, unit, given)
    if rule_id is None or len(at_work) >= needed:
        return None
    if any(case.unopened(name) for name in case.before.units if case.side(name) == case.side(unit)):
        return Undecided("not-shown", {"missing": "order", "unit": unit}, rule_id, missing="order")
    found = breach(rule_id, "pair.hands", unit=unit, order=given.order, hands=len(at_work), needed=needed)
    scattered = given.order == "dig_in" and sum(1 for _ in orders(case, "dig_in")) >= needed
    return structs.replace(found, rule="BAR-7.16d") if scattered else found


def hands_gone(case: Case[Any], unit: str, given: Given) -> Finding | None:
    """What is wrong if too few carry on a work; where enough have begun it, it is open whether fewer will do."""
    found = too_few(case, unit, given)
    begun = isinstance(found, Illegal) and _begun(case, unit, given)
    return case.switches.doubtful("BAR-A93", found) if begun else found


def is_open(found: Finding) -> bool:
    """True if all that speaks against a work is that it is open how many must carry it on."""
    return isinstance(found, Undecided) and found.ruling == "BAR-A93"


def waits(found: Finding) -> bool:
    """True if all that speaks against a work is that too few carry it on: it waits for more of them."""
    return isinstance(found, Illegal) and "BAR-A93" in found.settled


def _begun(case: Case[Any], unit: str, given: Given) -> bool:
    """True if the work goes on from an earlier round, or who lacks now was put out of action in this one."""
    if case.unit(unit).running is not None:
        return True
    lost = sum(_lost(case, other, unit, given) for other in case.before.units if other != unit)
    return len(hands(case, unit, given)) + lost >= (case.counter(unit).printed(given.order, "manpower") or 1)


def _lost(case: Case[Any], other: str, unit: str, given: Given) -> bool:
    """True for who had the same order as a unit beside it in this round, or may have had it, and cannot go on."""
    state, place = case.unit(other), case.unit(unit).hex
    had = (
        state.order.order == given.order
        if state.order
        else state.fallen and given.order in case.counter(other).card.orders
    )
    if not had or not (state.out or state.fallen) or case.side(other) != case.side(unit) or not is_hex(case, state.hex):
        return False
    return state.hex == place if given.order == "dig_in" else not given.hex or near(case, given.hex, state.hex)


@rule("BAR-7.13c", "BAR-7.16c", "BAR-7.16d", on=Advance)
def enough_hands(case: Case[Advance]) -> Iterator[Finding | None]:
    """As many units as the card asks for are given the order, in one place; who carries it on may lack some."""
    for unit, given in orders(case, "build_pontoon", "dig_in") if _opening(case) else ():
        if case.unit(unit).running is None:
            yield too_few(case, unit, given)


TOGETHER = both_merge, both_supply, both_land, enough_hands
"""What is wrong with an order that others should have as well, and that nothing comes of without them."""


@ends("REVEAL")
def alone(case: Case[Any], position: Position) -> Position:
    """Who has an order that others should have got as well was told so, and owes nothing by it."""
    found = (each for check in TOGETHER for each in check(case))
    units = (each.facts["unit"] for each in found if isinstance(each, Illegal))
    return position.but(fired={**position.fired, **{forbids(str(unit)): 1 for unit in units}})


@rule("BAR-11.6h", on=Advance)
def room_in_the_bunker(case: Case[Advance]) -> Iterator[Finding]:
    """Two infantry units use a bunker, not more."""
    users: dict[str, list[str]] = {}
    for unit, given in orders(case, "defend") if _opening(case) else ():
        state = case.unit(unit)
        shelter = case.before.structures.get(state.shelter)
        if given.choice == "bunker" or (not given.choice and shelter is not None and shelter.kind == "bunker"):
            users.setdefault(state.hex, []).append(unit)
    for place, units in users.items():
        if len(units) > case.charted("structures", "bunker", "capacity"):
            yield breach("BAR-11.6h", "pair.bunker", units=tuple(units), hex=place)


@outcome("BAR-7.10d", "BAR-7.10h")
def driver(case: Case[Any], unit: str) -> str:
    """Who gets the movement orders for a unit: its transport while it is carried or towed, else itself."""
    return case.unit(unit).carrier or unit
