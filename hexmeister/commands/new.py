"""`hexmeister new`: the beginning of a game of one's own."""

from gettext import gettext as _
from pathlib import Path

import click

from hexmeister.exits import Exit
from hexmeister.frame import argument, as_json, command, option
from hexmeister.language import N_
from hexmeister.screen import Screen


@command(
    N_("Begin a game of your own: a small, complete example, data and first rules, that builds at once."),
    epilog=N_(
        "Every file explains itself. `hexmeister build DIR` makes the module; after `pip install -e DIR` the referee "
        "knows the game."
    ),
)
@argument("name", metavar=N_("NAME"), help=N_("The name of the game: small letters, figures, underscores."))
@option(
    "-o",
    "--output",
    "folder",
    metavar=N_("DIR"),
    type=click.Path(path_type=Path),
    default=".",
    help=N_("The folder to make it in."),
)
@as_json
def new(screen: Screen, name: str, folder: Path, *, as_json: bool) -> Exit:
    """Write the example into a folder of that name."""
    from builder.starter import begin

    made = begin(name, folder)
    if as_json:
        written = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
        screen.data({"folder": str(made), "files": written})
    else:
        screen.line(_("{path}: begun; next: hexmeister build {path}").format(path=made))
    return Exit.FINE
