"""`hexmeister watch`: a line for each save and log of a folder as it appears."""

import shutil
import subprocess
import time
from collections.abc import Container, Iterable
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexmeister.exits import Exit
from hexmeister.files import readable
from hexmeister.frame import Number, argument, command, option
from hexmeister.language import N_, chosen
from hexmeister.nearest import hint
from hexmeister.options import judged
from hexmeister.screen import Screen, clean

if TYPE_CHECKING:
    from rules.audit.season.watching import Judgement

REMINDERS = ("due", "observations", "sealed")
MOST_DUE = 5


@command(
    N_("Watch a folder and tell of each save and log that appears, in one line, whether it is clean."),
    epilog=N_("Ctrl-C ends it. A log is judged together with the logs of the folder that lead to it."),
)
@argument(
    "folder",
    metavar=N_("FOLDER"),
    type=click.Path(path_type=Path),
    help=N_("The folder."),
)
@option("--once", is_flag=True, help=N_("Judge what is there now, and end: with 1 if something is wrong, else with 0."))
@option(
    "--every",
    type=Number(min=0.1),
    default=2.0,
    show_default=True,
    metavar=N_("SECONDS"),
    help=N_("How long to wait between two looks."),
)
@option(
    "--without",
    metavar=N_("WHAT"),
    multiple=True,
    help=N_(
        "Do not remind of this: due (all that is still due) or a rule (what is due by it), observations (what the log "
        "gives away), sealed (what cannot be judged yet). May stand several times."
    ),
)
@option("--notify", is_flag=True, help=N_("Tell it by a notification of the desktop as well, where there is one."))
@judged
def watch(screen: Screen, folder: Path, once: bool, every: float, **wish: Any) -> Exit:
    """Tell of each file as it appears."""
    from hexmeister.commands.audit import bench_of
    from rules.audit.season.run import check_rulings
    from rules.audit.season.watching import Watch

    bench = bench_of(wish)
    check_rulings(bench.settled)
    _check_reminders(wish["without"])
    watching = Watch(bench, readable(folder), chosen())
    if once:
        judged = watching.look(at_once=True)
        for each in judged:
            _tell(screen, each, wish)
        return Exit.FINDINGS if any(each.illegal or each.error for each in judged) else Exit.FINE
    watching.pass_over()
    screen.remark(_("watching {folder}; Ctrl-C ends it").format(folder=folder))
    while True:
        for each in watching.look():
            _tell(screen, each, wish)
        time.sleep(every)


def _check_reminders(without: Iterable[str]) -> None:
    """Refuse what nobody is reminded of."""
    from rules.audit.games import games

    rules = [rule for game in games().values() for rule in game.book.entries]
    for each in without:
        if each not in {*REMINDERS, *rules}:
            told = _("there is no reminder {name}; there are due, observations, sealed, and the ids of rules")
            raise click.BadParameter(told.format(name=each) + hint(each, rules), param_hint="--without")


def _tell(screen: Screen, each: "Judgement", wish: dict[str, Any]) -> None:
    style, text = _said(each, wish["without"])
    screen.line(f"{each.name}: {text}", style=style)
    due = [what for what in each.due.items() if {"due", what[1]}.isdisjoint(wish["without"])]
    for what, rule in due[:MOST_DUE]:
        screen.line("  " + _("still due: {what}").format(what=_plainly(what).rstrip(".")) + f" ({rule})")
    if len(due) > MOST_DUE:
        screen.line("  " + _("and {count} more").format(count=len(due) - MOST_DUE))
    if wish["notify"]:
        _notify(clean(each.name), clean(text))


def _plainly(what: str) -> str:
    """Return what is due without the words by which a finding says that it was due before something else."""
    from rules.audit.report import own_words

    return what.removeprefix(own_words().texts["due.undone"][chosen()].partition("{")[0])


def _notify(title: str, text: str) -> None:
    """Show a notification, where the desktop has a program for it; a desktop without one is no fault."""
    program = shutil.which("notify-send")
    if program:
        subprocess.run(  # noqa: S603  what is shown is an argument, and no command
            [program, "--app-name=Hexmeister", "--", title[:100], text[:300]],
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _said(each: "Judgement", without: Container[str]) -> tuple[str, str]:
    from hexmeister.errors import reason

    if each.passed:
        return "dim", _("passed over: {reason}").format(reason=reason(each.passed))
    if each.error:
        return "bold red", _("cannot be read: {error}").format(error=reason(each.error))
    if each.illegal:
        return "bold red", _("illegal: {count}").format(count=each.illegal) + f": {each.first}"
    if each.undecided:
        return "yellow", _("undecided: {count}").format(count=each.undecided) + f": {each.first}"
    if not each.steps:
        return "", _("clean; no step in it")
    if each.observations and "observations" not in without:
        return "cyan", _("clean; observations: {count}").format(count=each.observations)
    if each.sealed and "sealed" not in without:
        return "green", _("clean so far; still sealed: {count}").format(count=each.sealed)
    return "green", _("clean")
