"""`make demo`: the main jobs on shipped examples, each by the command that a user would type, and where to look."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from gettext import gettext as _
from pathlib import Path

from hexmeister import language
from hexmeister.exits import Exit
from hexmeister.language import N_
from hexmeister.main import main
from hexmeister.screen import Screen

FOLDER = Path("demo")
REPORT = "report.html"


Job = tuple[str, Sequence[str]]
"""What a job is for, and the words of its command."""


def making(folder: Path) -> Iterator[Job]:
    """Yield the jobs of one who makes modules."""
    import assets
    from builder.build import module_name
    from hexmeister.examples.games import recorded

    name = recorded()
    game = assets.load(name)
    module = str(folder / module_name(game, language.chosen()))
    yield N_("Make the module of a game, pictures and all"), ("build", name, "-o", str(folder))
    yield N_("Is anything wrong with it that VASSAL would not tell?"), ("lint", module)
    counter = str(folder / "counter.png")
    yield N_("One counter, for a quick look"), ("render", name, next(iter(game.units)), "-o", counter)
    for other in assets.games():
        card = next(iter(assets.load(other).cards), None)
        if card is not None:
            picture = str(folder / f"card-{other}.png")
            yield N_("A unit card of a game that has such"), ("render", other, card, "-o", picture)


def judging(folder: Path) -> Iterator[Job]:
    """Yield the jobs of one who has games checked."""
    clean, wrong, page = (str(folder / name) for name in ("clean.vlog", "wrong.vlog", REPORT))
    yield N_("A game that a program played by the rules: is it clean?"), ("check", clean)
    yield N_("One with three wrong acts; the report as a page too"), ("check", wrong, "--html", page, "--force")
    yield N_("What is still due where it ends, and what may be done?"), ("ask", clean)


def looking(folder: Path) -> Iterator[Job]:
    """Yield the jobs of one who looks into files."""
    module, save, log = (str(folder / f"ford.{kind}") for kind in ("vmod", "vsav", "vlog"))
    yield N_("What is in a log of a tiny example game?"), ("show", log)
    yield N_("The course of the game, with a roll that was taken back"), ("show", log, "--chat")
    yield N_("Where did everything stand after step 9?"), ("show", log, "--step", "9", "--module", module)
    scrubbed, plain = str(folder / "ford-scrubbed.vlog"), str(folder / "ford-plain.vsav")
    yield N_("The log without the players' passwords"), ("scrub", log, scrubbed, "--force")
    as_text = ("convert", save, plain, "--form", "plain", "--force")
    yield N_("The save as text that can be read without any program"), as_text


def jobs(folder: Path) -> Iterator[Job]:
    """Yield all jobs."""
    yield from making(folder)
    yield from judging(folder)
    yield from looking(folder)


def show(folder: Path = FOLDER, wanted: Callable[[Path], Iterable[Job]] = jobs) -> int:
    """Write the examples, run the jobs, say where to look; return the code of a job that fails."""
    from hexmeister.examples import write_all
    from hexmeister.examples.games import write_games

    language.choose(language.wanted((), os.environ))
    screen = Screen(colour=not os.environ.get("NO_COLOR"))
    folder.mkdir(parents=True, exist_ok=True)
    screen.remark(_("This takes two minutes or so; most of them draw the pictures of a module."))
    write_all(folder)
    write_games(folder, language.chosen())
    for title, words in wanted(folder):
        screen.heading(_(title))
        screen.line(f"$ hexmeister {shlex.join(words)}", style="cyan")
        code = main(words)
        if code not in (Exit.FINE, Exit.FINDINGS):
            return code
    screen.heading(_("Where to look"))
    for path in sorted(folder.iterdir()):
        screen.line(f"  {path}")
    screen.line(_("The modules open in VASSAL 3.7 or newer; the logs replay there step by step."))
    words = _("{page} opens in any browser; `hexmeister serve --open` makes such pages by mouse.")
    screen.line(words.format(page=folder / REPORT))
    return Exit.FINE


if __name__ == "__main__":
    sys.exit(show())
