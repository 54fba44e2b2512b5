"""Doubts: what the book leaves open is undecided, and names the ruling; numbers that several readings allow."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from rules.barbarossa.state.case import Case
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Illegal, Undecided, Verdict

A = TypeVar("A", bound=Action)


def doubtful(case: Case[A], ruling: str, finding: Illegal) -> Finding | None:
    """Undecided while the ruling is open; once it is settled, wrong by our reading and in order by any other."""
    dispute, settled = case.switches.disputes.get(ruling), case.switches.reading(ruling)
    if settled is not None and dispute is not None:
        return finding if settled == dispute.default else None
    readings: dict[str, Verdict] = {}
    if dispute is not None:
        readings = {name: "illegal" if name == dispute.default else "legal" for name in dispute.readings}
    return Undecided(finding.why, finding.facts, finding.rule, ruling=ruling, readings=readings)


def disputed(case: Case[A], ruling: str, finding: Illegal) -> Finding | None:
    """Undecided while the ruling is open; once it is settled, in order by our reading and wrong by any other."""
    dispute, settled = case.switches.disputes.get(ruling), case.switches.reading(ruling)
    if settled is not None and dispute is not None:
        return finding if settled != dispute.default else None
    readings: dict[str, Verdict] = {}
    if dispute is not None:
        readings = {name: "legal" if name == dispute.default else "illegal" for name in dispute.readings}
    return Undecided(finding.why, finding.facts, finding.rule, ruling=ruling, readings=readings)


def tolerated(case: Case[A], ruling: str, finding: Illegal) -> Finding | None:
    """In order as we read it; wrong only once players have settled another reading."""
    return finding if read_otherwise(case, ruling) else None


def read_otherwise(case: Case[A], ruling: str) -> bool:
    """True once players have settled a reading that is not ours."""
    dispute, settled = case.switches.disputes.get(ruling), case.switches.reading(ruling)
    return dispute is not None and settled not in {None, dispute.default}


class Allowed(msgspec.Struct, frozen=True):
    """A number that must be right: the one we read in the book, others that are accepted, and doubtful ones."""

    ours: int
    also: tuple[int, ...] = ()
    doubtful: tuple[tuple[int, str], ...] = ()
    """Values that another reading would give, each with the ruling."""

    def __contains__(self, value: object) -> bool:
        return value == self.ours or value in self.also

    def judge(self, case: Case[A], value: int | None, finding: Illegal) -> Finding | None:
        """What is to be said of the number that was given; nothing if none was."""
        if value is None or value in self:
            return None
        ruling = next((ruling for other, ruling in self.doubtful if other == value), "")
        return doubtful(case, ruling, finding) if ruling else finding

    def taken(self, value: int | None) -> int:
        """The number to go on with: the one that was given if any reading allows it, else ours."""
        return self.ours if value is None or value not in self.every else value

    @property
    def every(self) -> tuple[int, ...]:
        """All values that some reading allows, ours first."""
        return tuple(dict.fromkeys((self.ours, *self.also, *(value for value, _ in self.doubtful))))


Other = tuple[int, str]
"""A value that another reading gives, and the ruling."""


def allow(case: Case[A], ours: int, *, also: Iterable[Other] = (), doubtful: Iterable[Other] = ()) -> Allowed:
    """What is allowed: accepted and doubtful values count while their ruling is open; settled, one value is left."""
    accepted: list[int] = []
    open_to: list[Other] = []
    for value, ruling in also:
        if read_otherwise(case, ruling):
            ours = value
        elif case.switches.reading(ruling) is None and value != ours:
            accepted.append(value)
    for value, ruling in doubtful:
        if read_otherwise(case, ruling):
            ours = value
        elif case.switches.reading(ruling) is None and value != ours:
            open_to.append((value, ruling))
    return Allowed(ours, tuple(accepted), tuple(open_to))
