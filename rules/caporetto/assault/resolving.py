"""The dice of assaults: odds, shifts, results, retreats and advances (12.3)."""

from collections.abc import Iterator
from typing import Any

from rules.caporetto.actions import Leave, Move
from rules.caporetto.assault.declaring import attackers
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.fire.results import ACTION, disorganised, read, stepped
from rules.caporetto.fire.sight import emplaced, entrenched
from rules.caporetto.movement.prices import uphill
from rules.caporetto.movement.stacking import limit, weight
from rules.engine.obligations import Due
from rules.engine.retreats import open_to

MOST = 3
BEST = "5:1"
RULES = ("CAP-12.3.5e", "CAP-12.3.5f", "CAP-12.3.5f", "CAP-12.3.5g")
"""By class of retreat: the rule that names it."""


@outcome("CAP-12.3.3a", "CAP-18.3a", "CAP-11.1e")
def defenders(case: Case[Any], place: str, side: str) -> tuple[str, ...]:
    """The combat units of a side in a hex that is attacked."""
    return case.layout.fighters(place, side)


def fits(case: Case[Any], names: tuple[str, ...], place: str) -> bool:
    """Whether units may fight in a hex at the same time."""
    return weight(case, names) <= limit(case, place)


@outcome("CAP-15.1a", "CAP-15.3a")
def morale(case: Case[Any], names: tuple[str, ...]) -> int:
    """The best morale of some units, less what they are disorganised by."""
    return max((case.face(name).morale - case.unit(name).level for name in names), default=0)


@outcome("CAP-12.3.3e", "CAP-12.3.3c")
def shift(case: Case[Any], place: str, ours: tuple[str, ...], theirs: tuple[str, ...]) -> int:
    """The columns by which an assault is shifted, at most three; infiltrators of the Germans gain without limit."""
    ground, charts = case.battle.ground, case.battle.charts
    sides = [ground.side(case.unit(name).hex, place) for name in ours]
    found = charts.shifts.get(ground.hexes[place].terrain, {}).get("assault", 0)
    found -= any(uphill(case, case.unit(name).hex, place) for name in ours)
    found -= all(side.river for side in sides)
    found -= 2 * all(side.rock for side in sides)
    gap = morale(case, ours) - morale(case, theirs)
    found += max(-MOST, min(MOST, int(gap / 2)))
    free = all(case.counter(name).german and case.counter(name).kind.infiltrates for name in ours)
    return max(-MOST, found if free else min(MOST, found))


@outcome(
    "CAP-12.3.3b",
    "CAP-12.3.3d",
    "CAP-12.3.3f",
    "CAP-12.3.3g",
    "CAP-12.3.3h",
    "CAP-12.3.3i",
    "CAP-12.3.4a",
    "CAP-12.3.6a",
)
def boxed(case: Case[Any], place: str, ours: tuple[str, ...], theirs: tuple[str, ...], die: int) -> str:
    """What the assault table says, the attacker's line before the defender's."""
    charts = case.battle.charts
    strong = sum(case.face(name).combat for name in ours)
    against = sum(case.face(name).combat for name in theirs)
    column = charts.odds.place(strong, against, shift(case, place, ours, theirs) if against else 0)
    if column < 0:
        return "D2R/1 | -"
    row = charts.assault[min(max(die, 1), 6)]
    return row[min(column, len(row) - 1)]


def fought(case: Case[Any], place: str, die: int) -> tuple[tuple[str, ...], tuple[Due, ...]] | None:
    """Who has attacked a hex, and what that makes due; nothing where it is not certain who fights."""
    acting = case.before.acting
    ours = attackers(case, place)
    if acting is None or not ours or entrenched(case, place):
        return None
    enemy = case.battle.enemy(case.side(ours[0]))
    theirs = defenders(case, place, enemy)
    if not theirs or not fits(case, ours, place) or not fits(case, theirs, place):
        return ours, ()
    one, _, other = boxed(case, place, ours, theirs, die).partition("|")
    return ours, (
        *_losses(case, one, ours, spared=_gives_way(case, other, theirs)),
        *_losses(case, other, theirs, spared=not read(other).retreat),
        *_withdraws(case, place, other, ours, theirs),
    )


@outcome("CAP-15.4.2a")
def _gives_way(case: Case[Any], text: str, theirs: tuple[str, ...]) -> bool:
    """Whether the hex may be empty after the assault: then its attackers have won it, and winners do not surrender."""
    found = read(text)
    dead = sum(case.steps(name) for name in theirs) <= found.steps
    broken = all(case.unit(name).level + found.points >= case.threshold(name) for name in theirs)
    return found.retreat or dead or broken


