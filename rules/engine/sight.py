"""Sight: whether a line is free, blocked, or neither for certain."""

from collections.abc import Callable, Iterable

import msgspec

from rules.engine.answers import Answer

Line = tuple[tuple[str, ...], ...]
"""What lies between two places, from the first to the last: one place, or the two of a side the line runs along."""


class Sight(msgspec.Struct, frozen=True):
    """Whether the view is free, and what stops it first, or may stop it."""

    answer: Answer
    by: tuple[str, ...] = ()

    @property
    def clear(self) -> bool:
        """True if it is free for certain."""
        return self.answer is Answer.YES

    @property
    def blocked(self) -> bool:
        """True if it is blocked for certain."""
        return self.answer is Answer.NO


CLEAR = Sight(Answer.YES)


def look(line: Line, blocks: Callable[[str], bool]) -> Sight:
    """Free unless some part of the line is blocked on every side of it."""
    for places in line:
        if all(blocks(place) for place in places):
            return Sight(Answer.NO, places)
    return CLEAR


def judged(parts: Iterable[tuple[tuple[str, ...], Answer]]) -> Sight:
    """What the parts of a line come to, each with whether it is free: blocked by the first that is, else open."""
    doubt = CLEAR
    for places, answer in parts:
        if answer is Answer.NO:
            return Sight(answer, places)
        if answer is Answer.OPEN and doubt.clear:
            doubt = Sight(answer, places)
    return doubt
