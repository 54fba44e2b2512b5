"""Supply: who is out of it when the phase begins, and what comes of that (9.0)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.caporetto.actions import Disorganise, Leave, Show
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.layout import ROADS, ROCK, WADING
from rules.caporetto.thresholds import by_threshold
from rules.caporetto.zoned import VILLAGES, other_way
from rules.engine.obligations import Due

SUPPLY = "Supply"
LENIENT = {ROADS: "zones", ROCK: "farther", WADING: "wades"}
"""By question: the reading by which more is supplied."""


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
        if unit.hex and counter.kind.bears and not fed(case, unit.hex, counter.side):
            yield name


def fed(case: Case[Any], place: str, side: str, cut: frozenset[str] = frozenset()) -> bool:
    """Whether a line of supply leads from a hex, over no road in some hexes."""
    return case.layout.supplied(place, side, cut, _read(case))


def _read(case: Case[Any]) -> frozenset[str]:
    """The questions that are read so that more is supplied."""
    return frozenset(ruling for ruling, reading in LENIENT.items() if case.switches.taken(ruling) == reading)


def doubt(case: Case[Any], place: str, side: str, cut: frozenset[str] = frozenset()) -> str:
    """The question by which a line of supply may lead from a hex after all, an open one first; empty if there is none.

    Where one alone is not enough, all that are open are read so that more is supplied.
    """
    read = _read(case)
    rulings = [VILLAGES] if fed(other_way(case), place, side, cut) else []
    rulings += [each for each in LENIENT if case.layout.supplied(place, side, cut, read | {each})]
    open_ = [each for each in (*LENIENT, VILLAGES) if case.switches.reading(each) is None]
    if not rulings and len(open_) > 1:
        layout = case.layout.otherwise if VILLAGES in open_ else case.layout
        rulings = open_[:1] if layout.supplied(place, side, cut, read | {*open_} - {VILLAGES}) else []
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
        ruling = doubt(case, case.unit(name).hex, case.side(name))
        for due in by_threshold(case, name, partial(_without_supply, case, name)):
            yield from case.switches.as_we_read(ruling, due) if ruling else (due,)


def _without_supply(case: Case[Any], name: str, most: int) -> Iterator[Due]:
    side, level = case.side(name), case.unit(name).level + 1
    if level < most:
        yield Due("CAP-9.3b", (Disorganise(unit=name, change="more"),), until=SUPPLY, owner=side)
    elif capturable(case, name):
        yield Due("CAP-9.3c", (Leave(unit=name, why="surrendered"),), until=SUPPLY, owner=side)
        return
    if "OOS" not in case.unit(name).marks:
        yield Due("CAP-9.3e", (Show(unit=name, state="OOS", on=True),), until=SUPPLY, owner=side)
