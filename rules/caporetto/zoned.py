"""Findings that rest on zones of control: whether those reach into villages is a question (3.0)."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, TypeVar

from rules.caporetto.case import Case
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Illegal
from rules.engine.switches import Switches

A = TypeVar("A", bound=Action)
VILLAGES, STOP = "CAP-A25", "stop"
"""The question, and the reading by which villages stop zones of control as towns do."""


def stopped(switches: Switches) -> bool:
    """Whether villages stop zones of control, as far as it is settled or as we read it."""
    return switches.taken(VILLAGES) == STOP


def other_way(case: Case[A]) -> Case[A]:
    """The same case under the other reading."""
    return Case(case.battle, case.switches, case.before, case.action).on(case.layout.otherwise)


def certain(case: Case[Any], place: str) -> bool:
    """Whether it is certain that a hex in a zone of control lies in one."""
    return case.switches.reading(VILLAGES) is not None or case.ground.hexes[place].terrain != "village"


def by_zones(check: Callable[[Case[A]], Iterable[Finding] | Finding | None]) -> Callable[[Case[A]], Iterator[Finding]]:
    """A check of which nobody is accused who would not be under the other reading, until the question is settled."""

    @wraps(check)
    def judged(case: Case[A]) -> Iterator[Finding]:
        found = _all(check(case))
        others = _all(check(other_way(case))) if found else ()
        known = {(each.why, each.rule) for each in others if isinstance(each, Illegal)}
        for finding in found:
            if isinstance(finding, Illegal) and (finding.why, finding.rule) not in known:
                doubt = case.switches.among(VILLAGES, {case.switches.taken(VILLAGES): finding})
                yield from (doubt,) if doubt else ()
            else:
                yield finding

    return judged


def _all(found: Iterable[Finding] | Finding | None) -> tuple[Finding, ...]:
    if found is None:
        return ()
    return tuple(found) if isinstance(found, Iterable) else (found,)
