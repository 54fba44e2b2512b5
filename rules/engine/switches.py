"""Switches: how the players settled what the book leaves open. Unset, such a question stays open."""

from collections.abc import Container, Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Self

import msgspec
from msgspec import structs

from rules.engine.actions import Action
from rules.engine.answers import Answer
from rules.engine.obligations import Dismissed, Due, Otherwise
from rules.engine.ruling import Finding, Illegal, Undecided, Verdict, verdict_of


class Dispute(msgspec.Struct, frozen=True):
    """A question the book leaves open: its ledger id, the readings there are, and the one we would take."""

    id: str
    readings: tuple[str, ...]
    default: str


class SwitchError(ValueError):
    """A switch names a ruling or a reading that does not exist."""


class Switches:
    """The readings that were settled; everything else is open."""

    __slots__ = ("_disputes", "_settled")

    def __init__(self, disputes: Iterable[Dispute] = (), settled: Mapping[str, str] = MappingProxyType({})) -> None:
        self._disputes = {dispute.id: dispute for dispute in disputes}
        self._settled = dict(settled)
        for ruling, reading in self._settled.items():
            self._expect(ruling, reading)

    def _expect(self, ruling: str, reading: str) -> None:
        if ruling not in self._disputes:
            known = sorted(self._disputes, key=lambda each: (len(each), each)) or ["-"]
            near = get_close_matches(ruling, known, 3)
            if near:
                raise SwitchError(f"there is no ruling {ruling}; did you mean {', '.join(near)}?")
            raise SwitchError(f"there is no ruling {ruling}; the first is {known[0]}, the last {known[-1]}")
        if reading not in self._disputes[ruling].readings:
            readings = ", ".join(self._disputes[ruling].readings)
            raise SwitchError(f"{ruling} has no reading {reading}; it has {readings}")

    def settle(self, ruling: str, reading: str) -> Self:
        """The same switches with one more question settled."""
        return type(self)(self._disputes.values(), {**self._settled, ruling: reading})

    def reopened(self, rulings: Container[str]) -> Self:
        """The same switches with some questions as open as they were."""
        kept = {name: reading for name, reading in self._settled.items() if name not in rulings}
        return type(self)(self._disputes.values(), kept)

    def settle_all(self, assignments: Iterable[str]) -> Self:
        """The same switches with `AMB-08=strict` and the like settled."""
        switches = self
        for assignment in assignments:
            ruling, separator, reading = assignment.partition("=")
            if not separator:
                raise SwitchError(f"{assignment}: a ruling is settled as RULING=READING")
            switches = switches.settle(ruling.strip(), reading.strip())
        return switches

    def reading(self, ruling: str) -> str | None:
        """The settled reading, or None while the question is open."""
        return self._settled.get(ruling)

    def taken(self, ruling: str) -> str:
        """The reading to play on with: the settled one, or the recommended one."""
        return self._settled.get(ruling) or self._disputes[ruling].default

    def read_otherwise(self, ruling: str) -> bool:
        """True once players have settled a reading that is not ours."""
        settled = self._settled.get(ruling)
        return settled is not None and settled != self._dispute(ruling).default

    def among(self, ruling: str, readings: Mapping[str, Finding | None]) -> Finding | None:
        """What a disputed question comes to; a reading that is not listed finds nothing.

        Settled, it is that reading's finding. Open, it is undecided where the readings differ; but what is in order as
        we read it is left alone until players settle another reading.
        """
        settled = self.reading(ruling)
        known = self._disputes.get(ruling)
        if settled is not None:
            found = readings.get(settled)
            others = (readings.get(name) for name in (known.readings if known else ()))
            return self.resting(ruling, found) if any(not isinstance(each, Illegal) for each in others) else found
        verdicts = {name: verdict_of(readings.get(name)) for name in (*readings, *(known.readings if known else ()))}
        if "illegal" not in verdicts.values() and "undecided" not in verdicts.values():
            return next((finding for finding in readings.values() if finding), None)
        if known and readings.get(known.default) is None:
            return None
        if set(verdicts.values()) == {"illegal"}:
            return next(iter(readings.values()))
        gravest = next(finding for finding in readings.values() if isinstance(finding, Illegal | Undecided))
        return Undecided(gravest.why, gravest.facts, gravest.rule, "", ruling, verdicts)

    def doubtful(self, ruling: str, finding: Finding | None) -> Finding | None:
        """What is wrong as we read it and in order by the other reading: undecided while the question is open."""
        return self.among(ruling, {name: finding if ours else None for name, ours in self._read(ruling)})

    def unless(self, answer: Answer, found: Illegal, ruling: str) -> Finding | None:
        """The finding of a rule that demands a yes: the broken one on a certain no, in doubt by the ruling if open."""
        return None if answer is Answer.YES else self.doubtful(ruling, found) if answer is Answer.OPEN else found

    def tolerated(self, ruling: str, finding: Finding | None) -> Finding | None:
        """What is in order as we read it: wrong only once players have settled another reading."""
        return self.resting(ruling, finding) if self.read_otherwise(ruling) else None

    def resting(self, ruling: str, finding: Finding | None) -> Finding | None:
        """A finding that there is by the settled reading and not by another: it names the ruling."""
        return finding.resting({ruling: self._settled[ruling]}) if isinstance(finding, Illegal) else finding

    def disputed(self, ruling: str, finding: Illegal) -> Finding | None:
        """What is in order as we read it, but not so surely that it passes: undecided while the question is open."""
        if self.reading(ruling) is not None:
            return self.tolerated(ruling, finding)
        verdicts: dict[str, Verdict] = {name: "legal" if ours else "illegal" for name, ours in self._read(ruling)}
        return Undecided(finding.why, finding.facts, finding.rule, "", ruling, verdicts)

    def as_we_read(self, ruling: str, due: Due, *options: Action) -> tuple[Due, ...]:
        """What is due by our reading of a disputed rule; the other reading wants these options, or nothing."""
        if not self.read_otherwise(ruling):
            return (self._beside(ruling, due, options),)
        theirs = structs.replace(due, options=options, must=due.must and bool(options))
        return (self._beside(ruling, theirs, due.options),)

    def as_others_read(self, ruling: str, due: Due) -> tuple[Due, ...]:
        """What is due only by the other reading of a disputed rule; while that is open it is a doubtful permission.

        Settled not to be due it permits nothing, and tells whoever does it what he rests on.
        """
        if self.read_otherwise(ruling):
            return (self._beside(ruling, due, ()),)
        return (self._beside(ruling, structs.replace(due, options=(), must=False), due.options),)

    def _beside(self, ruling: str, due: Due, options: tuple[Action, ...]) -> Due:
        """What is due, and what another reading wants; of two open questions the later one is asked."""
        return structs.replace(due, otherwise=(*due.dismissed, self.otherwise(ruling, options)))

    def otherwise(self, ruling: str, options: tuple[Action, ...]) -> Otherwise:
        """What the other reading of a disputed rule wants, if it is open; else what one that was not settled wants."""
        verdicts: dict[str, Verdict] = {name: "illegal" if ours else "legal" for name, ours in self._read(ruling)}
        settled = self.reading(ruling)
        return Dismissed(ruling, verdicts, options, settled) if settled else Otherwise(ruling, verdicts, options)

    def _dispute(self, ruling: str) -> Dispute:
        """A question, or one that stays open if nobody has declared it."""
        return self._disputes.get(ruling) or Dispute(ruling, ("ruling", "other"), "ruling")

    def _read(self, ruling: str) -> tuple[tuple[str, bool], ...]:
        """The readings of a question, each with whether it is ours."""
        dispute = self._dispute(ruling)
        return tuple((name, name == dispute.default) for name in dispute.readings)

    @property
    def settled(self) -> Mapping[str, str]:
        """All that was settled, for the head of a report."""
        return MappingProxyType(self._settled)

    @property
    def chosen(self) -> Mapping[str, str]:
        """What was settled where there is another reading; what the edition in play answers has one only."""
        return {name: reading for name, reading in self._settled.items() if len(self._disputes[name].readings) > 1}

    @property
    def disputes(self) -> Mapping[str, Dispute]:
        """All questions, by id."""
        return MappingProxyType(self._disputes)
