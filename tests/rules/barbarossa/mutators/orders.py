"""Breaking the rules of planning: who gets an order, how many, which, what is written with it, when it is opened."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from tests.rules.barbarossa.mutators.occasion import MOVES, Acts, Occasion, Staged, breaks

REVEAL = ("REVEAL",)
LEFT_OUT: Mapping[str, tuple[str, str]] = {
    "BAR-6.1e": ("defend", "facing"),
    "BAR-6.1f": ("defend", "number"),
    "BAR-6.2c": ("suppressive_fire", "target"),
    "BAR-6.3c": ("open_fire", "target"),
    "BAR-6.4c": ("smoke", "hex"),
    "BAR-6.5c": ("assault", "target"),
    "BAR-6.5e": ("assault", "route"),
    "BAR-7.1b": ("set_up", "hex"),
    "BAR-7.2b": ("pack_up", "hex"),
    "BAR-7.3c": ("change_fof", "facing"),
    "BAR-7.4b": ("merge", "target"),
    "BAR-7.10b": ("tow", "target"),
    "BAR-7.16b": ("dig_in", "facing"),
    "BAR-8.4d": ("cautious_move", "route"),
    "BAR-8.5c": ("march", "route"),
    "BAR-8.7c": ("fire_on_move", "target"),
    "BAR-8.7h": ("fire_on_move", "fire_from"),
    "BAR-8.8b": ("mount", "target"),
    "BAR-9.10b": ("air_strike", "hex"),
    "BAR-9.12b": ("intercept", "target"),
    "BAR-9.13b": ("recon", "hex"),
    "BAR-9.13c": ("recon", "number"),
    "BAR-9.13e": ("recon", "rounds"),
    "BAR-9.16b": ("air_landing", "hex"),
    "BAR-9.17c": ("air_patrol", "hex"),
    "BAR-9.17d": ("air_patrol", "number"),
    "BAR-9.17e": ("air_patrol", "rounds"),
    "BAR-9.18b": ("drop_supply", "hex"),
    "BAR-9.18c": ("drop_supply", "number"),
    "BAR-9.19b": ("escort", "target"),
    "BAR-4.2d": ("indirect_fire", "target"),
    "BAR-10.4a": ("bombard_location", "hex"),
    "BAR-6.6e": ("ambush", "facing"),
    "BAR-6.6f": ("ambush", "number"),
    "BAR-6.6g": ("ambush", "hex"),
    "BAR-7.5c": ("lay_mines", "hex"),
    "BAR-7.13d": ("build_pontoon", "hex"),
    "BAR-8.0b": ("cautious_move", "route"),
    "BAR-9.5a": ("air_strike", "hex"),
}
"""By rule: the order with which it wants something written, and what."""
RARE = frozenset({"merge", "tow", "escort", "drop_supply", "recon", "air_patrol", "intercept", "air_landing"})
"""Orders that are seldom given: whoever could get one will do."""
EMPTY: Mapping[str, object] = {"route": (), "number": None, "rounds": None}
PRINTED: Mapping[str, tuple[str, ...]] = {
    "BAR-6.0b": ("suppressive_fire", "assault"),
    "BAR-7.0a": ("dig_in", "scout", "clear_path", "receive_supply"),
    "BAR-9.1b": ("air_strike", "recon", "intercept"),
    "BAR-7.5b": ("lay_mines",),
    "BAR-7.9b": ("place_charges",),
    "BAR-8.7a": ("fire_on_move",),
    "BAR-8.8a": ("mount",),
    "BAR-6.4a": ("smoke",),
    "BAR-10.3a": ("indirect_fire",),
    "BAR-3.13b": ("dig_in", "smoke", "fire_on_move"),
    "BAR-7.3a": ("change_fof",),
    "BAR-7.11a": ("remove_wire",),
    "BAR-7.12a": ("remove_obstacle",),
    "BAR-7.15a": ("load_supply",),
    "BAR-7.17a": ("clear_path",),
}
"""By rule: orders that only they can get on whose cards they are printed."""


def _blank(rule: str, order: str, field: str) -> None:
    def says_too_little(o: Occasion) -> Acts:
        """What the order asks for is not written."""
        given = o.given(order)
        if given is not None:
            yield replace(given, **{field: EMPTY.get(field, "")})
        for unit in (*o.idle, *o.grounded) if order in RARE else ():
            if o.has(unit, order):
                yield o.order(unit, order)

    breaks(rule, within=REVEAL)(says_too_little)


for _rule, (_order, _field) in LEFT_OUT.items():
    _blank(_rule, _order, _field)


def _unprinted(rule: str, orders: tuple[str, ...]) -> None:
    def not_on_its_card(o: Occasion) -> Acts:
        """The order is not printed on the card."""
        for order in orders:
            units = o.grounded if rule == "BAR-9.1b" else o.idle
            yield from (o.order(unit, order) for unit in units if not o.has(unit, order))

    breaks(rule, within=REVEAL)(not_on_its_card)


for _rule, _orders in PRINTED.items():
    _unprinted(_rule, _orders)


# ------------------------------------------------------------------------------------------------------- who, when
@breaks("BAR-4.2b", "BAR-6.0a", within=REVEAL, on=do.Order)
def orders_twice(o: Occasion) -> Acts:
    """A unit gets a second order."""
    if isinstance(o.action, do.Order):
        yield o.action, o.order(o.action.unit, "wait")


@breaks("BAR-4.3a", within=REVEAL, on=do.Order)
def keeps_an_order_covered(o: Occasion) -> Acts:
    """An order is not opened with the others."""
    if isinstance(o.action, do.Order):
        yield do.Order(by=o.action.by, unit=o.action.unit)


@breaks("BAR-4.2a", within=("PLANNING",), on=do.OrdersDone)
def opens_while_planning(o: Occasion) -> Acts:
    """Orders are opened while somebody still plans."""
    yield do.Reveal(by=o.action.by)


@breaks("BAR-4.1e", within=("PLANNING",))
def acts_while_planning(o: Occasion) -> Acts:
    """A unit moves before orders are opened."""
    for unit in o.fit:
        yield from (do.Step(unit=unit, hex=place) for place in o.near(o.unit(unit).hex) if o.plain(place))


@breaks("BAR-4.3b", within=("S1", "S2", "S3", "S8"))
def orders_late(o: Occasion) -> Acts:
    """A unit gets another order when all are open."""
    yield from (o.order(unit, "wait") for unit in o.still if o.ordered(unit) == "defend")


@breaks("BAR-3.3d", within=REVEAL)
def orders_the_dead(o: Occasion) -> Acts:
    """A unit that is destroyed gets an order."""
    for unit, state in o.before.units.items():
        if state.out and state.order is None and o.idle and not o.printed(unit).flies:
            yield o.order(unit, "wait")


@breaks("BAR-5.11g", within=REVEAL)
def orders_the_suppressed(o: Occasion) -> Acts:
    """A unit that began the round suppressed gets an order."""
    flagged = (unit for unit in o.seen if o.unit(unit).flagged and o.unit(unit).order is None)
    yield from (o.order(unit, "wait") for unit in flagged)


@breaks("BAR-6.4h", within=REVEAL)
def orders_who_was_in_smoke(o: Occasion) -> Acts:
    """A unit that was caught in smoke gets an order in the next round."""
    for unit in o.seen:
        state = o.unit(unit)
        if state.smoked and state.smoked == o.before.round - 1 and state.order is None and not state.flagged:
            yield o.order(unit, "wait")


def _bound(o: Occasion) -> Acts:
    """Units in melee that are bound and could get an order."""
    for unit in o.seen:
        state = o.unit(unit)
        if state.bound and o.melee(unit) and state.order is None and not state.flagged and o.before.opened:
            yield unit


@breaks("BAR-5.6i", within=REVEAL)
def does_something_else_in_melee(o: Occasion) -> Acts:
    """A bound unit is ordered to defend."""
    for unit in _bound(o):
        if o.has(unit, "defend"):
            yield o.order(unit, "defend", facing=o.unit(unit).facing or "N", number=1)


@breaks("BAR-5.8c", within=REVEAL)
def withdraws_far(o: Occasion) -> Acts:
    """A bound unit is ordered to go two hexes away."""
    for unit in _bound(o):
        here = o.unit(unit).hex
        if o.has(unit, "cautious_move"):
            ways = ((one, two) for one in o.near(here) for two in o.near(one) if o.away(here, two) == 2)
            yield from (o.order(unit, "cautious_move", route=way) for way in ways)


@breaks("BAR-5.8b", within=REVEAL)
def storms_out_of_a_melee(o: Occasion) -> Acts:
    """A bound unit is ordered to assault somebody in another hex."""
    for unit in _bound(o):
        for foe in o.foes(unit):
            if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 and o.has(unit, "assault"):
                yield o.order(unit, "assault", target=foe, route=(o.unit(foe).hex,))


def _carried(o: Occasion, unit: str) -> bool:
    """True for a unit on a transport or in tow that has no order yet."""
    state = o.unit(unit)
    free = state.order is None and not state.flagged and not state.out
    return bool(state.carrier) and free and bool(o.before.opened)


@breaks("BAR-8.8d", within=REVEAL)
def orders_who_is_aboard(o: Occasion) -> Acts:
    """A unit on a transport is ordered to defend."""
    for unit, state in o.before.units.items():
        if _carried(o, unit) and not state.towed and o.has(unit, "defend"):
            yield o.order(unit, "defend", facing="N", number=1)


@breaks("BAR-7.10c", within=REVEAL)
def orders_who_is_towed(o: Occasion) -> Acts:
    """A gun in tow is ordered to defend."""
    for unit, state in o.before.units.items():
        if _carried(o, unit) and state.towed and o.has(unit, "defend"):
            yield o.order(unit, "defend", facing="N", number=1)


# ------------------------------------------------------------------------------------------------ set up, packed up
@breaks("BAR-7.1d", "BAR-7.1e", within=REVEAL)
def fires_without_being_set_up(o: Occasion) -> Acts:
    """A weapon that is not set up gets an attack order."""
    for unit in o.idle:
        if o.has(unit, "set_up") and not o.unit(unit).set_up and o.has(unit, "defend"):
            yield o.order(unit, "defend", facing=o.unit(unit).facing or "N", number=1)


@breaks("BAR-7.1a", within=REVEAL)
def fires_indirectly_without_being_set_up(o: Occasion) -> Acts:
    """A weapon that is not set up is ordered to fire indirectly."""
    for unit in o.idle:
        if o.has(unit, "set_up") and not o.unit(unit).set_up:
            if o.has(unit, "bombard_location"):
                near = (place for place in o.places if o.away(o.unit(unit).hex, place) == 3)
                yield from (o.order(unit, "bombard_location", hex=place) for place in near)
            if o.has(unit, "indirect_fire"):
                yield from (o.order(unit, "indirect_fire", target=foe) for foe in o.foes(unit))


@breaks("BAR-11.5f", within=REVEAL)
def packed_guns_in_a_trench(o: Occasion) -> Acts:
    """A gun that is not set up is ordered to defend a trench."""
    for unit in o.idle:
        trenches = {each.hex for each in o.structures if each.kind == "trench"}
        if o.has(unit, "set_up") and not o.unit(unit).set_up and o.unit(unit).hex in trenches and o.has(unit, "defend"):
            yield o.order(unit, "defend", facing=o.unit(unit).facing or "N", number=1, choice="trench")


@breaks("BAR-7.2d", within=REVEAL)
def moves_without_packing_up(o: Occasion) -> Acts:
    """A weapon that is set up is ordered to move."""
    for unit in o.idle:
        order = next((each for each in MOVES[:2] if o.has(unit, each)), "")
        if o.has(unit, "set_up") and not o.unit(unit).packed and order:
            ways = (place for place in o.near(o.unit(unit).hex) if o.plain(place))
            yield from (o.order(unit, order, route=(place,)) for place in ways)


@breaks("BAR-7.2a", within=REVEAL)
def storms_without_packing_up(o: Occasion) -> Acts:
    """A weapon that is set up is ordered to assault."""
    for unit in o.idle:
        if o.has(unit, "set_up") and not o.unit(unit).packed and o.has(unit, "assault"):
            for foe in o.foes(unit):
                if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1:
                    yield o.order(unit, "assault", target=foe, route=(o.unit(foe).hex,))


@breaks("BAR-11.5h", within=REVEAL)
def guns_leave_a_trench(o: Occasion) -> Acts:
    """A gun in a trench that is set up is ordered to move."""
    for unit in o.seen:
        state = o.unit(unit)
        free = state.shelter and state.order is None and not state.flagged and o.before.opened and not state.packed
        order = next((each for each in MOVES[:2] if o.has(unit, each)), "")
        if free and o.has(unit, "set_up") and o.printed(unit).type == "artillery" and order:
            yield from (o.order(unit, order, route=(place,)) for place in o.near(state.hex) if o.plain(place))


# ------------------------------------------------------------------------------------------------------ ammunition
@breaks("BAR-3.8c", within=REVEAL)
def attacks_without_ammunition(o: Occasion) -> Acts:
    """A unit with too few points is ordered to attack."""
    for unit in o.idle:
        for order, cost in (("suppressive_fire", 3), ("open_fire", 1)):
            if o.has(unit, order) and o.unit(unit).ammo < cost:
                yield from (o.order(unit, order, target=foe) for foe in o.foes(unit))


@breaks("BAR-6.4b", within=REVEAL)
def smokes_without_shells(o: Occasion) -> Acts:
    """A unit without smoke shells is ordered to lay smoke."""
    for unit in o.idle:
        if o.has(unit, "smoke") and not o.unit(unit).stores.get("smoke"):
            yield from (o.order(unit, "smoke", hex=place) for place in o.near(o.unit(unit).hex))


@breaks("BAR-3.8e", within=REVEAL)
def blows_up_without_charges(o: Occasion) -> Acts:
    """Pioneers without charges are ordered to place some."""
    for unit in o.idle:
        if o.has(unit, "place_charges") and not o.unit(unit).stores.get("charges"):
            yield o.order(unit, "place_charges", choice="bridge")


@breaks("BAR-5.14a", within=REVEAL)
def carries_on_with_nothing(o: Occasion) -> Acts:
    """A unit goes on with an order that it did not begin."""
    yield from (do.Resume(by=o.side(unit), unit=unit) for unit in o.idle if o.unit(unit).lapsed is None)


# ---------------------------------------------------------------------------------------------------------- groups
@breaks("BAR-8.2b", within=("PLANNING",))
def groups_from_afar(o: Occasion) -> Acts:
    """Units of two hexes form a group."""
    for unit in o.fit:
        far = (other for other in o.friends(unit) if o.unit(other).hex != o.unit(unit).hex)
        yield from (do.Group(by=o.side(unit), group=f"{o.side(unit)}.9", units=(unit, other)) for other in far)


@breaks("BAR-8.2e", within=("PLANNING",))
def groups_too_many(o: Occasion) -> Acts:
    """A group has more units than its card has room for."""
    for side in o.battle.sides:
        vehicles = tuple(
            name for name in o.seen if o.side(name) == side and o.printed(name).type not in {"infantry", "artillery"}
        )
        if len(vehicles) > 3:
            yield do.Group(by=side, group=f"{side}.9", units=vehicles[:4])


@breaks("BAR-8.2f", within=REVEAL)
def orders_a_group(o: Occasion) -> Acts:
    """A group gets an order."""
    for unit in o.idle:
        flag = f"{o.side(unit)}.9"
        yield Staged(o.before.unit(unit, group=flag), (do.Order(by=o.side(unit), unit=flag, order="wait"),))


@breaks("BAR-8.2g", within=REVEAL)
def fires_at_a_group(o: Occasion) -> Acts:
    """The target of an attack is a group."""
    given = o.given("open_fire", "suppressive_fire")
    if given is not None and given.target in o.before.units:
        flag = f"{o.side(given.target)}.9"
        yield Staged(o.before.unit(given.target, group=flag), (replace(given, target=flag),))
