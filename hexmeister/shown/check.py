"""The check of a game, as `hexmeister check` tells it."""

from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING

from hexmeister.language import chosen
from hexmeister.screen import Screen
from hexmeister.shown.words import resting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.audit.report import Report, Told
    from rules.audit.words import Question

FORKED = "chain.forked"
"""What is found where a log begins before another one ended."""
_STYLES = {"illegal": "bold red", "undecided": "yellow", "observation": "cyan"}


def tell(screen: Screen, report: "Report") -> None:
    """Write the summary, then the findings by log, turn and step."""
    from rules.audit.words import questions_of, sides_of

    names = ", ".join(log.name for log in report.logs)
    played = ", ".join(part for part in (report.module, report.scenario) if part)
    screen.line(": ".join(part for part in (played, names) if part), style="bold")
    summary = report.summary
    screen.facts(
        [
            (_("Actions judged"), summary["actions"]),
            (_("Legal"), summary["legal"]),
            (_("Read from the board"), summary["inferred"]),
            (_("Illegal"), summary["illegal"]),
            (_("Undecided"), summary["undecided"]),
            (_("Observations"), summary["observations"]),
            (_("Rules version"), report.rules_version),
            (_("Settled rulings"), ", ".join(f"{name}={reading}" for name, reading in report.rulings.items()) or "-"),
        ]
    )
    sides = sides_of(report.game, chosen())
    questions = questions_of(report.game, chosen())
    shown = [each for each in report.findings if not each.note]
    if not shown:
        screen.line()
        done = summary["actions"]
        told = (
            _("Nothing illegal was found, and nothing stayed open.")
            if done
            else _("Nothing was done that can be judged.")
        )
        screen.line(told)
    remarks = len(report.findings) - len(shown)
    if remarks:
        said = ngettext(
            "{count} remark that nobody need look at; --html and --json show it.",
            "{count} remarks that nobody need look at; --html and --json show them.",
            remarks,
        )
        screen.remark(said.format(count=remarks))
    for each in shown:
        _finding(screen, each, sides.get(each.player, each.player), questions)
    if any(each.why == FORKED for each in shown):
        screen.remark(_("If these are logs of two games, check each by itself; audit keeps games apart."))
    if any(each.edition for each in shown):
        screen.remark(
            _("Some findings rest on our own values, which the rulebook does not print. Own the game? Use --overlay.")
        )
    _dice(screen, report, sides)


def _finding(screen: Screen, each: "Told", player: str, questions: "Mapping[str, Question]") -> None:
    words = {"illegal": _("illegal"), "undecided": _("undecided"), "observation": _("observation")}
    turn = _("turn {turn}, ").format(turn=each.turn) if each.turn else ""
    where = _("{log}, {turn}step {step}").format(log=each.log, turn=turn, step=each.step)
    if each.same:
        head = _("the same deed, {verdict}").format(verdict=words[each.verdict])
        screen.line(f"  {head}: {each.rule}", style=_STYLES[each.verdict])
    else:
        parts = [part for part in (where, player, each.rule) if part]
        screen.line()
        screen.line(f"{words[each.verdict]}: " + " · ".join(parts), style=_STYLES[each.verdict])
    screen.line(f"  {each.text}")
    if each.hanging and not each.same:
        screen.line(f"  {each.hanging}")
    if each.edition:
        screen.line(f"  ({each.edition.rstrip('.')})")
    if each.missing:
        screen.line("  " + _("The log would have had to show: {missing}").format(missing=each.missing))
    for line in resting(questions, each.settled):
        screen.line(f"  {line}")
    if each.ruling in questions:
        question = questions[each.ruling]
        readings = ", ".join(
            f"{question.readings.get(name, name)}: {words.get(verdict, _('legal'))}"
            for name, verdict in each.readings.items()
        )
        screen.line("  " + _("The book leaves open: {question}").format(question=f"{question.asked} ({each.ruling})"))
        screen.line("  " + _("By each reading: {readings}").format(readings=readings))


def _dice(screen: Screen, report: "Report", sides: dict[str, str]) -> None:
    from rules.audit.words import number

    if not report.dice:
        return
    screen.heading(_("Dice"))
    rows = [
        (
            sides.get(each.player, each.player),
            f"{each.dice} d{each.sides}",
            number(f"{each.mean:.2f}", chosen()),
            number(f"{each.mean_corrected:.3f}", chosen()),
        )
        for each in report.dice
    ]
    screen.table((_("side"), _("dice"), _("mean"), _("chance with fair dice, corrected")), rows)
