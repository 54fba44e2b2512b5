"""Special orders (chapter 7): where the unit must stand, what must be there, what is written."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa.actions import Complete, Order
from rules.barbarossa.book import rule
from rules.barbarossa.orders.terms import breach, is_hex, is_unit, near, ordering, unshown
from rules.barbarossa.setup.beginning import pieces_of
from rules.barbarossa.state.battle import FACINGS
from rules.barbarossa.state.case import Case
from rules.barbarossa.works.structures import CHARGEABLE, meant
from rules.engine.ruling import Finding, noted

REAL_MINES = frozenset({"anti-tank", "anti-personnel"})
SIDES = {"remove_wire": ("wire", "BAR-7.11b"), "remove_obstacle": ("teeth", "BAR-7.12b")}


def here(case: Case[Order]) -> str:
    """The hex where the unit stands; empty if it is not on the board."""
    place = case.unit(case.action.unit).hex
    return place if is_hex(case, place) else ""


# -------------------------------------------------------------------------------------------------- guns and facing
@ordering("set_up", "pack_up", ids=("BAR-7.1b", "BAR-7.2b"))
def shifts_one_hex_at_most(case: Case[Order]) -> Finding | None:
    """A weapon is set up or packed up in its own hex or in an adjacent one; in tow, around its transport."""
    unit, place = case.action.unit, case.action.hex
    rule_id = "BAR-7.1b" if case.action.order == "set_up" else "BAR-7.2b"
    state = case.unit(unit)
    start = state.hex or (case.unit(state.carrier).hex if state.carrier else "")
    if not place or not is_hex(case, start) or near(case, start, place):
        return None
    return breach(rule_id, "order.too-far", unit=unit, hex=place, here=start)


@ordering("change_fof", ids=("BAR-7.3a", "BAR-7.3b"))
def turns(case: Case[Order]) -> Finding | None:
    """A unit with a field of fire turns, unless it is in a trench."""
    unit = case.action.unit
    shelter = case.before.structures.get(case.unit(unit).shelter)
    if shelter is not None and shelter.kind == "trench":
        return breach("BAR-7.3b", "order.turns-in-trench", unit=unit)
    return None if case.counter(unit).can("field_of_fire") else breach("BAR-7.3a", "order.no-field", unit=unit)


@ordering("change_fof", "dig_in", ids=("BAR-7.3c", "BAR-7.16b"))
def faces_a_side(case: Case[Order]) -> Finding | None:
    """The facing is one of the six sides."""
    if not case.action.facing or case.action.facing in FACINGS:
        return None
    rule_id = "BAR-7.3c" if case.action.order == "change_fof" else "BAR-7.16b"
    return unshown(rule_id, "facing", unit=case.action.unit)


# ----------------------------------------------------------------------------------------------------------- merge
@ordering("merge", ids=("BAR-7.4b", "BAR-7.4c", "BAR-7.4d"))
def merges_with_its_like(case: Case[Order]) -> Finding | None:
    """Two friendly units of one type in one hex merge; different cards of a type are worth a remark."""
    unit, other = case.action.unit, case.action.target
    if not other:
        return None
    if not is_unit(case, other) or other == unit:
        return unshown("BAR-7.4b", "target", unit=unit)
    if case.enemies(unit, other):
        return breach("BAR-7.4b", "order.not-friend", unit=unit, target=other)
    if case.unit(unit).hex != case.unit(other).hex:
        return breach("BAR-7.4c", "order.apart", unit=unit, target=other)
    if case.counter(unit).type != case.counter(other).type:
        return breach("BAR-7.4d", "order.other-type", unit=unit, target=other)
    if case.counter(unit).card.id == case.counter(other).card.id:
        return None
    found = case.switches.tolerated("BAR-A35", breach("BAR-7.4d", "order.other-card", unit=unit, target=other))
    return found or noted("order.other-card", unit=unit, target=other)


@ordering("merge", ids=("BAR-7.4e",))
def merged_size(case: Case[Order]) -> Finding | None:
    """The sizes together are not more than a unit of that type has at first."""
    unit, other = case.action.unit, case.action.target
    if not is_unit(case, other) or other == unit or case.enemies(unit, other):
        return None
    total = case.size(unit) + case.size(other)
    most = max(case.counter(unit).size, case.counter(other).size)
    found = breach("BAR-7.4e", "order.too-big", unit=unit, target=other, size=total, most=most)
    if total > most:
        return found
    stays = case.action.choice
    small = stays in {unit, other} and total > case.counter(stays).size
    return case.switches.doubtful("BAR-A127", found) if small else None


# ------------------------------------------------------------------------------------------------- pioneers at work
@ordering("lay_mines", ids=("BAR-7.5c",))
def mines_its_own_hex(case: Case[Order]) -> Finding | None:
    """Mines are laid where the pioneers stand."""
    unit, place = case.action.unit, case.action.hex
    if not place or not here(case) or place == here(case):
        return None
    return breach("BAR-7.5c", "order.elsewhere", unit=unit, hex=place, here=here(case))


@ordering("lay_mines", ids=("BAR-7.5h", "BAR-7.5e", "BAR-7.5g"))
def has_mines(case: Case[Order]) -> Finding | None:
    """Real mines must have been bought, and are laid in one hex a game; dummies in as many as the pioneers like."""
    unit, kind = case.action.unit, case.action.choice
    state = case.unit(unit)
    if kind and kind not in REAL_MINES | {"dummy"}:
        return unshown("BAR-7.5g", "kind", unit=unit)
    if kind not in REAL_MINES:
        return None
    if "mines" in state.used:
        found = breach("BAR-7.5h", "order.mines-again", unit=unit)
        return case.switches.doubtful("BAR-A38", found) if "restocked" in state.used else found
    at_it = state.running is not None and (state.running.order, state.running.choice) == ("lay_mines", kind)
    return None if at_it or state.stores.get("mines", 0) else breach("BAR-7.5e", "order.no-mines", unit=unit)


@rule("BAR-7.5e", on=(Order, Complete))
def mines_are_paid(case: Case[Order | Complete]) -> Finding | None:
    """Where a side has strength points it has paid for the mines of each pioneer unit that lays real ones."""
    unit = case.action.unit
    kind = case.action.kind if isinstance(case.action, Complete) else case.action.choice
    if unit not in case.battle.units or kind not in REAL_MINES:
        return None
    side = case.side(unit)
    cost = case.battle.charts["mines"].get("price", kind)
    if side not in case.battle.points or not isinstance(cost, int):
        return None
    laid = {name for name, state in case.before.units.items() if "mines" in state.used and case.side(name) == side}
    due = cost * len(laid | {unit})
    paid = case.before.paid.get(side, 0) - case.before.paid.get(pieces_of(side), 0)
    return None if paid >= due else breach("BAR-7.5e", "order.mines-unpaid", unit=unit)


@ordering("clear_mines", ids=("BAR-7.8a",))
def clears_where_mines_lie(case: Case[Order]) -> Finding | None:
    """Pioneers clear the minefield of their hex."""
    unit = case.action.unit
    if not here(case) or case.before.in_hex(here(case), "minefield"):
        return None
    return breach("BAR-7.8a", "order.no-minefield", unit=unit, hex=here(case))


@ordering("place_charges", ids=("BAR-7.9a", "BAR-7.9c"))
def charges_what_stands_there(case: Case[Order]) -> Finding | None:
    """A bridge or a bunker in the pioneers' hex; a pontoon bridge is one of the bridges."""
    unit, kind = case.action.unit, case.action.choice
    if not kind:
        return None
    if kind not in CHARGEABLE:
        return breach("BAR-7.9a", "order.not-chargeable", unit=unit, structure=kind)
    if not here(case) or case.before.in_hex(here(case), *meant(kind)):
        return None
    return breach("BAR-7.9c", "order.no-structure", unit=unit, structure=kind, hex=here(case))


