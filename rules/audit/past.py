"""What was done of late, and how all would lie without something of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final, Generic, NamedTuple, TypeVar

from rules.engine.actions import Action
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.ruling import LEGAL, Illegal, Ruling

P = TypeVar("P", bound=Position)
LOOK_BACK: Final = 24
"""Deeds that are looked back at."""


class Deed(NamedTuple, Generic[P]):
    """A deed that was judged: where it stands, the position before and after it, what was said of it."""

    log: str
    step: int
    before: P
    action: Action
    after: P
    ruling: Ruling


class Past(Generic[P]):
    """The deeds of late, and what was changed by hand between them, in their order."""

    def __init__(self, referee: Referee[P]) -> None:
        self._referee = referee
        self._done: deque[Deed[P] | Callable[[P], P]] = deque(maxlen=LOOK_BACK)
        self.count = 0
        """How much was ever done: the number by which a moment is known."""

    def play(self, position: P, action: Action) -> tuple[P, Ruling]:
        """Return the position after a deed, and what is to be said of it."""
        return self._referee.step(position, action)

    def add(self, deed: Deed[P]) -> None:
        """Remember a deed."""
        self._done.append(deed)
        self.count += 1

    def and_then(self, deed: Deed[P]) -> Past[P]:
        """Return a past to which a deed more belongs; this one stays as it is."""
        other = Past(self._referee)
        other._done.extend((*self._done, deed))
        other.count = self.count + 1
        return other

    def also(self, change: Callable[[P], P]) -> None:
        """Remember what was changed by hand."""
        self._done.append(change)
        self.count += 1

    def forget(self) -> None:
        """From now on all lies otherwise than what was done would explain."""
        self._done.clear()

    def since(self, moment: int) -> Sequence[Deed[P] | Callable[[P], P]] | None:
        """Return what was done since a moment; none if that is too long ago."""
        new = self.count - moment
        return None if new > len(self._done) else tuple(self._done)[len(self._done) - new :]

    def chain(self) -> Sequence[Deed[P]]:
        """Return the deeds that led to the last one: where the board was taken as it lay, they begin anew."""
        found = list[Deed[P]]()
        for each in reversed(self._done):
            if not isinstance(each, Deed) or (found and each.after is not found[-1].before):
                break
            found.append(each)
        return found[::-1]

    def otherwise(self, position: P, moment: int, action: Action, *, clean: bool = False) -> tuple[P, Ruling] | None:
        """Return position and ruling of a deed as it would be had all since a moment been done from there.

        Nothing if that is too long ago, or if something that was right would not have been: then it was done from
        where all lay. A clean past is one without any breach.
        """
        since, other = self.since(moment), LEGAL
        for each in since or ():
            if not isinstance(each, Deed):
                position = each(position)
                continue
            position, other = self._referee.step(position, each.action)
            if other.verdict == "illegal" and (clean or each.ruling.verdict != "illegal"):
                return None
        return None if since is None else self._referee.step(position, action)

    def comes_first(self) -> bool:
        """Tell whether the last deed, and all that others did since its side's own one before, are right the other way.

        They were done in the wrong order then, and nothing else is wrong with them.
        """
        deeds = self.chain()
        since = list(takewhile(lambda each: each.action.by != deeds[-1].action.by, reversed(deeds[:-1])))[::-1]
        if not since:
            return False
        last = deeds[-1]
        position, ruling = self._referee.step(since[0].before, last.action)
        for each in since if ruling.verdict != "illegal" else ():
            position, ruling = self._referee.step(position, each.action)
            if ruling.verdict == "illegal":
                break
        return ruling.verdict != "illegal"

    def without(self, deeds: Sequence[Deed[P]], place: int) -> frozenset[int] | None:
        """Return what could not be done without one of these deeds; none if the last one breaks a rule all the same."""
        position, left_out, found = deeds[place].before, set[int](), frozenset[tuple[str, str]]()
        for number, deed in enumerate(deeds[place + 1 :], place + 1):
            after, ruling = self._referee.step(position, deed.action)
            found = _wrong(ruling)
            if found <= _wrong(deed.ruling):
                position = after
            else:
                left_out.add(number)
        return None if found else frozenset(left_out)


def _wrong(ruling: Ruling) -> frozenset[tuple[str, str]]:
    return frozenset((each.rule, each.why) for each in ruling.findings if isinstance(each, Illegal))
