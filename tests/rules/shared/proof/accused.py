"""Who is accused where an honest game is played otherwise than its writer would: the head of several proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.audit.judged import Judged
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Illegal, Undecided
from tests.rules.shared.habits import Stroke
from tests.rules.shared.proof.hand import hand_of, logs_of
from tests.rules.shared.proof.windows import Window, judged
from vassal.errors import VassalError

Kinds = tuple[type[Finding], ...]
ANYTHING: Kinds = (Illegal, Undecided)
"""All that is more than a remark."""


@dataclass(frozen=True)
class Way:
    """An honest game as somebody else plays it: what is otherwise, in short and at length, and what is done."""

    how: str
    about: str
    strokes: Sequence[Stroke]


@dataclass(frozen=True)
class Accused:
    """Who is accused in such a game, or left in doubt."""

    where: str
    way: Way
    found: tuple[Judged, ...]
    kinds: Kinds

    @property
    def findings(self) -> Iterator[tuple[Judged, Finding]]:
        """What counts of what is said."""
        return ((each, finding) for each in self.found for finding in each.findings if isinstance(finding, self.kinds))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that are named."""
        return tuple(dict.fromkeys(finding.rule for _, finding in self.findings))

    def __str__(self) -> str:
        said = (
            f"{type(finding).__name__} {finding.rule} {finding.why} at {spell(each.action)}"
            for each, finding in self.findings
        )
        return f"{self.where} {self.way.how}: {self.way.about} -> {'; '.join(said)}"


def heard(window: Window, strokes: Sequence[Stroke], kinds: Kinds = ANYTHING) -> tuple[Judged, ...] | None:
    """Of what such findings are told in logs; nothing where they cannot be written."""
    edition = window.edition()
    edition.writer.foresee(window.actions)
    try:
        logs = logs_of(hand_of(edition, window.before), strokes)
    except VassalError:
        return None
    said = judged(edition, window.before, *logs)[0]
    return tuple(each for each in said if any(isinstance(finding, kinds) for finding in each.findings))


def accused(
    window: Window, plain: Sequence[Stroke], ways: Iterable[Way], tally: Counter[str], kinds: Kinds = ANYTHING
) -> Iterator[Accused]:
    """Who is accused in a window that is played in these ways, if nobody is where it is played plainly."""
    if heard(window, plain, kinds) != ():
        tally.update(unclear=1)
        return
    tally.update(windows=1)
    for way in ways:
        said = heard(window, way.strokes, kinds)
        tally.update(["unwritten"] if said is None else ["tried", way.how])
        if said:
            tally.update(["accused", f"{way.how} accused"])
            yield Accused(window.name, way, said, kinds)