@ordering("place_charges", ids=("BAR-7.9g",))
def charges_once(case: Case[Order]) -> Finding | None:
    """Each pioneer unit has charges for one placement in the game."""
    again = "charges" in case.unit(case.action.unit).used
    return breach("BAR-7.9g", "order.charges-again", unit=case.action.unit) if again else None


@ordering("remove_wire", "remove_obstacle", ids=("BAR-7.11a", "BAR-7.11b", "BAR-7.12a", "BAR-7.12b"))
def removes_what_is_beside_it(case: Case[Order]) -> Finding | None:
    """The wire or obstacle lies on a side of the unit's hex; on which, the order need not say."""
    kind, rule_id = SIDES[case.action.order]
    unit, place = case.action.unit, here(case)
    if not place:
        return None
    lying = {other for each in case.before.structures.values() for other in _beyond(each.kind, kind, each, place)}
    ends = {case.action.hex or place, case.action.side} - {""}
    if len(ends) == 2 and place not in ends:
        return breach(rule_id, "order.not-beside", unit=unit, side="/".join(sorted(ends)))
    wanted = ends - {place}
    if lying and wanted <= lying:
        return None
    return breach(rule_id, "order.no-obstacle", unit=unit, hex=place, kind=kind)


def _beyond(found: str, kind: str, each: Any, place: str) -> Iterator[str]:
    """The hexes beyond the sides of a hex on which an obstacle of a kind lies."""
    if found == kind and place in {each.hex, each.side}:
        yield each.side if each.hex == place else each.hex


