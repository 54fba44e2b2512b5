"""Words: what somebody says that ends something, and that was not his to say, or not to be said then.

It binds who honours it. Whoever goes on as if it had not been said is not wronged by another's word, and who spoke too
early is told that once.
"""

from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

from rules.engine.actions import Action, words_of
from rules.engine.position import Position, tables
from rules.engine.referee import Referee
from rules.engine.ruling import Facts, Notice, Ruling

P = TypeVar("P", bound=Position)
VOID: Final = "word.void"
LONGEST: Final = 12
"""Deeds for which a word stays open that nobody has gone by and nobody gone against."""


class Word(NamedTuple, Generic[P]):
    """What was said in which step, whether it broke a rule, and how all would lie without it."""

    step: int
    action: Action
    wrong: bool
    without: P
    deeds: int = 0

    def binds(self, action: Action) -> bool:
        """Tell whether whoever does this is bound by it: his own word, where he was free to say it.

        Who did without something may still do it, as long as nothing else was done.
        """
        free = self.wrong or (self.action.waives and not self.deeds)
        return not free and action.by in {self.action.by, ""}


class Spoken(Generic[P]):
    """The last word, while it is open whether the players go by it."""

    def __init__(self, referee: Referee[P]) -> None:
        self._referee = referee
        self._word: Word[P] | None = None

    def after(self, step: int, before: P, action: Action, after: P, ruling: Ruling) -> None:
        """Remember a word that changed what may be done, and that is about no piece."""
        about = {name for table in tables(before).values() for name in table}
        if before.stack != after.stack and about.isdisjoint({*words_of(action)} - {action.by}):
            self._word = Word(step, action, ruling.verdict == "illegal", before)

    def also(self, change: Callable[[P], P]) -> None:
        """Change the board by hand, as it would lie without the word too."""
        if self._word is not None:
            self._word = self._word._replace(without=change(self._word.without))

    def over(self, step: int) -> None:
        """From this step on the board was taken as it lay: only a word of the same step stays open."""
        if self._word is not None and self._word.step != step:
            self._word = None

    def otherwise(self, action: Action, ruling: Ruling) -> tuple[P, Ruling] | None:
        """Return position and ruling if only the last word makes a deed illegal, and its doer was not bound by it.

        What would be illegal without it goes by it: then it was said.
        """
        word, self._word = self._word, None
        if word is None or word.deeds == LONGEST:
            return None
        after, other = self._referee.step(word.without, action)
        if ruling.verdict != "illegal":
            if other.verdict != "illegal":
                self._word = word._replace(without=after, deeds=word.deeds + 1)
            return None
        if other.verdict == "illegal" or word.binds(action):
            self._word = word._replace(without=after, deeds=word.deeds + 1)
            return None
        facts: Facts = {"verb": type(word.action).__name__.lower(), "step": word.step}
        return after, Ruling((*other.findings, Notice(VOID, facts, owner=word.action.by)))
