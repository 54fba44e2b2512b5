"""What a unit could be ordered to do: attacks, works, movement, flights; for the generator of options.

Each order has a function that lists some ways to give it. What takes two units is offered to the first of them only
while the second can still get its order, and the second is then offered nothing else.
"""

from collections.abc import Callable, Iterator

from msgspec import structs

from rules.barbarossa.actions import Order
from rules.barbarossa.fire.sight import in_field, sees
from rules.barbarossa.orders.attacks import trenches
from rules.barbarossa.orders.routes import charges, routes
from rules.barbarossa.orders.terms import BOTH, commanded, in_melee, is_hex
from rules.barbarossa.orders.works import REAL_MINES
from rules.barbarossa.state.battle import FACINGS
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import direction
from rules.barbarossa.state.model import READY
from rules.engine.actions import Action
from rules.engine.answers import Answer

Nothing = Case[Action]
"""A case in which nothing has been done yet."""
Ways = Callable[[Nothing, str], Iterator[Order]]
WAYS: dict[str, Ways] = {}
FEW = 4
"""How many targets, hexes or partners are offered where there may be many."""


def way(*orders: str) -> Callable[[Ways], Ways]:
    """Registers how orders could be given."""

    def register(function: Ways) -> Ways:
        for order in orders:
            WAYS[order] = function
        return function

    return register


def here(case: Nothing, unit: str) -> str:
    """The unit's hex; empty if it is not on the board."""
    place = case.unit(unit).hex
    return place if is_hex(case, place) else ""


def free(case: Nothing, unit: str) -> bool:
    """True for a unit that has no order yet and could get one."""
    state = case.unit(unit)
    smoked = bool(state.smoked) and state.smoked == case.before.round - 1
    if state.out or state.flagged or state.order is not None or smoked:
        return False
    if state.carrier:
        carrier = case.unit(state.carrier)
        return bool(carrier.hex or case.counter(state.carrier).flies) and not carrier.out
    return bool(state.hex or case.counter(unit).flies)


def asked(case: Nothing, unit: str) -> Iterator[Order]:
    """The orders that go with those of other units: to merge, to let off, to supply, to land, to work together."""
    side = case.side(unit)
    for name, state in case.before.units.items():
        given = state.order
        if given is None or name == unit or case.side(name) != side or state.running is not None:
            continue
        if given.target == unit and case.battle.among(given.order, BOTH):
            back = given.choice if given.order == "merge" else ""
            yield structs.replace(given, unit=unit, target=name, choice=back)
        if given.order in {"dig_in", "build_pontoon"} and _missed(case, unit, name, given):
            yield structs.replace(given, unit=unit)


def _missed(case: Nothing, unit: str, worker: str, given: Order) -> bool:
    """True if the work of another unit needs this one: too few have the order, and it stands where it can help."""
    at_work = 0
    for name, state in case.before.units.items():
        same = state.order is not None and state.order.order == given.order and state.order.hex == given.hex
        same = same and case.side(name) == case.side(unit)
        at_work += same and (given.order == "build_pontoon" or state.hex == case.unit(worker).hex)
    if at_work >= (case.counter(worker).printed(given.order, "manpower") or 1):
        return False
    place, state = case.unit(unit).hex, case.unit(unit)
    if given.order not in case.counter(unit).card.orders or not place or state.running or case.foes(unit, place):
        return False
    return place == case.unit(worker).hex if given.order == "dig_in" else case.distance(place, given.hex) == 1


def partner(case: Nothing, unit: str, order: str) -> bool:
    """True for a unit that can still get the same order: it has none, nobody else asks it, it is not in melee."""
    able = free(case, unit) and not case.unit(unit).running and order in case.counter(unit).card.orders
    return able and not (case.unit(unit).hex and in_melee(case, unit)) and not any(asked(case, unit))


def targets(case: Nothing, unit: str) -> tuple[str, ...]:
    """The enemies on the board that the unit knows, the nearest first."""
    start = here(case, unit)
    if not start:
        return ()
    seen = [
        name
        for name, state in case.before.units.items()
        if case.enemies(unit, name) and is_hex(case, state.hex) and not (state.hidden or state.out)
    ]
    return tuple(sorted(seen, key=lambda name: (case.distance(start, case.unit(name).hex), name)))


