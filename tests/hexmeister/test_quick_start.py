"""A check loads what it needs: the game of its log, and nothing that draws, builds or parses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.played import Played, first_of_each, played

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "shapely", "PIL", "jinja2", "yaml", "builder", "distributed")
PROGRAM = f"""
import sys
from hexmeister.main import main
code = main(sys.argv[1:])
heavy = [name for name in {HEAVY!r} if name in sys.modules]
games = sorted({{name.split(".")[1] for name in sys.modules if name.count(".") == 2 and name.endswith(".audited")}})
print(*heavy, "|", *games, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("log", first_of_each(played()), ids=str)
def test_a_second_check_needs_nothing_that_draws_or_parses(log: Played, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    command = [sys.executable, "-c", PROGRAM, "check", str(log.path), "--json"]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=False) for _ in range(2)
    )
    assert second.stdout == first.stdout != ""
    assert second.returncode == first.returncode
    heavy, _, games = second.stderr.partition("|")
    assert heavy.split() == []
    assert len(games.split()) == 1
