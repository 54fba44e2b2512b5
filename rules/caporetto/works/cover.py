"""What trenches do for those who hold them, in levels; nothing is said where that is open (17.4, 17.6, 17.9)."""

from collections.abc import Iterable
from typing import Any

from rules.caporetto.battle import Side
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.fire.sight import emplaced


@outcome("CAP-17.4a", "CAP-17.6a")
def within(case: Case[Any], place: str, side: str) -> int | None:
    """The level of the trench in a hex that helps a side; whether one that it has taken does is open."""
    found = case.ground.hexes[place]
    return None if found.deep and found.trench != side else found.deep


@outcome("CAP-17.9a", "CAP-12.1.7c")
def along(sides: Iterable[Side], side: str) -> int | None:
    """The level of the trenches along the sides that are crossed: of all of them, and all alike."""
    known = {each.deep if each.trench in {"", side} else None for each in sides}
    return known.pop() if len(known) == 1 else None if None in known or len(known - {0}) > 1 else 0


def both(inside: int | None, beside: int | None) -> int | None:
    """The level of trenches of which those in the hex and those along its sides are not added up by the book."""
    if inside is None or beside is None or (inside and beside):
        return None
    return inside + beside


def against_assault(case: Case[Any], place: str, side: str, origins: Iterable[str]) -> int | None:
    """What trenches add to a hex that is attacked from some others."""
    return both(within(case, place, side), along((case.ground.side(each, place) for each in origins), side))


@outcome("CAP-17.9b")
def against_fire(case: Case[Any], place: str, side: str, supporting: Iterable[str], *, guns: bool) -> int | None:
    """What trenches take from fire at a hex: of guns from wherever it comes, of others as far as it crosses them."""
    if not guns:
        return against_assault(case, place, side, supporting)
    around = [case.ground.side(place, near) for near in case.grid.neighbours(place)]
    found = along((each for each in around if each.trench), side) if any(each.trench for each in around) else 0
    return both(within(case, place, side), found)


def of_firers(case: Case[Any], names: Iterable[str]) -> int | None:
    """What their own trenches add to the fire of defenders: the best one, unless only guns stand in that."""
    known = [(emplaced(case, name), within(case, case.unit(name).hex, case.side(name))) for name in names]
    levels = [(guns, level) for guns, level in known if level is not None]
    best = max((level for guns, level in levels if not guns), default=0)
    return best if len(levels) == len(known) and all(level <= best for _, level in levels) else None
