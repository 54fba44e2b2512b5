"""`hexmeister scrub`: the same file without the players' passwords."""

from gettext import ngettext
from pathlib import Path

from hexmeister.exits import Exit
from hexmeister.files import free, read_argument, write_argument
from hexmeister.frame import command
from hexmeister.language import N_
from hexmeister.screen import Screen


@command(
    N_("Write a save or a log again without the players' passwords, so that it can be given to others."),
    epilog=N_(
        "VASSAL writes each player's password into every file. Each is replaced by p1, p2, … in every place, so that "
        "sides still match; names, moves and chat stay. To go on playing from such a file a player takes the side anew."
    ),
)
@read_argument("source", N_("IN"), N_("The save or log to read (.vsav, .vlog)."))
@write_argument("target", N_("OUT"), N_("The file to write."))
def scrub(screen: Screen, source: Path, target: Path, force: bool) -> Exit:
    """Write a file like another, in which nobody's password stands."""
    from vassal.scrub import scrub as scrubbed

    players = scrubbed(source, free(target, force=force))
    text = ngettext("written, {count} password replaced", "written, {count} passwords replaced", players)
    screen.remark(f"{target}: {text.format(count=players)}")
    return Exit.FINE