def ground_targets(case: Nothing, unit: str) -> tuple[str, ...]:
    """Those of them that stand on the ground."""
    return tuple(name for name in targets(case, unit) if not case.counter(name).flies)


# ---------------------------------------------------------------------------------------------------------- attacks
def can_hit(case: Nothing, unit: str, target: str) -> bool:
    """True for a target that the unit could shoot at from where it is, as far as its card and the ground tell."""
    row = case.counter(unit).card.targets.get(case.counter(target).type)
    start, place = here(case, unit), case.unit(target).hex
    if row is None or row.mode == "melee" or in_melee(case, target) or start == place:
        return False
    if case.distance(start, place) > case.counter(unit).card.range + 1:
        return False
    if not case.counter(target).flies and "forest" in {case.land(start).terrain, case.land(place).terrain}:
        return False
    return in_field(case, unit, place) is Answer.YES


@way("open_fire", "suppressive_fire")
def shoots(case: Nothing, unit: str) -> Iterator[Order]:
    """At some enemy that it sees."""
    able = [name for name in targets(case, unit) if can_hit(case, unit, name)]
    seen = [name for name in able if sees(case, here(case, unit), case.unit(name).hex).clear]
    for name in seen[:FEW]:
        yield Order(unit=unit, target=name)


@way("indirect_fire")
def shoots_blind(case: Nothing, unit: str) -> Iterator[Order]:
    """At some enemy that another unit sees."""
    for name in [name for name in ground_targets(case, unit) if can_hit(case, unit, name)][:FEW]:
        yield Order(unit=unit, target=name)


@way("bombard_location", "smoke")
def shoots_at_hexes(case: Nothing, unit: str) -> Iterator[Order]:
    """At the hex of some enemy."""
    places = dict.fromkeys(case.unit(name).hex for name in ground_targets(case, unit))
    for place in list(places)[:FEW]:
        yield Order(unit=unit, hex=place)


@way("assault")
def assaults(case: Nothing, unit: str) -> Iterator[Order]:
    """Against some enemy within its assault distance; in melee against those of its hex."""
    start = here(case, unit)
    bound = bool(case.unit(unit).bound) and in_melee(case, unit)
    for name in ground_targets(case, unit)[: 2 * FEW]:
        if bound and case.unit(name).hex != start:
            continue
        for route in charges(case, unit, name):
            yield Order(unit=unit, target=name, route=route)


def facings(case: Nothing, unit: str) -> tuple[str, ...]:
    """Where a unit can face with an order to guard: as it does if it has a field of fire, else anywhere."""
    own = case.unit(unit).facing
    return (own,) if case.counter(unit).can("field_of_fire") and own else FACINGS


@way("defend")
def defends(case: Nothing, unit: str) -> Iterator[Order]:
    """Facing somewhere, as far as it shoots; in a trench or a bunker of its hex."""
    start, far = here(case, unit), case.counter(unit).card.range
    for facing in facings(case, unit):
        yield Order(unit=unit, facing=facing, number=far)
    for name in trenches(case, start):
        trench = case.structure(name)
        facing = trench.facing or direction(case.battle.ground, start, trench.side)
        if facing in facings(case, unit):
            yield Order(unit=unit, facing=facing, number=far, choice="trench")
    for name in case.before.in_hex(start, "bunker") if _room(case, start) else ():
        yield Order(unit=unit, facing=case.structure(name).facing or "N", number=far, choice="bunker")


def _room(case: Nothing, place: str) -> bool:
    """True while fewer than two units are ordered into the bunker of a hex, and none sits there without an order."""
    inside = 0
    for state in case.before.units.values():
        if state.hex != place or state.out:
            continue
        shelter = case.before.structures.get(state.shelter)
        sits = shelter is not None and shelter.kind == "bunker"
        told = state.order is not None and state.order.choice == "bunker"
        inside += told or (sits and state.order is None)
    return bool(place) and inside < 2


