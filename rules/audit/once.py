"""Once: what goes on as it has begun is told once, where it begins: a way, and what is done out of place."""

from collections.abc import Iterable, Iterator, Set
from typing import Final, NamedTuple

from rules.engine.actions import Action, subject
from rules.engine.referee import OUT_OF_PLACE
from rules.engine.ruling import GRAVITY, Finding, Notice, verdict_of


class Deed(NamedTuple):
    """What a side did last: of what kind, about whom, in which states of play."""

    kind: type[Action]
    subject: str
    stack: tuple[str, ...]


NOTHING_YET: Final = Deed(Action, "", ())


class Once:
    """What was told of each side's last deed, so that it is not told again of what only goes on from it."""

    def __init__(self, endings: Set[type[Action]]) -> None:
        self._endings = endings
        """What only ends a state of play."""
        self._last: dict[str, Deed] = {}
        self._told: dict[str, dict[str, int]] = {}
        """By side: the rules that were told of its deed, with how grave that was."""
        self._astray: dict[str, tuple[str, ...]] = {}
        """By side: the states of play in which it last did something that has no place there."""

    def news(self, doer: str, stack: tuple[str, ...], action: Action, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield what is to be said of a deed: of a way that goes on what is new, of what only ends a breach nothing."""
        deed = Deed(type(action), subject(action), stack)
        before = self._last.get(doer, NOTHING_YET)
        goes_on = action.on_the_way and deed[:2] == before[:2]
        told = self._told.get(doer, {}) if goes_on else dict[str, int]()
        now = dict(told)
        ends = self._astray.pop(doer, None) == stack and type(action) in self._endings
        for each in findings:
            known = not each.owner and told.get(each.rule, -1) >= GRAVITY[verdict_of(each)]
            if isinstance(each, Notice) or not (known or (ends and each.why == OUT_OF_PLACE)):
                yield each
            if not isinstance(each, Notice) and not each.owner:
                now[each.rule] = max(now.get(each.rule, -1), GRAVITY[verdict_of(each)])
            if each.why == OUT_OF_PLACE:
                self._astray[doer] = stack
        self._last[doer], self._told[doer] = deed, now
