"""Sight: whether a line is free, blocked, or neither for certain."""

from collections.abc import Callable, Iterable

import msgspec

from rules.engine.answers import Answer

Free = Callable[[str], Answer]
"""Whether a named thing, or what stands in a place, leaves a line through it free."""

Line = tuple[tuple[str, ...], ...]
"""What lies between two places, from the first to the last: one place, or the two of a side the line runs along."""


class Sight(msgspec.Struct, frozen=True):
    """Whether the view is free, and what stops it first, or may stop it."""

    answer: Answer
    by: tuple[str, ...] = ()
    why: str = ""
    """The rule by which it is stopped, or the ruling by which that is open, where a game names one."""

    def __bool__(self) -> bool:
        """Refused, as of an answer."""
        return bool(self.answer)

    @property
    def clear(self) -> bool:
        """True if it is free for certain."""
        return self.answer is Answer.YES

    @property
    def blocked(self) -> bool:
        """True if it is blocked for certain."""
        return self.answer is Answer.NO


CLEAR = Sight(Answer.YES)
UNSHOWN = Sight(Answer.OPEN)
"""Nothing can be said of a line from or to what is no place that is known."""


def judged(parts: Iterable[tuple[tuple[str, ...], Answer]]) -> Sight:
    """What the parts of a line come to, each with whether it is free: blocked by the first that is, else open."""
    doubt = CLEAR
    for places, answer in parts:
        if answer is Answer.NO:
            return Sight(answer, places)
        if answer is Answer.OPEN and doubt.clear:
            doubt = Sight(answer, places)
    return doubt
