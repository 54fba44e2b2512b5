"""The command `hexmeister`: chooses language and colour, runs one command, and ends with its exit code."""

import io
import os
import sys
import traceback
from collections.abc import Sequence
from gettext import gettext as _
from types import TracebackType
from typing import Final

import click
from click.shell_completion import shell_complete

from hexmeister import __version__, errors, language
from hexmeister.commands import COMMANDS
from hexmeister.exits import Exit
from hexmeister.frame import Option, Program, screen_of
from hexmeister.language import N_
from hexmeister.screen import Screen

_COMPLETION: Final = "_HEXMEISTER_COMPLETE"


def run() -> None:
    """Run the command line and leave the process with its exit code."""
    sys.excepthook = _fault
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Return the exit code of the command; whatever went wrong is said in one line on stderr."""
    language.choose(language.wanted(arguments, os.environ))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    screen = Screen(colour="--no-color" not in arguments and not os.environ.get("NO_COLOR"), debug=_debug(arguments))
    try:
        code = _called(arguments or ["--help"], screen)
        sys.stdout.flush()
    except BrokenPipeError:
        return _pipe_closed()
    except errors.expected() as error:
        if _debug(arguments):
            traceback.print_exc()
        return _refuse(screen, errors.lines(error), Exit.UNREADABLE)
    return code


def _called(arguments: Sequence[str], screen: Screen) -> int:
    root = program()
    if _COMPLETION in os.environ:
        return shell_complete(root, {}, "hexmeister", _COMPLETION, os.environ[_COMPLETION])
    try:
        with root.make_context("hexmeister", list(arguments), obj=screen) as ctx:
            return int(root.invoke(ctx))
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return _refuse(screen, [_usage(error)], Exit.UNREADABLE)
    except (click.Abort, KeyboardInterrupt):
        return _refuse(screen, [_("stopped.")], Exit.INTERRUPTED)


def program() -> Program:
    """Return the command of all commands."""
    version = Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help=N_("Show the version and exit."),
    )
    return Program(
        "hexmeister",
        COMMANDS,
        "hexmeister.commands",
        help=N_("Builds VASSAL modules out of plain data, and referees the games that are played with them."),
        epilog=N_("What a command takes and does: hexmeister COMMAND --help"),
        params=[version],
    )


def _show_version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        screen_of(ctx).write(f"hexmeister {__version__}")
        ctx.exit()


def _usage(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    hint = _("See: {command} --help").format(command=ctx.command_path if ctx else "hexmeister")
    return f"{message} {hint}" if message.endswith((".", "?")) else f"{message}. {hint}"


def _refuse(screen: Screen, lines: Sequence[str], code: Exit) -> Exit:
    for line in lines:
        screen.remark(f"hexmeister: {line}")
    return code


def _pipe_closed() -> Exit:
    """Leave nothing to be flushed into a pipe that nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.PIPE_CLOSED


def _debug(arguments: Sequence[str]) -> bool:
    return "--debug" in arguments


def _fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say in one line that the program itself is wrong, and end with the code for that."""
    if _debug(sys.argv):
        traceback.print_exception(kind, error, trace)
    text = _("this is a fault of the program ({kind}: {error}). Run it again with --debug and report what it says.")
    Screen().remark("hexmeister: " + text.format(kind=kind.__name__, error=error))
    raise SystemExit(Exit.FAULT)
