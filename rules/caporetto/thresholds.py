"""The level at which a unit surrenders: on which side of its counter it is printed is a question (15.4)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.caporetto.case import FRONT, Case
from rules.engine.obligations import Due


def by_threshold(case: Case[Any], name: str, dues: Callable[[int], Iterable[Due]]) -> Iterator[Due]:
    """What is due of a unit by its threshold; what would be due by the other reading is permitted too."""
    ours, theirs = (tuple(dues(most)) for most in (case.threshold(name), case.other_threshold(name)))
    if ours == theirs:
        yield from ours
        return
    wanted = tuple(dict.fromkeys(option for due in theirs for option in due.options))
    for due in ours:
        yield from case.switches.as_we_read(FRONT, due, *(each for each in wanted if each not in due.options))
    for due in theirs if not ours else ():
        yield from case.switches.as_others_read(FRONT, due)


def wearied(case: Case[Any], name: str, due: Due, level: int) -> Iterator[Due]:
    """A point that is due where it brings a unit to a level below its threshold."""

    def short_of(most: int) -> Iterator[Due]:
        yield from (due,) if level < most else ()

    yield from by_threshold(case, name, short_of)
