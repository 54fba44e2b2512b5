"""Breaking the rules of orders to attack, to guard and to hide: at whom, how far, from where, with what written."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import ARMOUR, Counter
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, breaks

REVEAL = ("REVEAL",)
THICK = frozenset({"scrub", "light_woods", "forest", "village", "town"})
"""Terrain that nobody sees through."""


def ready(o: Occasion, order: str) -> Iterator[str]:
    """Units that could be given an attack order, and could pay for it."""
    for unit in o.idle:
        armed = not o.has(unit, "set_up") or o.unit(unit).set_up
        if o.has(unit, order) and armed and o.unit(unit).ammo >= 3:
            yield unit


def row(printed: Counter, other: Counter) -> str:
    """How a card attacks the type of another: by fire, in melee only, or not at all."""
    found = printed.card.targets.get(other.type)
    return found.mode if found else ""


def thick(o: Occasion, start: str, goal: str) -> bool:
    """True if something that nobody sees through is between two hexes in line, all on one level."""
    lines = o.battle.ground.grid.line(start, goal)
    flat = o.level(start) == o.level(goal) == 0
    return flat and any(len(places) == 1 and o.terrain(places[0]) in THICK for places in lines)


def _attacks(o: Occasion, order: str) -> Iterator[tuple[str, str, int]]:
    """Who could be ordered to fire at whom, and how far away that one is."""
    for unit in ready(o, order):
        for foe in o.foes(unit):
            if not o.melee(foe):
                yield unit, foe, o.away(o.unit(unit).hex, o.unit(foe).hex)


def _shown(order: str, *rules: str) -> None:
    def at_what_it_does_not_see(o: Occasion) -> Acts:
        """The target is behind something that nobody sees through."""
        for unit, foe, away in _attacks(o, order):
            reach = o.printed(unit).card.range
            near = 1 < away <= reach and row(o.printed(unit), o.printed(foe)) == "fire"
            if near and thick(o, o.unit(unit).hex, o.unit(foe).hex):
                yield o.order(unit, order, target=foe)

    breaks(*rules, within=REVEAL)(at_what_it_does_not_see)


_shown("suppressive_fire", "BAR-6.2d")
_shown("open_fire", "BAR-6.3d")


@breaks("BAR-8.7e", within=REVEAL)
def at_what_it_does_not_see_on_the_move(o: Occasion) -> Acts:
    """The target of Fire on the Move is out of sight when it is ordered."""
    for unit, foe, away in _attacks(o, "fire_on_move"):
        if away > 1 and thick(o, o.unit(unit).hex, o.unit(foe).hex):
            ways = (place for place in o.near(o.unit(unit).hex) if o.plain(place))
            yield from (o.order(unit, "fire_on_move", target=foe, route=(place,), fire_from=place) for place in ways)


@breaks("BAR-3.12g", within=REVEAL)
def beyond_its_range(o: Occasion) -> Acts:
    """The target is farther away than the diagram of the card goes."""
    for unit, foe, away in _attacks(o, "open_fire"):
        if away > o.printed(unit).card.range + 1 and row(o.printed(unit), o.printed(foe)) == "fire":
            yield o.order(unit, "open_fire", target=foe)


@breaks("BAR-3.12e", within=REVEAL)
def too_near(o: Occasion) -> Acts:
    """The target is at a distance that the diagram of the card bars."""
    for unit in o.idle:
        accuracy = o.printed(unit).card.accuracy
        for foe in o.foes(unit):
            away = o.away(o.unit(unit).hex, o.unit(foe).hex)
            if 0 < away < len(accuracy) and not accuracy[away] and o.level(o.unit(unit).hex) == 0:
                orders = ("open_fire", "indirect_fire", "suppressive_fire")
                yield from (o.order(unit, order, target=foe) for order in orders if o.has(unit, order))


@breaks("BAR-3.10a", within=REVEAL)
def at_a_type_it_cannot_attack(o: Occasion) -> Acts:
    """The type of the target is not in the card's table."""
    for unit, foe, away in _attacks(o, "open_fire"):
        if not row(o.printed(unit), o.printed(foe)) and 0 < away <= o.printed(unit).card.range:
            yield o.order(unit, "open_fire", target=foe)


