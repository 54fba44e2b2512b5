"""`hexmeister serve`: the local page, on this machine only, until Ctrl+C ends it."""

import signal
from gettext import gettext as _
from pathlib import Path
from typing import Any

import click

from hexmeister.exits import Exit
from hexmeister.files import readable, settled
from hexmeister.frame import Whole, argument, command, option
from hexmeister.language import N_
from hexmeister.options import judged
from hexmeister.screen import Screen


@command(
    N_("Open a page for this machine only: drop logs, see them checked, read the report, step through the game."),
    epilog=N_(
        "The address that is printed holds a secret; whoever has it, on this machine, can use the page. "
        "Logs that were dropped are deleted as soon as they are checked, the reports when the program ends."
    ),
)
@argument("folder", metavar=N_("DIR"), required=False, type=click.Path(path_type=Path))
@option("--port", type=Whole(0, 65535), default=0, metavar=N_("N"), help=N_("The port; without it any free."))
@option("--open", "show", is_flag=True, help=N_("Open the page in the browser."))
@judged
def serve(
    screen: Screen,
    *,
    folder: Path | None,
    port: int,
    show: bool,
    **wish: Any,
) -> Exit:
    """Serve the page until it is ended."""
    from hexmeister.page.bounds import Bounds
    from hexmeister.page.desk import Desk
    from hexmeister.page.server import PageServer
    from hexmeister.page.worker import Order

    order = Order(
        module=_found(wish["module"]),
        game=wish["game"] or "",
        rulings=(*settled(wish["file"]), *wish["rulings"]),
        overlay=_found(wish["overlay"]),
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    desk = Desk(readable(folder) if folder else None, order, Bounds())
    try:
        with PageServer(desk, Bounds(), port) as server:
            screen.line(server.address)
            screen.remark(_("The page is open on this machine only. Ctrl+C ends it."))
            if show:
                click.launch(server.address)
            server.serve_forever()
    except KeyboardInterrupt:
        screen.remark(_("The page is closed."))
    finally:
        desk.clear()
    return Exit.FINE


def _found(path: Path | None) -> str:
    """Return the whole name of what was given, which must be there."""
    return str(path.resolve(strict=True)) if path else ""
