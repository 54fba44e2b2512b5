"""What every command is made of: arguments, options and help that are translated where they are shown."""

import functools
import importlib
from collections.abc import Callable, Sequence
from gettext import gettext as _
from typing import Any, Final, NamedTuple, NoReturn

import click

from hexmeister.exits import Exit
from hexmeister.language import LANGUAGES, N_
from hexmeister.screen import Screen

Run = Callable[..., Exit]
Decorator = Callable[[Any], Any]


class Entry(NamedTuple):
    """One command as the list of commands shows it: under which heading, its name, what it does."""

    heading: str
    name: str
    summary: str


class _Translated(click.Parameter):
    """A parameter whose placeholder is translated where it is shown."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the placeholder in the chosen language."""
        return _(super().make_metavar(ctx))


class Option(_Translated, click.Option):
    """An option whose help is translated where it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help in the chosen language."""
        record = super().get_help_record(ctx)
        return record and (record[0], _said(record[1], self.help))


class Argument(_Translated, click.Argument):
    """An argument whose help is translated where it is shown."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the placeholder, in brackets if it may be left out."""
        name = self.make_metavar(ctx)
        return [name if self.required else f"[{name}]"]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the placeholder and its help in the chosen language."""
        return self.make_metavar(ctx), _(self.help) if self.help else ""


class Whole(click.IntRange):
    """A whole number; whoever gives none is told so in words."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        """Say what was expected, in the chosen language."""
        super().fail(message.replace(self.name, _("whole number")), param, ctx)


class Number(click.FloatRange):
    """A number, whole or not; whoever gives none is told so in words."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        """Say what was expected, in the chosen language."""
        super().fail(message.replace(self.name, _("number")), param, ctx)


def screen_of(ctx: click.Context) -> Screen:
    """Return where this call of the program writes."""
    return ctx.find_object(Screen) or Screen()


def _said(text: str, known: str | None) -> str:
    return text.replace(known, _(known), 1) if known else text


def _show_help(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        screen_of(ctx).write(ctx.get_help())
        ctx.exit()


_HELP: Final = Option(
    ["--help", "-h"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help=N_("Show this help and exit."),
)

# Obeyed before the command line is parsed, in `main`; declared so that they are known and shown.
_EVERYWHERE: Final = (
    Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False, help=N_("Speak German or English.")),
    Option(["--no-color"], is_flag=True, expose_value=False, help=N_("No colours (so does NO_COLOR).")),
    Option(["--debug"], is_flag=True, expose_value=False, help=N_("Show where in the program an error arose.")),
    _HELP,
)


class Command(click.Command):
    """A command that speaks the chosen language and knows the options that are the same everywhere."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        settings.setdefault("options_metavar", N_("[OPTIONS]"))
        super().__init__(name, **settings)
        self.params = [*self.params, *(param for param in _EVERYWHERE if param is not _HELP)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the arguments; an error of usage knows of which command it is."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the one help option there is."""
        return _HELP

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """Return how help is asked for."""
        return ["--help", "-h"]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line in the chosen language."""
        return [_(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does, in the chosen language."""
        _paragraphs(self.help, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what stands below the options, in the chosen language."""
        _paragraphs(self.epilog, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then those that are the same everywhere."""
        own = [param for param in self.params if param not in _EVERYWHERE and isinstance(param, click.Option)]
        for heading, options in ((N_("Options"), own), (N_("Everywhere"), _EVERYWHERE)):
            records = [record for option in options if (record := option.get_help_record(ctx))]
            if records:
                with formatter.section(_(heading)):
                    formatter.write_dl(records)


def _paragraphs(text: str | None, formatter: click.HelpFormatter) -> None:
    if text:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_(text))


class Program(Command, click.Group):
    """The command of all commands: loads the one that is called, and only that one."""

    def __init__(self, name: str, entries: Sequence[Entry], package: str, **settings: Any) -> None:
        super().__init__(name, subcommand_metavar=N_("COMMAND [ARGS]..."), **settings)
        self.entries = entries
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they are listed."""
        return [entry.name for entry in self.entries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or nothing."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{self._package}.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the called command; a name that is not there is answered with those that are near."""
        if not ctx.resilient_parsing and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            raise click.NoSuchCommand(args[0], possibilities=self.list_commands(ctx), ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without loading any."""
        for heading in dict.fromkeys(entry.heading for entry in self.entries):
            with formatter.section(_(heading)):
                entries = [entry for entry in self.entries if entry.heading == heading]
                formatter.write_dl([(entry.name, _(entry.summary)) for entry in entries])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands first, then the options."""
        self.format_commands(ctx, formatter)
        Command.format_options(self, ctx, formatter)


def command(text: str, *, epilog: str | None = None) -> Callable[[Run], Command]:
    """Make a command of a function that takes the screen and what the user gave, and returns an exit code."""

    def make(run: Run) -> Command:
        @functools.wraps(run)
        def with_screen(**given: Any) -> Exit:
            return run(screen_of(click.get_current_context()), **given)

        return click.command(cls=Command, help=text, epilog=epilog)(with_screen)

    return make


def argument(*names: str, **settings: Any) -> Decorator:
    """Declare an argument of a command."""
    return click.argument(*names, cls=Argument, **settings)


def option(*names: str, **settings: Any) -> Decorator:
    """Declare an option of a command."""
    return click.option(*names, cls=Option, **settings)


as_json = option("--json", "as_json", is_flag=True, help=N_("Answer in JSON, for other programs."))
