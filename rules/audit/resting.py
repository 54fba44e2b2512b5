"""On which settled ruling a breach rests: opened, it would not be illegal.

What says so itself need not be asked. But a reading also decides what a shot hits, what a way costs and what is due,
and so a later deed is wrong by it: then the deeds of late are played once more with rulings that are open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import structs

from rules.audit.past import Deed, Past
from rules.engine.actions import Action
from rules.engine.obligations import Dismissed, Otherwise
from rules.engine.position import Position
from rules.engine.ruling import Finding, Illegal, Ruling, Undecided
from rules.engine.switches import Switches


class Judging(Protocol):
    """Who plays and judges: the referee of a battle, or who answers for him."""

    def play(self, position: Any, action: Action) -> Any:
        """Return the position after an action."""
        ...

    def judge(self, position: Any, action: Action) -> Ruling:
        """Return what is to be said of an action."""
        ...


Under = Callable[[Switches], Judging]
"""Who judges a battle under some switches."""


def resting(past: Past[Any], action: Action, finding: Finding, switches: Switches, under: Under) -> Finding:
    """Return a finding on the last deed of the past as one that says on which settled rulings it rests."""
    if not isinstance(finding, Illegal) or finding.settled or not switches.settled:
        return finding
    return finding.resting(rests_on(past, action, finding, switches, under))


def rests_on(past: Past[Any], action: Action, finding: Illegal, switches: Switches, under: Under) -> Mapping[str, str]:
    """Return the settled rulings, each with its reading, without which the last deed of the past was not illegal."""
    deeds = past.chain()
    if not deeds or deeds[-1].action is not action:
        return {}
    found = _open_to(deeds, finding, switches, tuple(switches.chosen), under)
    if found is None:
        return {}
    named = [each.ruling for each in found if isinstance(each, Undecided) and each.ruling in switches.chosen]
    rulings = named[:1] or _fewest(lambda some: _open_to(deeds, finding, switches, some, under) is not None, switches)
    return {ruling: switches.chosen[ruling] for ruling in rulings}


def _fewest(enough: Callable[[Sequence[str]], bool], switches: Switches) -> Sequence[str]:
    """Return the rulings that have to be open, none of which may be left out."""
    rulings: Sequence[str] = tuple(switches.chosen)
    part = len(rulings) // 2
    while part:
        places = range(0, len(rulings), part)
        less = ((*rulings[:place], *rulings[place + part :]) for place in places)
        fewer = next((some for some in less if enough(some)), None)
        part, rulings = (min(part, len(fewer) // 2 or 1), fewer) if fewer else (part // 2, rulings)
    return rulings


def _open_to(
    deeds: Sequence[Deed[Any]], finding: Illegal, switches: Switches, rulings: Sequence[str], under: Under
) -> Sequence[Finding] | None:
    """Return what else is said of the last deed where rulings are open; none if it is illegal all the same."""
    referee, position = under(switches.reopened(rulings)), reopened(deeds[0].before, rulings)
    for deed in deeds[:-1]:
        position = referee.play(position, deed.action)
    said = [each for each in referee.judge(position, deeds[-1].action).findings if _alike(each, finding)]
    return None if any(isinstance(each, Illegal) for each in said) else said


def _alike(one: Finding, other: Finding) -> bool:
    return (one.rule, one.why, one.owner) == (other.rule, other.why, other.owner)


def reopened(position: Position, rulings: Sequence[str]) -> Position:
    """The position in which what is due goes by no settled reading of these rulings."""
    due = (structs.replace(each, otherwise=tuple(_reopened(each.otherwise, rulings))) for each in position.due)
    return position.but(due=tuple(due))


def _reopened(otherwise: Iterable[Otherwise], rulings: Sequence[str]) -> Iterator[Otherwise]:
    for each in otherwise:
        yield each.reopened() if isinstance(each, Dismissed) and each.ruling in rulings else each
