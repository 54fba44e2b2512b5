"""Retreats and advances: where defenders may go, what that costs them, who follows (12.3.5, 12.3.8, 11.6)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Disorganise, Leave, Move
from rules.caporetto.book import outcome, roll, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.sight import emplaced
from rules.caporetto.model import Position
from rules.caporetto.movement.march import RETREATED
from rules.caporetto.movement.stacking import limit, of_one_regiment, weight
from rules.caporetto.thresholds import by_threshold, wearied
from rules.engine.answers import Answer
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.retreats import open_to
from rules.engine.ruling import Finding, broken

RETREAT, ADVANCE = "retreat", "advance"
RULES = ("CAP-12.3.5e", "CAP-12.3.5f", "CAP-12.3.5f", "CAP-12.3.5g")
"""By class of retreat: the rule that names it."""
CLIMB = 2
"""So many points it costs mountain troops to retreat over rock."""
MARKED = frozenset({"Assault", "RoadAssault"})
FIGHTS = ("ASSAULT ", "COUNTER ")
"""How what was diced for in assaults is remembered."""


# -------------------------------------------------------------------------------------------------------- where to go
@outcome(
    "CAP-12.3.5c",
    "CAP-12.3.5d",
    "CAP-12.3.5e",
    "CAP-12.3.5f",
    "CAP-12.3.5g",
    "CAP-12.3.5h",
    "CAP-12.3.5i",
    "CAP-12.3.5.1b",
    "CAP-12.3.5.6a",
)
def retreat(case: Case[Any], name: str, place: str, origins: frozenset[str]) -> Iterator[Due]:
    """The hexes of the best class to which a defender may go; none of them, and it surrenders.

    Who is driven out of a hex that it has taken goes back to where it came from.
    """
    owner, until = case.side(name), case.before.state
    gone = tuple(Leave(unit=name, why=why) for why in ("surrendered", "lost"))
    if name in case.before.bases and case.before.attacks.get(name) == place:
        back = Move(unit=name, hex=case.before.bases[name], how=RETREAT)
        yield Due("CAP-12.3.5.6a", (back, *gone), until=until, owner=owner)
        return
    near = case.grid.neighbours(place)
    opposite = _opposite(case, place, origins)
    first = _beside(case, opposite, place)
    ours = open_to(near, lambda goal: rank(case, name, place, goal, first))
    theirs = open_to(near, lambda goal: rank(case, name, place, goal, _beside(case, origins, place) | opposite))
    climbs = _climbs(case, name, place, first, rank(case, name, place, ours[0], first) if ours else None)
    if not ours:
        yield Due("CAP-12.3.5.2a", (*_moves(name, climbs), *gone), until=until, owner=owner)
        return
    best = rank(case, name, place, ours[0], first) or 0
    due = Due(RULES[best], (*_moves(name, (*ours, *climbs)), *gone), until=until, owner=owner)
    other = (*_moves(name, (*theirs, *climbs)), *gone)
    yield from case.switches.as_we_read("CAP-A13", due, *other) if ours != theirs else (due,)


def _moves(name: str, places: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(Move(unit=name, hex=goal, how=RETREAT) for goal in places)


def _opposite(case: Case[Any], place: str, origins: frozenset[str]) -> frozenset[str]:
    """The hexes straight across from those of the attack."""
    grid = case.grid
    x, y = grid.cells[place]
    beside = (grid.cells[origin] for origin in origins if case.beside(origin, place))
    return frozenset(filter(None, (grid.name_at((2 * x - ox, 2 * y - oy)) for ox, oy in beside)))


def _beside(case: Case[Any], places: frozenset[str], place: str) -> frozenset[str]:
    """Some of the hexes around one, and those next to them."""
    near = case.grid.neighbours
    return frozenset(goal for goal in near(place) if goal in places or not places.isdisjoint(near(goal)))


def _over_rock(case: Case[Any], place: str, goal: str) -> bool:
    between = case.ground.side(place, goal)
    return between.rock and not between.rates


@outcome("CAP-12.3.5.1c")
def _climbs(case: Case[Any], name: str, place: str, first: frozenset[str], best: int | None) -> tuple[str, ...]:
    """The hexes over rock to which mountain troops may go, of no worse class than the others."""
    kind = case.counter(name).kind
    if not (kind.climbs and kind.combat):
        return ()
    near = (goal for goal in case.grid.neighbours(place) if _over_rock(case, place, goal))
    ranks = {goal: rank(case, name, place, goal, first, climbing=True) for goal in near}
    return tuple(goal for goal, found in ranks.items() if found is not None and (best is None or found <= best))


def rank(
    case: Case[Any], name: str, place: str, goal: str, first: frozenset[str], *, climbing: bool = False
) -> int | None:
    """The class of a hex for a retreat: empty and opposite, empty, with room, too full; none where nobody may go."""
    ground, side = case.ground, case.side(name)
    between = ground.side(place, goal)
    if goal not in ground.area or goal in ground.barred or goal in case.before.origins:
        return None
    if case.layout.there(goal, case.battle.enemy(side)) or (
        between.isonzo and not (between.bridge or between.footbridge)
    ):
        return None
    if _over_rock(case, place, goal) and not climbing:
        return None
    there = case.layout.there(goal, side)
    if not there:
        return 0 if goal in first else 1
    return 2 if weight(case, (*there, name)) <= limit(case, goal) else 3


# --------------------------------------------------------------------------------------------------------- what it is
@rule("CAP-12.3.5b", "CAP-12.3.5.3a", on=Move)
def may_retreat(case: Case[Move]) -> Finding | None:
    """Guns in position do not retreat, and attackers stay in the hex from which they attack."""
    name, acting = case.action.unit, case.before.acting
    if case.action.how != RETREAT:
        return None
    if emplaced(case, name):
        return structs.replace(broken("retreat.guns", unit=name), rule="CAP-12.3.5.3a")
    here, own = case.unit(name).hex, acting is not None and acting.side == case.side(name)
    return broken("retreat.attacker", unit=name, hex=here) if own and case.before.bases.get(name) == here else None


@rule("CAP-12.3.2d", "CAP-10.2.4c", on=Move)
def not_before_a_fight(case: Case[Move]) -> Finding | None:
    """Nobody leaves by a retreat of his own before his hex was attacked once."""
    name, acting = case.action.unit, case.before.acting
    here = case.unit(name).hex
    driven = (
        name in case.before.bound or name in case.before.driven or any(_wants(due, name) for due in case.before.due)
    )
    bound = emplaced(case, name) or case.before.bases.get(name) == here
    if case.action.how != RETREAT or acting is None or not here or driven or bound or case.before.vague:
        return None
    fallen = any(key.partition(" ")[2].startswith(here) for key in case.before.resolved if key.startswith(FIGHTS))
    return None if fallen or here in case.before.waves else broken("retreat.free", unit=name, hex=here)


def _wants(due: Due, name: str) -> bool:
    """Whether something is due by which a unit retreats."""
    return any(isinstance(each, Move) and each.unit == name and each.how == RETREAT for each in due.wanted)


@rule("CAP-12.3.8a", on=Move)
def may_advance(case: Case[Move]) -> Finding | None:
    """Only those advance who have attacked the hex."""
    name, goal = case.action.unit, case.action.hex
    known = case.action.how == ADVANCE and case.before.acting is not None and case.counter(name).kind.bears
    if known and case.before.attacks.get(name) != goal and not case.unit(name).marks & MARKED:
        return broken("advance.who", unit=name, hex=goal)
    return None


# ----------------------------------------------------------------------------------------------------- what it costs
@RETREATED.on
def withdrawn(case: Case[Move], after: Position) -> Position:
    """The position after a retreat: who has gone, who fires at him, and what it costs."""
    name, goal = case.action.unit, case.action.hex
    here = case.unit(name).hex
    farther = _farther(case)
    dues = (*_crowds(case), *_climbed(case), *(_extra(case) if farther else ()))
    return after.but(
        driven={**after.driven, name: after.driven[name] if farther else here},
        bound=after.bound - {name},
        passing=(name, here, goal),
    ).owing(*dues)


def _farther(case: Case[Move]) -> bool:
    """True for a second hex of a retreat, away from where it began."""
    name, goal = case.action.unit, case.action.hex
    start = case.before.driven.get(name, "")
    attacked = case.unit(name).hex in case.before.attacks.values()
    two = case.within(start, goal, 2) is Answer.YES and case.within(start, goal, 1) is Answer.NO
    return two and name not in case.before.bound and not attacked


def _worn(case: Case[Any], name: str) -> int:
    """The level of a unit, with the points that it still has to be given."""
    more = Disorganise(unit=name, change="more")
    return case.unit(name).level + sum(due.must and due.met_by(more) for due in case.before.due)


def _wearies(case: Case[Any], name: str, rule: str) -> Iterator[Due]:
    """A point that brings nobody to his threshold."""
    more = Due(rule, (Disorganise(unit=name, change="more"),), until=case.before.state, owner=case.side(name))
    yield from wearied(case, name, more, _worn(case, name) + 1)


@outcome("CAP-11.6a", "CAP-15.4.3a")
def _crowds(case: Case[Move]) -> Iterator[Due]:
    """Who retreats where there is no room wearies all that stand there, and nobody surrenders by it."""
    name, goal = case.action.unit, case.action.hex
    there = case.layout.there(goal, case.side(name))
    every = (*there, name)
    if there and weight(case, every) > limit(case, goal) and not of_one_regiment(case, every):
        full = weight(case, there) > limit(case, goal)
        for each in (name,) if full else every:
            yield from _wearies(case, each, "CAP-11.6a")


@outcome("CAP-12.3.5.1c")
def _climbed(case: Case[Move]) -> Iterator[Due]:
    """Over rock mountain troops are wearied by two points; at their threshold they surrender."""
    name = case.action.unit
    if not _over_rock(case, case.unit(name).hex, case.action.hex) or not case.counter(name).kind.bears:
        return
    owner, until = case.side(name), case.before.state
    more = Due("CAP-12.3.5.1c", (Disorganise(unit=name, change="more"),), until=until, owner=owner)
    gives_up, worn = structs.replace(more, options=(Leave(unit=name, why="surrendered"),)), _worn(case, name) + CLIMB
    yield from by_threshold(case, name, lambda most: (gives_up,) if worn >= most else (more,) * CLIMB)


@outcome("CAP-12.3.5.7a", "CAP-12.3.5.7b", "CAP-12.3.5.7c")
def _extra(case: Case[Move]) -> Iterator[Due]:
    """Who retreats a hex farther throws a die, and is wearied by a point."""
    name = case.action.unit
    owner = case.side(name)
    yield Due("CAP-12.3.5.7b", (Roll(purpose="RETREAT", who=name),), until=case.before.state, owner=owner)
    yield from _wearies(case, name, "CAP-12.3.5.7a")


@roll("RETREAT")
def straggles(case: Case[Roll]) -> Position:
    """Who throws more than his printed morale on a longer retreat is lost."""
    name = case.action.who
    if name not in case.battle.units or case.action.total <= case.face(name).morale:
        return case.before
    gone = Leave(unit=name, why="lost")
    return case.before.owing(Due("CAP-12.3.5.7b", (gone,), until=case.before.state, owner=case.side(name)))
