"""Allowed: a number that several readings of the book give."""

from collections.abc import Iterable

import msgspec

from rules.engine.ruling import Finding
from rules.engine.switches import Switches

Other = tuple[int, str]
"""A value that another reading gives, and the ruling."""


class Allowed(msgspec.Struct, frozen=True):
    """A number that must be right: the one we read in the book, others that are accepted, and doubtful ones."""

    ours: int
    also: tuple[int, ...] = ()
    doubtful: tuple[Other, ...] = ()
    settled: tuple[Other, ...] = ()
    """Values that a ruling gives by a reading that was not settled: they are wrong, and name it."""

    def __contains__(self, value: object) -> bool:
        return value == self.ours or value in self.also

    def judge(self, switches: Switches, value: int | None, finding: Finding) -> Finding | None:
        """What is to be said of the number that was given; nothing if none was."""
        if value is None or value in self:
            return None
        ruling = next((ruling for other, ruling in (*self.doubtful, *self.settled) if other == value), "")
        if not ruling:
            return finding
        return (
            switches.doubtful(ruling, finding)
            if switches.reading(ruling) is None
            else switches.resting(ruling, finding)
        )

    def taken(self, value: int | None) -> int:
        """The number to go on with: the one that was given if any reading allows it, else ours."""
        return self.ours if value is None or value not in self.every else value

    def from_now_on(self, value: int | None) -> tuple[int, ...]:
        """The numbers to go on with, that which counts first: what was given wrongly is told, and then it stands."""
        return tuple(dict.fromkeys((self.taken(value), *self.every, *(() if value is None else (value,)))))

    @property
    def every(self) -> tuple[int, ...]:
        """All values that some reading allows, ours first."""
        return tuple(dict.fromkeys((self.ours, *self.also, *(value for value, _ in self.doubtful))))


def allow(switches: Switches, ours: int, *, also: Iterable[Other] = (), doubtful: Iterable[Other] = ()) -> Allowed:
    """What is allowed: accepted and doubtful values count while their ruling is open; settled, one value is left."""
    accepted: list[Other] = []
    open_to: list[Other] = []
    settled: list[Other] = []
    for kept, others in ((accepted, also), (open_to, doubtful)):
        for value, ruling in others:
            if switches.read_otherwise(ruling):
                settled.append((ours, ruling))
                ours = value
            elif switches.reading(ruling) is not None:
                settled.append((value, ruling))
            elif value != ours:
                kept.append((value, ruling))
    wrong = tuple(each for each in settled if each[0] != ours)
    return Allowed(ours, tuple(value for value, _ in accepted), tuple(open_to), wrong)