def _losses(case: Case[Any], text: str, names: tuple[str, ...], *, spared: bool) -> Iterator[Due]:
    """Points and steps that a side loses; from who may have won nobody demands that he surrender."""
    found = read(text)
    yield from disorganised(case, names, found.points, "CAP-12.3.4b", spared=spared)
    yield from stepped(case, names, found.steps, "CAP-12.3.4c")


@outcome("CAP-12.3.4d", "CAP-12.3.5a", "CAP-12.3.5.2a", "CAP-12.3.8a")
def _withdraws(case: Case[Any], place: str, text: str, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[Due]:
    """Defenders that retreat go where they may, or surrender; who has attacked follows."""
    found = read(text)
    if not found.retreat:
        return
    for name in theirs:
        if case.unit(name).level + found.points >= case.threshold(name) or emplaced(case, name):
            continue
        yield from retreat(case, name, place, frozenset(case.unit(other).hex for other in ours))
    if all(case.counter(name).kind.combat for name in theirs):
        for name in ours:
            advance = Move(unit=name, hex=place, how="advance")
            gone = Leave(unit=name, why="surrendered"), Leave(unit=name, why="lost")
            yield Due("CAP-12.3.8a", (advance, *gone), until=ACTION, owner=case.side(name))


@outcome(
    "CAP-12.3.5c",
    "CAP-12.3.5d",
    "CAP-12.3.5e",
    "CAP-12.3.5f",
    "CAP-12.3.5g",
    "CAP-12.3.5h",
    "CAP-12.3.5i",
    "CAP-12.3.5.1b",
)
def retreat(case: Case[Any], name: str, place: str, origins: frozenset[str]) -> Iterator[Due]:
    """The hexes of the best class to which a defender may go; none of them, and it surrenders."""
    near = case.battle.ground.grid.neighbours(place)
    opposite = _beside(case, _opposite(case, place, origins), place)
    ours = open_to(near, lambda goal: rank(case, name, place, goal, opposite))
    theirs = open_to(
        near,
        lambda goal: rank(case, name, place, goal, _beside(case, origins, place) | _opposite(case, place, origins)),
    )
    owner = case.side(name)
    gone = tuple(Leave(unit=name, why=why) for why in ("surrendered", "lost"))
    if not ours:
        yield Due("CAP-12.3.5.2a", gone, until=ACTION, owner=owner)
        return
    best = rank(case, name, place, ours[0], opposite) or 0
    due = Due(RULES[best], (*_moves(name, ours), *gone), until=ACTION, owner=owner)
    yield from case.switches.as_we_read("CAP-A13", due, *_moves(name, theirs), *gone) if ours != theirs else (due,)


def _moves(name: str, places: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(Move(unit=name, hex=goal, how="retreat") for goal in places)


def _opposite(case: Case[Any], place: str, origins: frozenset[str]) -> frozenset[str]:
    """The hexes straight across from those of the attack."""
    grid = case.battle.ground.grid
    return frozenset(
        goal
        for goal in grid.neighbours(place)
        for origin in origins
        if grid.distance(goal, origin) == 2 and _across(case, place, goal, origin)
    )


def _across(case: Case[Any], place: str, goal: str, origin: str) -> bool:
    cells = case.battle.ground.grid.cells
    (x, y), (gx, gy), (ox, oy) = cells[place], cells[goal], cells[origin]
    return (gx - x, gy - y) == (x - ox, y - oy)


def _beside(case: Case[Any], places: frozenset[str], place: str) -> frozenset[str]:
    """Some of the hexes around one, and those next to them."""
    grid = case.battle.ground.grid
    return frozenset(goal for goal in grid.neighbours(place) if any(grid.distance(goal, each) <= 1 for each in places))


def rank(case: Case[Any], name: str, place: str, goal: str, first: frozenset[str]) -> int | None:
    """The class of a hex for a retreat: empty and opposite, empty, with room, too full; none where nobody may go."""
    ground, side = case.battle.ground, case.side(name)
    between = ground.side(place, goal)
    if goal not in ground.area or goal in ground.barred or goal in case.before.origins:
        return None
    if case.layout.there(goal, case.battle.enemy(side)) or (
        between.isonzo and not (between.bridge or between.footbridge)
    ):
        return None
    if between.rock and not between.rates:
        return None
    there = case.layout.there(goal, side)
    if not there:
        return 0 if goal in first else 1
    return 2 if weight(case, (*there, name)) <= limit(case, goal) else 3
