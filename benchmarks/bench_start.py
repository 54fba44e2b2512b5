"""How long a user waits before the program does anything."""

import subprocess
import sys
from collections.abc import Iterable

from benchmarks.frame import Case, Goal, Work


def cases() -> Iterable[Case]:
    """The start of the program, beside the start of Python alone."""
    yield Case(
        "start: hexmeister --help",
        lambda: _command("-m", "hexmeister", "--help"),
        baseline=lambda: _command("-c", "pass"),
        baseline_name="python -c pass",
        goals=(Goal("seconds", "most", 0.3),),
    )


def _command(*words: str) -> Work:
    return lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
