"""`hexmeister lint`: what is wrong with a module, ours or not."""

from __future__ import annotations

from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from hexmeister.exits import Exit
from hexmeister.files import read_argument
from hexmeister.frame import as_json, command, option
from hexmeister.language import N_
from hexmeister.options import extensions
from hexmeister.screen import Screen

if TYPE_CHECKING:
    from builder.lint import Report

_WORDS: Final = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
_STYLES: Final = {"error": "red", "warning": "yellow", "note": "cyan"}
_SHOWN: Final = 5


@command(
    N_("Find faults in a module that VASSAL does not report: any module, whoever made it."),
    epilog=N_(
        "The rules, with reasons and what to do, are in docs/maintainers/lint-rules.md; --explain shows one of them. "
        "Ends with 1 if anything but notes was found."
    ),
)
@read_argument("file", N_("FILE"), N_("The module to check (.vmod)."), required=False)
@option("--select", metavar=N_("RULES"), multiple=True, help=N_("Only these rules: ids, names, or beginnings of ids."))
@option("--ignore", metavar=N_("RULES"), multiple=True, help=N_("Not these rules."))
@extensions
@option("--all", "everything", is_flag=True, help=N_("Every finding, also where a rule has many."))
@option("--explain", metavar=N_("RULE"), help=N_("Say what a rule means, and check nothing."))
@option("--sarif", is_flag=True, help=N_("Answer in SARIF 2.1.0, for editors and code hosts."))
@as_json
def lint(
    screen: Screen,
    file: Path | None,
    *,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    extensions: tuple[Path, ...],
    everything: bool,
    explain: str | None,
    sarif: bool,
    as_json: bool,
) -> Exit:
    """Check the module, and tell what was found."""
    from builder.lint import lint as checked

    if explain:
        return _explain(screen, explain)
    if file is None:
        raise click.MissingParameter(param_type="argument", param_hint="'FILE'")
    report = checked(file, _ids(select), _ids(ignore), extensions)
    if sarif:
        from builder.lint.sarif import sarif as in_sarif
        from hexmeister import __version__

        screen.data(in_sarif(report, __version__))
    elif as_json:
        screen.data(_data(report))
    else:
        _tell(screen, report, everything=everything)
    grave = any(_WORDS[each.rule.severity] != "note" for each in report.findings)
    return Exit.FINDINGS if grave else Exit.FINE


def _ids(words: tuple[str, ...]) -> list[str]:
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


def _explain(screen: Screen, word: str) -> Exit:
    from builder.lint import chosen

    for rule in chosen([word]):
        screen.line(f"{rule.id} {rule.name} ({_(_WORDS[rule.severity])})", style="bold")
        screen.facts([("what", rule.what), ("why", rule.why), ("example", rule.example), ("fix", rule.fix)])
    return Exit.FINE


def _tell(screen: Screen, report: Report, *, everything: bool) -> None:
    for rule in report.rules:
        found = [each for each in report.findings if each.rule is rule]
        if not found:
            continue
        screen.line(f"{rule.id} {_(_WORDS[rule.severity])}: {rule.what}", style=_STYLES[rule.severity])
        for each in found if everything else found[:_SHOWN]:
            screen.line(f"    {each.place}: {each.what}")
        more = 0 if everything else len(found) - _SHOWN
        if more > 0:
            screen.line("    " + ngettext("and {count} more", "and {count} more", more).format(count=more))
        screen.line(f"    → {rule.fix}")
    screen.line(_summary(report))


def _summary(report: Report) -> str:
    from builder.lint import Severity

    if not report.findings:
        return _("{file}: nothing found by {count} rules").format(file=report.file, count=len(report.rules))
    return _("{file}: errors {errors}, warnings {warnings}, notes {notes}").format(
        file=report.file,
        errors=report.count(Severity.ERROR),
        warnings=report.count(Severity.WARNING),
        notes=report.count(Severity.NOTE),
    )


def _data(report: Report) -> dict[str, object]:
    return {
        "file": report.file,
        "rules": len(report.rules),
        "findings": [
            {
                "rule": each.rule.id,
                "name": each.rule.name,
                "severity": str(each.rule.severity),
                "place": each.place,
                "what": each.what,
                "fix": each.rule.fix,
            }
            for each in report.findings
        ],
    }
