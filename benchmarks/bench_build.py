"""Building a whole module, as whoever calls the program waits for it: the start of the program is counted too."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final

from assets.finding import folder_of, games
from benchmarks.frame import Case, Goal, Work

GAME: Final = "blitzkrieg"
DENSITY: Final = "150"  # twice that of a plain screen
NAIVE: Final = "everything drawn again"
_BOUND: Final = Goal("megabytes", "most", 700)


def cases() -> Iterable[Case]:
    """All pictures of each game with nothing there; then of one with all of them there, and with one unit changed."""
    for game in games():
        yield Case(
            f"build: {game.capitalize()}, nothing drawn yet",
            partial(_cold, game, None),
            baseline=partial(_cold, game, 0),
            baseline_name="the same on one core",
            goals=(Goal("processor", "most", 40), _BOUND),
            repeats=1,
            helpers=True,
        )
    cold = partial(_cold, GAME, None)
    yield Case(
        "build: Blitzkrieg again, nothing changed",
        _warm,
        baseline=cold,
        baseline_name=NAIVE,
        goals=(Goal("processor", "most", 1), _BOUND),
        helpers=True,
    )
    yield Case(
        "build: Blitzkrieg again, one unit changed",
        _changed,
        baseline=cold,
        baseline_name=NAIVE,
        goals=(Goal("processor", "most", 2), _BOUND),
        helpers=True,
    )


def _build(folder: Path, game: str | Path, core: int | None = None) -> None:
    """Build into a folder which is the program's only memory; on one core alone if it is named."""
    command = [sys.executable, "-m", "hexmeister", "build", str(game), "--output", str(folder), "--density", DENSITY]
    pinned = None if core is None or not hasattr(os, "sched_setaffinity") else partial(os.sched_setaffinity, 0, {core})
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "LOCALAPPDATA": str(folder)}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, preexec_fn=pinned)


def _cold(game: str, core: int | None) -> Work:
    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            _build(Path(folder), game, core)

    return work


def _warm() -> Work:
    folder = tempfile.TemporaryDirectory()
    _build(Path(folder.name), GAME)

    def work() -> None:
        _build(Path(folder.name), GAME)

    return work


def _changed() -> Work:
    folder = tempfile.TemporaryDirectory()
    game = Path(folder.name, "data", GAME)
    shutil.copytree(folder_of(GAME), game)
    _build(Path(folder.name), game)
    units = game / "units.yaml"
    text, count = units.read_text(encoding="utf-8"), iter(range(1_000))

    def work() -> None:
        fresh = rf"\g<1>{next(count)}"
        units.write_text(re.sub(r'(fr\.1cuir\.somua1: \{.*?short: "1)', fresh, text, count=1), encoding="utf-8")
        _build(Path(folder.name), game)

    return work
