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

from assets import load
from assets.finding import folder_of, games
from benchmarks.frame import Case, Goal, Work

DENSITY: Final = "150"  # twice that of a plain screen
NAIVE: Final = "everything drawn again"
SHORT: Final = re.compile(r'(\bshort: "[^"]+)')
"""What stands on a counter."""
_BOUND: Final = Goal("megabytes", "most", 700)


def cases() -> Iterable[Case]:
    """All pictures of each game with nothing there; with all of them there; and with one unit changed."""
    for game in games():
        title = load(game).info.title.en
        yield Case(
            f"build: {title}, nothing drawn yet",
            partial(_cold, game, None),
            baseline=partial(_cold, game, 0),
            baseline_name="the same on one core",
            goals=(Goal("processor", "most", 40), _BOUND),
            repeats=1,
            helpers=True,
        )
        again = (("nothing changed", _warm, 1), ("one unit changed", _changed, 2))
        for what, work, seconds in again if load(game).units else ():
            yield Case(
                f"build: {title} again, {what}",
                partial(work, game),
                baseline=partial(_cold, game, None),
                baseline_name=NAIVE,
                goals=(Goal("processor", "most", seconds), _BOUND),
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


def _warm(game: str) -> Work:
    folder = tempfile.TemporaryDirectory()
    _build(Path(folder.name), game)

    def work() -> None:
        _build(Path(folder.name), game)

    return work


def _changed(name: str) -> Work:
    folder = tempfile.TemporaryDirectory()
    game = Path(folder.name, "data", name)
    shutil.copytree(folder_of(name), game)
    _build(Path(folder.name), game)
    units, count = game / "units.yaml", iter(range(1_000))
    text = units.read_text(encoding="utf-8")
    assert SHORT.search(text)

    def work() -> None:
        units.write_text(SHORT.sub(rf"\g<1>{next(count)}", text, count=1), encoding="utf-8")
        _build(Path(folder.name), game)

    return work
