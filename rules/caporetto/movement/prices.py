"""What it costs a unit to go from a hex into the next one, in quarters of a movement point (10.0)."""

from collections.abc import Callable
from typing import Any

from rules.caporetto.battle import QUARTERS
from rules.caporetto.book import outcome
from rules.caporetto.case import LIMBERED, Case
from rules.caporetto.layout import BLIZZARD
from rules.caporetto.zoned import certain
from rules.engine.reach import Reach, flood

UPHILL = QUARTERS


@outcome("CAP-10.0.2a", "CAP-10.0.8a", "CAP-10.0.8c", "CAP-10.0.4a", "CAP-2.1c")
def price(case: Case[Any], name: str, start: str, goal: str) -> int | None:
    """The cheapest way into the next hex: by road, where one may be used, or across country; None if there is none."""
    found = [each for each in (by_road(case, name, start, goal), across(case, name, start, goal)) if each is not None]
    return min(found) + leaving(case, name, start) if found else None


@outcome(
    "CAP-10.0.4b",
    "CAP-10.0.4c",
    "CAP-10.0.4d",
    "CAP-10.0.4e",
    "CAP-11.3a",
    "CAP-11.3b",
    "CAP-17.7.2a",
    "CAP-17.7.2b",
    "CAP-19.1.2c",
    "CAP-19.2.2a",
    "CAP-10.3.2e",
    "CAP-17.7a",
)
def by_road(case: Case[Any], name: str, start: str, goal: str) -> int | None:
    """The rate of the best way between two hexes, or of a trench that runs on; None if the unit cannot use one."""
    ground, guns = case.ground, case.counter(name).kind.guns
    side = ground.side(start, goal)
    rates = [_ridden(case, name, rate, goal) for rate in side.rates] if _passable(case, name, start, goal) else []
    if side.trail and ground.hexes[goal].trench == case.side(name) and not guns:
        rates.append(case.battle.charts.costs["track"])
    return min(rates, default=None)


@outcome("CAP-21.8a")
def _ridden(case: Case[Any], name: str, rate: int, goal: str) -> int:
    """What a way costs: half as much for cyclists and guns with motors, if no enemy is beside the hex."""
    kind = case.counter(name).kind
    if not (kind.cycle or kind.motor) or goal in case.layout.beside(case.battle.enemy(case.side(name))):
        return rate
    hexes = case.switches.reading("CAP-A116") == "hex"
    return (case.battle.charts.costs[case.ground.hexes[goal].terrain] if hexes else rate) // 2


def _passable(case: Case[Any], name: str, start: str, goal: str) -> bool:
    """Whether a unit may use the way: over a bridge that carries it, into a hex where nobody is in its way."""
    side = case.ground.side(start, goal)
    guns = case.counter(name).kind.guns
    if side.river and not (side.bridge or (side.footbridge and not guns)):
        return False
    there = (other for other in case.layout.there(goal, case.side(name)) if other != name)
    return not any(_in_the_way(case, other) and not _together(case, other, start) for other in there)


@outcome("CAP-11.5b")
def _together(case: Case[Any], other: str, start: str) -> bool:
    """Whether another unit has just come out of the same hex: those who go together are not in each other's way."""
    way = case.unit(other).way
    return bool(way) and way[-1][0] == start


def _in_the_way(case: Case[Any], other: str) -> bool:
    """True for a battalion, and for guns on the move."""
    kind = case.counter(other).kind
    return LIMBERED in case.unit(other).marks if kind.guns else kind.weight >= QUARTERS


@outcome("CAP-10.0.9a", "CAP-10.0.9b", "CAP-10.0.9c", "CAP-19.1a", "CAP-10.0.7c")
def across(case: Case[Any], name: str, start: str, goal: str) -> int | None:
    """What it costs across country; None where the side between the hexes, or the climb, bars the unit."""
    ground, kind = case.ground, case.counter(name).kind
    side, costs = ground.side(start, goal), case.battle.charts.costs
    if side.isonzo or (side.rock and not (kind.climbs and kind.combat)):
        return None
    if kind.guns and not kind.mountain and ground.hexes[start].level != ground.hexes[goal].level:
        return None
    if side.rock:
        return case.allowance(name)
    there = ground.hexes[goal]
    fills = (["peak"] if there.peak else []) + (["stream"] if there.stream else [])
    cost = snowed(case, name, goal, max(costs[each] for each in (there.terrain, *fills)))
    return cost + (costs["river"] if side.river else 0) + climb(case, name, start, goal)


