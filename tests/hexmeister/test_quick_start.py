"""A check loads what it needs: the game of its log, and nothing that draws, builds or parses."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.played import Played, first_of_each, played
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.corpus import corpus

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("lxml", "numpy", "shapely", "PIL", "jinja2", "yaml", "builder", "distributed", "sqlite3")
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
    # What measures the tests would keep its figures in a database there.
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    environment = {**quiet, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    command = [sys.executable, "-c", PROGRAM, "check", str(log.path), "--json"]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=False) for _ in range(2)
    )
    assert second.stdout == first.stdout != ""
    assert second.returncode == first.returncode
    heavy, _, games = second.stderr.partition("|")
    assert heavy.split() == []
    assert len(games.split()) == 1


KITS = kits()
BLOCKED = f"""
import sys
class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {HEAVY!r} and name != "builder":  # whose files are a part of a key
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Refuses())
from hexmeister.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_a_game_is_judged_alike_where_nothing_that_draws_or_parses_can_be_had(
    kit: Kit[Any, Any], tmp_path: Path
) -> None:
    ((name, content),) = corpus(1, KITS.index(kit) + len(KITS))  # one with a breach at its end
    log = tmp_path / f"{name}.vlog"
    log.write_bytes(content)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    usual, bare = (
        subprocess.run(
            [sys.executable, "-c", program, "check", str(log), "--json"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        for program in (PROGRAM, BLOCKED)
    )
    assert (bare.returncode, bare.stdout) == (usual.returncode, usual.stdout)
    assert usual.stdout.startswith("{")
