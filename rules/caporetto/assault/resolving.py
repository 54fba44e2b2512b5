"""The dice of assaults: odds, shifts, results, retreats and advances (12.3)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import structs

from rules.caporetto.actions import Leave, Move, Show
from rules.caporetto.assault.declaring import attackers
from rules.caporetto.assault.retreating import retreat
from rules.caporetto.book import outcome
from rules.caporetto.case import Case, alike
from rules.caporetto.fire.flames import burns, go_along
from rules.caporetto.fire.results import disorganised, fallen, read, stepped
from rules.caporetto.fire.sight import emplaced
from rules.caporetto.layout import BLIZZARD
from rules.caporetto.movement.prices import uphill
from rules.caporetto.movement.stacking import limit, weight
from rules.caporetto.works.cover import against_assault
from rules.engine.obligations import Due

MOST = 3


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


@outcome("CAP-8.1m")
def snow(case: Case[Any], place: str, ours: tuple[str, ...]) -> bool | None:
    """Whether a blizzard costs an assault a column; nothing is said where only some attack out of one."""
    return case.layout.sky(place) == BLIZZARD or alike(
        case.layout.sky(case.unit(name).hex) == BLIZZARD for name in ours
    )


@outcome("CAP-21.2a")
def rides(case: Case[Any], place: str, ours: tuple[str, ...], cover: int) -> bool | None:
    """Whether horsemen gain a column: on open ground, where no trench is; open where others attack with them."""
    plain = case.ground.hexes[place].terrain == "open" and not cover
    return plain and alike(case.counter(name).kind.horse for name in ours)


@outcome("CAP-12.3.3e", "CAP-12.3.3c", "CAP-21.5.4a")
def shift(case: Case[Any], place: str, ours: tuple[str, ...], theirs: tuple[str, ...], cover: int = 0) -> int:
    """The columns by which an assault is shifted, at most three; infiltrators of the Germans gain without limit."""
    ground, charts = case.ground, case.battle.charts
    sides = [ground.side(case.unit(name).hex, place) for name in ours]
    found = charts.shifts.get(ground.hexes[place].terrain, {}).get("assault", 0)
    found -= cover + any(uphill(case, case.unit(name).hex, place) for name in ours)
    found -= all(side.river for side in sides)
    found -= 2 * all(side.rock for side in sides)
    found += (
        bool(rides(case, place, ours, cover)) + bool(burns(case, place, ours, cover)) - bool(snow(case, place, ours))
    )
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
def boxed(
    case: Case[Any],
    place: str,
    ours: tuple[str, ...],
    theirs: tuple[str, ...],
    die: int,
    *,
    cover: int = 0,
) -> str:
    """What the assault table says, the attacker's line before the defender's."""
    charts = case.battle.charts
    strong = sum(case.face(name).combat for name in ours)
    against = sum(case.face(name).combat for name in theirs)
    column = charts.odds.place(strong, against, shift(case, place, ours, theirs, cover) if against else 0)
    if column < 0:
        return "D2R/1 | -"
    row = charts.assault[min(max(die, 1), 6)]
    return row[min(column, len(row) - 1)]


@outcome("CAP-21.5.2a", "CAP-21.5.2b")
def flanked(case: Case[Any], place: str, ours: tuple[str, ...]) -> bool:
    """Whether infiltrators may attack in the flank, with others on the far side or two stacks away from them.

    It costs the defenders a point before the dice fall: whether they have borne it already nobody says.
    """
    aiming = {**case.before.attacks, **case.before.supports}
    others = {case.unit(name).hex for name, at in aiming.items() if at == place}
    light = {case.unit(name).hex for name in ours if case.counter(name).kind.infiltrates}
    apart = {here: {each for each in others - {here} if not case.beside(here, each)} for here in light}
    return not case.before.waves.get(place) and any(apart.values())


class Fight(NamedTuple):
    """An assault that was diced for: who attacks, who defends, what that makes due, and whether that is certain."""

    ours: tuple[str, ...]
    theirs: tuple[str, ...] = ()
    dues: tuple[Due, ...] = ()
    repelled: bool = False
    """True where the attackers have to stay where they came from."""


@outcome("CAP-12.4.3a", "CAP-12.4.3c")
def fought(case: Case[Any], place: str, die: int, side: str, *, counter: bool = False) -> Fight:
    """What an assault of a side on a hex makes due; nothing where it is not certain who fights, or in what trench.

    A counter-assault is one with the roles swapped, in which trenches do not count.
    """
    ours = attackers(case, place, side)
    theirs = defenders(case, place, case.battle.enemy(side))
    origins = {case.unit(name).hex for name in ours}
    horses = alike(case.counter(name).kind.horse for name in theirs)
    cover = 0 if counter or horses else against_assault(case, place, case.battle.enemy(side), origins)
    unclear = not fits(case, ours, place) or not fits(case, theirs, place)
    unclear = unclear or horses is None or None in {snow(case, place, ours), rides(case, place, ours, cover or 0)}
    unclear = unclear or flanked(case, place, ours) or burns(case, place, ours, cover or 0) is None
    if not ours or not theirs or unclear or cover is None:
        return Fight(ours, theirs)
    one, _, other = boxed(case, place, ours, theirs, die, cover=cover).partition("|")
    beaten, won = read(one).retreat, read(other).retreat
    dues = (
        *_losses(case, one, ours, spared=_gives_way(case, other, theirs)),
        *_losses(case, other, theirs, spared=False if won else True if beaten else None),
        *_withdraws(case, place, other, ours, theirs),
        *(_activated(case, ours) if counter else ()),
    )
    return Fight(ours, theirs if won else (), dues, beaten)


@outcome("CAP-12.4.4b")
def _activated(case: Case[Any], names: tuple[str, ...]) -> Iterator[Due]:
    """Who has made a counter-assault is activated."""
    for name in names:
        if "Activated" not in case.unit(name).marks:
            yield Due(
                "CAP-12.4.4b", (Show(unit=name, state="Activated"),), until=case.before.state, owner=case.side(name)
            )


def _gives_way(case: Case[Any], text: str, theirs: tuple[str, ...]) -> bool:
    """Whether the hex may be empty after the assault: then its attackers have won it, and winners do not surrender."""
    found = read(text)
    dead = sum(case.steps(name) for name in theirs) <= found.steps
    broken = all(case.unit(name).level + found.points >= case.threshold(name) for name in theirs)
    return found.retreat or dead or broken


def _losses(case: Case[Any], text: str, names: tuple[str, ...], *, spared: bool | None) -> Iterator[Due]:
    """Points and steps that a side loses; from who may have won nobody demands that he surrender."""
    found = read(text)
    best = morale(case, names)
    first = frozenset(name for name in names if case.face(name).morale - case.unit(name).level == best)
    yield from disorganised(case, names, found.points, "CAP-12.3.4b", spared=spared)
    failed = fallen(case, names, found.points) if spared is not True else ()
    yield from stepped(case, names, found.steps, "CAP-12.3.4c", first=first, failed=failed, points=found.points)


@outcome("CAP-12.3.4d", "CAP-12.3.5a", "CAP-12.3.5.2a", "CAP-12.3.5.2b", "CAP-12.3.8a")
def _withdraws(case: Case[Any], place: str, text: str, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[Due]:
    """Defenders that retreat go where they may, or surrender; who has attacked follows."""
    found = read(text)
    if not found.retreat:
        return
    for name in theirs:
        bears = case.counter(name).kind.bears
        if emplaced(case, name) or (bears and case.unit(name).level + found.points >= case.threshold(name)):
            continue
        for due in retreat(case, name, place, frozenset(case.unit(other).hex for other in ours)):
            yield structs.replace(due, must=due.must and bears)
    if all(case.counter(name).kind.combat for name in theirs):
        guns = any(emplaced(case, other) for other in case.layout.occupants.get(place, ()))
        for name in ours:
            advance = Move(unit=name, hex=place, how="advance")
            gone = Leave(unit=name, why="surrendered"), Leave(unit=name, why="lost")
            due = Due("CAP-12.3.8a", (advance, *gone), until=case.before.state, owner=case.side(name))
            yield from case.switches.as_we_read("CAP-A61", due) if guns else (due,)
        yield from go_along(case, place, ours)
