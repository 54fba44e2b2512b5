"""Waiting: nobody has left out anything before he has done something else.

What a side still owed when another one went on is held against it once its own next deed is a different one. Where it
makes that good first it was only not waited for, and whoever went on hears so.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, NamedTuple, TypeGuard

from msgspec.structs import replace

from rules.audit.chain import Part
from rules.audit.judged import Judged
from rules.audit.spoken import AFTER_WORD, VOID, told_as
from rules.engine.actions import words_of
from rules.engine.referee import OUT_OF_PLACE
from rules.engine.ruling import Fact, Facts, Finding, Illegal, Notice, Undecided

LATE: Final = "late.done"
"""What is said where somebody did later what another one had not waited for."""
OVER_THE_HEAD: Final = "late.over-the-head"
"""What is said where whoever had not waited acted as well, before it was done."""
AT_ONCE: Final = "late.at-once"
"""What is said where somebody ended several things in one go, and another one had still something to do."""


class Owed:
    """What a side had not done when another one went on."""

    def __init__(self, finding: Illegal, log: str, gone_on: Judged, *, at_once: bool) -> None:
        self._finding, self._gone_on, self.where = finding, gone_on, (log, gone_on.step)
        self._at_once = at_once
        """True where several things were ended in one go, and nobody could act between."""
        self._relied = False
        """True once whoever ended something had acted before it was done."""
        self.said: Sequence[Finding] | None = None
        """What is to be said of it, as soon as that is known."""

    def hear(self, log: str, later: Judged) -> bool:
        """Go on with a later deed; tell whether it made good what was owed."""
        if self.said is not None:
            return False
        owed = self._finding.each
        over = [each for each in later.findings if _is_of_a_word(each) and _where(each) == self.where]
        left = tuple(each for each in owed if each.get("expected") not in later.makes_good)
        left = tuple(each for each in left if all(told_as(self._finding, each) in _still(word) for word in over))
        if later.player != self._finding.owner and len(left) == len(owed):
            self._go_on(log, later)
            return False
        done = len(left) < len(owed)
        if not left:
            self.said = tuple(self._forgiven(later.step))
        elif done:
            self._finding = self._finding.of(left)
        elif not (later.action.follows or later.makes_good or any(map(_is_of_a_word, later.findings))):
            self.said = tuple(self._held_against_somebody())
        return done

    @property
    def at_the_end(self) -> Sequence[Finding]:
        """What is to be said where the logs end: whether it was left out is open."""
        return (Undecided.of(self._finding, "rest"),) if self.said is None else self.said

    def _go_on(self, log: str, later: Judged) -> None:
        if later.player == self._gone_on.player and self._gone_on.action.clock:
            self._relied = self._relied or acts(later)
            self._at_once = self._at_once or (later.action.clock and (log, later.step) == self.where)

    def _forgiven(self, step: int) -> Iterator[Finding]:
        facts: Facts = {"side": self._finding.owner, "step": step}
        rule, mover = self._finding.rule, self._gone_on.player
        if self._relied:
            yield Undecided(OVER_THE_HEAD, facts, rule, missing="agreed", owner=mover)
        elif mover != self._finding.owner:
            yield Notice(LATE, facts, rule, owner=mover)

    def _held_against_somebody(self) -> Iterator[Finding]:
        """Yield what is to be said once it was left out: against whom is open where nobody could act any more."""
        if not self._at_once:
            yield self._finding
            return
        left, rule = self._finding, self._finding.rule
        yield Undecided(AT_ONCE, {"side": left.owner}, rule, missing="agreed", owner=self._gone_on.player)
        yield Notice(left.why, left.facts, rule, owner=left.owner)


def acts(judged: Judged) -> bool:
    """Tell whether somebody does something of his own: not what follows, and no mere word."""
    action = judged.action
    return not (action.follows or action.clock or {*words_of(action)} <= {action.by})


class Held(NamedTuple):
    """What was judged, with what is said of it; of what somebody owes that is not known yet."""

    part: Part
    judged: Judged
    said: Sequence[Finding | Owed]

    @property
    def owing(self) -> Iterator[Owed]:
        """What somebody owes."""
        return (each for each in self.said if isinstance(each, Owed))

    def in_order_after(self, late: Judged) -> "Held":
        """Return it without the haste, if it was done too early only because it was not waited for this."""
        said = [each for each in self.said if isinstance(each, Owed) or each.why != OUT_OF_PLACE or each.owner]
        return self if late.player == self.judged.player else self._replace(said=said)

    def told(self) -> tuple[Part, Judged]:
        """Return it as it is to be told."""
        if len(self.said) == len(self.judged.findings) and not any(self.owing):
            return self.part, self.judged
        findings = list[Finding]()
        for each in self.said:
            new = each.at_the_end if isinstance(each, Owed) else (each,)
            findings += [finding for finding in new if finding not in findings]
        return self.part, replace(self.judged, findings=tuple(findings))


def when_known(story: Iterable[tuple[Part, Judged]]) -> Iterator[tuple[Part, Judged]]:
    """Yield what was judged, as soon as it is known of each side what it does after another one went on."""
    held, last, told = deque[Held](), ("", 0, ""), set[tuple[Fact, Fact]]()
    done = set[str]()
    for part, judged in story:
        good = [owed for each in held for owed in each.owing if owed.hear(part.name, judged)]
        told |= {owed.where for owed in good}
        if good and judged.comes_first:
            held = deque(each.in_order_after(judged) for each in held)
        findings = [each for each in judged.findings if not (_is_of_a_word(each) and _where(each) in told)]
        told |= {_where(each) for each in judged.findings if _is_of_a_word(each)}
        now = part.name, judged.step, judged.player if judged.action.clock else ""
        at_once = judged.action.clock and now == last
        said = [Owed(x, part.name, judged, at_once=at_once) if _is_owed(x, judged, done) else x for x in findings]
        held.append(Held(part, judged, said))
        while held and all(owed.said is not None for owed in held[0].owing):
            yield held.popleft().told()
        last = now
        done = set() if judged.action.clock else done | ({judged.player} if _says_so(judged) else set())
    yield from (each.told() for each in held)


def _is_owed(finding: Finding, judged: Judged, done: Set[str]) -> TypeGuard[Illegal]:
    """Tell whether a side may still do what it has left out: not who went on himself, or had said that he was done."""
    own = "" if judged.held else judged.player
    return isinstance(finding, Illegal) and finding.owner not in {"", own, *done}


def _says_so(judged: Judged) -> bool:
    """Tell whether somebody only says a word of his own."""
    return not (judged.action.follows or judged.action.clock or acts(judged))


def _is_of_a_word(finding: Finding) -> bool:
    return finding.why in {AFTER_WORD, VOID}


def _where(finding: Finding) -> tuple[Fact, Fact]:
    """The log and the step of the word over which something was done."""
    return finding.facts["log"], finding.facts["step"]


def _still(finding: Finding) -> tuple[object, ...]:
    """What had still been left out, had that been done before the word."""
    found = finding.facts.get("still", ())
    return found if isinstance(found, tuple) else ()
