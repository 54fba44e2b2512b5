"""Words: what somebody says that ends something, and that was not his to say, or not to be said then.

It binds who honours it. Whoever goes on as if it had not been said is not wronged by another's word, and who spoke too
early is told that once.
"""

from typing import Final, Generic, NamedTuple, TypeVar

from rules.audit.past import Deed, Past
from rules.engine.actions import Action, words_of
from rules.engine.position import Position, tables
from rules.engine.referee import OUT_OF_PLACE
from rules.engine.ruling import Facts, Illegal, Notice, Ruling

P = TypeVar("P", bound=Position)
VOID: Final = "word.void"
AFTER_WORD: Final = "word.later"
"""What is said of a deed before which the clock was moved on."""


class Word(NamedTuple, Generic[P]):
    """What was said, and at which moment it had been; or a deed between words, which was done late."""

    said: Deed[P]
    moment: int
    late: bool = False

    def binds(self, action: Action, now: int) -> bool:
        """Tell whether whoever does this is bound by it: his own word, where he was free to say it.

        Who did without something may still do it, as long as nothing else was done.
        """
        word = self.said.action
        free = self.wrong or (word.waives and now == self.moment)
        return not free and action.by in {word.by, ""}

    def runs_over(self, side: str) -> bool:
        """Tell whether a side had not done what it had to do when another one said it."""
        found = self.said.ruling.findings
        return side != self.said.action.by and any(isinstance(each, Illegal) and each.owner == side for each in found)

    @property
    def wrong(self) -> bool:
        """Whether it was not to be said then; where only something was left out before it, it was said in its time."""
        return any(isinstance(each, Illegal) and not each.owner for each in self.said.ruling.findings)


class Spoken(Generic[P]):
    """The last words of one side, while it is open whether the players go by them."""

    def __init__(self, past: Past[P]) -> None:
        self._past = past
        self._words: list[Word[P]] = []
        """Words that followed on each other, with nothing done between them."""

    def after(self, deed: Deed[P]) -> None:
        """Remember a word that changed what may be done, and that is about no piece."""
        about = {name for table in tables(deed.before).values() for name in table}
        if deed.before.stack != deed.after.stack and about.isdisjoint({*words_of(deed.action)} - {deed.action.by}):
            last = self._words[-1] if self._words else None
            goes_on = last and last.moment + 1 == self._past.count and last.said.action.by == deed.action.by
            self._words = [*(self._words if goes_on else ()), Word(deed, self._past.count)]

    def taken_as_it_lies(self, step: int) -> None:
        """From this step on the board was taken as it lay: only words of the same step stay open."""
        self._words = [each for each in self._words if each.said.step == step]

    def otherwise(self, action: Action, ruling: Ruling) -> tuple[P, Ruling] | None:
        """Return position and ruling if only the last words make a deed illegal, and its doer was not bound by them.

        A clock that was moved too early for somebody stands where it stands: it goes on once he has done what he had to
        do. Any other word counts as unsaid. A deed that is legal now is one that comes late if a word would have left
        out less after it.
        """
        wrong = ruling.verdict == "illegal"
        for place in reversed(range(len(self._words))):
            word = self._words[place]
            if word.late or not (wrong or word.runs_over(action.by)):
                continue
            if word.binds(action, self._past.count):
                return None
            found = self._past.otherwise(word.said.before, self._words[-1].moment, action)
            if found is None:
                self._words = []  # somebody has gone by them
                return None
            if found[1].verdict != "illegal":
                other = self._without(place, action, *found)
                if other and (wrong or other.better):
                    self._words = other.words
                    return other.after, other.ruling
        return None

    def _without(self, place: int, action: Action, after: P, ruling: Ruling) -> "Other[P] | None":
        """Return how all would lie without the words; none if a deed cannot have come before what was said after it."""
        words = self._words[place:]
        said = words[0].said
        facts: Facts = {"step": said.step, "log": said.log}
        if any(each.wrong or not each.said.action.clock for each in words if not each.late):
            facts = {"verb": type(said.action).__name__.lower(), **facts}
            return Other(after, Ruling((*ruling.findings, Notice(VOID, facts, owner=said.action.by))), [])
        now, still, better = self._past.count + 1, set[str](), False
        late = Word(said._replace(action=action, after=after, ruling=ruling), now, late=True)
        again = [*self._words[:place], late]
        for each in words:
            before, (after, found) = after, self._past.play(after, each.said.action)
            if any(one.why == OUT_OF_PLACE for one in found.findings):
                return None
            was, now_wrong = _left_out(each.said.ruling), _left_out(found)
            still |= now_wrong
            better = now_wrong <= was and (better or now_wrong < was)
            again.append(Word(each.said._replace(before=before, after=after, ruling=found), now, each.late))
        facts = {**facts, "still": tuple(sorted(still))}
        return Other(after, Ruling((*ruling.findings, Notice(AFTER_WORD, facts, owner=said.action.by))), again, better)


class Other(NamedTuple, Generic[P]):
    """How all would lie had a deed been done before some words: what is said of it, the words as they would be."""

    after: P
    ruling: Ruling
    words: list[Word[P]]
    better: bool = False
    """True if less was left out then, and nothing new is wrong."""


def _left_out(ruling: Ruling) -> set[str]:
    return {told_as(each, one) for each in ruling.findings if isinstance(each, Illegal) for one in each.each}


def told_as(finding: Illegal, facts: Facts) -> str:
    """What is the same of a thing that was left out, however often it is told."""
    return f"{finding.rule} {finding.why} {sorted(facts.items())}"
