"""`hexmeister watch`: a line for each save and log of a folder as it appears."""

import time
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexmeister.exits import Exit
from hexmeister.frame import argument, command, option
from hexmeister.language import N_, chosen
from hexmeister.screen import Screen

if TYPE_CHECKING:
    from rules.audit.season.watching import Judgement


@command(
    N_("Watch a folder and tell of each save and log that appears, in one line, whether it is clean."),
    epilog=N_("Ctrl-C ends it. A log is judged together with the logs of the folder that lead to it."),
)
@argument(
    "folder",
    metavar=N_("FOLDER"),
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help=N_("The folder."),
)
@option("--once", is_flag=True, help=N_("Judge what is there now, and end: with 1 if something is wrong, else with 0."))
@option(
    "--every",
    type=click.FloatRange(min=0.1),
    default=2.0,
    show_default=True,
    metavar=N_("SECONDS"),
    help=N_("How long to wait between two looks."),
)
@option("--module", metavar=N_("MODULE"), type=click.Path(path_type=Path), help=N_("The module that was played."))
@option("--game", metavar=N_("GAME"), help=N_("The game, where the log does not name its module."))
@option("--ruling", "rulings", multiple=True, metavar=N_("ID=READING"), help=N_("Settle a disputed ruling."))
@option("--rulings", "file", type=click.Path(path_type=Path), metavar=N_("FILE"), help=N_("A file of settled rulings."))
def watch(screen: Screen, folder: Path, once: bool, every: float, **wish: Any) -> Exit:
    """Tell of each file as it appears."""
    from hexmeister.commands.audit import bench_of
    from rules.audit.season.run import check_rulings
    from rules.audit.season.watching import Watch

    bench = bench_of(wish)
    check_rulings(bench.settled)
    watching = Watch(bench, folder, chosen())
    if once:
        judged = watching.look(at_once=True)
        for each in judged:
            _tell(screen, each)
        return Exit.FINDINGS if any(each.illegal or each.error for each in judged) else Exit.FINE
    watching.pass_over()
    screen.remark(_("watching {folder}; Ctrl-C ends it").format(folder=folder))
    while True:
        for each in watching.look():
            _tell(screen, each)
        time.sleep(every)


def _tell(screen: Screen, each: "Judgement") -> None:
    style, text = _said(each)
    screen.line(f"{each.name}: {text}", style=style)


def _said(each: "Judgement") -> tuple[str, str]:
    from hexmeister.told import told

    if each.error:
        return "bold red", _("cannot be read: {error}").format(error=told(each.error))
    if each.illegal:
        return "bold red", _("illegal: {count}").format(count=each.illegal) + f": {each.first}"
    if each.undecided:
        return "yellow", _("undecided: {count}").format(count=each.undecided) + f": {each.first}"
    if not each.steps:
        return "", _("clean; no step in it")
    if each.observations:
        return "cyan", _("clean; observations: {count}").format(count=each.observations)
    return "green", _("clean")
