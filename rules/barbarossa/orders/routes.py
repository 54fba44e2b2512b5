"""Routes that a unit can be ordered along and will be able to go; for the generator of options."""

from collections.abc import Iterator
from itertools import pairwise

from rules.barbarossa.movement.passage import allowance, doubts, follows_road, printed, waded
from rules.barbarossa.orders.terms import is_hex
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import slope
from rules.engine.actions import Action
from rules.engine.answers import Answer

GOALS = 12
"""How many goals are offered for an order: some near, some far."""


def passable(case: Case[Action], unit: str, order: str, one: str, other: str) -> bool:
    """True if the unit can make the step with the order, for certain."""
    if doubts(case, unit, one, other) is not None or case.before.in_hex(other, "smoke"):
        return False
    if order != "march" or follows_road(case, one, other):
        return True
    return printed(case, "terrain", case.land(other).terrain, "march") == "yes"


def taken(case: Case[Action], unit: str, place: str) -> bool:
    """True for a hex with an enemy that is seen on the ground."""
    return any(not case.unit(foe).hidden for foe in case.foes(unit, place))


def goes_through(case: Case[Action], unit: str, route: tuple[str, ...]) -> bool:
    """True for a route that slopes, forest and fords do not cut short."""
    if len(route) < 3:
        return True
    steps = tuple(pairwise(route))
    if any(slope(case.battle.ground, *step) == 1 or abs(slope(case.battle.ground, *step)) >= 2 for step in steps):
        return False
    if any(waded(case, place) for place in route):
        return False
    wooded = case.counter(unit).type == "infantry" and any(case.land(place).terrain == "forest" for place in route)
    return not wooded or all(follows_road(case, *step) for step in steps)


def routes(case: Case[Action], unit: str, order: str) -> Iterator[tuple[str, ...]]:
    """One route to each of some hexes that the order reaches; from a melee only into an adjacent hex."""
    start = case.unit(unit).hex
    most = case.counter(unit).printed(order, "movement")
    if not is_hex(case, start) or most is None:
        return
    short = case.unit(unit).bound or case.foes(unit, start) or case.before.in_hex(start, "minefield")
    longest = 1 if short else most + 3

    def cost(one: str, other: str) -> int | None:
        return 1 if passable(case, unit, order, one, other) and not taken(case, unit, other) else None

    reach = case.battle.ground.grid.reach(start, cost, longest)
    found = []
    for goal in case.battle.ground.grid.within(start, longest):
        route = reach.path(goal) if goal != start and reach.cost(goal) is not None else ()
        allowed = allowance(case, unit, order, start, route) if route else None
        if allowed and len(route) <= allowed.ours and goes_through(case, unit, (start, *route)):
            found.append(route)
    yield from found[:: max(1, len(found) // GOALS)]


def charges(case: Case[Action], unit: str, target: str) -> Iterator[tuple[str, ...]]:
    """The shortest route of an assault on a unit; none for one in the same hex."""
    start, goal = case.unit(unit).hex, case.unit(target).hex
    most = case.counter(unit).printed("assault", "assault")
    if most is None or case.within(start, goal, most) is not Answer.YES:
        return
    if start == goal:
        yield ()
        return

    if case.before.in_hex(start, "minefield"):
        most = 1

    def cost(one: str, other: str) -> int | None:
        free = other == goal or not taken(case, unit, other)
        return 1 if free and passable(case, unit, "assault", one, other) else None

    reach = case.battle.ground.grid.reach(start, cost, most)
    if reach.cost(goal) is not None:
        route = reach.path(goal)
        if goes_through(case, unit, (start, *route)):
            yield route