@outcome("CAP-8.1k", "CAP-8.1l")
def snowed(case: Case[Any], name: str, goal: str, cost: int) -> int:
    """What it costs in a blizzard: guns twice as much, others a point more; of those on wheels that is open."""
    if case.layout.sky(goal) != BLIZZARD:
        return cost
    kind = case.counter(name).kind
    if kind.guns:
        return 2 * cost
    free = kind.wheels and case.switches.reading("CAP-A74") != "every"
    return cost if free else cost + QUARTERS


@outcome("CAP-10.0.7a", "CAP-10.0.7b", "CAP-10.0.8d", "CAP-10.0.10a", "CAP-10.0.10b")
def climb(case: Case[Any], name: str, start: str, goal: str) -> int:
    """The point that it costs to go uphill; mountain infantry pays none."""
    kind = case.counter(name).kind
    return 0 if kind.climbs and kind.combat else UPHILL * uphill(case, start, goal)


def uphill(case: Case[Any], start: str, goal: str) -> bool:
    """Whether it is uphill: to a higher level, over a ridge, onto a peak, out of a stream but along it."""
    ground = case.ground
    here, there = ground.hexes[start], ground.hexes[goal]
    out = bool(here.stream) and here.stream != there.stream
    return there.level > here.level or ground.side(start, goal).ridge or there.peak or out


def leaving(case: Case[Any], name: str, start: str) -> int:
    """The point that it costs to leave a hex in an enemy zone of control, where that is certain."""
    return out_of_a_zone(case, name, start) if certain(case, start) else 0


@outcome("CAP-10.1.1b", "CAP-10.3d", "CAP-21.5.1a")
def out_of_a_zone(case: Case[Any], name: str, start: str) -> int:
    """The point that it costs to leave an enemy zone of control in which no other combat unit of its side stands."""
    side, kind = case.side(name), case.counter(name).kind
    if kind.infiltrates or not case.layout.threatened(start, side):
        return 0
    return 0 if any(other != name for other in case.layout.fighters(start, side)) else QUARTERS


def enters(case: Case[Any], name: str, start: str, place: str) -> bool:
    """Whether a unit may move into a hex: no enemy stands in it but guns, in an action; it is played on, not barred.

    Reinforcements that have come onto the barred bank go on along it.
    """
    ground = case.ground
    enemy = case.battle.enemy(case.side(name))
    there = case.layout.fighters(place, enemy) if case.acting else case.layout.there(place, enemy)
    return place in ground.area and (place not in ground.barred or start in ground.barred) and not there


@outcome("CAP-3.0q", "CAP-3.0r")
def stops(case: Case[Any], name: str, place: str) -> bool:
    """Whether a unit that enters a hex has to stop in it: it lies in an enemy zone of control."""
    return not case.counter(name).kind.infiltrates and case.layout.threatened(place, case.side(name))


Stops = Callable[[Case[Any], str, str], bool]
"""Whether a unit that enters a hex has to stop in it."""


def reach(
    case: Case[Any],
    name: str,
    budget: int,
    *,
    stops_at: Stops | None = stops,
    far: bool = False,
    start: str = "",
    goal: str | None = None,
) -> Reach[str]:
    """Where a unit can get from where it is, or has been, with so much; through zones only if nothing stops it.

    With a goal nothing is looked for that costs more.
    """
    start, grid = start or case.unit(name).hex, case.grid
    enemy = case.battle.enemy(case.side(name))

    def steps(place: str) -> list[tuple[str, int]]:
        if stops_at and place != start and stops_at(case, name, place):
            return []
        found = (
            (other, price(case, name, place, other))
            for other in grid.neighbours(place)
            if enters(case, name, place, other)
        )
        open_ = ((other, cost) for other, cost in found if cost is not None)
        return [(other, cost) for other, cost in open_ if not far or case.layout.nearest(other, enemy) >= FAR]

    return flood(start, steps, max(budget, 0), goal)


FAR = 3
"""Strategic movement keeps so many hexes away from every enemy."""
