"""Breaking the rules of moving: along the route, one hex after another, over ground, slopes, works and mines."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position, Structure
from tests.rules.barbarossa.mutators.occasion import MOVES, Acts, Occasion, Staged, breaks
from tests.rules.barbarossa.mutators.orders_move import straight

MOVING = ("S10",)
EASY = frozenset({"plain", "field", "scrub"})
"""Ground that bars nobody."""
ORDERS = ("cautious_move", "march")


def walkers(o: Occasion, *types: str) -> Iterator[str]:
    """Units that have done nothing yet and could have been ordered to move."""
    for unit in o.still:
        free = not o.has(unit, "set_up") or o.unit(unit).packed
        unmined = not any(each.kind == "minefield" and each.hex == o.unit(unit).hex for each in o.structures)
        if free and unmined and o.has(unit, "cautious_move") and (not types or o.printed(unit).type in types):
            yield unit


def clear(o: Occasion, here: str, place: str) -> bool:
    """True if nothing at all bars the step to a hex of plain."""
    return o.plain(place) and abs(o.level(here)) == 0 and not crossed(o, here, place)


def crossed(o: Occasion, here: str, place: str) -> frozenset[str]:
    """The kinds of what stands on the side between two hexes."""
    return frozenset(each.kind for each in o.structures if each.side and {each.hex, each.side} == {here, place})


def ways(o: Occasion, unit: str, length: int) -> Iterator[tuple[str, ...]]:
    """Ways over plain, straight on."""
    here = o.unit(unit).hex
    for way in straight(o, here, "plain", length):
        if all(clear(o, one, other) for one, other in zip((here, *way), way, strict=False)):
            yield way


# ------------------------------------------------------------------------------------------------- order and route
@breaks("BAR-8.0c", within=MOVING)
def moves_without_an_order(o: Occasion) -> Acts:
    """A unit moves that was ordered to defend."""
    for unit in walkers(o):
        for (place,) in ways(o, unit, 1):
            yield o.instead(unit, "defend", do.Step(unit=unit, hex=place), facing="N", number=1)


@breaks("BAR-8.6a", within=MOVING)
def moves_while_it_waits(o: Occasion) -> Acts:
    """A unit moves that was ordered to wait."""
    for unit in walkers(o):
        for (place,) in ways(o, unit, 1):
            yield o.instead(unit, "wait", do.Step(unit=unit, hex=place))


@breaks("BAR-4.3c", within=("S1", "S3", "S8"))
def moves_in_another_step(o: Occasion) -> Acts:
    """A unit makes its move before step 10."""
    for unit in walkers(o):
        for way in ways(o, unit, 1):
            yield o.instead(unit, "cautious_move", do.Step(unit=unit, hex=way[0]), route=way)


@breaks("BAR-8.0e", within=MOVING)
def leaves_its_route(o: Occasion) -> Acts:
    """A unit enters another hex than the one that is written."""
    for unit in walkers(o):
        for (place,) in ways(o, unit, 1):
            beside = (other for other in o.near(o.unit(unit).hex) if other != place and o.away(other, place) > 1)
            for other in beside:
                if clear(o, o.unit(unit).hex, other):
                    yield o.instead(unit, "cautious_move", do.Step(unit=unit, hex=other), route=(place,))


@breaks("BAR-8.0e", within=MOVING)
def goes_on_beyond_its_goal(o: Occasion) -> Acts:
    """A unit goes on from the last hex of its route."""
    for unit in walkers(o):
        for one, other in ways(o, unit, 2):
            walk = (do.Step(unit=unit, hex=one), do.Step(unit=unit, hex=other))
            yield o.instead(unit, "cautious_move", *walk, route=(one,))


@breaks("BAR-8.0e", within=MOVING)
def stops_on_its_way(o: Occasion) -> Acts:
    """A unit stops though nothing makes it."""
    for unit in walkers(o):
        for way in ways(o, unit, 2):
            yield o.instead(unit, "cautious_move", do.Step(unit=unit, hex=way[0]), do.Halt(unit=unit), route=way)


@breaks("BAR-8.0e", within=MOVING, on=do.Step)
def stays_where_it_is(o: Occasion) -> Acts:
    """Step 10 is over though a unit has not moved as it was ordered."""
    if isinstance(o.action, do.Step):
        order = o.unit(o.action.unit).order
        road = order is not None and order.order == "march" and len(order.route) < 2
        if not any(due.must for due in o.before.due) and not road:
            yield o.on


@breaks("BAR-8.5f", within=MOVING)
def leaves_the_road(o: Occasion) -> Acts:
    """A march of which only the ends are written leaves the road."""
    for unit in walkers(o):
        here = o.unit(unit).hex
        for one in o.near(here) if o.has(unit, "march") else ():
            for goal in o.near(one) if o.paved(here, one) and not o.at(one) else ():
                if o.paved(one, goal) and o.away(here, goal) == 2 and not o.at(goal):
                    aside = (place for place in o.near(here) if clear(o, here, place) and not o.paved(here, place))
                    for place in aside:
                        yield o.instead(unit, "march", do.Step(unit=unit, hex=place), route=(goal,))


@breaks("BAR-1.1c", within=MOVING)
def leaves_the_board(o: Occasion) -> Acts:
    """A unit goes over the edge of the board."""
    sky = o.battle.ground.sky
    for unit in walkers(o):
        here = o.unit(unit).hex
        halves = (place for place in sky.neighbours(here) if place in o.battle.ground.halves)
        for place in halves if here in o.battle.ground.edge else ():
            yield o.instead(unit, "cautious_move", do.Step(unit=unit, hex=place), route=(place,))


@breaks("BAR-8.0d", within=MOVING)
def jumps(o: Occasion) -> Acts:
    """A unit leaves a hex of its way out."""
    for unit in walkers(o):
        for way in ways(o, unit, 2):
            yield o.instead(unit, "cautious_move", do.Step(unit=unit, hex=way[1]), route=way)


@breaks("BAR-8.0d", within=MOVING)
def hurries_past_an_enemy(o: Occasion) -> Acts:
    """A unit makes its second step before an enemy makes its first, and their ways meet."""
    for unit in walkers(o):
        for way in ways(o, unit, 2):
            for foe in walkers(o):
                there = o.unit(foe).hex
                if o.side(foe) == o.side(unit) or not 1 < o.away(there, way[1]) < 3:
                    continue
                between = (place for place in o.near(there) if clear(o, there, place) and o.away(place, way[1]) == 1)
                for place in between:
                    if place not in way and o.away(place, o.unit(unit).hex) > 1:
                        yield _both(o, (unit, way), (foe, (place, way[1])), 2)


def _both(
    o: Occasion, one: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]], steps: int
) -> Staged[Position]:
    """Two had been ordered to move; the first makes so many steps."""
    (unit, way), (foe, back) = one, other
    after = o.would(unit, "cautious_move", route=way)
    after = Occasion(o.battle, after, o.action).would(foe, "cautious_move", route=back)
    return Staged(after, tuple(do.Step(unit=unit, hex=place) for place in way[:steps]))


# --------------------------------------------------------------------------------------------------------- stopping
STOPS = ("BAR-5.9b", "BAR-5.11b", "BAR-5.13g", "BAR-6.1k", "BAR-7.6a", "BAR-7.7a", "BAR-8.1c", "BAR-6.4i", "BAR-6.4g")
"""Rules by which a way ends."""


def _stopped(rule: str) -> None:
    def goes_on_though_stopped(o: Occasion) -> Acts:
        """A unit goes on that a rule has stopped."""
        for unit, by in o.before.halted.items():
            state, trail = o.unit(unit), o.before.stepped.get(unit, ())
            order = state.order or o.before.cancelled.get(unit)
            ahead = order.route[max(len(trail) - 1, 0) :][:1] if order else ()
            near = [place for place in ahead if state.hex in o.places and place in o.near(state.hex)]
            if by == rule and state.standing and not any(due.until == "" for due in o.before.due):
                yield from (do.Step(unit=unit, hex=place) for place in near if not o.at(place))

    breaks(rule, within=("S6", "S10"))(goes_on_though_stopped)


for _rule in STOPS:
    _stopped(_rule)


@breaks("BAR-8.1c", within=MOVING)
def meets_an_enemy(o: Occasion) -> Acts:
    """A unit enters the hex that an enemy is about to enter too."""
    for unit in walkers(o):
        for (place,) in ways(o, unit, 1):
            for foe in walkers(o):
                there = o.unit(foe).hex
                if o.side(foe) != o.side(unit) and o.away(there, place) == 1 and clear(o, there, place):
                    yield _both(o, (unit, (place,)), (foe, (place,)), 1)


@breaks("BAR-8.1a", "BAR-5.6b", "BAR-6.5b", within=MOVING)
def walks_among_enemies(o: Occasion) -> Acts:
    """A unit enters a hex with an enemy without an Assault."""
    for unit in walkers(o):
        here = o.unit(unit).hex
        for foe in o.foes(unit):
            there = o.unit(foe).hex
            if o.away(here, there) == 1 and not crossed(o, here, there) and o.ordered(foe) not in MOVES:
                yield o.moves(unit, there)


@breaks("BAR-5.12f", within=MOVING)
def walks_into_the_hidden(o: Occasion) -> Acts:
    """A unit enters the hex of a hidden enemy."""
    for unit in walkers(o):
        for foe in o.on_board:
            hidden = o.unit(foe).hidden and o.ordered(foe) and o.side(foe) != o.side(unit)
            if hidden and o.away(o.unit(unit).hex, o.unit(foe).hex) == 1:
                yield o.moves(unit, o.unit(foe).hex)


@breaks("BAR-6.4i", within=MOVING)
def walks_into_smoke(o: Occasion) -> Acts:
    """A unit enters smoke."""
    smoke = {each.hex for each in o.structures if each.kind == "smoke"}
    for unit in walkers(o):
        near = (place for place in o.near(o.unit(unit).hex) if place in smoke and o.terrain(place) in EASY)
        yield from (o.moves(unit, place) for place in near if not o.at(place))


# ------------------------------------------------------------------------------------------------- ground and slopes
WHEELS = frozenset({"vehicle", "armoured_vehicle"})
GROUND: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "BAR-12.3c": ("light_woods", lambda kind: kind in WHEELS),
    "BAR-12.4e": ("forest", lambda kind: kind != "infantry"),
    "BAR-12.5b": ("swamp", lambda _: True),
    "BAR-12.6b": ("river", lambda _: True),
    "BAR-12.7d": ("forest", lambda kind: kind != "infantry"),
}
"""By rule: ground, and whom it bars."""
SPECIAL: Mapping[str, str] = {"swamp": "crosses_swamp", "river": "crosses_rivers"}


def _barred(rule: str, terrain: str, bars: Callable[[str], bool]) -> None:
    def enters_what_is_barred(o: Occasion) -> Acts:
        """A unit enters ground that its type cannot enter."""
        for unit in walkers(o):
            card, here = o.printed(unit), o.unit(unit).hex
            special = terrain in SPECIAL and (card.can(SPECIAL[terrain]) or card.is_a("recon"))
            if special or not bars(card.type):
                continue
            for place in o.near(here):
                works = any(each.hex == place for each in o.structures)
                if o.terrain(place) == terrain and not (works or o.paved(here, place) or o.at(place)):
                    yield o.moves(unit, place)

    breaks(rule, within=MOVING)(enters_what_is_barred)


for _rule, (_terrain, _bars) in GROUND.items():
    _barred(_rule, _terrain, _bars)


def _sloped(rule: str, lowest: int, highest: int) -> None:
    def climbs_what_is_too_steep(o: Occasion) -> Acts:
        """A unit crosses a slope that is too steep for it."""
        for unit in walkers(o):
            card, here = o.printed(unit), o.unit(unit).hex
            able = card.type == "infantry" or (lowest > 2 and card.can("climbs"))
            for place in o.near(here) if not able else ():
                if place in o.places and lowest <= abs(o.level(place) - o.level(here)) <= highest:
                    yield from (o.moves(unit, place) for _ in range(not o.at(place)))

    breaks(rule, within=MOVING)(climbs_what_is_too_steep)


_sloped("BAR-12.12b", 2, 2)
_sloped("BAR-12.12d", 3, 9)


def _obstructed(rule: str, kind: str, bars: Callable[[str], bool]) -> None:
    def crosses_an_obstacle(o: Occasion) -> Acts:
        """A unit crosses a side on which something stands that bars it."""
        for unit in walkers(o):
            here = o.unit(unit).hex
            for place in o.near(here) if bars(o.printed(unit).type) else ():
                if kind in crossed(o, here, place) and not o.at(place):
                    yield o.moves(unit, place)

    breaks(rule, within=MOVING)(crosses_an_obstacle)


_obstructed("BAR-11.3c", "wire", lambda kind: kind in {"vehicle", "infantry"})
_obstructed("BAR-11.4d", "teeth", lambda kind: kind != "infantry")


@breaks("BAR-12.4f", within=MOVING)
def hurries_through_forest(o: Occasion) -> Acts:
    """Infantry enters two hexes of forest in a round."""
    for unit in walkers(o, "infantry"):
        here = o.unit(unit).hex
        for one in o.near(here):
            for other in o.near(one) if _wood(o, here, one) else ():
                if _wood(o, one, other) and other != here:
                    yield o.moves(unit, one, other)


def _wood(o: Occasion, here: str, place: str) -> bool:
    flat = place in o.places and o.level(place) == o.level(here)
    return (
        flat and o.terrain(place) == "forest" and not (o.paved(here, place) or o.at(place) or crossed(o, here, place))
    )


def _climbed(rule: str, height: int, types: tuple[str, ...]) -> None:
    def goes_on_after_a_climb(o: Occasion) -> Acts:
        """A unit goes up or down a slope, and on."""
        for unit in walkers(o, *types):
            at = o.unit(unit).hex
            for here in (at, *(place for place in o.places if o.away(at, place) < 4 and _free(o, place, place))):
                for one in (place for place in o.near(here) if _free(o, here, place)):
                    if o.level(one) - o.level(here) == height:
                        onward = (place for place in o.near(one) if place != here and _free(o, one, place))
                        level = (place for place in onward if o.level(place) == o.level(one))
                        yield from (_standing(o, unit, here).moves(unit, one, other) for other in level)

    breaks(rule, within=MOVING)(goes_on_after_a_climb)


def _free(o: Occasion, here: str, place: str) -> bool:
    """True if nobody is in a hex and its ground bars nobody."""
    easy = o.terrain(place) in EASY
    mined = any(each.hex == place for each in o.structures)
    return easy and not (o.at(place) or mined or crossed(o, here, place))


_climbed("BAR-12.12a", 1, ())
_climbed("BAR-12.12c", -2, ("infantry",))
_climbed("BAR-12.12c", 2, ("infantry",))


# ------------------------------------------------------------------------------------------------------------- fords
def _beside_ford(o: Occasion, unit: str) -> Iterator[str]:
    """Fords beside a unit that nobody is in."""
    here = o.unit(unit).hex
    return (place for place in o.near(here) if o.terrain(place) == "ford" and not (o.at(place) or o.paved(here, place)))


def _standing(o: Occasion, unit: str, place: str) -> Occasion:
    """The occasion in which the unit stands elsewhere."""
    return Occasion(o.battle, o.before.unit(unit, hex=place), o.action)


@breaks("BAR-12.15a", within=MOVING)
def enters_a_ford_from_afar(o: Occasion) -> Acts:
    """A unit enters a ford with its second step."""
    yield from _at_fords(o, lambda ford, bank, other: (other, (bank, ford)))


@breaks("BAR-12.15c", within=MOVING)
def goes_on_from_a_ford(o: Occasion) -> Acts:
    """A unit enters a ford and goes on."""
    yield from _at_fords(o, lambda ford, bank, other: (bank, (ford, other)))


@breaks("BAR-12.15d", within=MOVING)
def hurries_out_of_a_ford(o: Occasion) -> Acts:
    """A unit leaves a ford and goes on."""
    yield from _at_fords(o, lambda ford, bank, other: (ford, (bank, other)))


def _at_fords(o: Occasion, plan: Callable[[str, str, str], tuple[str, tuple[str, ...]]]) -> Acts:
    """Ways over a ford and its banks, by who stands within two hexes of it."""
    for ford in (place for place in o.places if o.terrain(place) == "ford"):
        for unit in walkers(o):
            if o.away(o.unit(unit).hex, ford) > 3:
                continue
            for bank in o.near(ford):
                for other in o.near(bank):
                    start, way = plan(ford, bank, other)
                    dry = all(o.plain(place) for place in (bank, other))
                    if dry and not o.at(ford) and way[0] in o.near(start) and way[1] in o.near(way[0]):
                        yield _standing(o, unit, start).moves(unit, *way)


# ------------------------------------------------------------------------------------------------------------- mines
def _mined(o: Occasion, unit: str, variety: str) -> Occasion:
    """The occasion in which the unit has come into a minefield in the round before."""
    mines = Structure(kind="minefield", hex=o.unit(unit).hex, owner=o.battle.enemy(o.side(unit)), variety=variety)
    return Occasion(o.battle, o.before.but(structures={**o.before.structures, "mines.9": mines}), o.action)


def _harmed(o: Occasion) -> Iterator[tuple[str, Occasion]]:
    """Units in a minefield that harms them."""
    for unit in walkers(o):
        if not o.printed(unit).is_a("pioneer"):
            heavy = o.printed(unit).type not in {"infantry", "artillery"}
            yield unit, _mined(o, unit, "anti-tank" if heavy else "anti-personnel")


@breaks("BAR-7.6j", within=MOVING, on=do.Advance)
def leaves_mines_unharmed(o: Occasion) -> Acts:
    """A unit leaves a minefield, and the mines do not explode."""
    for unit, there in _harmed(o):
        for way in ways(o, unit, 1):
            staged = there.moves(unit, *way)
            yield Staged(staged.before, (*staged.actions, o.on))


@breaks("BAR-7.6i", within=MOVING)
def hurries_out_of_mines(o: Occasion) -> Acts:
    """A unit leaves a minefield and goes on."""
    for unit, there in _harmed(o):
        for way in ways(o, unit, 2):
            staged = there.moves(unit, *way)
            yield Staged(staged.before.but(blown=(unit,)), staged.actions)


@breaks("BAR-7.5f", within=MOVING, on=do.Uncover)
def turns_up_another_kind(o: Occasion) -> Acts:
    """A minefield turns out to be of a kind that was not written."""
    if isinstance(o.action, do.Uncover):
        mines = o.before.structures[o.action.structure]
        others = (kind for kind in ("anti-tank", "anti-personnel", "dummy") if mines.variety and kind != mines.variety)
        yield from (replace(o.action, kind=kind) for kind in others)


# ------------------------------------------------------------------------------------------------------------ facing
@breaks("BAR-5.3f", within=("S9", "S12"))
def turns_on_the_spot(o: Occasion) -> Acts:
    """A unit that waits changes its facing."""
    for unit in o.still:
        if o.printed(unit).can("field_of_fire") and o.unit(unit).facing and o.unit(unit).order is None:
            others = (facing for facing in ("N", "S") if facing != o.unit(unit).facing)
            yield from (do.Turn(unit=unit, facing=facing) for facing in others)


@breaks("BAR-7.3c", within=("S9",))
def turns_otherwise_than_written(o: Occasion) -> Acts:
    """A unit faces another hex than the one of its order to change its field of fire."""
    for unit in o.still:
        if o.has(unit, "change_fof") and o.printed(unit).can("field_of_fire"):
            yield o.instead(unit, "change_fof", do.Turn(unit=unit, facing="S"), facing="N")


@breaks("BAR-5.11b", within=("S3", "S8", "S10"))
def the_suppressed_move(o: Occasion) -> Acts:
    """A unit moves by an order that its suppression has cancelled."""
    for unit in o.seen if o.before.state == "S10" else ():
        state = o.unit(unit)
        if state.suppressed and o.before.halted.get(unit) == "BAR-5.11b":
            yield from (do.Step(unit=unit, hex=place) for place in o.near(state.hex) if clear(o, state.hex, place))
