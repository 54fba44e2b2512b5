"""What results do to units: points of disorganisation, steps, surrender, retreat (12.1.5, 12.2.10, 12.3.4, 15.4)."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rules.caporetto.actions import Disorganise, Leave, Lose, Show
from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.turn.supply import capturable
from rules.engine.obligations import Due

ACTION = "Acting"
RESULT = re.compile(r"(?:D(?P<points>\d))?(?P<retreat>R)?(?:/(?P<steps>\d))?(?: ?(?P<cut>[ST]))?")


class Result(NamedTuple):
    """What stands in a box of a table."""

    points: int = 0
    steps: int = 0
    retreat: bool = False
    cut: bool = False
    trench: bool = False


def read(text: str) -> Result:
    """What a box says; nothing for a dash."""
    found = RESULT.fullmatch(text.strip())
    if found is None:
        return Result()
    cut = found["cut"] or ""
    return Result(int(found["points"] or 0), int(found["steps"] or 0), bool(found["retreat"]), bool(cut), cut == "T")


@outcome("CAP-12.1.5c", "CAP-12.2.10b", "CAP-12.3.4b", "CAP-15.4a", "CAP-15.4b", "CAP-3.0w", "CAP-18.6b")
def disorganised(
    case: Case[Any], names: Iterable[str], points: int, rule: str, *, spared: bool = False
) -> Iterator[Due]:
    """Each unit gets the points; at its threshold it surrenders beside an enemy, or else, or spared, keeps one less."""
    for name in names:
        level, most = case.unit(name).level, case.threshold(name)
        side = case.side(name)
        if level + points >= most and not spared and capturable(case, name):
            yield Due("CAP-15.4a", (Leave(unit=name, why="surrendered"),), until=ACTION, owner=side)
            continue
        for _ in range(min(points, most - 1 - level)):
            yield Due(rule, (Disorganise(unit=name, change="more"),), until=ACTION, owner=side)


@outcome("CAP-12.1.5d", "CAP-12.2.10c", "CAP-12.3.4c", "CAP-16.1b")
def stepped(case: Case[Any], names: Iterable[str], steps: int, rule: str) -> Iterator[Due]:
    """The target loses so many steps in all, by its owner's choice."""
    known = tuple(names)
    left = sum(case.steps(name) for name in known)
    options = (
        *(Lose(unit=name) for name in known if case.steps(name) > 1),
        *(Leave(unit=name, why="lost") for name in known if case.steps(name) <= steps),
    )
    for _ in range(min(steps, left)):
        yield Due(rule, options, until=ACTION, owner=case.side(known[0]))


@outcome("CAP-12.1.5e", "CAP-12.2.10d", "CAP-7.8g", "CAP-12.2.10f")
def cut_off(case: Case[Any], names: Iterable[str], rule: str) -> Iterator[Due]:
    """Units that are cut off are out of command."""
    for name in names:
        if "OOC" not in case.unit(name).marks:
            yield Due(rule, (Show(unit=name, state="OOC", on=True),), until=ACTION, owner=case.side(name))
