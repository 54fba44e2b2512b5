"""Settled rulings: games that are played and judged by readings that players have settled.

Everything that may be settled is settled, to our readings or to others at random. Who plays by them is accused of
nothing, and nothing stays open for a ruling that is settled. Who plays by other readings is accused, and is told by
which ruling: whatever is illegal only because a ruling is settled names it, and what it names is what it rests on.

python -m tests.rules.shared.proof.settled GAME --count 50      # so many windows of each question
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from rules.engine.actions import Action
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Illegal, Undecided
from rules.engine.switches import Switches
from rules.engine.writing import Entry
from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.accused import ANYTHING, Accused, Way, heard
from tests.rules.shared.proof.breaches import breaches
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.hand import hand_of, logs_of
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.windows import Window, judged, windows
from tests.rules.shared.through import Edition
from vassal.errors import VassalError

LENGTH = 24
"""Actions of a window."""
EACH = 8
"""Windows of a game."""
OTHERS = 40
"""So many windows of a game that is played by other readings are judged for each that goes through a log."""
LIMIT = 700


def ours(kit: Kit[Any, Any]) -> Switches:
    """All that may be settled, as we read it."""
    return kit.switches.settle_all(f"{each.id}={each.default}" for each in kit.switches.disputes.values())


def at_random(kit: Kit[Any, Any], rng: Random) -> Switches:
    """All that may be settled, each in one of its readings."""
    disputes = kit.switches.disputes.values()
    return kit.switches.settle_all(f"{each.id}={rng.choice(each.readings)}" for each in disputes)


# ---------------------------------------------------------------------------------------------------- by the readings
def honest(window: Window, open_: Switches) -> Accused | None:
    """Who is accused in a window that is played by what is settled, or left in doubt for it.

    What is illegal in its log while all is open too comes of a log that begins in the middle of a game.
    """
    pages = window.pages(window.edition())
    way = Way("by what is settled", "", [page.entry for page in pages])
    found = [each for each in heard(window, way.strokes, ANYTHING) or () if any(map(_is_of_a_ruling, each.findings))]
    if not found:
        return None
    anyway = heard(replace(window, kit=replace(window.kit, switches=open_)), way.strokes, (Illegal,)) or ()
    known = {(each.step, finding.rule) for each in anyway for finding in each.findings if isinstance(finding, Illegal)}
    rest = tuple(
        each
        for each in found
        if any(_is_of_a_ruling(one) and (each.step, one.rule) not in known for one in each.findings)
    )
    return Accused(window.name, way, rest, ANYTHING) if rest else None


def _is_of_a_ruling(finding: Finding) -> bool:
    return isinstance(finding, Illegal) or (isinstance(finding, Undecided) and bool(finding.ruling))


# ------------------------------------------------------------------------------------------------ by other readings
@dataclass(frozen=True)
class Named:
    """A breach of what is settled: what is said of it, and whether it would be one if rulings were open."""

    where: str
    action: Action
    finding: Illegal
    vanishes: bool
    """Whether it is illegal only because something is settled."""
    rests: bool
    """Whether it is illegal only because of the rulings that it names."""

    @property
    def right(self) -> bool:
        """Whether it names what it rests on, and nothing else."""
        return self.rests if self.finding.settled else not self.vanishes

    def __str__(self) -> str:
        said = ", ".join(f"{ruling}={reading}" for ruling, reading in self.finding.settled.items()) or "nothing"
        return f"{self.where}: {self.finding.rule} {self.finding.why} at {spell(self.action)} names {said}"


@dataclass(frozen=True)
class Table:
    """A window as it is judged under some switches."""

    window: Window
    switches: Switches

    def edition(self, switches: Switches) -> Edition[Any]:
        """The edition under other switches."""
        kit = self.window.kit
        return kit.edition(kit.scenario(self.window.scenario), switches, self.window.before)

    def first_breach(self, actions: Sequence[Action]) -> Iterator[Named]:
        """What is said of the first deed that breaks a rule by what is settled."""
        position, judge = self.window.before, self.edition(self.switches).referee
        for place, action in enumerate(actions):
            after, ruling = judge.step(position, action)
            done = actions[: place + 1]
            yield from (self._named(done, each) for each in ruling.findings if isinstance(each, Illegal))
            if ruling.verdict == "illegal":
                return
            position = after

    def _named(self, done: Sequence[Action], found: Illegal) -> Named:
        """A finding of the referee; where he does not know on what it rests, as the log of it tells it."""
        vanishes = not self._still(done, self.window.kit.switches, found)
        told = self._heard(done, found) if vanishes and not found.settled else found
        open_ = self.switches.reopened(told.settled)
        rests = bool(told.settled) and not self._still(done, open_, found)
        return Named(self.window.name, done[-1], told, vanishes, rests)

    def _still(self, done: Sequence[Action], switches: Switches, finding: Illegal) -> bool:
        """Whether the last of some deeds breaks that rule by other readings too."""
        position, judge = self.window.before, self.edition(switches).referee
        for action in done[:-1]:
            position = judge.play(position, action)
        return any(
            isinstance(each, Illegal) and _alike(each, finding) for each in judge.judge(position, done[-1]).findings
        )

    def _heard(self, done: Sequence[Action], finding: Illegal) -> Illegal:
        """The same finding as it is told in a log; as it is, where nobody can write one or it is told otherwise."""
        edition, position, entries = self.edition(self.switches), self.window.before, list[Entry]()
        edition.writer.foresee(done)
        try:
            for action in done:
                entries += edition.writer.entries(position, action)
                position = edition.referee.play(position, action)
            logs = logs_of(hand_of(edition, self.window.before), entries)
        except (VassalError, LookupError, ValueError, AttributeError, TypeError):
            return finding.resting({"": "nobody can write it"})
        said, _ = judged(
            edition, self.window.before, *logs, switches=self.switches, under=lambda some: self.edition(some).referee
        )
        told = (each for one in said for each in one.findings if isinstance(each, Illegal) and _alike(each, finding))
        return next(told, finding.resting({"": "it is not told so"}))


def _alike(one: Illegal, other: Illegal) -> bool:
    return (one.rule, one.why) == (other.rule, other.why)


def unmarked(window: Window) -> bool:
    """Whether nothing is left in a window of what was settled before it."""
    return not any(due.dismissed for due in window.before.due)


# ---------------------------------------------------------------------------------------------------------- the counts
def accused(kit: Kit[Any, Any], count: int, rng: Random, tally: Counter[str]) -> Iterator[Accused]:
    """Who is accused in so many windows of games that are played by what is settled."""
    place = 0
    while tally["honest"] < count:
        switches, place = at_random(kit, rng) if place % 2 else ours(kit), place + 1
        for window in islice(windows(kit.settled(switches), rng, LENGTH, each=EACH, limit=LIMIT), EACH):
            tally.update(honest=1)
            found = honest(window, kit.switches)
            if found:
                yield found


def named(kit: Kit[Any, Any], count: int, rng: Random, limit: int = LIMIT) -> Iterator[Named]:
    """What is said in so many windows of who plays by other readings, or breaks a rule."""
    while count > 0:
        played = kit.settled(at_random(kit, rng))
        switches = ours(kit) if rng.random() < 1 / 2 else at_random(kit, rng)
        for one in islice(windows(played, rng, LENGTH, each=EACH, limit=limit), EACH * len(kit.scenarios)):
            count, window = count - 1, replace(one, kit=kit)
            if count >= 0 and unmarked(window):
                table = Table(window, switches)
                yield from table.first_breach(window.actions)
                for breach in breaches(window, rng):
                    yield from table.first_breach(breach.actions)


def figures(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Who is accused though he plays by what is settled, and who is accused and not told by what."""
    rng, tally, kinds = Random(seed), Counter[str](), Counter[bool]()
    wrong = shown(accused(kit, count, rng, tally))
    yield Figure("accused by what is settled", wrong, tally["honest"], "windows played by readings that are settled")
    nameless = shown(each for each in named(kit, OTHERS * count, rng) if _counted(each, kinds))
    yield Figure("rulings that are not named", nameless, kinds[True], "breaches of what is settled")


def _counted(found: Named, kinds: Counter[bool]) -> bool:
    kinds.update([found.vanishes or bool(found.finding.settled)])
    return not found.right


if __name__ == "__main__":
    alone(figures)
