"""Passage (chapters 11 and 12): what ground, slopes and obstacles allow to whom, and how far an order leads."""

from itertools import pairwise
from typing import Any

import msgspec
from msgspec import structs

from rules.barbarossa.book import outcome
from rules.barbarossa.state.battle import TANKS, Ground
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import road_between, slope
from rules.barbarossa.state.model import Position
from rules.engine.ruling import Finding, Illegal, broken

BUILT = frozenset({"village", "town"})
CROSSINGS = ("bridge", "pontoon")
LAND = {"light_woods": "BAR-12.3c", "forest": "BAR-12.4e", "swamp": "BAR-12.5b", "river": "BAR-12.6b"}
"""By terrain: the rule that bars it to some."""
SPECIAL = {"swamp": "crosses_swamp", "river": "crosses_rivers"}
"""By terrain: the ability of those who may enter it although their type may not."""
SIDES = {"wire": "BAR-11.3c", "teeth": "BAR-11.4d"}
"""By obstacle: the rule that bars the side it stands on."""


def printed(case: Case[Any], chart: str, row: str, column: str) -> bool | int | float | str | None:
    """What a chart of the game says."""
    return case.battle.charts[chart].get(row, column)


@outcome("BAR-12.9d", "BAR-12.10d")
def follows_road(case: Case[Any], start: str, goal: str) -> bool:
    """True if the step follows a printed road; villages and towns count as road."""
    ground = case.battle.ground
    if start not in ground.grid or goal not in ground.grid:
        return False
    return road_between(ground, start, goal) or all(_paved(ground, place) for place in (start, goal))


def _paved(ground: Ground, place: str) -> bool:
    return ground.hexes[place].terrain in BUILT


def nearly_a_road(case: Case[Any], start: str, goal: str) -> bool:
    """True if the step follows a road, or maybe does: from a road's hex into a village or town, or the other way."""
    if follows_road(case, start, goal):
        return True
    ground = case.battle.ground
    if not case.beside(start, goal):
        return False
    ways = (_paved(ground, place) or bool(ground.hexes[place].roads) for place in (start, goal))
    return all(ways) and (_paved(ground, start) or _paved(ground, goal))


def crossing(position: Position, place: str) -> str:
    """The bridge of a hex, whole or pontoon; empty if there is none."""
    return next(iter(position.in_hex(place, *CROSSINGS)), "")


@outcome("BAR-11.7b")
def waded(case: Case[Any], place: str) -> bool:
    """True for a ford without a bridge: the hex of a pontoon bridge is open ground to whoever moves."""
    return case.land(place).terrain == "ford" and not crossing(case.before, place)


def barred_by(case: Case[Any], unit: str, here: str, place: str) -> Illegal | None:
    """The rule that bars the step, if one does: obstacles on the side, slopes, the ground of the hex."""
    found = doubts(case, unit, here, place)
    return found if isinstance(found, Illegal) else None


@outcome("BAR-11.1a", "BAR-11.7b", "BAR-12.6a", "BAR-12.7e", "BAR-7.17d")
def doubts(case: Case[Any], unit: str, here: str, place: str) -> Finding | None:
    """What bars the step for certain, or leaves it in doubt."""
    return _side(case, unit, here, place) or _slope(case, unit, here, place) or _land(case, unit, here, place)


def _side(case: Case[Any], unit: str, here: str, place: str) -> Finding | None:
    kind = case.counter(unit).type
    for obstacle, rule_id in SIDES.items():
        if not case.before.between(here, place, obstacle):
            continue
        found = structs.replace(broken(f"passage.{obstacle}", unit=unit, hex=place), rule=rule_id)
        if printed(case, "obstacles", obstacle, kind):
            return found
        if obstacle == "wire" and kind not in TANKS and case.switches.read_otherwise("BAR-A118"):
            return found
    return None


def wire_may_stop(case: Case[Any], unit: str, here: str, place: str) -> bool:
    """True where wire stands before a unit of which its rule says nothing: no infantry, no truck and no tank."""
    kind = case.counter(unit).type
    named = kind in TANKS or printed(case, "obstacles", "wire", kind)
    return bool(case.before.between(here, place, "wire")) and not named


