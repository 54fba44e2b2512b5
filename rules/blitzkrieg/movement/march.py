"""Movement (7, 6.1a, 6.2b, 8.4a-d): what a step costs, how far a unit may go, column on the road."""

from collections.abc import Iterator, Mapping

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import HALF, Battle
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.activation import actors
from rules.blitzkrieg.cup.command import strays
from rules.blitzkrieg.model import Deed, Position, Trail, Trigger, Unit
from rules.blitzkrieg.table.placing import put, with_riders
from rules.engine.actions import Action
from rules.engine.lately import Lately
from rules.engine.ruling import Finding, Found, Illegal, Undecided, broken, noted

EVERY_WAY = ("foot", "tracks", "wheels")
"""How an HQ may move that has no unit to go by."""
OF_HQS = Lately[Battle, Mapping[str, Unit], dict[str, tuple[int, tuple[str, ...]]]](lambda _battle, _units: {})
"""What HQs have been found to have, as long as all units are as they are."""


# ------------------------------------------------------------------------------------------------- how far it may go
@outcome("BLZ-1.1a", "BLZ-3.2e")
def printed(case: Case[Action], unit: str) -> tuple[int, tuple[str, ...]]:
    """The printed movement points and the ways of moving; an HQ has those of the fastest unit of its formation."""
    if not case.counter(unit).kind.hq:
        return case.face(unit).movement, (case.counter(unit).kind.movement,)
    known = OF_HQS.of(case.battle, case.before.units)
    if unit not in known:
        known[unit] = _of_its_fastest(case, unit)
    return known[unit]


def _of_its_fastest(case: Case[Action], unit: str) -> tuple[int, tuple[str, ...]]:
    formation = case.counter(unit).formation
    own = [name for name in case.members(formation, on_map=False) if _leads(case, name, formation)]
    moving = [name for name in own if case.unit(name).on_map] or own
    fastest = max((case.face(name).movement for name in moving), default=0)
    ways = {case.counter(name).kind.movement for name in moving if case.face(name).movement == fastest}
    return fastest, tuple(sorted(ways)) or EVERY_WAY


def _leads(case: Case[Action], unit: str, formation: str) -> bool:
    counter = case.counter(unit)
    return counter.formation == formation and not counter.kind.hq


