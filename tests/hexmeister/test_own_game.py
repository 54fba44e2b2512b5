"""A game in a package of its own, as `hexmeister new` begins it: installed, it is built, checked, asked and proven.

Nothing in the tree is touched for it.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.hexmeister.test_walkthroughs import FENCE, commands, edit, pattern, solid

ROOT: Final = Path(__file__).resolve().parents[2]
NAME: Final = "two_hills"
SHARED: Final = (
    "tests/assets/test_kept_games.py",
    "tests/builder/counters",
    "tests/builder/lint/test_own.py",
    "tests/rules/audit/test_coverage.py",
    "tests/rules/audit/test_games.py",
    "tests/rules/engine/test_owners.py",
    "tests/rules/shared",
    "tests/rules/test_edition.py",
)
"""Tests that every game has to pass."""
PLAYED: Final = """
import sys
from pathlib import Path
import assets
from builder.build import lock_of, saved_at
from builder.plan import plan
from builder.setups import save_of
from hexmeister.modules import module_of
from rules.audit.scribe import Scribe
from rules.loading import switches_of
from two_hills.actions import Begin, Move
from two_hills.game import referee, start
from two_hills.loading import load
from two_hills.tests.writing import writer_of
from vassal import savefile

game = assets.load("two_hills")
planned = plan(game, None, lock_of(game))
scenario = game.scenarios["crossroads"]
begun = save_of(planned.making, planned.root, scenario, ready=True, saved=saved_at(planned.making))
battle, writer = load("crossroads"), writer_of(game, "crossroads")
judge, position = referee(battle, switches_of(game)), start(battle)
position = position.but(hexes={**position.hexes, **scenario.placement})
scribe = Scribe(game, module_of(savefile.read(begun), "two_hills"), savefile.read(begun))
for action in (Begin(phase="Red"), Move(unit="red.1st.a", hex=sys.argv[2]), Begin(phase="Blue")):
    scribe.write(writer.entries(position, action))
    position = judge.play(position, action)
savefile.write(Path(sys.argv[1]), scribe.log())
"""


class Place:
    """A folder in which the game is installed, and commands that find it there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.site = folder, folder / "site"
        own = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(self.site))), "XDG_CACHE_HOME": str(folder / "cache")}
        self._environment = {**os.environ, **own, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "HEXMEISTER_LANG": "en"}

    def python(self, *words: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *map(str, words)]
        return subprocess.run(
            command, cwd=cwd or self.folder, env=self._environment, capture_output=True, text=True, check=False
        )

    def hexmeister(self, *words: object, code: int = 0) -> str:
        done = self.python("-m", "hexmeister", *words)
        assert done.returncode == code, done.stderr + done.stdout
        return done.stdout

    def installed(self, name: str) -> subprocess.CompletedProcess[str]:
        """Install a project of the folder."""
        words = ("-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-build-isolation")
        return self.python(*words, "--target", self.site, self.folder / name)

    def log(self, name: str, goal: str) -> Path:
        """The log of a company that goes to a hex, as the game's own writer writes it."""
        path = self.folder / f"{name}.vlog"
        done = self.python("-c", PLAYED, path, goal)
        assert done.returncode == 0, done.stderr
        return path


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    found = Place(tmp_path_factory.mktemp("own"))
    assert "begun" in found.hexmeister("new", NAME)
    done = found.installed(NAME)
    assert done.returncode == 0, done.stderr
    (found.folder / NAME).rename(found.folder / "away")  # what is found is what was installed
    return found


def test_its_module_is_built_and_the_linter_is_content(place: Place) -> None:
    place.hexmeister("build", NAME, "--density", "75")
    module = place.folder / f"{NAME}-1.0-75.vmod"
    assert "nothing found" in place.hexmeister("lint", module)
    assert "Two Hills" in place.hexmeister("show", module)


