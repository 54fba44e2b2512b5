"""Judging: the actions of a long game by the referee, and logs checked from the shell, to figures and to a page."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from itertools import takewhile
from pathlib import Path

from benchmarks.frame import Case, Goal, Work
from rules.barbarossa.game import referee as other_referee
from rules.barbarossa.setup.beginning import begin
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import open_switches
from rules.engine.actions import Action
from tests.rules.audit.conftest import workshop_of
from tests.rules.barbarossa import many as barbarossa
from tests.rules.blitzkrieg.golden import battle, play
from vassal import savefile

SCENARIO, SEED = "stonne", 5
OTHER = "line"
STEPS = 500
MEGABYTES = 3.0


def cases() -> Iterable[Case]:
    """The bounds that the check of a log has set itself."""
    game = _game()
    rate = Goal("rate", "least", 5_000)
    yield Case("judge a long game", _judging, len(game), "actions", goals=(rate,), repeats=3)
    other = len(_other_game())
    yield Case("judge a long game of Barbarossa", _judging_the_other, other, "actions", goals=(rate,), repeats=3)
    checked, page = (Goal("processor", "most", 1.5),), (Goal("processor", "most", 5.0),)
    yield Case("check a log from the shell", _shell, STEPS, "steps", goals=checked, repeats=3, helpers=True)
    yield Case(
        "check a log and write its page", lambda: _shell("--html"), STEPS, "steps", goals=page, repeats=3, helpers=True
    )


@cache
def _game() -> tuple[Action, ...]:
    return tuple(turn.action for turn in play(SCENARIO, SEED, 10_000))


def _judging() -> Work:
    game, judge, first = _game(), referee(battle(SCENARIO), open_switches()), start(battle(SCENARIO))

    def work() -> None:
        position = first
        for action in game:
            position, ruling = judge.step(position, action)
            assert ruling.legal

    return work


@cache
def _other_game() -> tuple[Action, ...]:
    return tuple(turn.action for turn in barbarossa.play(OTHER, SEED))


def _judging_the_other() -> Work:
    game, battle_of = _other_game(), barbarossa.battle(OTHER)
    judge, first = other_referee(battle_of, barbarossa.SWITCHES), begin(battle_of)

    def work() -> None:
        position = first
        for action in game:
            position, ruling = judge.step(position, action)
            assert ruling.legal

    return work


def _shell(*options: str) -> Work:
    folder = Path(tempfile.mkdtemp(prefix="judging"))
    workshop = workshop_of("blitzkrieg")
    log, module, page = folder / "game.vlog", folder / "game.vmod", folder / "report.html"
    scribe, writer = workshop.scribe(SCENARIO), workshop.writer(SCENARIO)
    for turn in takewhile(lambda _: scribe.steps < STEPS, play(SCENARIO, SEED, 10_000)):
        scribe.write(writer.entries(turn.before, turn.action))
    savefile.write(log, scribe.log())
    module.write_bytes(workshop.packed)
    words = [sys.executable, "-m", "hexmeister", "check", str(log), "--module", str(module), "--force"]
    words += [str(page) if word == "FILE" else word for option in options for word in (option, "FILE")]

    def work() -> None:
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        assert not options or page.stat().st_size < MEGABYTES * 1_000_000

    return work
