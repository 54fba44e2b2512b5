"""`hexmeister convert`: the same save or log in another wire form."""

from gettext import gettext as _
from pathlib import Path

import click

from hexmeister.exits import Exit
from hexmeister.files import free, read_argument, write_argument
from hexmeister.frame import command, option
from hexmeister.language import N_
from hexmeister.screen import Screen
from vassal.wire import FORMS


@command(
    N_("Write a save or a log in another form, so that an older VASSAL can open what a newer one wrote."),
    epilog=N_(
        "All releases of VASSAL read vcsk and plain; the other forms come from development versions of 3.8. "
        "The game in it stays the same."
    ),
)
@read_argument("source", N_("IN"), N_("The save or log to read (.vsav, .vlog)."))
@write_argument("target", N_("OUT"), N_("The file to write."))
@option("--form", type=click.Choice(tuple(FORMS)), default="vcsk", show_default=True, help=N_("The form to write."))
def convert(screen: Screen, source: Path, target: Path, form: str, force: bool) -> Exit:
    """Write the game of one file into another, in the given form."""
    from vassal.convert import convert as converted

    written = converted(source, free(target, force=force), form)
    screen.remark(f"{target}: " + _("written as {form}").format(form=written.name))
    return Exit.FINE