def test_its_logs_are_checked(place: Place) -> None:
    clean = json.loads(place.hexmeister("check", place.log("clean", "0402"), "--json"))
    assert (clean["game"], clean["summary"]["actions"], clean["findings"]) == (NAME, 3, [])
    report = json.loads(place.hexmeister("check", place.log("far", "0502"), "--json"))
    (found,) = report["findings"]
    assert (found["verdict"], found["rule"], found["step"], found["player"]) == ("undecided", "TWO-2b", 3, "red")
    assert found["text"] == "A Company, 1st Regiment has moved 4 hexes, from 0102 to 0502; 3 are allowed."
    assert found["facts"]["edition"] == ["edition.counters", "edition.map"]
    page = place.folder / "report.html"
    place.hexmeister("check", place.log("far", "0502"), "--html", page)
    assert "TWO-2b" in page.read_text(encoding="utf-8")


def test_a_season_of_it_is_judged(place: Place) -> None:
    logs = [place.log("clean", "0402"), place.log("far", "0502")]
    told = json.loads(place.hexmeister("audit", *logs, "--db", "season.sqlite", "--jobs", "1", "--json"))
    assert (told["judged"], told["failed"], told["illegal"]) == (2, [], 0)


def test_it_is_asked(place: Place) -> None:
    log = place.log("clean", "0402")
    assert "in the phase of Blue" in place.hexmeister("ask", log)
    assert "move unit=blue.7th.a hex=0701" in place.hexmeister("ask", log, "--may", "blue.7th.a")
    assert "0701" in place.hexmeister("ask", log, "--reach", "blue.7th.a")
    assert "nobody it can fire at" in place.hexmeister("ask", log, "--targets", "blue.7th.a")
    assert "free" in place.hexmeister("ask", log, "--sight", "0101", "0404")
    assert "legal" in place.hexmeister("ask", log, "--would", "move unit=blue.7th.a hex=0701")
    picture = place.folder / "reach.png"
    place.hexmeister("ask", log, "--reach", "blue.7th.a", "--picture", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_its_rules_are_shown(place: Place) -> None:
    rows = json.loads(place.hexmeister("rules", NAME, "--json"))["rules"]
    assert {row["id"]: bool(row["enforced_by"]) for row in rows} == {
        "TWO-1a": True,
        "TWO-2a": True,
        "TWO-2b": True,
        "TWO-3a": False,
    }


def test_its_own_tests_pass(place: Place) -> None:
    done = place.python("-m", "pytest", "-q", "-p", "no:cacheprovider", place.site / NAME, cwd=place.site)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def test_the_tests_that_games_share_pass_with_it(place: Place) -> None:
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", NAME)
    done = place.python(*words, *SHARED, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.splitlines()[-1].split(" passed")[0].split()[-1]) > 30, done.stdout


class Author:
    """Somebody who does what the authors' guide says; what he has changed is installed, as by `pip install -e`."""

    def __init__(self, folder: Path) -> None:
        self.place, self.game = Place(folder), ""

    def follow(self, text: str) -> None:
        for kind, title, body in FENCE.findall(text):
            if kind == "console":
                for command, answer in commands(body):
                    self._type(command, answer)
            elif kind == "diff":
                self._edit(self.place.folder / title, body)

    def _type(self, command: str, answer: list[str]) -> None:
        program, *words = shlex.split(command)
        if program == "pip":
            self.game = words[-1]
            done = self.place.installed(self.game)
        elif program == "pytest":
            inside = self.place.site / words[0] if words[0] == self.game else ROOT
            given = [inside] if inside != ROOT else words
            own = ("-q", "-p", "no:cacheprovider", "-n", "0", "--rootdir", inside)
            done = self.place.python("-m", "pytest", *own, *given, cwd=inside)
        elif program == "python":
            done = self.place.python(*words, cwd=ROOT)
        else:
            done = self.place.python("-m", program, *words)
        said = solid(done.stdout)
        assert done.returncode == 0, f"$ {command}\n{said}{done.stderr}"
        assert re.fullmatch(pattern(answer), said), f"$ {command}\n{said}\n--- instead of ---\n" + "\n".join(answer)

    def _edit(self, path: Path, text: str) -> None:
        edit(path, text)
        if self.game:
            source = self.place.folder / self.game / self.game
            shutil.copy(path, self.place.site / self.game / path.relative_to(source))


def test_the_authors_guide_leads_from_nothing_to_a_rule_that_is_proven(tmp_path: Path) -> None:
    Author(tmp_path).follow((ROOT / "docs" / "authors" / "new-game.md").read_text(encoding="utf-8"))