@breaks("BAR-3.10b", within=REVEAL)
def at_a_type_it_attacks_in_melee(o: Occasion) -> Acts:
    """The type of the target is attacked in melee only."""
    for unit, foe, away in _attacks(o, "open_fire"):
        if row(o.printed(unit), o.printed(foe)) == "melee" and 0 < away <= o.printed(unit).card.range:
            yield o.order(unit, "open_fire", target=foe)


@breaks("BAR-5.7a", within=REVEAL)
def into_a_melee(o: Occasion) -> Acts:
    """The target is in a melee."""
    for unit in ready(o, "open_fire"):
        yield from (o.order(unit, "open_fire", target=foe) for foe in o.foes(unit) if o.melee(foe))


def _hidden(rule: str, *, staff: bool) -> None:
    def at_who_is_hidden(o: Occasion) -> Acts:
        """The target is hidden."""
        for unit in ready(o, "open_fire"):
            for foe in o.on_board:
                hidden = o.unit(foe).hidden and o.printed(foe).is_a("hq") == staff
                if hidden and o.side(foe) != o.side(unit):
                    yield o.order(unit, "open_fire", target=foe)

    breaks(rule, within=REVEAL)(at_who_is_hidden)


_hidden("BAR-5.12b", staff=False)
_hidden("BAR-10.6b", staff=True)


def _friendly(rule: str, order: str) -> None:
    def at_a_friend(o: Occasion) -> Acts:
        """The target is a unit of the own side."""
        given = o.given(order)
        if given is not None:
            yield from (replace(given, target=friend) for friend in o.friends(given.unit))

    breaks(rule, within=REVEAL)(at_a_friend)


for _rule, _order in (
    *(("BAR-6.2c", "suppressive_fire"), ("BAR-6.3c", "open_fire"), ("BAR-6.5c", "assault")),
    *(("BAR-8.7c", "fire_on_move"), ("BAR-4.2d", "indirect_fire")),
):
    _friendly(_rule, _order)


@breaks("BAR-5.3c", within=REVEAL)
def behind_its_back(o: Occasion) -> Acts:
    """The target is behind a unit that has a field of fire."""
    ways = ("N", "NE", "SE", "S", "SW", "NW")
    for unit in ready(o, "open_fire"):
        facing, here = o.unit(unit).facing, o.unit(unit).hex
        if facing not in ways or not o.printed(unit).can("field_of_fire"):
            continue
        for foe in o.foes(unit):
            if behind(o, here, facing, o.unit(foe).hex):
                yield o.order(unit, "open_fire", target=foe)


def behind(o: Occasion, here: str, facing: str, place: str) -> bool:
    """True if a hex lies nearer to the one behind than to the one in front."""
    ways = ("N", "NE", "SE", "S", "SW", "NW")
    cells = o.battle.ground.grid.cells
    steps = dict(zip(ways, _steps(o), strict=True))
    (q, r), (dq, dr) = cells[here], steps[facing]
    ahead = next((near for near in o.near(here) if cells[near] == (q + dq, r + dr)), "")
    back = next((near for near in o.near(here) if cells[near] == (q - dq, r - dr)), "")
    return bool(ahead and back) and o.away(back, place) + 1 < o.away(ahead, place)


def _steps(o: Occasion) -> tuple[tuple[int, int], ...]:
    return tuple((q, r) for q, r in o.battle.ground.grid.lattice.steps)


# ------------------------------------------------------------------------------------------------- observed fire
def blind(o: Occasion, unit: str, place: str) -> bool:
    """True for a hex deep in something that hides it, far from everybody of the unit's side, on the board or above."""
    own = (name for name in o.seen if o.side(name) == o.side(unit))
    return all(o.away(o.unit(name).hex, place) > 1 and thick(o, o.unit(name).hex, place) for name in own)


