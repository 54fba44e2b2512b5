"""`hexmeister completion`: the script that lets a shell complete commands, options and file names."""

from typing import Final

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from hexmeister.exits import Exit
from hexmeister.frame import argument, command
from hexmeister.language import N_
from hexmeister.screen import Screen

_SHELLS: Final = {"bash": BashComplete, "fish": FishComplete, "zsh": ZshComplete}


@command(
    N_("Print the script that lets a shell complete commands, options and file names."),
    epilog=N_('For bash, put this line into ~/.bashrc: eval "$(hexmeister completion bash)"'),
)
@argument("shell", metavar=N_("SHELL"), type=click.Choice(tuple(_SHELLS)), help=N_("bash, fish or zsh."))
def completion(screen: Screen, shell: str) -> Exit:
    """Write the completion script to stdout."""
    root = click.get_current_context().find_root()
    script = _SHELLS[shell](root.command, {}, "hexmeister", "_HEXMEISTER_COMPLETE")
    screen.write(script.source())
    return Exit.FINE
