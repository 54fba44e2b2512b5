"""What a rule of the linter is: its id, how grave it is, what it says and why, and the check itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from builder.lint.view import View


class Severity(StrEnum):
    """How grave a finding is."""

    ERROR = "error"
    """Something is missing, or does not work, when the module is played."""
    WARNING = "warning"
    """Something will surprise players sooner or later."""
    NOTE = "note"
    """Something to know about."""


class Found(NamedTuple):
    """One place where a rule is broken, and what is wrong there."""

    place: str
    what: str


Check = Callable[[View], Iterator[Found]]


@dataclass(frozen=True)
class Rule:
    """One rule, with all that its page in the manual says."""

    id: str
    name: str
    severity: Severity
    what: str
    why: str
    example: str
    fix: str
    check: Check


def rule(rule_id: str, severity: Severity, *, why: str, example: str, fix: str) -> Callable[[Check], Rule]:
    """Make a rule of a check, which gives it its name; the check's docstring says what the rule finds."""

    def make(check: Check) -> Rule:
        name = getattr(check, "__name__", rule_id).replace("_", "-")
        what = " ".join((check.__doc__ or name).split())
        return Rule(rule_id, name, severity, what, why, example, fix, check)

    return make