@breaks("BAR-6.4d", within=REVEAL)
def smokes_unseen(o: Occasion) -> Acts:
    """Nobody sees the hex that is to be smoked."""
    for unit in o.idle:
        if o.has(unit, "smoke") and o.unit(unit).stores.get("smoke") and o.unit(unit).ammo:
            yield from (o.order(unit, "smoke", hex=place) for place in o.places if blind(o, unit, place))


@breaks("BAR-10.3c", within=REVEAL)
def fires_indirectly_unseen(o: Occasion) -> Acts:
    """Nobody sees the target of indirect fire."""
    for unit in o.idle:
        if o.has(unit, "indirect_fire") and o.unit(unit).ammo and o.unit(unit).set_up:
            unseen = (foe for foe in o.foes(unit) if blind(o, unit, o.unit(foe).hex))
            yield from (o.order(unit, "indirect_fire", target=foe) for foe in unseen)


@breaks("BAR-10.3d", within=REVEAL)
def fires_indirectly_unled(o: Occasion) -> Acts:
    """There is no headquarters, or only a suppressed one."""
    for unit in o.idle:
        if o.has(unit, "indirect_fire") and not o.led(unit) and o.unit(unit).ammo:
            yield from (o.order(unit, "indirect_fire", target=foe) for foe in o.foes(unit))


@breaks("BAR-10.4a", within=REVEAL)
def bombards_beyond_the_board(o: Occasion) -> Acts:
    """The hex that is to be bombarded is no hex of the board."""
    given = o.given("bombard_location")
    if given is not None:
        yield replace(given, hex="9999")


@breaks("BAR-6.4c", within=REVEAL)
def smokes_beyond_the_board(o: Occasion) -> Acts:
    """The hex that is to be smoked is no hex of the board."""
    given = o.given("smoke")
    if given is not None:
        yield replace(given, hex="9999")


# --------------------------------------------------------------------------------------------- guarding and hiding
@breaks("BAR-6.1f", within=REVEAL, on=do.Order)
def guards_too_far(o: Occasion) -> Acts:
    """The distance that is written with Defend is beyond the range."""
    given = o.given("defend")
    if given is not None:
        yield replace(given, number=o.printed(given.unit).card.range + 2)


@breaks("BAR-6.6f", within=REVEAL, on=do.Order)
def lies_in_wait_too_far(o: Occasion) -> Acts:
    """The distance that is written with Ambush is beyond the range."""
    given = o.given("ambush")
    if given is not None:
        yield replace(given, number=o.printed(given.unit).card.range + 2)


@breaks("BAR-6.6g", within=REVEAL, on=do.Order)
def lies_in_wait_elsewhere(o: Occasion) -> Acts:
    """The hex that is written with Ambush is not the unit's own."""
    given = o.given("ambush")
    if given is not None:
        yield from (replace(given, hex=place) for place in o.near(o.unit(given.unit).hex))


OPEN = {
    "BAR-6.6b": ("plain", ("infantry",)),
    "BAR-12.1c": ("plain", ("infantry", "artillery", "vehicle", "armoured_vehicle", "light_tank", "medium_tank")),
    "BAR-12.8b": ("field", ("infantry", "artillery", "vehicle", "armoured_vehicle", "light_tank", "medium_tank")),
    "BAR-12.2c": ("scrub", ("vehicle", "armoured_vehicle", "light_tank", "medium_tank", "heavy_tank")),
    "BAR-12.4d": ("forest", ("artillery", "vehicle", "armoured_vehicle", "light_tank", "medium_tank")),
}
"""By rule: the terrain, and the types that cannot hide there."""


def _in_the_open(rule: str, terrain: str, types: tuple[str, ...]) -> None:
    def hides_in_the_open(o: Occasion) -> Acts:
        """A unit is ordered to hide where it cannot."""
        for unit in o.idle:
            here = o.unit(unit).hex
            armed = not o.has(unit, "set_up") or o.unit(unit).set_up
            if o.terrain(here) == terrain and o.printed(unit).type in types and o.has(unit, "ambush") and armed:
                yield o.order(unit, "ambush", hex=here, facing=o.unit(unit).facing or "N", number=1)

    breaks(rule, within=REVEAL)(hides_in_the_open)


