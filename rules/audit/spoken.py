"""Words: what somebody says that ends something, and that was not his to say, or not to be said then.

It binds who honours it. Whoever goes on as if it had not been said is not wronged by another's word, and who spoke too
early is told that once.
"""

from typing import Final, Generic, NamedTuple, TypeVar

from rules.audit.past import Deed, Past
from rules.engine.actions import Action, words_of
from rules.engine.position import Position, tables
from rules.engine.ruling import Facts, Illegal, Notice, Ruling

P = TypeVar("P", bound=Position)
VOID: Final = "word.void"


class Word(NamedTuple, Generic[P]):
    """What was said, and at which moment it had been."""

    said: Deed[P]
    moment: int

    def binds(self, action: Action, now: int) -> bool:
        """Tell whether whoever does this is bound by it: his own word, where he was free to say it.

        Who did without something may still do it, as long as nothing else was done.
        """
        word, found = self.said.action, self.said.ruling.findings
        # Where only something was left out before it, it was said in its time.
        wrong = any(isinstance(each, Illegal) and not each.owner for each in found)
        free = wrong or (word.waives and now == self.moment)
        return not free and action.by in {word.by, ""}


class Spoken(Generic[P]):
    """The last word, while it is open whether the players go by it."""

    def __init__(self, past: Past[P]) -> None:
        self._past = past
        self._word: Word[P] | None = None

    def after(self, deed: Deed[P]) -> None:
        """Remember a word that changed what may be done, and that is about no piece."""
        about = {name for table in tables(deed.before).values() for name in table}
        if deed.before.stack != deed.after.stack and about.isdisjoint({*words_of(deed.action)} - {deed.action.by}):
            self._word = Word(deed, self._past.count)

    def over(self, step: int) -> None:
        """From this step on the board was taken as it lay: only a word of the same step stays open."""
        if self._word is not None and self._word.said.step != step:
            self._word = None

    def otherwise(self, action: Action, ruling: Ruling) -> tuple[P, Ruling] | None:
        """Return position and ruling if only the last word makes a deed illegal, and its doer was not bound by it."""
        word = self._word
        if word is None or ruling.verdict != "illegal" or word.binds(action, self._past.count):
            return None
        found = self._past.otherwise(word.said.before, word.moment, action)
        if found is None:
            self._word = None  # somebody has gone by it
        if found is None or found[1].verdict == "illegal":
            return None
        self._word, (after, other), said = None, found, word.said
        facts: Facts = {"verb": type(said.action).__name__.lower(), "step": said.step}
        return after, Ruling((*other.findings, Notice(VOID, facts, owner=said.action.by)))