@outcome("BLZ-6.2b", "BLZ-8.4d")
def allowance(case: Case[Action], unit: str) -> int:
    """The movement points of a unit, in halves; out of command, or as a neutralised HQ, half of them rounded down."""
    points, state = printed(case, unit)[0], case.unit(unit)
    halved = state.ooc or (case.shaken(unit) and case.counter(unit).kind.hq)
    return (points // 2 if halved else points) * HALF


def half(points: int) -> int:
    """Half of so many movement points, rounded up to a whole one; both counted in halves."""
    return -(-points // (2 * HALF)) * HALF


def quarter(points: int) -> int:
    """A quarter of so many movement points, rounded up to a whole one; both counted in halves."""
    return -(-points // (4 * HALF)) * HALF


@outcome("BLZ-6.1c", "BLZ-6.1f", "BLZ-6.1i")
def limit(case: Case[Action], unit: str) -> int:
    """How many points, in halves, a unit may spend: half of them if it fires as well, or has loaded."""
    deed = case.before.deed(unit)
    points = allowance(case, unit)
    return half(points) if deed.fired or deed.loaded else points


# ----------------------------------------------------------------------------------------------------- what it costs
@outcome("BLZ-7.1a", "BLZ-7.1e", "BLZ-7.2.1a", "BLZ-10.1d", "BLZ-0.2b", "BLZ-1.1d", "BLZ-1.1e")
def step_cost(case: Case[Action], unit: str, start: str, goal: str, *, column: bool | None = False) -> int | None:
    """What the step costs, in halves; None if the unit cannot enter the hex. Where nobody said how, it is the least."""
    costs = (_cost(case, way, start, goal, column=column) for way in printed(case, unit)[1])
    return min((cost for cost in costs if cost is not None), default=None)


def _cost(case: Case[Action], way: str, start: str, goal: str, *, column: bool | None) -> int | None:
    ground, chart = case.battle.ground.hexes, case.battle.charts.terrain
    entered = ground[goal]
    base = chart[entered.terrain].costs.get(way) if entered.passable else None
    if base is None or not start:
        return base
    if column is not False and goal in ground[start].roads:
        by_road = chart["road"].costs[way] or 0
        base = by_road if column else min(base, by_road)
    rise = max(0, entered.level - ground[start].level)
    mined = start in case.before.mines
    return base + rise * (chart["up"].costs[way] or 0) + mined * (chart["leaving-mines"].costs[way] or 0)


def _leaving_mines(case: Case[Action], unit: str) -> int:
    """What leaving a minefield costs beside the hex that is entered, in halves."""
    costs = case.battle.charts.terrain["leaving-mines"].costs
    return min((costs[way] or 0 for way in printed(case, unit)[1]), default=0)


def on_road(case: Case[Action], start: str, goal: str) -> bool:
    """True if a road leads from the hex to the next."""
    return goal in case.battle.ground.hexes[start].roads


def points(halves: int) -> str:
    """So many halves in movement points."""
    return f"{halves / HALF:g}"


# ------------------------------------------------------------------------------------------------------ one step
def is_step(case: Case[Action], units: tuple[str, ...], place: str) -> bool:
    """True if the hex is on the map and next to all the units."""
    return all(case.beside(case.unit(unit).hex, place) for unit in units)


@rule("BLZ-0.2a", "BLZ-7.1a", on=(do.Move, do.Assault))
def into_the_next_hex(case: Case[do.Move]) -> Found:
    """Pieces move from hex to adjacent hex."""
    place = case.action.hex
    if place not in case.battle.ground.grid:
        return Illegal("move.no-hex", {"hex": place}, "BLZ-0.2a")
    stray = [unit for unit in case.action.units if not is_step(case, (unit,), place)]
    return Illegal("move.not-adjacent", {"units": tuple(stray), "hex": place}, "BLZ-7.1a") if stray else None


@rule("BLZ-7.1f", on=do.Move)
def from_one_hex(case: Case[do.Move]) -> Found:
    """A stack moves together from one hex."""
    places = {case.unit(unit).hex for unit in case.action.units}
    return broken("move.not-together", units=case.action.units) if len(places) > 1 else None


@rule("BLZ-9b", on=do.Move)
def not_among_the_enemy(case: Case[do.Move]) -> Found:
    """Melee is the only way into a hex with enemy units; an HQ alone is overrun at its cost (AMB-18)."""
    enemy = case.battle.enemy(case.side(case.action.units[0]))
    if not case.there(case.action.hex, enemy):
        return None
    found = broken("move.enemy", hex=case.action.hex)
    if case.fighters(case.action.hex, enemy):
        return found
    return case.switches.doubtful("AMB-18", found)


@rule("BLZ-7.1e", on=(do.Move, do.Assault, do.Enter))
def passable(case: Case[do.Move]) -> Found:
    """Nobody enters impassable terrain."""
    place = case.action.hex
    if place not in case.battle.ground.grid:
        return None
    for unit in _movers(case):
        if step_cost(case, unit, "", place) is None:
            return broken("move.impassable", unit=unit, hex=place)
    return None


def _movers(case: Case[do.Move] | Case[do.Enter]) -> tuple[str, ...]:
    return (case.action.unit,) if isinstance(case.action, do.Enter) else case.action.units


@rule("BLZ-8.4a", "BLZ-8.4e", on=(do.Move, do.Assault, do.Load, do.Unload))
def not_if_neutralised(case: Case[do.Move]) -> Iterator[Finding]:
    """A neutralised unit neither moves nor loads nor fights a melee; a neutralised HQ may move."""
    moves = isinstance(case.action, do.Move | do.Assault)
    for unit in (*actors(case.action), getattr(case.action, "carrier", "")):
        shaken = bool(unit) and case.shaken(unit)
        if shaken and not (moves and case.counter(unit).kind.hq):
            yield Illegal("move.neutralised", {"unit": unit}, "BLZ-8.4a" if moves else "BLZ-8.4e")


@rule("BLZ-6.1c", on=do.Move)
def fire_comes_first_or_last(case: Case[do.Move]) -> Iterator[Finding | None]:
    """Who fires with half its points moves before or after that, not both, as we read it (AMB-65)."""
    for unit in case.action.units:
        deed = case.before.deed(unit)
        if deed.fired in {"reduced", "open"} and deed.between:
            yield case.switches.doubtful("AMB-65", broken("move.between", unit=unit))


@rule("BLZ-7.1d", "BLZ-9.1.2d", "BLZ-9.2a", on=do.Move)
def not_after_the_end_of_its_move(case: Case[do.Move]) -> Iterator[Finding]:
    """Some things end a unit's movement."""
    for unit in case.action.units:
        halted = case.before.deed(unit).halted
        if halted:
            yield Illegal("move.halted", {"unit": unit}, halted)


@rule("BLZ-6.1i", "BLZ-5.2c", on=do.Move)
def not_after_full_fire(case: Case[do.Move]) -> Iterator[Finding]:
    """Who has fired at full strength does not move afterwards."""
    for unit in case.action.units:
        fired = case.before.deed(unit).fired
        if fired == "full":
            yield Illegal("move.after-fire", {"unit": unit}, "BLZ-6.1i")
        elif fired == "open":
            yield Undecided("move.strength-open", {"unit": unit}, "BLZ-6.1i", missing="strength")


@rule("BLZ-6.1f", on=(do.Move, do.Assault))
def riders_go_with_their_carrier(case: Case[do.Move]) -> Iterator[Finding]:
    """A company aboard moves with its carrier only."""
    for unit in case.action.units:
        carrier = case.unit(unit).aboard
        if carrier and carrier not in case.action.units:
            yield _walks_off(case, unit, carrier)


def _walks_off(case: Case[do.Move], unit: str, carrier: str) -> Finding:
    """What is to be said of a company that leaves its carrier: it may have got off, if both could do that."""
    deeds = [case.before.deed(each) for each in (unit, carrier)]
    if any(deed.loaded or deed.fired or deed.melees for deed in deeds):
        return broken("move.aboard", unit=unit, carrier=carrier)
    return Undecided("move.aboard", {"unit": unit, "carrier": carrier}, missing="unloading")


@rule("BLZ-7.2.1a", "BLZ-7.2.1b", "BLZ-7.2.1f", on=do.Move)
def column_needs_a_road(case: Case[do.Move]) -> Found:
    """Beside the road there is no column; who is declared in column there pays the full cost."""
    start = case.unit(case.action.units[0]).hex
    if not case.action.column or not start or on_road(case, start, case.action.hex):
        return None
    return msgspec.structs.replace(noted("move.no-road", hex=case.action.hex), rule="BLZ-7.2.1f")


# ------------------------------------------------------------------------------------------- movement points
@rule(
    "BLZ-7.1b", "BLZ-7.1c", "BLZ-6.1a", "BLZ-6.1c", "BLZ-6.1f", "BLZ-6.2b", "BLZ-7.2.1a", "BLZ-8.4d", "BLZ-3.2e",
    on=do.Move,
)  # fmt: skip
def enough_points(case: Case[do.Move]) -> Iterator[Finding | None]:
    """A unit spends no more points than it has; every rule that leaves it fewer is named."""
    if not is_step(case, case.action.units, case.action.hex):
        return
    for unit in case.action.units:
        price = step_cost(case, unit, case.unit(unit).hex, case.action.hex, column=case.action.column)
        if price is not None:
            yield from overspent(case, unit, price)


def overspent(case: Case[do.Move], unit: str, price: int) -> Iterator[Finding | None]:
    """What is to be said if a unit spends so many points more."""
    deed, most = case.before.deed(unit), limit(case, unit)
    spent = _net(case, unit, case.action.hex, price, column=case.action.column)
    if spent <= most:
        return
    if guaranteed(deed):
        yield _guaranteed_with_fire(case, unit, deed)
        return
    facts = {"unit": unit, "spent": points(spent), "limit": points(most)}
    found = Illegal("move.points", facts, _why_fewer(case, unit, spent))
    if deed.entered and spent - deed.entered <= most:
        yield case.switches.doubtful("AMB-46", found)
        return
    if _by_another_count(case, unit, spent):
        yield Undecided(found.why, found.facts, "BLZ-3.2e", missing="fastest unit")
        return
    if deed.loaded and case.counter(unit).kind.carries and not deed.fired and spent <= allowance(case, unit):
        yield case.switches.doubtful("AMB-45", found)
        return
    if _may_be_aboard(case, unit):
        yield Undecided(found.why, found.facts, found.rule, missing="loading")
        return
    yield found
    here = case.unit(unit).hex
    by_road = step_cost(case, unit, here, case.action.hex, column=True) or 0
    if case.action.column is False and on_road(case, here, case.action.hex) and spent - price + by_road <= most:
        yield Illegal("move.no-column", {"unit": unit, "hex": case.action.hex}, "BLZ-7.2.1a")


def _may_be_aboard(case: Case[do.Move], unit: str) -> bool:
    """True for a company that has gone all its way with a free carrier, and may have got on without a word."""
    deed = case.before.deed(unit)
    taken = {state.aboard for state in case.before.units.values()}
    carriers = (other for other in case.action.units if case.counter(other).kind.carries and other not in taken)
    alike = (case.before.deed(other) for other in carriers)
    steady = not (deed.fired or deed.melees or deed.loaded or case.unit(unit).neutralised)
    return (
        steady
        and case.counter(unit).kind.rides
        and any(
            (other.start, other.hexes) == (deed.start, deed.hexes) and not (other.fired or other.loaded)
            for other in alike
        )
    )


def _by_another_count(case: Case[Action], unit: str, spent: int) -> bool:
    """True for an HQ that goes no farther than some unit of its formation: an attached one, or one not on the map."""
    if not case.counter(unit).kind.hq or case.unit(unit).neutralised or case.before.deed(unit).fired:
        return False
    all_of_it = case.members(case.counter(unit).formation, on_map=False)
    alive = (name for name in all_of_it if not case.counter(name).kind.hq and case.unit(name).steps)
    return spent <= max((case.face(name).movement for name in alive), default=0) * HALF


@outcome("BLZ-7.1d")
def guaranteed(deed: Deed) -> bool:
    """True if the next hex is the unit's first in this activation, which it may always enter."""
    return deed.hexes == 0 and deed.spent == 0


def _guaranteed_with_fire(case: Case[Action], unit: str, deed: Deed) -> Finding | None:
    """The one hex is all that the unit does; with fire it is worth a remark (AMB-59)."""
    if not deed.fired:
        return None
    return one_hex_and_fire(case, unit)


def one_hex_and_fire(case: Case[Action], unit: str) -> Finding | None:
    """What is to be said of fire together with the one hex that every unit may move."""
    remark = msgspec.structs.replace(noted("move.one-hex-and-fire", unit=unit), rule="BLZ-7.1d")
    forbidden = Illegal("move.one-hex-and-fire", {"unit": unit}, "BLZ-6.1c")
    settled = case.switches.reading("AMB-59")
    return forbidden if settled == "other" else remark


def _why_fewer(case: Case[Action], unit: str, spent: int) -> str:
    """The rule that leaves the unit too few points for what it spends."""
    deed, state = case.before.deed(unit), case.unit(unit)
    if state.hex in case.before.mines and spent - _leaving_mines(case, unit) <= limit(case, unit):
        return "BLZ-10.1d"
    if spent <= allowance(case, unit):
        return "BLZ-6.1c" if deed.fired else "BLZ-6.1f"
    if spent <= printed(case, unit)[0] * HALF:
        return "BLZ-6.2b" if state.ooc else "BLZ-8.4d"
    if case.counter(unit).kind.hq:
        return "BLZ-3.2e"
    return "BLZ-7.1b"


# --------------------------------------------------------------------------------------------------------- effects
def others_stop(case: Case[Action], units: tuple[str, ...]) -> Position:
    """The position in which the movement of all other units is over: they are in column no longer."""
    activation = case.activation
    if activation is None:
        return case.before
    stopped = [name for name in activation.moving if name not in units and activation.deeds[name].column]
    moving = tuple(name for name in activation.moving if name in units)
    if not stopped and moving == activation.moving:
        return case.before
    deeds = {name: msgspec.structs.replace(activation.deeds[name], column=False) for name in stopped}
    return case.before.acts(deeds={**activation.deeds, **deeds}, moving=moving)


@outcome("BLZ-6.3.1c", "BLZ-6.3.1h", "BLZ-6.3.1g", "BLZ-3.4b", "BLZ-7.2.1b")
@effect(do.Move)
def move(case: Case[do.Move]) -> Position:
    """The units are in the next hex, and the other side may react to that."""
    units, place = case.action.units, case.action.hex
    if place not in case.battle.ground.grid:
        return case.before
    along = _of_one_stack(case)
    after = put(case, others_stop(case, (*along, *units)), units, place, "move")
    after = _went(case, after, units, place, column=case.action.column)
    moving = after.activation.moving if after.activation else ()
    return watched(after.acts(moving=(*(each for each in along if each not in moving), *moving)), units, place)


def _of_one_stack(case: Case[do.Move]) -> tuple[str, ...]:
    """Those who have just gone the same way, or may follow: a stack that is moved piece by piece moves together."""
    left = {case.unit(unit).hex for unit in case.action.units}
    others = [name for name in (case.activation.moving if case.activation else ()) if name not in case.action.units]
    gone = {name: {place for place, _ in case.before.deed(name).trail[-1:]} for name in others}
    there = (name for name in others if case.unit(name).hex == case.action.hex and gone[name] == left)
    return (*there, *(name for name in others if {case.unit(name).hex} == left))


@outcome("BLZ-7.1a")
@effect(do.Enter)
def enter(case: Case[do.Enter]) -> Position:
    """The unit is on the map; the hex that it enters by is its first."""
    units, place = (case.action.unit,), case.action.hex
    if place not in case.battle.ground.grid:
        return case.before
    after = put(case, others_stop(case, units), units, place, "enter")
    after = _went(case, after, units, place, column=False)
    price = after.deed(case.action.unit).spent
    if after.activation and case.switches.read_otherwise("AMB-46"):
        after = after.did(case.action.unit, spent=0)
    elif after.activation:
        after = after.did(case.action.unit, entered=price)
    return watched(after, units, place)


def _went(case: Case[Action], after: Position, units: tuple[str, ...], place: str, *, column: bool | None) -> Position:
    """The position with the step in the units' record."""
    if after.activation is None:
        return after
    now, deeds, moving, rested = case.then(after), dict(after.activation.deeds), units, list[str]()
    for unit in units:
        start, deed = case.unit(unit).hex, after.deed(unit)
        price = _price(case, unit, start, place, column=column)
        trail, net = trail_of(case, unit), _net(case, unit, place, price, column=column)
        back = [left for left, _ in trail].index(place) if place in dict(trail) else len(trail)
        undone = len(trail) - 1 - back
        if undone >= 0 and case.activation is not None:
            moving = case.activation.moving  # of a stack that went astray the others may be put back next
        if undone >= 0 and undone == deed.hexes:
            rested += with_riders(after, (unit,))
        deeds[unit] = msgspec.structs.replace(
            deed,
            start=deed.start or start or place,
            spent=net,
            trail=trail[:back],
            hexes=deed.hexes - undone,
            column=bool(column) and bool(start) and on_road(case, start, place),
            strayed=strays(now, unit, place),
        )
    moved = after.moved - ({*rested} - after.activation.moved)
    return after.but(moved=moved).acts(deeds=deeds, moving=moving, touched=True)


def trail_of(case: Case[Action], unit: str) -> Trail:
    """The hexes left in a row while nobody else did anything, this one the last, with what was spent before each."""
    deed, trigger = case.before.deed(unit), case.before.trigger
    together = getattr(case.action, "units", (unit,))
    moving = case.activation is not None and {*together} <= {*case.activation.moving}
    alone = moving and not (trigger and trigger.answered)
    return (*(deed.trail if alone else ()), (case.unit(unit).hex, deed.spent))


def _net(case: Case[Action], unit: str, place: str, price: int, *, column: bool | None) -> int:
    """What a unit has spent, in halves, after one more step: a hex that it left again may have been a slip.

    Back where it was, it has spent nothing since; and beside the hex that it left before the last one, it may have
    meant to go straight on from there, also while it could pay for more. Two wrong hexes, or one in column, are a way.
    """
    trail = trail_of(case, unit)
    if place in dict(trail):
        return dict(trail)[place]
    spent, alike = trail[-1][1] + price, case.before.deed(unit).column == bool(column)
    if len(trail) < 2 or not trail[-2][0] or not alike or not case.beside(trail[-2][0], place):
        return spent
    straight = step_cost(case, unit, trail[-2][0], place, column=column)
    return spent if straight is None else min(spent, trail[-2][1] + straight)


def _price(case: Case[Action], unit: str, start: str, goal: str, *, column: bool | None) -> int:
    if not start and case.switches.read_otherwise("AMB-46"):
        return 0
    near = not start or case.beside(start, goal)
    return (step_cost(case, unit, start, goal, column=column) or 0) if near else 0


def watched(after: Position, units: tuple[str, ...], place: str) -> Position:
    """The position in which the other side may react to units that came into a hex."""
    if not after.within("ACTIVE"):
        return after
    trigger = Trigger("move", with_riders(after, units), place)
    return after.but(stack=(*after.stack, "REACT"), trigger=trigger, aimed={})