for _rule, (_terrain, _types) in OPEN.items():
    _in_the_open(_rule, _terrain, _types)


def _sheltered(rule: str, choice: str) -> None:
    def defends_what_is_not_there(o: Occasion) -> Acts:
        """A unit is ordered to defend a trench or bunker that its hex does not have."""
        given = o.given("defend")
        if given is not None and not given.choice and o.unit(given.unit).hex:
            here = o.unit(given.unit).hex
            if not any(each.kind == choice and here in {each.hex, each.side} for each in o.structures):
                yield replace(given, choice=choice)

    breaks(rule, within=REVEAL, on=do.Order)(defends_what_is_not_there)


_sheltered("BAR-11.5d", "trench")
_sheltered("BAR-11.6i", "bunker")


def _bunkered(rule: str, *, infantry: bool) -> None:
    def wrong_ones_in_a_bunker(o: Occasion) -> Acts:
        """Who cannot use a bunker is ordered to defend one."""
        bunkers = {each.hex for each in o.structures if each.kind == "bunker"}
        for unit in o.idle:
            foot = o.printed(unit).type == "infantry"
            crew = foot and o.has(unit, "set_up") and not o.printed(unit).is_a("machine_gun")
            if o.unit(unit).hex in bunkers and (crew if infantry else not foot) and o.has(unit, "defend"):
                yield o.order(unit, "defend", facing=o.unit(unit).facing or "N", number=1, choice="bunker")

    breaks(rule, within=REVEAL)(wrong_ones_in_a_bunker)


_bunkered("BAR-11.6h", infantry=False)
_bunkered("BAR-11.6l", infantry=True)


# --------------------------------------------------------------------------------------------------------- assault
@breaks("BAR-6.5e", within=REVEAL, on=do.Order)
def storms_past_its_target(o: Occasion) -> Acts:
    """The route of an assault ends beside its target."""
    given = o.given("assault")
    if given is not None and given.route and given.target in o.before.units:
        last = given.route[-1]
        start = given.route[-2] if len(given.route) > 1 else o.unit(given.unit).hex
        beside = (place for place in o.near(start) if place != last and o.plain(place))
        yield from (replace(given, route=(*given.route[:-1], place)) for place in beside)


@breaks("BAR-6.5d", within=REVEAL, on=do.Order)
def storms_from_afar(o: Occasion) -> Acts:
    """The route of an assault is longer than the card allows."""
    for unit in ready(o, "assault"):
        most = o.printed(unit).printed("assault", "assault") or 0
        for foe in o.foes(unit):
            here, there = o.unit(unit).hex, o.unit(foe).hex
            if o.away(here, there) <= most + 2 or not row(o.printed(unit), o.printed(foe)):
                continue
            lines = [places[0] for places in o.battle.ground.grid.line(here, there)]
            way = (*lines, there)
            joined = all(o.away(one, two) == 1 for one, two in zip((here, *way), way, strict=False))
            if joined:
                yield o.order(unit, "assault", target=foe, route=way)


def _against_armour(rule: str, terrain: str) -> None:
    def storms_armour_in_the_open(o: Occasion) -> Acts:
        """Infantry in the open is ordered to assault armour."""
        for unit in ready(o, "assault"):
            here = o.unit(unit).hex
            if o.printed(unit).type != "infantry" or o.terrain(here) != terrain:
                continue
            for foe in o.foes(unit):
                armour = o.printed(foe).type in ARMOUR and row(o.printed(unit), o.printed(foe))
                if armour and o.away(here, o.unit(foe).hex) == 1:
                    yield o.order(unit, "assault", target=foe, route=(o.unit(foe).hex,))

    breaks(rule, within=REVEAL)(storms_armour_in_the_open)


for _rule, _terrain in (("BAR-12.1d", "plain"), ("BAR-12.2d", "scrub"), ("BAR-12.8c", "field")):
    _against_armour(_rule, _terrain)
