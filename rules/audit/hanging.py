"""On which earlier deed a breach hangs: the one but for which it would have been legal."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec

from rules.engine.actions import Action, words_of
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.ruling import Illegal, Ruling

P = TypeVar("P", bound=Position)
LOOK_BACK: Final = 24
"""Deeds that are looked back at."""


class Where(msgspec.Struct, frozen=True):
    """Where a deed stands on which a finding hangs, and whether it was a breach itself."""

    log: str
    step: int
    wrong: bool = False


class Deed(NamedTuple, Generic[P]):
    """A deed that was judged: where it stands, the position before and after it, what was said of it."""

    log: str
    step: int
    before: P
    action: Action
    after: P
    ruling: Ruling


class Past(Generic[P]):
    """The deeds of late, as far as one led to the next: where the board was taken as it lay, it begins anew."""

    def __init__(self, referee: Referee[P]) -> None:
        self._referee = referee
        self._deeds: deque[Deed[P]] = deque(maxlen=LOOK_BACK)

    def add(self, deed: Deed[P]) -> None:
        """Keep a deed with those that led to it."""
        if self._deeds and self._deeds[-1].after is not deed.before:
            self._deeds.clear()
        self._deeds.append(deed)

    def behind(self, action: Action, words: Collection[str]) -> tuple[Where, ...]:
        """Return the deeds of other steps but for each of which the last one, a breach, would have been legal.

        Only those are tried that name one of the words of it and of its findings. A deed that was no breach is none of
        them where without it others could not have been done that have nothing to do with it: that is another game.
        """
        if not self._deeds or self._deeds[-1].action is not action:
            return ()
        deeds = tuple(self._deeds)
        near = [place for place, deed in enumerate(deeds[:-1]) if not _names(deed.action).isdisjoint(words)]
        without = {place: self._without(deeds, place) for place in near}
        found = {
            place
            for place, left_out in without.items()
            if left_out is not None
            and (_is_breach(deeds[place]) or all(_comes_of(deeds[place], deeds[number]) for number in left_out))
        }
        nearest = _of_steps(deeds[place] for place in sorted(found) if found.isdisjoint(without[place] or ()))
        earlier = (deed for where, deed in nearest.items() if where != deeds[-1][:2])
        return tuple(Where(deed.log, deed.step, _is_breach(deed)) for deed in earlier)

    def _without(self, deeds: Sequence[Deed[P]], place: int) -> frozenset[int] | None:
        """Return what could not be done without one of these deeds; none if the last one breaks a rule all the same."""
        position, left_out, found = deeds[place].before, set[int](), set[tuple[str, str]]()
        for number, deed in enumerate(deeds[place + 1 :], place + 1):
            after, ruling = self._referee.step(position, deed.action)
            found = _wrong(ruling)
            if found <= _wrong(deed.ruling):
                position = after
            else:
                left_out.add(number)
        return None if found else frozenset(left_out)


def _is_breach(deed: Deed[P]) -> bool:
    return deed.ruling.verdict == "illegal"


def _comes_of(deed: Deed[P], later: Deed[P]) -> bool:
    """Tell whether a deed that could not be done without another one answers it, or follows from it."""
    action = later.action
    return action.follows or action.waives or not _names(deed.action).isdisjoint(_names(action))


def _names(action: Action) -> set[str]:
    return {*words_of(action)} - {action.by}


def _wrong(ruling: Ruling) -> set[tuple[str, str]]:
    return {(each.rule, each.why) for each in ruling.findings if isinstance(each, Illegal)}


def _of_steps(deeds: Iterable[Deed[P]]) -> Mapping[tuple[str, int], Deed[P]]:
    """Return one deed of each step."""
    return {deed[:2]: deed for deed in deeds}
