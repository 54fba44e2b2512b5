"""Checking any module for what VASSAL itself does not tell, each finding with what to do about it.

report = lint("game.vmod", ignore=["HM003"])
report.findings[0].rule.id, report.findings[0].place, report.findings[0].what
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from builder.lint.registry import RULES, SUBJECTS, chosen
from builder.lint.rule import Rule, Severity
from builder.lint.view import View
from vassal.archive import Source
from vassal.module import Module

__all__ = ["RULES", "SUBJECTS", "Finding", "Report", "Rule", "Severity", "check", "chosen", "lint"]

MOST = 1_000
"""So many findings of one rule are told at most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that is broken, where, and what is wrong there."""

    rule: Rule
    place: str
    what: str


@dataclass(frozen=True, slots=True)
class Report:
    """All that was found in a module, and by which rules it was looked at."""

    file: str
    findings: tuple[Finding, ...]
    rules: tuple[Rule, ...]

    def count(self, severity: Severity) -> int:
        """Return how many findings are that grave."""
        return sum(finding.rule.severity is severity for finding in self.findings)


def lint(
    source: Source, select: Iterable[str] = (), ignore: Iterable[str] = (), extensions: Iterable[Source] = ()
) -> Report:
    """Return what is wrong with a module's file, with these extensions hung into it."""
    rules = chosen(select, ignore)
    return check(Module.open(source, extensions), rules)


def check(module: Module, rules: Iterable[Rule] = tuple(RULES.values())) -> Report:
    """Return what these rules find in a module, in the order of the rules, nothing twice."""
    view = View(module)
    wanted = tuple(rules)
    found = [finding for rule in wanted for finding in _findings(rule, view)]
    return Report(module.file, tuple(found), wanted)


def _findings(rule: Rule, view: View) -> list[Finding]:
    found: dict[tuple[str, str], Finding] = {}
    for place, what in rule.check(view):
        found.setdefault((place, what), Finding(rule, place, what))
        if len(found) >= MOST:
            break
    return list(found.values())
