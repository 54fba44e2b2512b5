"""Breaking the rules of movement, stacking, command, transport, and of entering a melee."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import HALF
from rules.blitzkrieg.model import Deed
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks


def goals(o: Occasion, unit: str) -> Iterator[str]:
    """Easy hexes beside a unit; none beside which it has just been, for the last hex might have been a slip."""
    grid, trail = o.battle.ground.grid, o.deed(unit).trail
    been = {left for left, _ in trail} & {*grid.places}
    return (
        place
        for place in o.near(o.unit(unit).hex)
        if o.free(place) and all(grid.distance(left, place) > 1 for left in been)
    )


def beside_the_road(o: Occasion, unit: str) -> Iterator[str]:
    """Easy hexes beside a unit to which no road leads."""
    return (place for place in goals(o, unit) if place not in o.battle.ground.hexes[o.unit(unit).hex].roads)


def _whole(o: Occasion, unit: str) -> int:
    """The printed points of a combat unit, in halves."""
    printed = o.printed(unit)
    return (printed.front if o.unit(unit).steps > 1 else printed.back).movement * HALF


# --------------------------------------------------------------------------------------------------------- one step
@breaks("BLZ-0.2a")
def moves_off_the_grid(o: Occasion) -> Acts:
    """There is no such hex."""
    yield from (do.Move(units=(unit,), hex="9999") for unit in o.fit if o.active and o.quiet)


@breaks("BLZ-7.1a")
def jumps(o: Occasion) -> Acts:
    """A unit moves two hexes at once."""
    for unit in o.fit if o.active and o.quiet else ():
        here = o.unit(unit).hex
        for near in o.near(here):
            far = (place for place in o.near(near) if o.away(here, place) == 2 and o.free(place))
            yield from (do.Move(units=(unit,), hex=place) for place in far)


@breaks("BLZ-7.1e")
def enters_what_is_barred(o: Occasion) -> Acts:
    """A unit enters terrain that its way of moving does not know."""
    for unit in o.fit if o.active and o.quiet else ():
        for place in o.near(o.unit(unit).hex):
            ground = o.battle.ground.hexes[place]
            cost = o.battle.charts.terrain[ground.terrain].costs.get(o.printed(unit).kind.movement)
            if not ground.passable or cost is None:
                yield do.Move(units=(unit,), hex=place)


@breaks("BLZ-9b")
def walks_among_the_enemy(o: Occasion) -> Acts:
    """A unit moves into a hex that enemy units hold."""
    for unit in o.fit if o.active and o.quiet else ():
        for place in o.near(o.unit(unit).hex):
            if any(not o.printed(other).kind.hq for other in o.pieces(place, o.enemy)):
                yield do.Move(units=(unit,), hex=place)


@breaks("BLZ-7.1f")
def moves_together_from_apart(o: Occasion) -> Acts:
    """Two units from different hexes move as one stack."""
    for unit in o.fit if o.active and o.quiet else ():
        for place in goals(o, unit):
            others = (other for near in o.near(place) for other in o.pieces(near, o.side) if other in o.fit)
            yield from (
                do.Move(units=(unit, other), hex=place) for other in others if o.unit(other).hex != o.unit(unit).hex
            )


@breaks("BLZ-8.4a")
def moves_though_neutralised(o: Occasion) -> Acts:
    """A neutralised unit moves."""
    for unit in o.actors if o.active and o.quiet else ():
        state = o.unit(unit)
        fresh = not state.aboard and o.deed(unit) == Deed()
        if state.neutralised and fresh and not o.printed(unit).kind.hq:
            yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-6.1i")
def moves_after_full_fire(o: Occasion) -> Acts:
    """A unit moves that has fired at full strength."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.deed(unit).fired == "full" and o.unsullied(unit):
            yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-9.2a")
