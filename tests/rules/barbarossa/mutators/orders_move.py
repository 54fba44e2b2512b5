"""Breaking the rules of movement orders: routes, ranges, where a march leads, who is carried by whom."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.barbarossa import actions as do
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, breaks

REVEAL = ("REVEAL",)
TANKS = frozenset({"light_tank", "medium_tank", "heavy_tank"})


def movers(o: Occasion, order: str) -> Iterator[str]:
    """Units that could be given a movement order."""
    for unit in o.idle:
        if o.has(unit, order) and (not o.has(unit, "set_up") or o.unit(unit).packed):
            yield unit


def straight(o: Occasion, start: str, terrain: str, count: int) -> Iterator[tuple[str, ...]]:
    """Ways of so many hexes of one terrain in one direction."""
    cells = o.battle.ground.grid.cells
    named = {cell: name for name, cell in cells.items()}
    q, r = cells[start]
    for near in o.near(start):
        dq, dr = cells[near][0] - q, cells[near][1] - r
        way = [named.get((q + dq * each, r + dr * each), "") for each in range(1, count + 1)]
        if all(way) and all(o.terrain(place) == terrain or not terrain for place in way):
            yield tuple(way)


def _gap(rule: str, order: str) -> None:
    def skips_a_hex(o: Occasion) -> Acts:
        """A hex of the route is not written."""
        for unit in movers(o, order):
            here = o.unit(unit).hex
            far = (place for place in o.places if o.away(here, place) == 2 and o.plain(place))
            for place in far:
                between = [near for near in o.near(here) if o.away(near, place) == 1]
                if not any(o.paved(here, near) for near in between):
                    yield o.order(unit, order, route=(place,))

    breaks(rule, within=REVEAL)(skips_a_hex)


_gap("BAR-8.4d", "cautious_move")
_gap("BAR-8.5c", "march")


def _long(rule: str, order: str) -> None:
    def goes_too_far(o: Occasion) -> Acts:
        """The route is longer than the card allows, and the roads by far."""
        for unit in movers(o, order):
            most = o.printed(unit).printed(order, "movement")
            if most is None:
                continue
            target = next(o.foes(unit), "")
            there = {"target": target} if order == "fire_on_move" else {}
            for way in straight(o, o.unit(unit).hex, "", most + 1 + 3 * (order == "march")):
                stop = {"fire_from": way[0]} if order == "fire_on_move" else {}
                yield o.order(unit, order, route=way, **there, **stop)

    breaks(rule, within=REVEAL)(goes_too_far)


_long("BAR-8.4b", "cautious_move")
_long("BAR-8.0f", "cautious_move")
_long("BAR-8.5b", "march")
_long("BAR-8.7d", "fire_on_move")


@breaks("BAR-8.5e", within=REVEAL)
def marches_on_as_if_on_a_road(o: Occasion) -> Acts:
    """A march over plain is as much longer as one along a road may be."""
    for unit in movers(o, "march"):
        most = o.printed(unit).printed("march", "movement") or 0
        for way in straight(o, o.unit(unit).hex, "plain", most + 1):
            if not any(o.paved(one, two) for one, two in zip((o.unit(unit).hex, *way), way, strict=False)):
                yield o.order(unit, "march", route=way)


def _slow(rule: str, terrain: str) -> None:
    def goes_too_far_for_the_ground(o: Occasion) -> Acts:
        """The route is as long as the card allows, though the ground takes from it."""
        for unit in movers(o, "cautious_move"):
            most = o.printed(unit).printed("cautious_move", "movement") or 0
            kind = o.printed(unit).type
            fits = kind in TANKS if terrain == "light_woods" else kind in {"infantry", *TANKS}
            if most < 2 or not fits:
                continue
            here = o.unit(unit).hex
            for way in straight(o, here, terrain, most):
                if not any(o.paved(one, two) for one, two in zip((here, *way), way, strict=False)):
                    yield o.order(unit, "cautious_move", route=way)

    breaks(rule, within=REVEAL)(goes_too_far_for_the_ground)


_slow("BAR-12.8d", "field")
_slow("BAR-12.3d", "light_woods")


@breaks("BAR-8.5d", within=REVEAL)
def marches_through_the_woods(o: Occasion) -> Acts:
    """A march leads through ground that is no plain, off the road."""
    for unit in movers(o, "march"):
        here = o.unit(unit).hex
        for place in o.near(here):
            rough = o.terrain(place) in {"light_woods", "scrub", "field", "swamp", "forest"}
            bare = not o.battle.ground.hexes[place].roads and not o.paved(here, place)
            if rough and bare and not any(each.hex == place for each in o.structures):
                yield o.order(unit, "march", route=(place,))


@breaks("BAR-11.2b", within=REVEAL)
def marches_over_ruins(o: Occasion) -> Acts:
    """A march leads over a destroyed bridge."""
    ruins = [each.hex for each in o.structures if each.kind == "destroyed-bridge"]
    for unit in movers(o, "march") if ruins else ():
        yield from (o.order(unit, "march", route=(place,)) for place in o.near(o.unit(unit).hex) if place in ruins)


@breaks("BAR-8.7h", within=REVEAL, on=do.Order)
def fires_from_beside_the_route(o: Occasion) -> Acts:
    """The hex that is underlined is not one of the route."""
    given = o.given("fire_on_move")
    if given is not None and given.route:
        places = (place for place in o.near(o.unit(given.unit).hex) if place not in given.route)
        yield from (replace(given, fire_from=place) for place in places)


# --------------------------------------------------------------------------------------------------- on transports
@breaks("BAR-8.8b", within=REVEAL)
def mounts_an_enemy(o: Occasion) -> Acts:
    """A unit is ordered to mount a transport of the enemy."""
    for unit in o.idle:
        if o.has(unit, "mount") and (not o.has(unit, "set_up") or o.unit(unit).packed):
            lorries = (foe for foe in o.foes(unit) if o.printed(foe).can("transport"))
            yield from (o.order(unit, "mount", target=foe) for foe in lorries)


def _carried(rule: str, order: str, room: str) -> None:
    def is_carried_by_infantry(o: Occasion) -> Acts:
        """A unit is ordered to be carried or towed by one that cannot."""
        for unit in o.idle:
            if o.has(unit, order) and (not o.has(unit, "set_up") or o.unit(unit).packed):
                for other in o.friends(unit):
                    strong = o.printed(other).value(room) or o.printed(other).can("transport")
                    if o.unit(other).hex == o.unit(unit).hex and not strong:
                        yield o.order(unit, order, target=other)

    breaks(rule, within=REVEAL)(is_carried_by_infantry)


_carried("BAR-8.8b", "mount", "lift")
_carried("BAR-7.10a", "tow", "tow")


@breaks("BAR-7.10b", within=REVEAL)
def is_towed_by_an_enemy(o: Occasion) -> Acts:
    """A gun is ordered to be towed by an enemy."""
    for unit in o.idle:
        if o.has(unit, "tow") and o.unit(unit).packed:
            yield from (o.order(unit, "tow", target=foe) for foe in o.foes(unit))


def _towed(rule: str, *, packed: bool) -> None:
    def is_towed_as_it_cannot(o: Occasion) -> Acts:
        """A gun is ordered to be towed though it is set up, or by a transport in another hex."""
        for unit in o.idle:
            if not o.has(unit, "tow") or not o.has(unit, "pack_up") or o.unit(unit).packed != packed:
                continue
            for other in o.friends(unit):
                strong = o.printed(other).value("tow") or o.printed(other).can("transport")
                apart = o.unit(other).hex != o.unit(unit).hex
                if strong and (apart or not packed):
                    yield o.order(unit, "tow", target=other)

    breaks(rule, within=REVEAL)(is_towed_as_it_cannot)


_towed("BAR-7.10e", packed=False)
_towed("BAR-7.10f", packed=True)


@breaks("BAR-8.9b", within=REVEAL)
def gets_off_nothing(o: Occasion) -> Acts:
    """A unit that is on no transport is ordered to get off one."""
    riders = {state.carrier for state in o.before.units.values()}
    for unit in o.idle:
        if o.has(unit, "dismount") and unit not in riders:
            yield o.order(unit, "dismount")
