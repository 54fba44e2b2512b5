"""Which orders are liked: those by which sides meet and fight, works are begun and ended, and rare things happen."""

from collections.abc import Iterator, Mapping
from random import Random

from rules.barbarossa.actions import Order
from rules.barbarossa.orders.terms import MOVES, is_hex
from rules.barbarossa.state.case import Case
from rules.engine.actions import Action

ORDERS: Mapping[str, float] = {
    "wait": 1,
    "change_fof": 1,
    "cautious_move": 10,
    "march": 10,
    "defend": 12,
    "ambush": 8,
    "dig_in": 3,
    "pack_up": 4,
    "set_up": 12,
    "lay_mines": 10,
    "mount": 12,
    "tow": 60,
    "dismount": 30,
    "open_fire": 40,
    "suppressive_fire": 25,
    "fire_on_move": 30,
    "assault": 40,
    "smoke": 8,
    "place_charges": 60,
    "build_pontoon": 40,
    "clear_path": 15,
    "remove_wire": 60,
    "remove_obstacle": 40,
    "clear_mines": 80,
    "merge": 40,
    "receive_supply": 40,
    "load_supply": 60,
}
"""How much each order is liked, however many ways there are to give it."""
USUAL = 20.0
CLOSER, FARTHER = 3.0, 0.4
"""How a route is liked that leads nearer to what a unit is after, and one that does not."""
FAR = 99
CURIOUS = 0.4
"""How often a unit that can do some work goes where it could be done, and not to the enemy."""


def liking(case: Case[Action], order: Order, goals: tuple[str, ...]) -> float:
    """How much an order is liked that is given to a unit with these goals."""
    liked = ORDERS.get(order.order, USUAL)
    if not case.battle.among(order.order, MOVES) or not order.route or not goals:
        return liked
    here = case.unit(order.unit).hex
    return liked * (CLOSER if nearest(case, order.route[-1], goals) < nearest(case, here, goals) else FARTHER)


def nearest(case: Case[Action], place: str, goals: tuple[str, ...]) -> int:
    """How far it is to the nearest of some hexes."""
    return min((case.distance(place, goal) for goal in goals), default=FAR)


def goals_of(case: Case[Action], unit: str, rng: Random) -> tuple[str, ...]:
    """Where a unit wants to go: to places that count and enemies, or now and then where it finds work."""
    if not is_hex(case, case.unit(unit).hex):
        return ()
    work = tuple(_work(case, unit)) if rng.random() < CURIOUS else ()
    return work or tuple(_prizes(case, unit))


def _prizes(case: Case[Action], unit: str) -> Iterator[str]:
    """Places that the side does not hold, and enemies that are seen."""
    side = case.side(unit)
    for place in case.battle.victory.objectives or case.battle.victory.hold:
        if case.before.holders.get(place) != side:
            yield place
    for name, state in case.before.units.items():
        if case.enemies(unit, name) and is_hex(case, state.hex) and not (state.hidden or state.out):
            yield state.hex


STRUCTURES: Mapping[str, tuple[str, ...]] = {
    "remove_wire": ("wire",),
    "remove_obstacle": ("teeth",),
    "clear_mines": ("minefield",),
    "place_charges": ("bridge", "pontoon", "bunker"),
}
TERRAIN: Mapping[str, str] = {"clear_path": "forest", "build_pontoon": "river"}


def _work(case: Case[Action], unit: str) -> Iterator[str]:
    """Where structures stand and ground lies on which the unit could work, depots and transports if it lacks points."""
    orders, counter = case.counter(unit).card.orders, case.counter(unit)
    for order, kinds in STRUCTURES.items():
        if order in orders:
            yield from (each.hex for each in case.before.structures.values() if each.kind in kinds)
    for order, terrain in TERRAIN.items():
        if order in orders:
            yield from (place for place, land in case.battle.ground.hexes.items() if land.terrain == terrain)
    lacks = case.unit(unit).ammo < counter.value("ammo")
    if lacks and "load_supply" in orders:
        yield from case.battle.supply.get(case.side(unit), ())
    if {"tow", "mount"} & orders.keys() or (lacks and "receive_supply" in orders):
        for name, state in case.before.units.items():
            carrier = case.side(name) == case.side(unit) and case.counter(name).can("transport") and name != unit
            if carrier and is_hex(case, state.hex) and not state.out:
                yield state.hex
