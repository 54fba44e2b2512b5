"""A report in the form that editors and code hosts read: SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from builder.lint import Finding, Report, Rule, Severity

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION: Final = "2.1.0"
_LEVELS: Final[Mapping[Severity, str]] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
}


def sarif(report: Report, version: str) -> dict[str, object]:
    """Return the report as one run of a SARIF log."""
    places = {rule.id: place for place, rule in enumerate(report.rules)}
    driver = {
        "name": "hexmeister lint",
        "semanticVersion": version,
        "rules": [_rule(rule) for rule in report.rules],
    }
    results = [_result(finding, report.file, places[finding.rule.id]) for finding in report.findings]
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def _rule(rule: Rule) -> dict[str, object]:
    help_text = f"{rule.why}\nExample: {rule.example}\nFix: {rule.fix}"
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": rule.why},
        "help": {"text": help_text},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, file: str, place: int) -> dict[str, object]:
    return {
        "ruleId": finding.rule.id,
        "ruleIndex": place,
        "level": _LEVELS[finding.rule.severity],
        "message": {"text": f"{finding.place}: {finding.what}"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": quote(file)}},
                "logicalLocations": [{"fullyQualifiedName": finding.place}],
            }
        ],
    }