@way("ambush")
def hides(case: Nothing, unit: str) -> Iterator[Order]:
    """Facing somewhere, as far as it shoots."""
    for facing in facings(case, unit):
        yield Order(unit=unit, facing=facing, number=case.counter(unit).card.range, hex=here(case, unit))


# --------------------------------------------------------------------------------------------------------- movement
@way("cautious_move")
def goes(case: Nothing, unit: str) -> Iterator[Order]:
    """Along some route."""
    for route in routes(case, unit, "cautious_move"):
        yield Order(unit=unit, route=route)


@way("march")
def marches(case: Nothing, unit: str) -> Iterator[Order]:
    """Along some route that a march may take."""
    for route in routes(case, unit, "march"):
        yield Order(unit=unit, route=route)


@way("fire_on_move")
def fires_on_the_move(case: Nothing, unit: str) -> Iterator[Order]:
    """Along some routes, at an enemy that it sees now."""
    start = here(case, unit)
    far = case.counter(unit).card.range + (case.counter(unit).printed("fire_on_move", "movement") or 0)
    known = [name for name in ground_targets(case, unit) if case.distance(start, case.unit(name).hex) <= far]
    able = [name for name in known if _on_the_list(case, unit, name)]
    seen = [name for name in able if sees(case, start, case.unit(name).hex).clear]
    for name in seen[:2]:
        for route in list(routes(case, unit, "fire_on_move"))[:FEW]:
            yield Order(unit=unit, target=name, route=route, fire_from=route[-1])


def _on_the_list(case: Nothing, unit: str, target: str) -> bool:
    row = case.counter(unit).card.targets.get(case.counter(target).type)
    return row is not None and row.mode == "fire"


@way("wait", "clear_mines", "clear_path")
def simply(_: Nothing, unit: str) -> Iterator[Order]:
    """There is nothing to choose."""
    yield Order(unit=unit)


@way("mount")
def mounts(case: Nothing, unit: str) -> Iterator[Order]:
    """A transport of its hex with room for it, that stays where it is."""
    for carrier in _transports(case, unit, "lift"):
        room = case.size(carrier) - sum(case.size(name) for name in case.aboard(carrier))
        claimed = sum(
            case.size(name)
            for name, state in case.before.units.items()
            if state.order is not None and state.order.order == "mount" and state.order.target == carrier
        )
        if case.size(unit) <= room - claimed and _stays(case, carrier):
            yield Order(unit=unit, target=carrier)


@way("tow")
def is_towed(case: Nothing, unit: str) -> Iterator[Order]:
    """A transport of its hex that tows nothing yet."""
    for carrier in _transports(case, unit, "tow"):
        others = [state.order for state in case.before.units.values() if state.order is not None]
        claimed = any(given.order == "tow" and given.target == carrier for given in others)
        if not claimed and not case.aboard(carrier):
            yield Order(unit=unit, target=carrier)


def _transports(case: Nothing, unit: str, what: str) -> Iterator[str]:
    return (
        name
        for name in case.friends(unit, here(case, unit))
        if case.counter(name).value(what) and not case.unit(name).suppressed
    )


def _stays(case: Nothing, carrier: str) -> bool:
    order = case.unit(carrier).order
    return order is None or not order.route


@way("dismount")
def gets_off(case: Nothing, unit: str) -> Iterator[Order]:
    """Who is aboard, if the transport can still get the order; the transport if somebody gets off."""
    carrier = case.unit(unit).carrier
    if carrier and not case.counter(carrier).flies and here(case, carrier):
        given = case.unit(carrier).order
        if partner(case, carrier, "dismount") or (given is not None and given.order == "dismount"):
            yield Order(unit=unit, target=carrier)


# ------------------------------------------------------------------------------------------------------------ works
@way("set_up", "pack_up")
def changes_position(case: Nothing, unit: str) -> Iterator[Order]:
    """Where it stands; in tow, where its transport stands."""
    state = case.unit(unit)
    place = state.hex or (case.unit(state.carrier).hex if state.carrier else "")
    if place:
        yield Order(unit=unit, hex=place)


