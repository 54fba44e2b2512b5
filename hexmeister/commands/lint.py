"""`hexmeister lint`: what is wrong with a module, ours or not."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from hexmeister.exits import Exit
from hexmeister.files import MODULES, within
from hexmeister.frame import argument, as_json, command, option
from hexmeister.language import N_
from hexmeister.options import extensions
from hexmeister.screen import Screen
from hexmeister.told import told

if TYPE_CHECKING:
    from builder.lint import Report

_WORDS: Final = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
_STYLES: Final = {"error": "red", "warning": "yellow", "note": "cyan"}
_SHOWN: Final = 5
EXTENSION: Final = ".vmdx"
CONFIG: Final = Path("hexmeister.toml")
"""Where settings stand if no other file is named."""


@command(
    N_("Find faults in a module that VASSAL does not report: any module, whoever made it."),
    epilog=N_(
        "The rules, with reasons and what to do, are in docs/maintainers/lint-rules.md; --explain shows one of them. "
        "Ends with 1 if anything but notes was found. An extension (.vmdx) is checked with its module: name both. "
        "What stands under [lint] in hexmeister.toml of this folder (select, ignore, baseline) holds where no option "
        "says otherwise."
    ),
)
@argument(
    "files",
    metavar=N_("FILE..."),
    nargs=-1,
    type=click.Path(path_type=Path),
    help=N_("The modules to check (.vmod) with their extensions (.vmdx), or folders with modules."),
)
@option("--select", metavar=N_("RULES"), multiple=True, help=N_("Only these rules: ids, names, or beginnings of ids."))
@option("--ignore", metavar=N_("RULES"), multiple=True, help=N_("Not these rules."))
@extensions
@option("--all", "everything", is_flag=True, help=N_("Every finding, also where a rule has many."))
@option("--statistics", is_flag=True, help=N_("How often each rule found something, and no more."))
@option(
    "--baseline",
    metavar=N_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Tell nothing that stands in this file; where there is none yet, write one of all that is found now."),
)
@option(
    "--config",
    metavar=N_("FILE"),
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Settings of another file than hexmeister.toml."),
)
@option("--explain", metavar=N_("RULE"), help=N_("Say what a rule means, and check nothing."))
@option("--sarif", is_flag=True, help=N_("Answer in SARIF 2.1.0, for editors and code hosts."))
@as_json
def lint(screen: Screen, files: tuple[Path, ...], **wish: Any) -> Exit:
    """Check each module, and tell what was found."""
    from builder.lint import lint as checked

    if wish["explain"]:
        return _explain(screen, wish["explain"])
    if not files:
        raise click.MissingParameter(param_type="argument", param_hint=_("FILE..."))
    settings = _settings(wish["config"])
    named = tuple(each for each in files if each.suffix.lower() == EXTENSION)
    if len(named) == len(files):
        raise click.UsageError(_("an extension is checked with its module: name that too"))
    modules = within([each for each in files if each not in named], MODULES)
    if wish["sarif"] and len(modules) > 1:
        raise click.UsageError(_("SARIF is written for one module at a time"))
    chosen = _ids(wish["select"]) or settings.select, _ids(wish["ignore"]) or settings.ignore
    reports = [checked(each, *chosen, (*wish["extensions"], *named)) for each in modules]
    baseline = wish["baseline"] or settings.baseline
    if baseline:
        reports = _beyond(screen, reports, Path(baseline))
    _answer(screen, reports, wish)
    grave = any(_WORDS[each.rule.severity] != "note" for report in reports for each in report.findings)
    return Exit.FINDINGS if grave else Exit.FINE


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says once for all calls."""

    select: list[str] = []
    ignore: list[str] = []
    baseline: str = ""


def _settings(path: Path | None) -> Settings:
    """Return the settings of a file, or of the one in this folder, if there is one."""
    file = path or (CONFIG if CONFIG.is_file() else None)
    if file is None:
        return Settings()
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8")).get("lint", {})
        found = msgspec.convert(said, Settings)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        told = _("{file}: these are no settings of lint: {what}").format(file=file, what=error)
        raise click.BadParameter(told, param_hint="--config") from error
    return msgspec.structs.replace(found, baseline=str(file.parent / found.baseline) if found.baseline else "")


def _answer(screen: Screen, reports: list[Report], wish: dict[str, Any]) -> None:
    if wish["sarif"]:
        from builder.lint.sarif import sarif as in_sarif
        from hexmeister import __version__

        screen.data(in_sarif(reports[0], __version__))
    elif wish["as_json"]:
        screen.data(_data(reports[0]) if len(reports) == 1 else [_data(each) for each in reports])
    elif wish["statistics"]:
        _statistics(screen, reports)
    else:
        for report in reports:
            _tell(screen, report, everything=wish["everything"])


def _statistics(screen: Screen, reports: list[Report]) -> None:
    """How often each rule found something, in how many modules."""
    counts = Counter(each.rule for report in reports for each in report.findings)
    files = Counter(rule for report in reports for rule in {each.rule for each in report.findings})
    rows = [
        (rule.id, rule.name, _(_WORDS[rule.severity]), str(count), str(files[rule]))
        for rule, count in counts.most_common()
    ]
    screen.table((_("rule"), _("name"), _("weight"), _("findings"), _("modules")), rows)
    screen.line(ngettext("{count} module", "{count} modules", len(reports)).format(count=len(reports)))


def _beyond(screen: Screen, reports: list[Report], path: Path) -> list[Report]:
    """Return the reports without what stands in a file; where there is none, it is written, and nothing is left."""
    found = {report.file: sorted({_key(each) for each in report.findings}) for report in reports}
    if not path.exists():
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
        screen.remark(f"{path}: " + _("written"))
    try:
        known = msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])
    except msgspec.DecodeError as error:
        raise click.BadParameter(_("{path} is no baseline").format(path=path), param_hint="--baseline") from error
    return [
        replace(
            report, findings=tuple(each for each in report.findings if _key(each) not in known.get(report.file, []))
        )
        for report in reports
    ]


def _key(finding: Any) -> str:
    return f"{finding.rule.id} {finding.place}: {finding.what}"


def _ids(words: tuple[str, ...]) -> list[str]:
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


def _explain(screen: Screen, word: str) -> Exit:
    from builder.lint import chosen

    for rule in chosen([word]):
        screen.line(f"{rule.id} {rule.name} ({_(_WORDS[rule.severity])})", style="bold")
        screen.facts(
            [(_("what"), _(rule.what)), (_("why"), _(rule.why)), (_("example"), rule.example), (_("fix"), _(rule.fix))]
        )
    return Exit.FINE


def _tell(screen: Screen, report: Report, *, everything: bool) -> None:
    for rule in report.rules:
        found = [each for each in report.findings if each.rule is rule]
        if not found:
            continue
        screen.line(f"{rule.id} {_(_WORDS[rule.severity])}: {_(rule.what)}", style=_STYLES[rule.severity])
        for each in found if everything else found[:_SHOWN]:
            screen.line(f"    {each.place}: {told(each.what)}")
        more = 0 if everything else len(found) - _SHOWN
        if more > 0:
            screen.line("    " + ngettext("and {count} more", "and {count} more", more).format(count=more))
        screen.line(f"    → {_(rule.fix)}")
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
