"""Orders to move, to mount and to dismount (8.3 to 8.9): routes, ranges, where a march may lead."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from rules.barbarossa.actions import Order
from rules.barbarossa.movement.passage import allowance, follows_road, nearly_a_road, printed
from rules.barbarossa.orders.attacks import broken_at
from rules.barbarossa.orders.terms import MOVES, breach, is_hex, is_unit, ordering, unshown, wanted
from rules.barbarossa.state.case import Case
from rules.engine.ruling import Facts, Finding, Illegal, noted

LONGEST = 40
Along = Callable[[Case[Any], str, str], bool]
"""Whether a step follows a road."""


# ------------------------------------------------------------------------------------------------------- the route
def along_the_road(case: Case[Any], start: str, goal: str, along: Along = follows_road) -> tuple[str, ...]:
    """The shortest way along roads, villages and towns between two hexes; empty if there is none."""

    def cost(one: str, other: str) -> int | None:
        return 1 if along(case, one, other) else None

    reach = case.battle.ground.grid.reach(start, cost, LONGEST)
    return () if reach.cost(goal) is None else reach.path(goal)


def whole_route(
    case: Case[Any], order: str, start: str, route: tuple[str, ...], along: Along = follows_road
) -> tuple[str, ...]:
    """The route hex by hex (of a march by road only the ends need be written); empty if it does not hang together."""
    found: list[str] = []
    for one, other in pairwise((start, *route)):
        if not is_hex(case, one) or not is_hex(case, other):
            return ()
        if one == other and not found:
            continue
        if case.distance(one, other) == 1:
            found.append(other)
            continue
        piece = along_the_road(case, one, other, along) if order == "march" else ()
        if not piece:
            return ()
        found += piece
    return tuple(found)


def begins_at(case: Case[Order]) -> str:
    """Where the unit begins its move; empty if it is not on the board."""
    here = case.unit(case.action.unit).hex
    return here if is_hex(case, here) else ""


@ordering(MOVES, ids=("BAR-8.0b", "BAR-8.4d", "BAR-8.5c", "BAR-8.7h", "BAR-8.5f"))
def route_hangs_together(case: Case[Order]) -> Finding | None:
    """The route is a chain of adjacent hexes; of a march along a road only its ends need be written."""
    unit, order, route, here = case.action.unit, case.action.order, case.action.route, begins_at(case)
    if not here or not route or whole_route(case, order, here, route):
        return None
    gap = breach(wanted(case, "route"), "order.gap", unit=unit, hex=broken_at(case, here, route) or route[0])
    maybe = whole_route(case, order, here, route, nearly_a_road)
    return case.switches.doubtful("BAR-A29", gap) if maybe else gap


@ordering(MOVES, ids=("BAR-8.0f", "BAR-8.4b", "BAR-8.5b", "BAR-8.7d", "BAR-8.5e", "BAR-12.3d", "BAR-12.8d"))
def within_movement_range(case: Case[Order]) -> Finding | None:
    """The route is not longer than the range printed for the order, changed by roads, fields and light woods."""
    unit, order, here = case.action.unit, case.action.order, begins_at(case)
    route = whole_route(case, order, here, case.action.route) if here else ()
    allowed = allowance(case, unit, order, here, route) if route else None
    if allowed is None or len(route) <= allowed.ours:
        return None
    facts: Facts = {"unit": unit, "hexes": len(route), "range": allowed.ours}
    if len(route) > allowed.most:
        return Illegal("order.far", facts, _why_so_far(case, order, route))
    if allowed.ruling:
        return case.switches.doubtful(allowed.ruling, Illegal("order.far", facts, "BAR-8.5e"))
    return noted("order.far-leniently", **facts)


def _why_so_far(case: Case[Order], order: str, route: tuple[str, ...]) -> str:
    """The rule that makes the route too long: the range of the card, or what the ground takes from it."""
    printed = case.counter(case.action.unit).printed(order, "movement") or 0
    if len(route) > printed:
        return "BAR-8.5e" if order == "march" and len(route) <= printed + 3 else case.battle.printed(order).by["range"]
    crossed = {case.land(place).terrain for place in route}
    return "BAR-12.8d" if "field" in crossed else "BAR-12.3d"


@ordering("march", ids=("BAR-8.5d", "BAR-11.2b"))
def where_a_march_leads(case: Case[Order]) -> Finding | None:
    """A march goes along roads, through villages and towns or over plain; over no other ground, nor over ruins.

    A cleared path counts as a road, as we read it, and a bridge leads over its river without a printed one too.
    """
    unit, here = case.action.unit, begins_at(case)
    route = whole_route(case, "march", here, case.action.route) if here else ()
    for one, place in pairwise((here, *route)):
        if case.before.in_hex(place, "destroyed-bridge"):
            return breach("BAR-11.2b", "order.over-ruins", unit=unit, hex=place)
        terrain = "pontoon" if case.before.in_hex(place, "pontoon") else case.land(place).terrain
        if follows_road(case, one, place) or printed(case, "terrain", terrain, "march") == "yes":
            continue
        if case.before.in_hex(place, "path") or (case.before.in_hex(place, "bridge") and not case.land(place).roads):
            continue
        found = breach("BAR-8.5d", "order.no-march", unit=unit, hex=place, terrain=terrain)
        return case.switches.doubtful("BAR-A69", found) if case.land(place).roads else found
    return None


@ordering("fire_on_move", ids=("BAR-8.7h",))
def fires_from_the_route(case: Case[Order]) -> Finding | None:
    """The hex that is underlined is one of the route."""
    unit, place = case.action.unit, case.action.fire_from
    if not place or not case.action.route or place in {*case.action.route, case.unit(unit).hex}:
        return None
    return breach("BAR-8.7h", "order.not-on-route", unit=unit, hex=place)


# --------------------------------------------------------------------------------------------------- on transports
@ordering("mount", "tow", ids=("BAR-8.8b", "BAR-7.10a", "BAR-7.10b"))
def names_a_transport(case: Case[Order]) -> Finding | None:
    """A friendly transport is named."""
    unit, carrier, tows = case.action.unit, case.action.target, case.action.order == "tow"
    rule_id = wanted(case, "target")
    if not carrier:
        return None
    if not is_unit(case, carrier):
        return unshown(rule_id, "transport", unit=unit)
    if case.enemies(unit, carrier):
        return breach(rule_id, "order.not-friend", unit=unit, target=carrier)
    if tows and case.counter(unit).value("tow") and "tow" in case.counter(carrier).card.orders:
        return case.switches.doubtful("BAR-A90", breach(rule_id, "order.no-transport", unit=unit, target=carrier))
    if case.counter(carrier).value("tow" if tows else "lift") or case.counter(carrier).can("transport"):
        return None
    return breach("BAR-7.10a" if tows else rule_id, "order.no-transport", unit=unit, target=carrier)


@ordering("mount", ids=("BAR-8.8c",))
def mounts_where_it_stands(case: Case[Order]) -> Finding | None:
    """The transport stands in the same hex; the rule does not say so."""
    unit, carrier = case.action.unit, case.action.target
    if not is_unit(case, carrier) or case.unit(carrier).hex == case.unit(unit).hex:
        return None
    return case.switches.doubtful("BAR-A40", breach("BAR-8.8c", "order.apart", unit=unit, target=carrier))


@ordering("tow", ids=("BAR-7.10e", "BAR-7.10f"))
def can_be_hitched(case: Case[Order]) -> Finding | None:
    """The unit is packed up and stands where its transport stands."""
    unit, carrier = case.action.unit, case.action.target
    state = case.unit(unit)
    if "pack_up" in case.counter(unit).card.orders and not state.packed:
        return breach("BAR-7.10e", "order.not-packed", unit=unit, order="tow")
    if is_unit(case, carrier) and case.unit(carrier).hex != state.hex:
        return breach("BAR-7.10f", "order.apart", unit=unit, target=carrier)
    return None


@ordering("dismount", ids=("BAR-8.9b",))
def is_aboard(case: Case[Order]) -> Finding | None:
    """Only who is aboard gets off, and only a transport with somebody aboard lets him."""
    unit = case.action.unit
    if case.unit(unit).carrier or case.aboard(unit):
        return None
    return breach("BAR-8.9b", "order.not-aboard", unit=unit)
