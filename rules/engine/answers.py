"""Answers: yes, no, or open. Only a certain answer makes a finding; what is open is said to be open."""

from collections.abc import Iterable
from enum import Enum

import msgspec

from rules.engine.ruling import Finding, Illegal, Undecided


class Answer(Enum):
    """What can be said of a question about places; an open one is nobody's offence."""

    YES = "yes"
    NO = "no"
    OPEN = "open"

    def __bool__(self) -> bool:
        """Refused: whoever asks must say what an open answer means to him."""
        raise TypeError("an answer is yes, no or open; compare it")

    @classmethod
    def of(cls, truth: bool) -> "Answer":
        """The certain answer."""
        return cls.YES if truth else cls.NO

    def __invert__(self) -> "Answer":
        return Answer.NO if self is Answer.YES else Answer.YES if self is Answer.NO else self


def every(answers: Iterable[Answer]) -> Answer:
    """Yes if all are, no if one is, else open."""
    found = Answer.YES
    for each in answers:
        if each is Answer.NO:
            return each
        if each is Answer.OPEN:
            found = each
    return found


def some(answers: Iterable[Answer]) -> Answer:
    """Yes if one is, no if all are, else open."""
    found = Answer.NO
    for each in answers:
        if each is Answer.YES:
            return each
        if each is Answer.OPEN:
            found = each
    return found


def unless(answer: Answer, broken: Illegal, missing: str) -> Finding | None:
    """The finding of a rule that demands a yes: the broken one on a certain no, undecided while it is open."""
    if answer is Answer.OPEN:
        return Undecided(broken.why, broken.facts, broken.rule, missing=missing)
    return broken if answer is Answer.NO else None


NO_LIMIT = 1 << 30
"""Farther than anything lies: so far off is what nobody has shown."""


class Measured(msgspec.Struct, frozen=True):
    """A distance in whole units: rounded down and rounded up, and how far off it may be either way."""

    short: int
    long: int
    slack: int = 0

    @classmethod
    def exact(cls, distance: int) -> "Measured":
        """A distance that is counted and not measured."""
        return cls(distance, distance)

    @classmethod
    def unknown(cls) -> "Measured":
        """A distance of which nothing can be said, because an end of it is no place that is known."""
        return cls(0, 0, NO_LIMIT)

    def within(self, most: int) -> Answer:
        """Whether it is at most so far."""
        if self.long + self.slack <= most:
            return Answer.YES
        return Answer.NO if self.long - self.slack > most else Answer.OPEN

    def at_least(self, least: int) -> Answer:
        """Whether it is so far or farther."""
        if self.short - self.slack >= least:
            return Answer.YES
        return Answer.NO if self.short + self.slack < least else Answer.OPEN
