"""Supply: who is out of it when the phase begins, and what comes of that (9.0)."""

from collections.abc import Iterator
from typing import Any

from rules.caporetto.actions import Disorganise, Leave, Show
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.zoned import VILLAGES, other_way
from rules.engine.obligations import Due

SUPPLY = "Supply"
ROADS, ZONES = "CAP-A20", "zones"
"""The question of who cuts a road, and the reading by which zones of control alone do."""


@outcome(
    "CAP-9.1a",
    "CAP-9.2a",
    "CAP-9.2.1a",
    "CAP-9.2.1b",
    "CAP-9.2.1c",
    "CAP-9.2.2a",
    "CAP-9.2.3a",
    "CAP-9.2.3b",
    "CAP-9.3a",
    "CAP-9.4a",
)
def unsupplied(case: Case[Any]) -> Iterator[str]:
    """The units to which no line of supply leads; headquarters need none."""
    for name, unit in case.before.units.items():
        counter = case.counter(name)
        if unit.hex and not counter.kind.hq and not fed(case, unit.hex, counter.side):
            yield name


def fed(case: Case[Any], place: str, side: str, cut: frozenset[str] = frozenset()) -> bool:
    """Whether a line of supply leads from a hex, over no road in some hexes."""
    return case.layout.supplied(place, side, cut, narrow=case.switches.taken(ROADS) == ZONES)


def _doubt(case: Case[Any], name: str) -> str:
    """The question by which a unit may be supplied after all, an open one first; empty if there is none."""
    place, side = case.unit(name).hex, case.side(name)
    rulings = [ROADS] if case.layout.supplied(place, side, narrow=True) else []
    rulings += [VILLAGES] if fed(other_way(case), place, side) else []
    if not rulings and not {ROADS, VILLAGES} & case.switches.settled.keys():
        rulings = [VILLAGES] if case.layout.otherwise.supplied(place, side, narrow=True) else []
    return min(rulings, key=lambda ruling: case.switches.reading(ruling) is not None, default="")


@outcome("CAP-15.4a", "CAP-9.3c")
def capturable(case: Case[Any], name: str) -> bool:
    """Whether an enemy combat unit stands beside a unit that could enter its hex."""
    place, enemy = case.unit(name).hex, case.battle.enemy(case.side(name))
    return any(
        _could_enter(case, other, place)
        for near in case.grid.neighbours(place)
        for other in case.layout.fighters(near, enemy)
    )


def _could_enter(case: Case[Any], other: str, place: str) -> bool:
    side = case.ground.side(case.unit(other).hex, place)
    if side.isonzo and not (side.bridge or side.footbridge):
        return False
    return not side.rock or bool(side.rates) or case.counter(other).kind.climbs


@outcome("CAP-9.3b", "CAP-9.3d", "CAP-9.3e", "CAP-15.4b", "CAP-15.4c", "CAP-4.11a")
def wanting(case: Case[Any]) -> Iterator[Due]:
    """A unit without supply is disorganised by a point, or surrenders, and is marked."""
    for name in unsupplied(case):
        doubt = _doubt(case, name)
        for due in _without_supply(case, name):
            yield from case.switches.as_we_read(doubt, due) if doubt else (due,)


def _without_supply(case: Case[Any], name: str) -> Iterator[Due]:
    side, level = case.side(name), case.unit(name).level + 1
    if level < case.threshold(name):
        yield Due("CAP-9.3b", (Disorganise(unit=name, change="more"),), until=SUPPLY, owner=side)
    elif capturable(case, name):
        yield Due("CAP-9.3c", (Leave(unit=name, why="surrendered"),), until=SUPPLY, owner=side)
        return
    if "OOS" not in case.unit(name).marks:
        yield Due("CAP-9.3e", (Show(unit=name, state="OOS", on=True),), until=SUPPLY, owner=side)
