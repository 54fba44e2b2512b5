"""`hexmeister show`: what is in a module, a save or a log."""

from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

import click

from hexmeister.exits import Exit
from hexmeister.files import read_argument
from hexmeister.frame import Whole, as_json, command, option
from hexmeister.language import N_, chosen
from hexmeister.options import extensions
from hexmeister.screen import Screen

_GAME: Final = "savedGame"
_MODULE: Final = N_("The module that was played, for the names of places; else our own, if it fits.")


@command(
    N_("Show what is in a module, a save or a log."),
    epilog=N_("Players appear as p1, p2, …: their real ids are passwords. Hidden pieces are counted, not named."),
)
@read_argument("file", N_("FILE"), N_("The file to look into (.vmod, .vsav, .vlog)."))
@option("--step", type=Whole(min=0), metavar=N_("N"), help=N_("The position after step N; 0 is the start."))
@option("--chat", is_flag=True, help=N_("The course of the game, step by step."))
@option("--module", metavar=N_("MODULE"), type=click.Path(path_type=Path), help=_MODULE)
@option("--hidden", is_flag=True, help=N_("Name hidden pieces too."))
@extensions
@as_json
def show(screen: Screen, file: Path, as_json: bool, **wish: Any) -> Exit:
    """Show a file, whatever kind it is of."""
    from vassal.archive import Archive

    with Archive(file, problems=[]) as archive:
        show_it = _show_game if _GAME in archive else _show_module
    return show_it(screen, file, as_json=as_json, **wish)


def _show_module(screen: Screen, file: Path, *, as_json: bool, extensions: tuple[Path, ...], **wish: Any) -> Exit:
    from hexmeister.shown import module as view
    from vassal.module import Module
    from vassal.modulesummary import summary

    if any(value not in (None, False) for value in wish.values()):
        raise click.UsageError(_("--step, --chat, --module and --hidden are for saves and logs; this is a module"))
    data = {"kind": "module", "file": file.name, **summary(Module.open(file, extensions))}
    if as_json:
        screen.data(data)
        return Exit.FINDINGS if data["problems"] else Exit.FINE
    return view.tell(screen, data)


def _show_game(screen: Screen, file: Path, *, as_json: bool, **wish: Any) -> Exit:
    from hexmeister.modules import called_by, ground_of
    from hexmeister.shown import game as view
    from hexmeister.shown.gamedata import Game
    from vassal import savefile
    from vassal.module import Module

    save = savefile.read(file, tolerant=True)
    given = Module.open(wish["module"], wish["extensions"]) if wish["module"] else None
    called = {} if as_json else called_by(save, chosen())
    game = Game(file.name, save, ground_of(save, given), everything=wish["hidden"], called=called)
    with screen.progress(_("reading the steps")) as advance:
        data = game.summary()
        if wish["step"] is not None:
            data |= game.at(_existing(wish["step"], data["steps"]), advance, properties=as_json)
        if wish["chat"]:
            data["course"] = game.course(advance)
        if data["kind"] == "log" and wish["step"] is None and not wish["chat"]:
            data["totals"] = game.totals(advance)
    if as_json:
        screen.data(data)
        return Exit.FINDINGS if data["problems"] else Exit.FINE
    return view.tell(screen, data)


def _existing(step: int, steps: int) -> int:
    if step > steps:
        raise click.BadParameter(_("the last step is {count}").format(count=steps), param_hint="--step")
    return step