def moves_after_a_melee(o: Occasion) -> Acts:
    """A unit moves on that must not after its melee."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.deed(unit).halted == "BLZ-9.2a" and not o.unit(unit).neutralised:
            yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-9.2b", "BLZ-6.1e")
def fights_a_second_melee(o: Occasion) -> Acts:
    """A unit attacks again that must not, once its first melee is over."""
    for unit in o.actors if o.active and o.quiet and o.before.melee is None else ():
        if not o.deed(unit).melees or o.printed(unit).kind.continues or not o.unsullied(unit):
            continue
        left = _whole(o, unit) - o.deed(unit).spent - quarter(o, unit)
        for place in _foes(o, unit):
            cost = _cost(o, unit, place)
            if cost is not None and cost <= left:
                yield do.Assault(units=(unit,), hex=place)


def quarter(o: Occasion, unit: str) -> int:
    """A quarter of the printed points, rounded up, in halves."""
    return -(-_whole(o, unit) // (4 * HALF)) * HALF


def _cost(o: Occasion, unit: str, place: str) -> int | None:
    """What a hex that lies no higher costs beside the road; nothing if it lies higher, or cannot be entered."""
    ground, here = o.battle.ground.hexes[place], o.battle.ground.hexes[o.unit(unit).hex]
    level = ground.level <= here.level and ground.passable and o.unit(unit).hex not in o.before.mines
    return o.battle.charts.terrain[ground.terrain].costs.get(o.printed(unit).kind.movement) if level else None


# ----------------------------------------------------------------------------------------------------------- points
def _overspent(o: Occasion, *, hq: bool = False, again: bool = False) -> Acts:
    for unit in o.actors if o.active and o.quiet else ():
        state, deed = o.unit(unit), o.deed(unit)
        if deed.halted or deed.fired or deed.loaded or state.neutralised or state.ooc or state.aboard:
            continue
        if o.printed(unit).kind.hq != hq or (o.before.formations[state.formation].activations > 1) != again:
            continue
        limit = HALF * o.fastest(unit) if hq else _whole(o, unit)
        if deed.hexes and deed.spent >= limit:
            yield from (do.Move(units=(unit,), hex=place) for place in beside_the_road(o, unit))


@breaks("BLZ-7.1b", "BLZ-6.1a")
def moves_too_far(o: Occasion) -> Acts:
    """A unit has no points left and moves on."""
    yield from _overspent(o)


@breaks("BLZ-7.1c")
def moves_too_far_by_a_repeat(o: Occasion) -> Acts:
    """In its second activation a unit moves farther than its points reach."""
    yield from _overspent(o, again=True)


@breaks("BLZ-6.2b")
def moves_too_far_out_of_command(o: Occasion) -> Acts:
    """A unit out of command has half its points only."""
    for unit in o.actors if o.active and o.quiet else ():
        deed, whole = o.deed(unit), _whole(o, unit)
        half = whole // (2 * HALF) * HALF
        hindered = deed.halted or deed.fired or deed.loaded or o.unit(unit).neutralised or o.unit(unit).aboard
        if not o.unit(unit).ooc or o.printed(unit).kind.hq or hindered:
            continue
        left = whole - deed.spent
        if deed.hexes and HALF <= left <= whole - half:
            costs = ((place, _cost(o, unit, place)) for place in goals(o, unit))
            yield from (do.Move(units=(unit,), hex=place) for place, cost in costs if cost is not None and cost <= left)


@breaks("BLZ-3.2e")
def hq_outruns_its_units(o: Occasion) -> Acts:
    """An HQ moves farther than the fastest unit of its formation."""
    yield from _overspent(o, hq=True)


@breaks("BLZ-6.1c")
def moves_too_far_after_fire(o: Occasion) -> Acts:
    """After reduced fire a unit spends more than half of its points."""
    for unit in o.actors if o.active and o.quiet else ():
        deed, whole = o.deed(unit), _whole(o, unit)
        half = -(-whole // (2 * HALF)) * HALF
        able = deed.fired == "reduced" and deed.hexes and o.unsullied(unit) and not deed.halted
        if able and half <= deed.spent <= whole - HALF:
            yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-7.2.1a", "BLZ-7.2.1b")
def uses_the_road_without_a_column(o: Occasion) -> Acts:
    """The last half point would do for the road, but nobody has said that the unit marches in column."""
    for unit in o.fit_movers if o.active and o.quiet else ():
        left = _whole(o, unit) - o.deed(unit).spent
        here = o.battle.ground.hexes[o.unit(unit).hex]
        road = o.battle.charts.terrain["road"].costs.get(o.printed(unit).kind.movement) or 0
        counted = o.deed(unit).hexes and not o.printed(unit).kind.hq
        if counted and road <= left < HALF and o.unit(unit).hex not in o.before.mines:
            yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit) if place in here.roads)


# -------------------------------------------------------------------------------------------- stacking and command
@breaks("BLZ-7.3a")
def stops_in_a_full_hex(o: Occasion) -> Acts:
    """A fourth unit stays in a hex."""
    for unit in o.fit if o.active and o.quiet else ():
        for place in o.near(o.unit(unit).hex):
            there = [other for other in o.pieces(place, o.side) if o.printed(other).kind.stacks]
            afoot = [other for other in there if not o.unit(other).aboard]
            full = len(afoot) >= o.battle.stacking and o.battle.ground.hexes[place].passable
            if full and o.printed(unit).kind.stacks and _in_radius(o, unit, place):
                yield do.Move(units=(unit,), hex=place), do.EndActivation()


def _in_radius(o: Occasion, unit: str, place: str) -> bool:
    command = o.battle.formations[o.unit(unit).formation]
    hq = o.unit(command.hq).hex if command.hq else ""
    return not hq or o.away(hq, place) <= command.radius


def _strays(o: Occasion, side: str) -> Acts:
    if not o.active or o.side != side or o.state != "ACTIVE" or not o.quiet:
        return
    for unit in o.fit:
        command = o.battle.formations[o.unit(unit).formation]
        bound = o.printed(unit).kind.doctrine and not o.printed(unit).independent and command.hq
        if (
            not bound
            or not o.unit(command.hq).hex
            or o.unit(unit).hex == ""
            or not _in_radius(o, unit, o.unit(unit).hex)
        ):
            continue
        for place in goals(o, unit):
            if not _in_radius(o, unit, place):
                yield do.Move(units=(unit,), hex=place), do.EndActivation()


@breaks("BLZ-3.4a")
def leaves_the_french_radius(o: Occasion) -> Acts:
    """A French company ends its move too far from its HQ."""
    yield from _strays(o, "french")


@breaks("BLZ-3.4b")
def leaves_the_german_radius(o: Occasion) -> Acts:
    """A German company ends its move too far from its HQ."""
    yield from _strays(o, "german")


# --------------------------------------------------------------------------------------------------------- transport
@breaks("BLZ-6.1f")
def moves_without_its_carrier(o: Occasion) -> Acts:
    """A company aboard moves by itself."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.unit(unit).aboard and not o.unit(unit).neutralised:
            yield from (do.Move(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-6.1f")
def walks_off_and_on(o: Occasion) -> Acts:
    """A company gets off its carrier and goes as far as its points allow, and not half of that."""
    hexes = o.battle.ground.hexes
    for unit in o.actors if o.active and o.quiet else ():
        state = o.unit(unit)
        for near in goals(o, unit) if state.aboard and not (state.neutralised or state.ooc) else ():
            far = (place for place in o.near(near) if o.away(state.hex, place) == 2 and o.free(place))
            level = (place for place in far if len({hexes[each].level for each in (state.hex, near, place)}) == 1)
            for place in level:
                steps = (do.Move(units=(unit,), hex=each) for each in (near, place))
                yield (do.Unload(unit=unit), *steps)


@breaks("BLZ-6.1f")
def rides_what_is_no_carrier(o: Occasion) -> Acts:
    """A company gets on a tank."""
    for unit in o.fit if o.active and o.quiet else ():
        if o.printed(unit).kind.rides:
            others = (other for other in o.pieces(o.unit(unit).hex, o.side) if not o.printed(other).kind.carries)
            yield from (do.Load(unit=unit, carrier=other) for other in others if other != unit)


# -------------------------------------------------------------------------------------------------- into a melee
def _foes(o: Occasion, unit: str) -> Iterator[str]:
    for place in o.near(o.unit(unit).hex):
        if any(not o.printed(other).kind.hq for other in o.pieces(place, o.enemy)):
            yield place


@breaks("BLZ-6.2e")
def attacks_out_of_command(o: Occasion) -> Acts:
    """A unit out of command starts a melee."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.unit(unit).ooc and o.deed(unit) == Deed() and not o.unit(unit).neutralised:
            yield from (do.Assault(units=(unit,), hex=place) for place in _foes(o, unit))


@breaks("BLZ-5.2c")
def attacks_after_fire(o: Occasion) -> Acts:
    """A unit fights a melee that has fired."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.deed(unit).fired and o.unsullied(unit):
            yield from (do.Assault(units=(unit,), hex=place) for place in _foes(o, unit))


@breaks("BLZ-9.1.1b")
def attacks_without_points(o: Occasion) -> Acts:
    """A unit attacks that has spent all its points."""
    for unit in o.actors if o.active and o.quiet else ():
        deed = o.deed(unit)
        if o.printed(unit).kind.hq:
            continue
        if deed.hexes and deed.spent >= _whole(o, unit) and o.unsullied(unit) and not (deed.halted or deed.fired):
            yield from (do.Assault(units=(unit,), hex=place) for place in _foes(o, unit) if not deed.loaded)


@breaks("BLZ-6.1d")
def attacks_without_the_quarter(o: Occasion) -> Acts:
    """The points that are left would do for the hex, but not for the quarter that a melee costs as well."""
    for unit in o.fit_movers if o.active and o.quiet else ():
        left = _whole(o, unit) - o.deed(unit).spent
        if o.printed(unit).kind.hq or not o.deed(unit).hexes:
            continue
        for place in _foes(o, unit):
            cost = _cost(o, unit, place)
            if cost is not None and cost <= left < cost + quarter(o, unit):
                yield do.Assault(units=(unit,), hex=place)


@breaks("BLZ-9b")
def attacks_nobody(o: Occasion) -> Acts:
    """A melee in a hex without enemies."""
    for unit in o.fit if o.active and o.quiet else ():
        yield from (do.Assault(units=(unit,), hex=place) for place in goals(o, unit))


@breaks("BLZ-9.1.4a")
def attacks_with_an_hq(o: Occasion) -> Acts:
    """An HQ attacks alone."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.printed(unit).kind.hq and not o.unit(unit).neutralised:
            yield from (do.Assault(units=(unit,), hex=place) for place in _foes(o, unit))
