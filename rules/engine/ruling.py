"""Rulings: what is said of an action. Every broken rule is said, the most specific first."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Final, Literal

import msgspec

Fact = str | int | bool | tuple[str, ...] | tuple[int, ...]
Facts = Mapping[str, Fact]
Verdict = Literal["legal", "illegal", "undecided"]


GRAVITY: Final[Mapping[Verdict, int]] = {"legal": 0, "undecided": 1, "illegal": 2}


class Illegal(msgspec.Struct, frozen=True, tag="illegal"):
    """A rule is broken for certain; `why` is a key of the message catalogue, the facts fill it."""

    why: str
    facts: Facts = {}
    rule: str = ""
    owner: str = ""
    """The side whose duty was not done; empty where the finding is about a deed, and concerns whoever did it."""
    settled: Mapping[str, str] = {}
    """The settled rulings that it rests on, each with the reading: by another one it would be in order."""
    several: tuple[Facts, ...] = ()
    """Where it tells of several things that a side has left out: the facts of each."""

    def resting(self, settled: Mapping[str, str]) -> "Illegal":
        """The same finding, as one that rests on these settled rulings too."""
        return msgspec.structs.replace(self, settled={**self.settled, **settled}) if settled else self

    @property
    def each(self) -> tuple[Facts, ...]:
        """The facts of each thing that it tells of."""
        return self.several or (self.facts,)

    def of(self, several: tuple[Facts, ...]) -> "Illegal":
        """The same finding, told of all these things."""
        return msgspec.structs.replace(self, facts=together(several), several=several if len(several) > 1 else ())


def together(several: Iterable[Facts]) -> Facts:
    """The facts of several things as those of one: what is the same of all, or what is said of each."""
    return reduce(lambda one, other: {key: _both(fact, other[key]) for key, fact in one.items()}, several)


def _both(one: Fact, other: Fact) -> Fact:
    words = (fact if isinstance(fact, tuple) else (fact,) for fact in (one, other))
    return one if one == other else tuple(dict.fromkeys(str(word) for each in words for word in each))


class Undecided(msgspec.Struct, frozen=True, tag="undecided"):
    """It cannot be said whether a rule is broken: something was not shown, or the book can be read in two ways."""

    why: str
    facts: Facts = {}
    rule: str = ""
    missing: str = ""
    ruling: str = ""
    readings: Mapping[str, Verdict] = {}
    covered: bool = False
    """True if the action itself is known, and only what it is judged by lies covered: the game goes on from it."""
    owner: str = ""
    """The side whose duty it may have been; empty where the finding is about a deed."""

    @classmethod
    def of(cls, finding: "Finding", missing: str) -> "Undecided":
        """The same finding, as one that cannot be held against anybody because something was not shown."""
        return cls(finding.why, finding.facts, finding.rule, missing=missing, owner=finding.owner)


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """Worth saying, and nobody's offence."""

    why: str
    facts: Facts = {}
    rule: str = ""
    owner: str = ""
    """The side that it concerns, where that is not whoever acted."""
    once: bool = False
    """True where it is said once of a story, however often it is met."""


Finding = Illegal | Undecided | Notice
Found = Finding | Iterable[Finding | None] | None
"""What a check may return."""


class Ruling(msgspec.Struct, frozen=True):
    """What the referee says of one action."""

    findings: tuple[Finding, ...] = ()
    adrift: bool = False
    """True if something that followed from an earlier breach was left undone: the board may lie otherwise."""

    @property
    def verdict(self) -> Verdict:
        """The gravest of what was found."""
        kinds = {type(finding) for finding in self.findings}
        if Illegal in kinds:
            return "illegal"
        return "undecided" if Undecided in kinds else "legal"

    @property
    def legal(self) -> bool:
        """True if nothing was found but notices."""
        return self.verdict == "legal"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules named as broken or in doubt."""
        return tuple(finding.rule for finding in self.findings if not isinstance(finding, Notice))


LEGAL = Ruling()
ADRIFT = Ruling(adrift=True)


def broken(why: str, **facts: Fact) -> Illegal:
    """A broken rule; whoever runs the check adds the rule's id."""
    return Illegal(why, facts)


def unknown(missing: str, why: str = "not-shown", **facts: Fact) -> Undecided:
    """Undecided, because the log does not show what is missing."""
    return Undecided(why, facts, missing=missing)


def noted(why: str, **facts: Fact) -> Notice:
    """Something worth a remark."""
    return Notice(why, facts)


def verdict_of(finding: Finding | None) -> Verdict:
    """What a single finding amounts to."""
    match finding:
        case Illegal():
            return "illegal"
        case Undecided():
            return "undecided"
        case _:
            return "legal"
