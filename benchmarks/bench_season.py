"""A small season audited from the shell, beside the same on one process; `benchmarks.season` measures thousands."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from benchmarks.frame import Case, Work
from benchmarks.season.making import make

LOGS = 20


def cases() -> Iterable[Case]:
    """A season, from start to end."""
    yield Case(
        "audit a season of twenty logs",
        lambda: _audit(2),
        LOGS,
        "logs",
        baseline=lambda: _audit(1),
        baseline_name="one process",
        repeats=2,
        helpers=True,
    )


def _audit(jobs: int) -> Work:
    home = Path(tempfile.mkdtemp(prefix="season"))
    make(home / "logs", LOGS)
    runs = count()

    def work() -> None:
        database = home / f"{next(runs)}.sqlite"
        words = [sys.executable, "-m", "hexmeister", "audit", str(home / "logs"), "--db", str(database)]
        done = subprocess.run([*words, "--jobs", str(jobs)], check=False, stdout=subprocess.DEVNULL)
        assert done.returncode == 1, "some of the logs hold what is illegal"

    return work
