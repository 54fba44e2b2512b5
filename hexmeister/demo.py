"""`make demo`: the main jobs on shipped examples, each by the command that a user would type, and where to look."""

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from pathlib import Path

from hexmeister import language
from hexmeister.exits import Exit
from hexmeister.language import N_
from hexmeister.main import main
from hexmeister.screen import Screen

FOLDER = Path("demo")


def jobs(folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what each job is for, and the words of its command."""
    module, save, log = (str(folder / f"ford.{kind}") for kind in ("vmod", "vsav", "vlog"))
    yield N_("What is in a module?"), ("show", module)
    yield N_("What is in a log?"), ("show", log)
    yield N_("The course of the game, with a roll that was taken back"), ("show", log, "--chat")
    yield N_("Where did everything stand after step 9?"), ("show", log, "--step", "9", "--module", module)
    scrubbed, plain = str(folder / "ford-scrubbed.vlog"), str(folder / "ford-plain.vsav")
    yield N_("The log without the players' passwords"), ("scrub", log, scrubbed, "--force")
    yield (
        N_("The save as text that can be read without any program"),
        ("convert", save, plain, "--form", "plain", "--force"),
    )


def show(folder: Path = FOLDER) -> int:
    """Write the examples, run all jobs, say where to look; return the first code that is not fine."""
    from hexmeister.examples import write_all

    language.choose(language.wanted((), os.environ))
    screen = Screen(colour=not os.environ.get("NO_COLOR"))
    folder.mkdir(parents=True, exist_ok=True)
    write_all(folder)
    for title, words in jobs(folder):
        screen.heading(_(title))
        screen.line(f"$ hexmeister {shlex.join(words)}", style="cyan")
        code = main(words)
        if code != Exit.FINE:
            return code
    screen.heading(_("Where to look"))
    for path in sorted(folder.iterdir()):
        screen.line(f"  {path}")
    screen.line(_("The module opens in VASSAL 3.7 or newer; the log replays there step by step."))
    return Exit.FINE


if __name__ == "__main__":
    sys.exit(show())
