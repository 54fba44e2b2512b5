"""Repeats: a key that was pressed twice, or dice that were thrown twice, in two steps with nothing between them.

What only says again what was just said, and changes nothing, is no deed the second time. Where the same dice fell twice
the first roll counts; a side that did not throw may carry the second one out: it only honours what it saw.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from msgspec import structs

from rules.engine.actions import Action, matches
from rules.engine.dice import Roll
from rules.engine.evidence import Shown
from rules.engine.position import Position
from rules.engine.reading import Reader
from rules.engine.referee import Referee
from rules.engine.ruling import Facts, Notice, Ruling, Undecided

P = TypeVar("P", bound=Position)
AGAIN, OTHERS = "twice.said", "twice.rolled"
OTHER_ROLL = "twice.carried-out"


class Repeats(Generic[P]):
    """What was done last, and what would be if a second roll were the one that counts."""

    def __init__(self, referee: Referee[P], reader: Reader[P]) -> None:
        self._referee, self._reader = referee, reader
        self._last: Shown | None = None
        """The last step in which something was said or done, of those that were told."""
        self._done: list[Action] = []
        self._doing: list[Action] = []
        """What was done in it, and in the step that is read."""
        self._rolled: tuple[P, Roll] | None = None
        """The last deed, if it was a roll, with the position before it."""
        self._other: tuple[P, Roll, Roll] | None = None
        """The position as it would be if the second of two rolls counted, and both."""

    def told(self, steps: Iterable[Shown]) -> Iterator[Shown]:
        """Yield the steps of a log, each told whether it only says again what the one before it said."""
        for shown in steps:
            yield structs.replace(shown, again=True) if self._same(shown) else shown
            if shown.records or shown.rolled or shown.turned or self._changes(shown):
                self._last = shown

    def over(self, shown: Shown) -> None:
        """A step was read: what comes next may repeat it."""
        if shown.records or shown.rolled or shown.turned or self._changes(shown):
            self._done, self._doing = self._doing, []

    def after(self, before: P, action: Action, ruling: Ruling) -> None:
        """Remember what was done last; what announces dice a second time is not more than the dice themselves."""
        self._doing.append(action)
        if isinstance(action, Roll) or not any(matches(action, each) for each in self._done):
            self._rolled = (before, action) if isinstance(action, Roll) and ruling.legal else None

    def second(self, shown: Shown, action: Action, ruling: Ruling) -> Notice | None:
        """Return a remark if a deed of which something is to be said only repeats the step before; else nothing."""
        if isinstance(action, Roll) or ruling.verdict != "illegal":
            return self._second_roll(shown, action) if isinstance(action, Roll) and ruling.findings else None
        again = any(matches(action, each) for each in self._done) and shown.again
        return Notice(AGAIN, {"verb": type(action).__name__.lower()}) if again else None

    def _second_roll(self, shown: Shown, action: Roll) -> Notice | None:
        if self._rolled is None or not shown.again:
            return None
        before, first = self._rolled
        second = structs.replace(first, dice=action.dice, by=action.by)
        self._other = self._referee.play(before, second), first, second
        return Notice(OTHERS, _dice(first, second))

    def otherwise(self, action: Action, ruling: Ruling) -> tuple[P, Ruling] | None:
        """Return the position and the ruling if only by the second of two rolls a deed is legal; else nothing.

        From then on that roll counts; once the two tell no longer apart what is legal, only the first is thought of.
        What whoever threw twice does by the second roll is his breach, and no other's who goes on from it.
        """
        if self._other is None:
            return None
        position, first, second = self._other
        after, other = self._referee.step(position, action)
        own = first.by == second.by and _of_the_roller(first, action, ruling)
        self._other = (after, first, second) if other.legal == ruling.legal or own else None
        if ruling.legal or not other.legal or own:
            return None
        return after, Ruling((Undecided(OTHER_ROLL, _dice(first, second), missing="roll", owner=first.by),))

    def _same(self, shown: Shown) -> bool:
        """Whether a step says the same as the one before it, of the same pieces, with the same dice, and no more."""
        last, does = self._last, shown.turned or shown.opened or not shown.records
        if last is None or last.at == shown.at or does or self._changes(shown):
            return False
        return _said(shown) == _said(last) and not _of_others(shown, last)

    def _changes(self, shown: Shown) -> bool:
        """Whether a step changed something that matters."""
        return any(self._reader.matters(before.piece, what) for what, before, _ in shown.touched())


def _said(shown: Shown) -> tuple[object, ...]:
    """What a step says, and of whom or for whom, and which dice it throws; whoever throws them, they are the same."""
    spoken = [(each.verb, each.piece or (not shown.rolled and shown.side)) for each in shown.records]
    return spoken, [each.button for each in shown.rolled]


def _of_the_roller(first: Roll, action: Action, ruling: Ruling) -> bool:
    """Whether it is the side that threw twice which does by the second roll what the first forbids."""
    sides = {finding.owner or action.by for finding in ruling.findings if not isinstance(finding, Notice)}
    return first.by != "" and sides == {first.by}


def _of_others(shown: Shown, last: Shown) -> bool:
    """Whether a step names other pieces than the one before it where both name some: dice for another unit, say."""
    pairs = zip(shown.records, last.records, strict=True)
    return any(one.pieces[key] != other.pieces[key] for one, other in pairs for key in one.pieces.keys() & other.pieces)


def _dice(first: Roll, second: Roll) -> Facts:
    return {"purpose": first.purpose, "who": first.who, "first": first.dice, "second": second.dice}
