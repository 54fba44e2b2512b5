"""How long a user waits before the program does anything."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.frame import Case, Goal, Work


def cases() -> Iterable[Case]:
    """The start of the program beside that of Python alone, and a check beside what no check can do without."""
    yield Case(
        "start: hexmeister --help",
        lambda: _command("-m", "hexmeister", "--help"),
        baseline=lambda: _command("-c", "pass"),
        baseline_name="python -c pass",
        goals=(Goal("processor", "most", 0.3),),
    )
    yield Case(
        "start: hexmeister check of the demo's log",
        _checking,
        baseline=lambda: _command("-c", "import pyexpat, msgspec"),
        baseline_name="python -c import pyexpat, msgspec",
        goals=(Goal("processor", "most", 0.6),),
        helpers=True,
    )


def _command(*words: str) -> Work:
    return lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)


def _checking() -> Work:
    """The check of a game that was checked before: what is worked out once on a machine is there."""
    from hexmeister.examples.games import write_games

    folder = tempfile.TemporaryDirectory()
    clean, _ = write_games(Path(folder.name))
    check = _command("-m", "hexmeister", "check", str(clean))
    check()

    def work(_kept: tempfile.TemporaryDirectory[str] = folder) -> None:
        check()

    return work