@outcome("BAR-12.11b")
def _slope(case: Case[Any], unit: str, here: str, place: str) -> Finding | None:
    """What the slope of the side that is crossed forbids: the difference of the two heights.

    Who follows a road need not obey the rules of other terrain; whether that holds for slopes the book does not say.
    The sentence under the steep slope speaks of the abrupt one: of infantry on a steep one nothing is certain.
    """
    height = abs(slope(case.battle.ground, here, place))
    counter = case.counter(unit)
    abrupt, steep = height == 2 and counter.type != "infantry", height >= 3 and not counter.can("climbs")
    if not abrupt and not steep:
        return None
    why, rule_id = ("passage.abrupt", "BAR-12.12b") if abrupt else ("passage.steep", "BAR-12.12d")
    wrong = structs.replace(broken(why, unit=unit, hex=place), rule=rule_id)
    found = case.switches.disputed("BAR-A128", wrong) if follows_road(case, here, place) else wrong
    doubted = isinstance(found, Illegal) and steep and counter.type == "infantry"
    return case.switches.doubtful("BAR-A124", wrong) if doubted else found


def _land(case: Case[Any], unit: str, here: str, place: str) -> Finding | None:
    counter, terrain = case.counter(unit), case.land(place).terrain
    wrecked = case.before.in_hex(place, "destroyed-bridge")
    if crossing(case.before, place) or (follows_road(case, here, place) and not wrecked):
        return None
    if terrain not in LAND or counter.can(SPECIAL.get(terrain, "")):
        return None
    if printed(case, "entry", terrain, counter.type) not in {"road", "bridge", "special"}:
        return None
    if terrain == "forest" and case.before.in_hex(place, "path"):
        return None
    if wrecked:
        return _ruins(case, unit, place)
    barred = structs.replace(broken(f"passage.{terrain.replace('_', '-')}", unit=unit, hex=place), rule=LAND[terrain])
    return case.switches.doubtful("BAR-A123", barred) if terrain in SPECIAL and counter.is_a("recon") else barred


def _ruins(case: Case[Any], unit: str, place: str) -> Finding | None:
    if case.ordered(unit, "march"):
        return structs.replace(broken("passage.destroyed", unit=unit, hex=place), rule="BAR-11.2b")
    over = structs.replace(broken("passage.over-ruins", unit=unit, hex=place), rule="BAR-11.2b")
    return case.switches.doubtful("BAR-A50", over)


# ------------------------------------------------------------------------------------------------------- how far
class Allowance(msgspec.Struct, frozen=True):
    """How many hexes an order leads along a way: for certain not more than `most`; between the two it is in doubt.

    `ruling` is the one by which it is, if it is one.
    """

    ours: int
    most: int
    ruling: str = ""


@outcome("BAR-8.5e", "BAR-12.7b", "BAR-8.5g", "BAR-11.1b", "BAR-12.3d", "BAR-12.3e", "BAR-12.8d", "BAR-12.8e")
def allowance(case: Case[Any], unit: str, order: str, start: str, route: tuple[str, ...]) -> Allowance | None:
    """How far an order may lead a unit along a route; None where the card prints no range for it.

    Along a road a march goes farther. Fields and light woods off the road cost hexes of range: as we read it each hex
    of them, and at the least the first; one hex is always possible.
    """
    printed = case.counter(unit).printed(order, "assault" if order == "assault" else "movement")
    if printed is None:
        return None
    kind, way = case.counter(unit).type, (start, *route)
    steps = tuple(pairwise(way))
    on_road = [follows_road(case, one, other) for one, other in steps]
    bonus = _hexes(case, kind, "road") if order == "march" and steps and all(on_road) else 0
    bridged = order == "march" and any(crossing(case.before, place) for place in route)
    paved = order == "march" and bool(steps) and all(nearly_a_road(case, one, other) for one, other in steps)
    doubtful = _hexes(case, kind, "road") if (bridged or paved) and not bonus else 0
    losses = [
        _loss(case, kind, place)
        for place, road in zip(route, on_road, strict=False)
        if not road and place in case.battle.ground.grid
    ]
    full, once = sum(losses), max(losses, default=0)
    ruling = ("BAR-A34" if bridged else "BAR-A29") if doubtful else ""
    return Allowance(max(printed + bonus - full, 1), max(printed + bonus + doubtful - once, 1), ruling)


def _loss(case: Case[Any], kind: str, place: str) -> int:
    terrain = case.land(place).terrain
    return _hexes(case, kind, terrain) if terrain in {"field", "light_woods"} else 0


def _hexes(case: Case[Any], kind: str, column: str) -> int:
    return case.charted("movement", kind, column)
