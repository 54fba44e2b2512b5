"""Who is in command: a path of hexes from the headquarters, barred by enemies, doubtful through their zones (7.1)."""

from collections.abc import Set
from typing import Any

from rules.caporetto.book import outcome
from rules.caporetto.case import Case


@outcome("CAP-7.1a", "CAP-7.1b", "CAP-7.1c", "CAP-3.0m", "CAP-7.7a")
def in_range(case: Case[Any], hq: str, place: str, passed: Set[str] | None) -> frozenset[str]:
    """The hexes to which a command path leads, through no zone but those passed; through all if none is named."""
    counter, layout = case.counter(hq), case.layout
    side, enemy = counter.side, case.battle.enemy(counter.side)

    def cost(_: str, near: str) -> int | None:
        if layout.fighters(near, enemy):
            return None
        barred = passed is not None and near not in passed and layout.threatened(near, side)
        return None if barred and not layout.there(near, side) else 1

    of = (side, place, counter.command, None if passed is None else frozenset(passed))
    return layout.once(of, lambda: frozenset(case.grid.reach(place, cost, counter.command).costs))


def members(case: Case[Any], formation: str) -> tuple[str, ...]:
    """The units of a formation that are on the map, its headquarters left out."""
    return tuple(
        name
        for name, unit in case.before.units.items()
        if unit.hex and case.counter(name).formation == formation and not case.counter(name).kind.hq
    )


def commanded(case: Case[Any], names: tuple[str, ...], hq: str, place: str, passed: Set[str] | None) -> frozenset[str]:
    """Those of some units that are in command."""
    reached = in_range(case, hq, place, passed)
    return frozenset(name for name in names if case.unit(name).hex in reached)
