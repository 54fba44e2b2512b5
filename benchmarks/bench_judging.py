"""Judging: the actions of a long game of each title by its referee, and logs checked from the shell."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from random import Random

from benchmarks.frame import Case, Goal, Work
from rules.audit.games import doors
from rules.engine.actions import Action
from tests.rules.shared.kit import kit_of
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

SEED = 5
LONGEST = 10_000
STEPS = 500
MEGABYTES = 3.0


def cases() -> Iterable[Case]:
    """The bounds that the check of a log has set itself, for each game."""
    rate = Goal("rate", "least", 5_000)
    checked, page = (Goal("processor", "most", 1.5),), (Goal("processor", "most", 5.0),)
    for game, door in doors().items():
        title, work = door.meta.titles[0], partial(_judging, game)
        yield Case(f"judge a long game of {title}", work, len(_game(game)), "actions", goals=(rate,), repeats=3)
    for game, door in doors().items():
        for what, option, goals in (
            ("check a log", (), checked),
            ("check a log and write its page", ("--html",), page),
        ):
            work, name = partial(_shell, game, *option), f"{what} of {door.meta.titles[0]}"
            yield Case(name, work, STEPS, "steps", goals=goals, repeats=3, helpers=True)


def _scenario(game: str) -> str:
    """The last of its scenarios."""
    return kit_of(game).scenarios[-1]


@cache
def _game(game: str) -> tuple[Action, ...]:
    return tuple(turn.action for turn in kit_of(game).play(_scenario(game), SEED, LONGEST))


def _judging(game: str) -> Work:
    kit, actions = kit_of(game), _game(game)
    judge, first = kit.player(_scenario(game), Random(0)).referee, kit.begin(_scenario(game))

    def work() -> None:
        position = first
        for action in actions:
            position, ruling = judge.step(position, action)
            assert ruling.legal

    return work


def _shell(game: str, *options: str) -> Work:
    folder = Path(tempfile.mkdtemp(prefix="judging"))
    workshop, scenario = workshop_of(game), _scenario(game)
    log, module, page = folder / "game.vlog", folder / "game.vmod", folder / "report.html"
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    turns = list(kit_of(game).play(scenario, SEED, LONGEST))
    writer.foresee([turn.action for turn in turns])
    for turn in takewhile(lambda _: scribe.steps < STEPS, turns):
        scribe.write(writer.entries(turn.before, turn.action))
    savefile.write(log, scribe.log())
    module.write_bytes(workshop.packed)
    words = [sys.executable, "-m", "hexmeister", "check", str(log), "--module", str(module), "--force"]
    words += [str(page) if word == "FILE" else word for option in options for word in (option, "FILE")]

    def work() -> None:
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        assert not options or page.stat().st_size < MEGABYTES * 1_000_000

    return work
