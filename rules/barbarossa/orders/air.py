"""Orders to aircraft (chapter 9): who may fly, where to, how far and how long."""

from collections.abc import Iterator

from rules.barbarossa.actions import Order
from rules.barbarossa.orders.attacks import view, watched
from rules.barbarossa.orders.terms import (
    FLIGHTS,
    breach,
    commanded,
    is_hex,
    is_unit,
    led_from_aboard,
    ordering,
    spotters,
    stunned,
    unshown,
    wanted,
)
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import READY
from rules.engine.ruling import Finding, Illegal

TARGETS = ("BAR-9.10b", "BAR-9.13b", "BAR-9.16b", "BAR-9.17c", "BAR-9.18b")
"""The rules that want a target hex."""


def flies(case: Case[Order]) -> bool:
    """True for an aircraft; paratroops get an order of this chapter too."""
    return case.counter(case.action.unit).flies


def goes_on(case: Case[Order]) -> bool:
    """True for a mission that an aircraft over the board is flying already, written once more."""
    state, same = case.unit(case.action.unit), case.action
    now = state.running if state.hex else None
    return now is not None and (now.order, now.hex, now.target) == (same.order, same.hex, same.target)


@ordering(FLIGHTS, ids=("BAR-9.3a", "BAR-9.3e", "BAR-9.3g", "BAR-9.4b"))
def is_ready(case: Case[Order]) -> Finding | None:
    """Only an aircraft whose Ready box is marked gets a mission; one in the air must land and prepare first."""
    unit = case.action.unit
    if not flies(case):
        return None
    state = case.unit(unit)
    if state.hex:
        goes_on = state.running is not None and state.running.order == case.action.order
        return None if goes_on else breach("BAR-9.3a", "order.in-the-air", unit=unit)
    return None if state.air >= READY else breach("BAR-9.3e", "order.not-ready", unit=unit, box=state.air)


@ordering(FLIGHTS, ids=("BAR-9.8a", "BAR-9.8b", "BAR-10.10a", "BAR-10.10b", "BAR-10.10c"))
def is_called(case: Case[Order]) -> Finding | None:
    """A headquarters on the board that is not suppressed calls it; a side whose headquarters died calls none."""
    unit = case.action.unit
    side = case.side(unit)
    led = commanded(case, side)
    if not flies(case) or goes_on(case):
        return None
    if led:
        found = breach("BAR-9.8b", "order.hq-suppressed", unit=unit)
        return case.switches.tolerated("BAR-A107", found) if stunned(case, side) else None
    if led is None:
        return led_from_aboard(case, breach("BAR-9.8b", "order.hq-suppressed", unit=unit))
    lost = any(case.counter(name).is_a("hq") and case.side(name) == side for name in _out(case))
    return led_from_aboard(case, breach("BAR-10.10c" if lost else "BAR-9.8a", "order.no-hq", unit=unit))


def _out(case: Case[Order]) -> Iterator[str]:
    return (name for name, unit in case.before.units.items() if unit.out)


@ordering("seen", ids=("BAR-9.5a", "BAR-9.8c", "BAR-9.10c", "BAR-10.10d", *TARGETS))
def target_hex_is_seen(case: Case[Order]) -> Finding | None:
    """The target hex is on the board, and one of the side's own ground units sees it; for strikes maybe an aircraft."""
    unit, order, place = case.action.unit, case.action.order, case.action.hex
    if not place or not flies(case) or goes_on(case):
        return None
    if not is_hex(case, place):
        return breach(wanted(case, "hex"), "order.no-hex", unit=unit, hex=place)
    rule_id = "BAR-9.10c" if order == "air_strike" else "BAR-9.8c"
    blind = breach(rule_id, "order.observer", unit=unit, hex=place)
    if order == "air_strike":
        return watched(case, unit, spotters(case, unit), place, blind)
    return view(case, spotters(case, unit), place, blind)