@ordering("build_pontoon", ids=("BAR-7.13a", "BAR-7.13b", "BAR-7.13d", "BAR-11.2c"))
def bridges_a_river(case: Case[Order]) -> Iterator[Finding | None]:
    """The builders stand beside a river and beside the hex of the bridge; a destroyed bridge is repaired likewise.

    Whether a ford is a part of the river the book does not say.
    """
    unit, place, site = case.action.unit, here(case), case.action.hex
    if not place:
        return
    around = {case.land(each).terrain for each in case.battle.ground.grid.neighbours(place)}
    if "river" not in around:
        dry = breach("BAR-7.13b", "order.no-river", unit=unit, hex=place)
        yield case.switches.doubtful("BAR-A130", dry) if "ford" in around else dry
    if not site:
        return
    ruin = is_hex(case, site) and case.before.in_hex(site, "destroyed-bridge")
    water = case.land(site).terrain if is_hex(case, site) else ""
    dry = breach("BAR-7.13a", "order.not-river", unit=unit, hex=site)
    if not (ruin or water in {"river", "ford"}):
        yield dry
    elif not case.beside(place, site):
        yield breach("BAR-7.13d", "order.not-at-site", unit=unit, hex=site)
    elif water == "ford" and not ruin:
        yield case.switches.doubtful("BAR-A130", dry)


@ordering("remove_wire", "remove_obstacle", "build_pontoon", ids=("BAR-7.11a", "BAR-7.12a", "BAR-7.13a"))
def may_do_such_work(case: Case[Order]) -> Finding | None:
    """Pioneers can do it; that nobody else can is not our reading, the card decides."""
    rule_id = {"remove_wire": "BAR-7.11a", "remove_obstacle": "BAR-7.12a"}.get(case.action.order, "BAR-7.13a")
    unit = case.action.unit
    if case.counter(unit).is_a("pioneer"):
        return None
    return case.switches.tolerated("BAR-A92", breach(rule_id, "order.no-pioneers", unit=unit, order=case.action.order))


@ordering("clear_path", ids=("BAR-7.17a", "BAR-7.17b"))
def clears_a_forest(case: Case[Order]) -> Finding | None:
    """A path is cleared by pioneers, in forest."""
    unit, place = case.action.unit, here(case)
    if not place or case.land(place).terrain == "forest":
        return None
    return breach("BAR-7.17b", "order.no-forest", unit=unit, hex=place)


@ordering("dig_in", ids=("BAR-7.16e",))
def digs_where_it_is(case: Case[Order]) -> Finding | None:
    """A unit digs in its own hex, and nowhere else."""
    unit, place = case.action.unit, case.action.hex
    if not place or not here(case) or place == here(case):
        return None
    return breach("BAR-7.16e", "order.elsewhere", unit=unit, hex=place, here=here(case))


# ---------------------------------------------------------------------------------------------------------- supply
@ordering("receive_supply", ids=("BAR-7.14b",))
def supply_is_there(case: Case[Order]) -> Finding | None:
    """A friendly transport stands in the same hex, or a box that was dropped lies there; transports give to others."""
    unit, place, partner = case.action.unit, here(case), case.action.target
    if place and case.before.in_hex(place, "cargo"):
        return case.switches.tolerated("BAR-A115", breach("BAR-7.14b", "order.no-supply", unit=unit, hex=place))
    if not place:
        return None
    if partner == unit:
        return unshown("BAR-7.14b", "partner", unit=unit)
    if is_unit(case, partner) and case.unit(partner).hex != place and case.unit(partner).carrier != unit:
        apart = breach("BAR-7.14b", "order.apart", unit=unit, target=partner)
        return unshown("BAR-7.14b", "partner", unit=unit) if _another(case, unit, place) else apart
    others = case.friends(unit, place) if not case.counter(unit).can("transport") else ()
    if case.counter(unit).can("transport") or any(case.counter(name).can("transport") for name in others):
        return None
    return breach("BAR-7.14b", "order.no-supply", unit=unit, hex=place)


def _another(case: Case[Order], unit: str, place: str) -> bool:
    """True if somebody else in the hex could give or take supply: the book has no partner written."""
    carries = case.counter(unit).can("transport")
    return any(carries or case.counter(name).can("transport") for name in case.friends(unit, place))


@ordering("load_supply", ids=("BAR-7.15b", "BAR-7.15a"))
def loads_at_the_edge(case: Case[Order]) -> Finding | None:
    """A transport with room loads at one of the edge hexes that the scenario names for its side."""
    unit, place = case.action.unit, here(case)
    if place and place not in case.battle.supply.get(case.side(unit), frozenset()):
        return breach("BAR-7.15b", "order.no-depot", unit=unit, hex=place)
    full = case.unit(unit).ammo >= case.counter(unit).value("ammo") and not case.unit(unit).losses
    return noted("order.full", unit=unit) if full else None
