"""Moves hex by hex: whose turn it is, where one may go, what is left to spend (10.0 to 10.4)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Disorganise, Leave, Move
from rules.caporetto.battle import QUARTERS
from rules.caporetto.book import effect, outcome, rule
from rules.caporetto.case import BUILDING, LIMBERED, Case
from rules.caporetto.model import Position
from rules.caporetto.movement.prices import FAR, across, by_road, enters, out_of_a_zone, price, reach, stops
from rules.caporetto.zoned import VILLAGES, by_zones, certain
from rules.engine.following import Following
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

MARCHES = frozenset({"move", "road", "strategic", "forced"})
REST, GUNS = "Rest", "Guns"
LATE = frozenset({REST, GUNS})
ACTIONS = frozenset({"ActionAHG", "ActionIT"})
RETREATED: Following[Position, []] = Following()
"""What else happens when a unit has retreated."""
MOVED: Following[Position, []] = Following()
"""What else happens when a unit has moved on its own."""
ENTERED: Following[Position, [str, str]] = Following()
"""What else happens when a unit has come into a hex, in whatever way."""
BACK: Following[Position, []] = Following()
"""What else happens when it is put back."""


def marching(case: Case[Move]) -> bool:
    """True for a unit that goes on by a move of its own, and is not put back to where it has come from."""
    move = case.action
    here = case.unit(move.unit).hex
    known = here and move.how in MARCHES and not case.counter(move.unit).kind.hq
    return bool(known) and here != move.hex and case.before.stack[0] in LATE | ACTIONS and not put_back(case)


def put_back(case: Case[Move]) -> bool:
    """True where a unit that is on its way goes back by the way that it has come: that is a correction, and no move."""
    name = case.action.unit
    return on_its_way(case, name) and any(case.action.hex == place for place, _ in case.unit(name).way)


def tactical(case: Case[Any]) -> bool:
    """True for the moves of an action, and not for those to a counter-assault in it."""
    acting = case.before.acting
    return bool(case.acting) and (acting is None or case.side(case.action.unit) == acting.side)


def occasion(case: Case[Any]) -> str:
    """The phase, or the action, to which a move belongs."""
    acting = case.before.acting
    return f"{case.before.turn} {acting.formation if acting else case.before.stack[0]}"


def going(case: Case[Any], name: str) -> bool:
    """True for a unit that has begun its move on this occasion."""
    return case.unit(name).moved == occasion(case)


def on_its_way(case: Case[Move], name: str) -> bool:
    """True for a unit that has set out, as long as no others have but those who go the same way with it, as a stack."""
    mover = case.before.mover
    if not going(case, name) or mover == name:
        return going(case, name)
    if not mover:
        return name not in case.before.attacks
    return going(case, mover) and all(
        one == other for one, other in zip((*_trail(case, name), case.action.hex), _trail(case, mover), strict=False)
    )


def _trail(case: Case[Any], name: str) -> tuple[str, ...]:
    """The hexes in which a unit was on its way, and the one in which it is."""
    unit = case.unit(name)
    return (*(place for place, _ in unit.way), unit.hex)


def strategic(case: Case[Move]) -> bool:
    """True for a unit that moves by strategic movement."""
    unit = case.unit(case.action.unit)
    return case.action.how == "strategic" or (going(case, case.action.unit) and unit.how == "strategic")


@outcome("CAP-10.3.2c")
def ordinary(case: Case[Move]) -> int:
    """What a unit may spend without a forced march."""
    return case.allowance(case.action.unit) * (2 if strategic(case) else 1)


def most(case: Case[Move]) -> int:
    """What a unit may spend altogether, with a forced march if it can make one."""
    unit, name = case.unit(case.action.unit), case.action.unit
    tired = case.counter(name).kind.bears and unit.level + 1 >= max(case.threshold(name), case.other_threshold(name))
    return ordinary(case) if tired or case.counter(name).kind.guns else ordinary(case) * 3 // 2


def spent(case: Case[Move]) -> int:
    """What a unit has spent in its move."""
    return case.unit(case.action.unit).spent if going(case, case.action.unit) else 0


def paid(case: Case[Move], budget: int) -> int | None:
    """What it costs at least to get where the unit goes; None if that is too much, or no way leads there."""
    here = case.unit(case.action.unit).hex
    costs = [each for each in (_cheapest(case, here, budget), *_shorter(case)) if each is not None]
    return min(costs) if costs and min(costs) <= budget else _straight(case, budget)


def _cheapest(case: Case[Move], start: str, budget: int) -> int | None:
    """What it costs at least to get from a hex to the goal; None if that is too much, or no way leads there."""
    name, goal = case.action.unit, case.action.hex
    if case.beside(start, goal):
        return price(case, name, start, goal)
    return reach(case, name, budget, far=strategic(case), start=start, goal=goal).cost(goal)


def _way(case: Case[Move]) -> tuple[tuple[str, int], ...]:
    """The hexes that a unit on its way has left, each with what was spent till then."""
    name = case.action.unit
    return case.unit(name).way if on_its_way(case, name) and going(case, name) else ()


def _shorter(case: Case[Move]) -> Iterator[int | None]:
    """What it costs more, or less, to have come straight from each hex of the way that lies beside the goal."""
    name, goal = case.action.unit, case.action.hex
    for place, before in _way(case):
        cost = price(case, name, place, goal) if case.beside(place, goal) else None
        yield cost if cost is None else before + cost - spent(case)


def _straight(case: Case[Move], budget: int) -> int | None:
    """What it costs more to have come from one of the last hexes of the way, where the present one was not meant."""
    for place, before in _way(case)[-2:]:
        cost = _cheapest(case, place, budget + spent(case) - before)
        if cost is not None and before + cost - spent(case) <= budget:
            return before + cost - spent(case)
    return None


# ------------------------------------------------------------------------------------------------------ who, and when
@rule("CAP-18.1d", "CAP-4.9a", "CAP-18.1g", on=Move)
def guns_in_their_phase(case: Case[Move]) -> Finding | None:
    """Guns move in the artillery movement phase only."""
    if marching(case) and case.counter(case.action.unit).kind.guns and case.before.stack[0] != GUNS:
        return broken("march.guns-now", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-4.9b", "CAP-18.1e", on=Move)
def guns_limbered(case: Case[Move]) -> Finding | None:
    """Guns in position stay where they are."""
    name = case.action.unit
    if marching(case) and case.counter(name).kind.guns and LIMBERED not in case.unit(name).marks:
        return broken("march.emplaced", unit=name, hex=case.action.hex)
    return None


@rule("CAP-18.9.1a", on=Move)
def groups_stay(case: Case[Move]) -> Finding | None:
    """Groups of guns stay where they are."""
    if marching(case) and case.counter(case.action.unit).kind.group:
        return broken("march.group", unit=case.action.unit)
    return None


@rule("CAP-10.0a", on=Move)
def guns_alone(case: Case[Move]) -> Finding | None:
    """In the artillery movement phase nothing but guns moves."""
    if marching(case) and case.before.stack[0] == GUNS and not case.counter(case.action.unit).kind.guns:
        return broken("march.no-guns", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-10.0.6a", on=Move)
def once(case: Case[Move]) -> Finding | None:
    """A unit moves once a turn."""
    moved = case.unit(case.action.unit).moved
    if marching(case) and moved and moved.split(" ")[0] == str(case.before.turn) and moved != occasion(case):
        return broken("march.again", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-10.0.6b", on=Move)
def no_more(case: Case[Move]) -> Finding | None:
    """A unit whose move has ended, because another one has begun to move, moves no farther."""
    name = case.action.unit
    if marching(case) and going(case, name) and not on_its_way(case, name):
        return broken("march.ended", unit=name, other=case.before.mover)
    return None


@rule("CAP-10.3e", "CAP-10.3a", on=Move)
def activated(case: Case[Move]) -> Finding | None:
    """Who was activated does not move with those that were not."""
    name = case.action.unit
    known = "Activated" in case.unit(name).marks or name in case.before.activated
    if marching(case) and case.before.stack[0] == REST and known:
        return broken("march.activated", unit=name)
    return None


@rule("CAP-19.3c", "CAP-17.1a", on=Move)
def builders_stay(case: Case[Move]) -> Finding | None:
    """Engineers that build a bridge do not move; those that mend a trench may, and give it up."""
    name = case.action.unit
    if marching(case) and BUILDING in case.unit(name).marks and not case.mends(name):
        return broken("march.building", unit=name)
    return None


# ------------------------------------------------------------------------------------------------------------- where
@rule("CAP-10.0.5a", on=Move)
def into_the_enemy(case: Case[Move]) -> Finding | None:
    """Nobody moves into a hex in which enemy units other than guns stand."""
    enemy = case.battle.enemy(case.side(case.action.unit))
    if marching(case) and case.layout.fighters(case.action.hex, enemy):
        return broken("march.enemy", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-10.3c", on=Move)
def into_guns(case: Case[Move]) -> Finding | None:
    """Outside of actions nobody moves into a hex with enemy guns."""
    place, enemy = case.action.hex, case.battle.enemy(case.side(case.action.unit))
    late = marching(case) and case.before.stack[0] in LATE
    if late and case.layout.there(place, enemy) and not case.layout.fighters(place, enemy):
        return broken("march.into-guns", unit=case.action.unit, hex=place)
    return None


@rule("CAP-27.2a", "CAP-26.2a", on=Move)
def off_the_area(case: Case[Move]) -> Finding | None:
    """Nobody leaves the part of the map on which the scenario is played."""
    if marching(case) and case.action.hex not in case.ground.area:
        name = "CAP-27.2a" if case.battle.id == "monte-maggiore" else "CAP-26.2a"
        return structs.replace(broken("march.area", unit=case.action.unit, hex=case.action.hex), rule=name)
    shared = case.ground.shared
    if marching(case) and case.action.hex in shared and case.unit(case.action.unit).hex not in shared:
        return case.switches.disputed("CAP-A129", broken("march.area", unit=case.action.unit, hex=case.action.hex))
    return None


@rule("CAP-21.7a", on=Move)
def barred_bank(case: Case[Move]) -> Finding | None:
    """Nobody goes onto the left bank of the Isonzo between 1006 and 1019; who has come there goes on to a bridge."""
    barred = case.ground.barred
    if marching(case) and case.action.hex in barred and case.unit(case.action.unit).hex not in barred:
        return broken("march.bank", unit=case.action.unit, hex=case.action.hex)
    return None


@rule("CAP-18.4a", on=Move)
@by_zones
def guns_near_the_enemy(case: Case[Move]) -> Finding | None:
    """Guns enter an enemy zone of control only where a combat unit of their side stands."""
    name, place = case.action.unit, case.action.hex
    if not (marching(case) and case.counter(name).kind.guns and case.layout.threatened(place, case.side(name))):
        return None
    return None if case.layout.fighters(place, case.side(name)) else broken("march.guns-zoc", unit=name, hex=place)


# ----------------------------------------------------------------------------------------------------------- how far
@rule("CAP-10.1.1c", on=Move)
@by_zones
def had_to_stop(case: Case[Move]) -> Finding | None:
    """Who enters an enemy zone of control stops there."""
    name = case.action.unit
    here = case.unit(name).hex
    if not (marching(case) and going(case, name) and on_its_way(case, name) and stops(case, name, here)):
        return None
    found = broken("march.stopped", unit=name, hex=here)
    sure = tactical(case) and not befriended(case, name, here)
    return found if sure else case.switches.doubtful("CAP-A80", found)


@rule(
    "CAP-10.0.3a",
    "CAP-10.0.1a",
    "CAP-10.4a",
    "CAP-10.4d",
    "CAP-10.4f",
    "CAP-10.1.1c",
    "CAP-19.1a",
    "CAP-10.0.9a",
    "CAP-10.0.7c",
    on=Move,
)
@by_zones
def too_far(case: Case[Move]) -> Iterator[Finding]:
    """A unit spends what it has and no more; over rock, the Isonzo and the like it does not go at all."""
    name, goal = case.action.unit, case.action.hex
    if not marching(case) or not enters(case, name, case.unit(name).hex, goal):
        return
    left = most(case) - spent(case)
    cost = paid(case, left)
    if cost is not None:
        yield from _out_of_villages(case, cost, left)
        return
    here = case.unit(name).hex
    if case.beside(here, goal):
        yield _next_door(case, left)
    elif reach(case, name, left, stops_at=None, far=strategic(case), goal=goal).cost(goal) is not None:
        found = structs.replace(broken("march.through", unit=name, hex=goal), rule="CAP-10.1.1c")
        alone = reach(case, name, left, stops_at=_alone, far=strategic(case), goal=goal)
        sure = tactical(case) and alone.cost(goal) is None
        stop = found if sure else case.switches.doubtful("CAP-A80", found)
        if stop:
            yield stop
    else:
        yield broken("march.no-way", unit=name, origin=here, hex=goal)


@outcome("CAP-10.1.1b", "CAP-3.0t")
def _out_of_villages(case: Case[Move], cost: int, left: int) -> Iterator[Finding]:
    """It is a question whether a unit can go farther that has left, or leaves, a village beside an enemy."""
    more = _for_villages(case)
    if cost + more > left:
        doubt = case.switches.doubtful(VILLAGES, _too_dear(case, cost + more, left))
        yield from (doubt,) if doubt else ()


def _for_villages(case: Case[Move]) -> int:
    """What a unit may have to pay to leave villages in its move, this step included; nothing where that is settled."""
    name, here = case.action.unit, case.unit(case.action.unit).hex
    known = case.unit(name).doubtful if going(case, name) else 0
    return known if certain(case, here) else known + out_of_a_zone(case, name, here)


def befriended(case: Case[Any], name: str, place: str) -> bool:
    """Whether a combat unit of its side stands in a hex already, that has not come there with it."""
    friends = (other for other in case.layout.fighters(place, case.side(name)) if other != name)
    return any(not going(case, other) for other in friends)


def _alone(case: Case[Any], name: str, place: str) -> bool:
    """Whether a unit has to stop in a hex even if friends there help."""
    return stops(case, name, place) and not befriended(case, name, place)


def _next_door(case: Case[Move], left: int) -> Finding:
    """Why a unit does not get into the next hex."""
    name, goal = case.action.unit, case.action.hex
    here = case.unit(name).hex
    cost = price(case, name, here, goal)
    if cost is None:
        side = case.ground.side(here, goal)
        barrier = "CAP-19.1a" if side.isonzo else "CAP-10.0.9a" if side.rock else "CAP-10.0.7c"
        return structs.replace(broken("march.barred", unit=name, origin=here, hex=goal), rule=barrier)
    return _too_dear(case, cost, left)


def _too_dear(case: Case[Move], cost: int, left: int) -> Finding:
    """That a unit has not so much left, by what it could have spent in a forced march or not."""
    name, goal = case.action.unit, case.action.hex
    fresh = ordinary(case) * 3 // 2 - spent(case)
    why = "CAP-10.4f" if case.counter(name).kind.guns else "CAP-10.4d"
    facts = {"unit": name, "hex": goal, "cost": points(cost), "left": points(max(left, 0))}
    return structs.replace(broken("march.points", **facts), rule=why if cost <= fresh else "CAP-10.0.3a")


def points(quarters: int) -> str:
    """So many movement points, as players write them."""
    return f"{quarters / QUARTERS:g}"


# --------------------------------------------------------------------------------------------------------- strategic
@rule("CAP-10.3.2a", on=Move)
def strategic_now(case: Case[Move]) -> Finding | None:
    """Strategic movement belongs to the phases of those that were not activated."""
    if marching(case) and strategic(case) and case.before.stack[0] not in LATE:
        return broken("march.strategic-now", unit=case.action.unit)
    return None


@rule("CAP-10.3.2b", on=Move)
def strategic_far(case: Case[Move]) -> Finding | None:
    """Strategic movement keeps three hexes away from every enemy, where it begins and ends too."""
    name = case.action.unit
    if not (marching(case) and strategic(case)):
        return None
    enemy = case.battle.enemy(case.side(name))
    near = next((each for each in (case.unit(name).hex, case.action.hex) if case.layout.nearest(each, enemy) < FAR), "")
    return broken("march.strategic-near", unit=name, hex=near) if near else None


@rule("CAP-10.3.2d", on=Move)
def strategic_in_command(case: Case[Move]) -> Finding | None:
    """Who is out of command does not move strategically."""
    name = case.action.unit
    if marching(case) and strategic(case) and "OOC" in case.unit(name).marks:
        return broken("march.strategic-ooc", unit=name)
    return None


# ------------------------------------------------------------------------------------------------------ what follows
@effect(Move)
def goes(case: Case[Move]) -> Position:
    """The piece is where it went, and what it has spent is counted."""
    name, goal = case.action.unit, case.action.hex
    unit = case.unit(name)
    if put_back(case):
        return BACK.follow(case, _returned(case))
    if not marching(case):
        moved = case.before.unit(name, hex=goal, box="")
        if case.action.how == "advance":
            moved = moved.but(taken=moved.taken | {goal})
        elif case.action.how == "retreat":
            moved = RETREATED.follow(case, moved)
        return ENTERED.follow(case, moved, name, goal)
    budget = 3 * ordinary(case)
    used = spent(case) + (paid(case, budget) or 0)
    fresh = not going(case, name)
    way = (*(() if fresh else unit.way), (unit.hex, spent(case)))
    how = "strategic" if strategic(case) else case.action.how
    more = _for_villages(case)
    after = case.before.unit(name, hex=goal, spent=used, doubtful=more, moved=occasion(case), way=way, how=how)
    after = after.but(mover=name)
    wearing = tired(case, used)
    if going(case, name) and used <= ordinary(case) < spent(case):
        after = _rested(after, name)
    if wearing:
        after = after.but(forced=after.forced | {name})
    after = after.but(passing=(name, unit.hex, goal), went=after.went | {name})
    after = ENTERED.follow(case, after, name, goal).owing(*wearing, *overrun(case))
    return MOVED.follow(case, after)


@outcome("CAP-18.3b", "CAP-10.0.5b")
def overrun(case: Case[Move]) -> tuple[Due, ...]:
    """Guns into whose hex an enemy moves in an action surrender."""
    enemy = case.battle.enemy(case.side(case.action.unit))
    there = case.layout.there(case.action.hex, enemy) if case.acting else ()
    if not there or case.layout.fighters(case.action.hex, enemy):
        return ()
    gone = (Leave(unit=name, why="surrendered") for name in there)
    return tuple(Due("CAP-18.3b", (each,), until=case.before.stack[0], owner=enemy) for each in gone)


def _returned(case: Case[Move]) -> Position:
    """The unit is where it was, and has spent what it had spent there."""
    name = case.action.unit
    unit = case.unit(name)
    place = next(index for index, (there, _) in enumerate(unit.way) if there == case.action.hex)
    way, used = unit.way[:place], unit.way[place][1]
    moved = unit.moved if way else ""
    doubtful = unit.doubtful if way else 0
    after = case.before.unit(name, hex=case.action.hex, spent=used, doubtful=doubtful, moved=moved, way=way)
    after = after if way else after.but(went=after.went - {name})
    mover = name if way else "" if after.mover == name else after.mover
    return after if used > ordinary(case) else _rested(after, name).but(mover=mover)


def _rested(after: Position, name: str) -> Position:
    """The position in which a unit has made no forced march."""
    wearing = (due for due in after.due if not (due.rule == "CAP-10.4b" and due.options[:1] == (_weary(name),)))
    return after.but(due=tuple(wearing), forced=after.forced - {name})


def _weary(name: str) -> Disorganise:
    return Disorganise(unit=name, change="more")


@outcome("CAP-10.4b")
def tired(case: Case[Move], used: int) -> tuple[Due, ...]:
    """Who goes farther than he could without a forced march is disorganised by a point."""
    before = spent(case) if going(case, case.action.unit) else 0
    bears = case.counter(case.action.unit).kind.bears
    if bears and before <= ordinary(case) < used <= most(case):
        return (
            Due(
                "CAP-10.4b", (_weary(case.action.unit),), until=case.before.stack[0], owner=case.side(case.action.unit)
            ),
        )
    return ()


__all__ = ["across", "by_road", "marching"]