@ordering("intercept", "escort", ids=("BAR-9.12b", "BAR-9.19b"))
def names_an_aircraft(case: Case[Order]) -> Finding | None:
    """Who intercepts names an enemy aircraft, who escorts another friendly one."""
    unit, other, by = case.action.unit, case.action.target, wanted(case, "target")
    if not other:
        return None
    if not is_unit(case, other):
        return unshown(by, "target", unit=unit)
    foe = case.action.order == "intercept"
    fits = case.counter(other).flies and case.enemies(unit, other) == foe and other != unit
    return None if fits else breach(by, "order.aircraft", unit=unit, target=other)


# --------------------------------------------------------------------------------------------- how far and how long
@ordering("recon", ids=("BAR-9.13c",))
def searches_its_zone(case: Case[Order]) -> Finding | None:
    """The radius is not greater than the observation zone of the card."""
    return _beyond(case, case.action.number, "radius", "BAR-9.13c")


@ordering("air_patrol", ids=("BAR-9.17d",))
def patrols_its_zone(case: Case[Order]) -> Finding | None:
    """That the radius has a greatest value is our reading: the one printed on the card."""
    found = _beyond(case, case.action.number, "radius", "BAR-9.17d")
    return case.switches.doubtful("BAR-A114", found) if found else None


@ordering("recon", "air_patrol", ids=("BAR-9.13e", "BAR-9.17f"))
def flies_no_longer_than_it_can(case: Case[Order]) -> Finding | None:
    """The flight is not longer than the card has time boxes."""
    rule_id = "BAR-9.13e" if case.action.order == "recon" else "BAR-9.17f"
    return _beyond(case, case.action.rounds, "boxes", rule_id)


def _beyond(case: Case[Order], chosen: int | None, printed: str, rule_id: str) -> Illegal | None:
    unit, order = case.action.unit, case.action.order
    most = case.counter(unit).printed(order, printed)
    if chosen is None or most is None or 0 <= chosen <= most:
        return None
    return breach(rule_id, "order.beyond-card", unit=unit, order=order, chosen=chosen, most=most)


@ordering("air_patrol", ids=("BAR-9.17b",))
def only_fighters_patrol(case: Case[Order]) -> Finding | None:
    """The patrol is an order for fighters."""
    fighter = case.counter(case.action.unit).is_a("fighter")
    return None if fighter else breach("BAR-9.17b", "order.no-fighter", unit=case.action.unit)


@ordering("air_landing", ids=("BAR-9.16d",))
def troops_fit_in(case: Case[Order]) -> Finding | None:
    """The paratroops are not larger than the aircraft that carries them."""
    unit, other = case.action.unit, case.action.target
    if not is_unit(case, other) or case.enemies(unit, other) or flies(case) == case.counter(other).flies:
        return None
    aircraft, troops = (unit, other) if flies(case) else (other, unit)
    if case.size(troops) <= case.size(aircraft):
        return None
    return breach("BAR-9.16d", "order.too-many-aboard", unit=troops, target=aircraft)


@ordering("air_landing", ids=("BAR-9.16c",))
def names_who_lands(case: Case[Order]) -> Finding | None:
    """The aircraft names the troops aboard, the troops their aircraft; any other name says nothing."""
    unit, other = case.action.unit, case.action.target
    if not is_unit(case, other):
        return None
    together = case.unit(other).carrier == unit or case.unit(unit).carrier == other
    return None if together else unshown("BAR-9.16c", "target", unit=unit)


@ordering("drop_supply", ids=("BAR-9.18d",))
def cargo_fits_in(case: Case[Order]) -> Finding | None:
    """The cargo is not more than the aircraft's limit."""
    unit, chosen = case.action.unit, case.action.number
    counter = case.counter(unit)
    most = counter.printed("drop_supply", "load") or counter.value("cargo")
    if chosen is None or not most or 0 <= chosen <= most:
        return None
    return breach("BAR-9.18d", "order.beyond-card", unit=unit, order="drop_supply", chosen=chosen, most=most)
