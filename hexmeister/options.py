"""Options that mean the same wherever they stand: under what is judged, and with which values of one's own."""

from pathlib import Path
from typing import Any, Final

import click

from hexmeister.frame import Decorator, option
from hexmeister.language import N_

module: Final = option(
    "--module", metavar=N_("MODULE"), type=click.Path(path_type=Path), help=N_("The module that was played.")
)
game: Final = option("--game", metavar=N_("GAME"), help=N_("The game, where the log does not name its module."))
ruling: Final = option(
    "--ruling", "rulings", multiple=True, metavar=N_("ID=READING"), help=N_("Settle a disputed ruling.")
)
rulings: Final = option(
    "--rulings", "file", type=click.Path(path_type=Path), metavar=N_("FILE"), help=N_("A file of settled rulings.")
)
overlay: Final = option(
    "--overlay",
    metavar=N_("DIR"),
    type=click.Path(path_type=Path),
    help=N_("A folder with values and pictures of your own."),
)
extensions: Final = option(
    "--extension",
    "extensions",
    multiple=True,
    metavar=N_("EXT"),
    type=click.Path(path_type=Path),
    help=N_("An extension (.vmdx) of the module; may be given several times."),
)
JUDGED: Final[tuple[Decorator, ...]] = (module, game, ruling, rulings, overlay)


def judged(run: Any) -> Any:
    """Declare all that decides how logs are judged: module, game, rulings, values of one's own."""
    for declare in reversed(JUDGED):
        run = declare(run)
    return run