@way("change_fof")
def turns(case: Nothing, unit: str) -> Iterator[Order]:
    """Any other way."""
    for facing in FACINGS:
        if facing != case.unit(unit).facing:
            yield Order(unit=unit, facing=facing)


@way("dig_in")
def digs(case: Nothing, unit: str) -> Iterator[Order]:
    """Towards some side, with hands enough."""
    needed = case.counter(unit).printed("dig_in", "manpower") or 1
    helpers = [name for name in case.friends(unit, here(case, unit)) if _helps(case, name, "dig_in")]
    if 1 + len(helpers) >= needed:
        for facing in FACINGS[::2]:
            yield Order(unit=unit, facing=facing)


@way("build_pontoon")
def bridges(case: Nothing, unit: str) -> Iterator[Order]:
    """A river hex beside it, with hands enough; a ford too if that counts as one."""
    needed = case.counter(unit).printed("build_pontoon", "manpower") or 1
    ground = case.battle.ground
    waters = {"river", "ford"} if case.switches.read_otherwise("BAR-A130") else {"river"}
    for site in ground.grid.neighbours(here(case, unit)) if here(case, unit) else ():
        if ground.hexes[site].terrain not in waters or case.before.in_hex(site, "bridge", "pontoon"):
            continue
        beside = [name for near in ground.grid.neighbours(site) for name in case.there(near, case.side(unit))]
        helpers = [name for name in beside if name != unit and _helps(case, name, "build_pontoon", site)]
        if 1 + len(helpers) >= needed:
            yield Order(unit=unit, hex=site)


def _helps(case: Nothing, unit: str, order: str, site: str = "") -> bool:
    """True for a unit that does the same work, or could be told to."""
    given = case.unit(unit).order
    if given is not None:
        return given.order == order and (not site or given.hex == site)
    return partner(case, unit, order) and case.unit(unit).hex != site


@way("lay_mines")
def mines(case: Nothing, unit: str) -> Iterator[Order]:
    """Real ones while there are any, and dummies."""
    for kind in (*sorted(REAL_MINES), "dummy"):
        yield Order(unit=unit, hex=here(case, unit), choice=kind)


@way("place_charges")
def blows_up(case: Nothing, unit: str) -> Iterator[Order]:
    """What stands in its hex."""
    for name in case.before.in_hex(here(case, unit), "bunker", "bridge", "pontoon"):
        yield Order(unit=unit, choice=case.structure(name).kind)


@way("remove_wire", "remove_obstacle")
def removes(case: Nothing, unit: str) -> Iterator[Order]:
    """What lies on a side of its hex."""
    start = here(case, unit)
    for each in case.before.structures.values():
        if each.kind in {"wire", "teeth"} and start and start in {each.hex, each.side}:
            yield Order(unit=unit, hex=start, side=each.side if each.hex == start else each.hex)


@way("merge")
def merges(case: Nothing, unit: str) -> Iterator[Order]:
    """With a unit like it that has no order yet."""
    for other in case.friends(unit, here(case, unit)):
        alike = case.counter(other).card.id == case.counter(unit).card.id
        fits = case.size(unit) + case.size(other) <= case.counter(unit).size
        if alike and fits and partner(case, other, "merge"):
            yield Order(unit=unit, target=other, choice=unit)


@way("receive_supply")
def is_supplied(case: Nothing, unit: str) -> Iterator[Order]:
    """From a transport of its hex that has points and can still get the order; or from a box."""
    if case.counter(unit).can("transport") or case.unit(unit).ammo >= case.counter(unit).value("ammo"):
        return
    for carrier in _transports(case, unit, "lift"):
        given = case.unit(carrier).order
        able = partner(case, carrier, "receive_supply")
        if case.unit(carrier).ammo and (able or (given is not None and given.order == "receive_supply")):
            yield Order(unit=unit, target=carrier)
    if case.before.in_hex(here(case, unit), "cargo"):
        yield Order(unit=unit)


