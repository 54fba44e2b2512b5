"""`hexmeister check`: replay the logs of a game through its rules."""

from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path
from typing import Any

import click

from hexmeister import errors
from hexmeister.errors import Unreadable
from hexmeister.exits import Exit
from hexmeister.files import LOGS, free, settled, within
from hexmeister.frame import argument, as_json, command, option
from hexmeister.language import N_, chosen
from hexmeister.options import judged
from hexmeister.screen import Screen


@command(
    N_("Check the logs of a game: every step is legal, illegal (which rule, why) or undecided (what was missing)."),
    epilog=N_(
        "Several logs of one game may be given in any order. "
        "The program ends with 0 if nothing illegal was found, with 1 if something was, with 2 if a file cannot be "
        "read (the others are checked all the same), and with --strict with 3 if something stayed undecided."
    ),
)
@argument(
    "logs",
    metavar=N_("LOG..."),
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    help=N_("The logs of a game, or a folder that holds them."),
)
@judged
@option("--html", type=click.Path(path_type=Path), metavar=N_("FILE"), help=N_("Write the report as a page."))
@option("--force", is_flag=True, help=N_("Write over what is there."))
@option("--strict", is_flag=True, help=N_("End with 3 if something stayed undecided."))
@as_json
def check(screen: Screen, logs: tuple[Path, ...], html: Path | None, **wish: Any) -> Exit:
    """Check the logs and tell what was found."""
    import msgspec

    from hexmeister.shown import check as view

    logs = within(logs, LOGS)
    target = free(html, force=wish["force"], read=logs) if html else None
    unread: list[str] = []
    audit, report = _audited(screen, logs, unread, filmed=target is not None, **wish)
    if target is not None:
        from rules.audit.page import page
        from vassal.archive import save_bytes

        if audit is None:
            raise click.UsageError(_("a chat window has no board to show; give the log for a page"))

        save_bytes(target, page(audit, report, pictures=_pictures(screen, audit, **wish)).encode("utf-8"))
        screen.remark(f"{target}: " + _("written"))
    if wish["as_json"]:
        screen.data(msgspec.to_builtins(report))
    else:
        view.tell(screen, report)
    for line in unread:
        screen.remark(line)
    if report.faults and audit is not None:
        _report(screen, audit.faults)
        return Exit.FAULT
    if unread:
        return Exit.UNREADABLE
    if report.illegal:
        return Exit.FINDINGS
    return Exit.UNDECIDED if wish["strict"] and report.summary["undecided"] else Exit.FINE


def _pictures(screen: Screen, audit: Any, **wish: Any) -> Any:
    """Return the pictures of the module that was played: its own where it was given, else those that are drawn here."""
    from hexmeister.pictures import pictures_of

    return pictures_of(audit, wish["module"], lambda: screen.progress(_("drawing the board")))


def _report(screen: Screen, faults: Sequence[Any]) -> None:
    """Ask for a word about errors of our own, and show where they arose to whoever asked for it."""
    for fault in faults:
        screen.trace(fault.error)
    screen.remark(_("Some of it could not be judged: faults of the program. Please report what --debug says of them."))


def _audited(
    screen: Screen, logs: tuple[Path, ...], unread: list[str], *, filmed: bool, **wish: Any
) -> tuple[Any, Any]:
    """Judge the logs; of several, those that cannot be read are noted with the reason, and the rest is judged."""
    from hexmeister.chains import of_one_game
    from hexmeister.modules import module_of
    from rules.audit.games import game_of
    from rules.audit.report import Audit
    from vassal import savefile
    from vassal.errors import VassalError

    rulings = [*settled(wish["file"]), *wish["rulings"]]
    if all(path.suffix.lower() in {".txt", ".html", ".htm"} for path in logs):
        from rules.audit.chat import read_chat, spoken_in

        spoken = wish["game"] or spoken_in(logs).id
        return None, read_chat(logs, game_of(spoken, wish["overlay"]), rulings, chosen())
    with screen.progress(_("reading the logs")) as advance:
        saves = []
        for place, path in enumerate(logs, 1):
            try:
                saves.append((path.name, savefile.read(path)))
            except (VassalError, OSError) as error:
                if len(logs) == 1:
                    raise
                unread.append(errors.of_file(path, error))
            advance(place, len(logs))
    if not saves:
        raise Unreadable(unread)
    first = saves[0][1]
    game = game_of(wish["game"] or (first.module.name if first.module and first.module.name else ""), wish["overlay"])
    module = module_of(first, game.id, wish["module"])
    of_one_game(saves, game, module)
    audit = Audit(game, module, rulings, chosen(), contain=True, remembers=filmed)
    with screen.progress(_("judging the logs")) as advance:
        return audit, audit.run(saves, advance)