@way("load_supply")
def loads(case: Nothing, unit: str) -> Iterator[Order]:
    """At a depot, with nobody aboard."""
    if not case.aboard(unit) and case.unit(unit).ammo < case.counter(unit).value("ammo"):
        yield Order(unit=unit)


@way("scout")
def scouts(case: Nothing, unit: str) -> Iterator[Order]:
    """Around its own hex."""
    yield Order(unit=unit, hex=here(case, unit))


# ------------------------------------------------------------------------------------------------------- in the air
def grounded(case: Nothing, unit: str) -> bool:
    """True for an aircraft that could take off."""
    ready = case.counter(unit).flies and case.unit(unit).air >= READY and not case.unit(unit).hex
    return ready and bool(commanded(case, case.side(unit)))


def halves(case: Nothing, count: int = 2) -> tuple[str, ...]:
    """Some half hexes, far apart."""
    known = sorted(case.battle.ground.halves)
    return tuple(known[:: max(1, len(known) // count)][:count])


def spots(case: Nothing, unit: str) -> tuple[str, ...]:
    """Hexes with enemies that somebody sees, the first few."""
    side = case.battle.enemy(case.side(unit))
    known = dict.fromkeys(
        state.hex
        for name, state in case.before.units.items()
        if case.side(name) == side and is_hex(case, state.hex) and not (state.hidden or state.out)
    )
    return tuple(known)[:FEW]


@way("air_strike")
def strikes(case: Nothing, unit: str) -> Iterator[Order]:
    """At the hex of some enemy."""
    for place in spots(case, unit) if grounded(case, unit) else ():
        for entry in halves(case):
            yield Order(unit=unit, hex=place, entry=entry)


@way("recon", "air_patrol")
def circles(case: Nothing, unit: str) -> Iterator[Order]:
    """Over some enemy, with a small or a large circle, for one round or two."""
    for place in spots(case, unit) if grounded(case, unit) else ():
        for radius, rounds in ((1, 1), (2, 2)):
            yield Order(unit=unit, hex=place, entry=halves(case, 1)[0], number=radius, rounds=rounds)


@way("intercept")
def intercepts(case: Nothing, unit: str) -> Iterator[Order]:
    """An enemy aircraft that is over the board or about to be."""
    for name, state in case.before.units.items() if grounded(case, unit) else ():
        comes = state.hex or state.order is not None
        if case.enemies(unit, name) and case.counter(name).flies and comes and not state.out:
            yield Order(unit=unit, target=name, entry=halves(case, 1)[0])


@way("escort")
def escorts(case: Nothing, unit: str) -> Iterator[Order]:
    """A friendly aircraft that has a mission and flies for the first round."""
    for name, state in case.before.units.items() if grounded(case, unit) else ():
        given = state.order
        flies = given is not None and given.order not in {"wait", "escort"} and not state.hex
        if name != unit and flies and not case.enemies(unit, name) and case.counter(name).flies:
            yield Order(unit=unit, target=name)


@way("drop_supply")
def drops(case: Nothing, unit: str) -> Iterator[Order]:
    """On own units."""
    side = case.side(unit)
    places = [place for place in case.occupants if case.there(place, side) and is_hex(case, place)]
    cargo = case.counter(unit).printed("drop_supply", "load") or case.counter(unit).value("cargo")
    for place in places[:FEW] if grounded(case, unit) else ():
        yield Order(unit=unit, hex=place, entry=halves(case, 1)[0], number=cargo)


@way("air_landing")
def lands(case: Nothing, unit: str) -> Iterator[Order]:
    """The paratroops first, if their aircraft can still get the order: in hexes with own units or beside them."""
    carrier = case.unit(unit).carrier
    if not carrier or not grounded(case, carrier) or not partner(case, carrier, "air_landing"):
        return
    side = case.side(unit)
    places = [place for place in case.occupants if case.there(place, side) and not case.foes(unit, place)]
    for place in places[:FEW]:
        yield Order(unit=unit, target=carrier, hex=place, entry=halves(case, 1)[0])
