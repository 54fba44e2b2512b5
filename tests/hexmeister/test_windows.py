"""What stands in nobody's way on Windows, as far as it can be tried elsewhere: modules, encodings, names, lines."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.played import played

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("assets", "builder", "hexmeister", "kept", "rules", "vassal")
STRANGE = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty")
"""Modules that Windows does not have."""
LACKING = ("O_NOFOLLOW", "O_NONBLOCK", "fork", "geteuid", "getuid", "killpg", "setsid")
"""What `os` does not have there."""
IMPORTS = """
import os, pkgutil, signal, sys
for name in {strange}:
    sys.modules[name] = None
for name in {lacking}:
    delattr(os, name)
del signal.SIGKILL, signal.SIGALRM
for part in {parts}:
    package = __import__(part)
    for each in pkgutil.walk_packages(package.__path__, part + "."):
        if not each.name.endswith("__main__"): __import__(each.name)
import kept
print(kept.kept("tried", lambda: "key", int, lambda: 7), len(sys.modules))
"""
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])([.]|$)", re.IGNORECASE)
REFUSED = re.compile(r'[<>:"|?*\\\x00-\x1f]|[ .]$')


def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**{name: value for name, value in os.environ.items() if not name.startswith("COV")}, **more}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )


def test_every_module_of_the_program_is_there_without_what_windows_lacks(tmp_path: Path) -> None:
    code = IMPORTS.format(strange=STRANGE, lacking=LACKING, parts=PARTS)
    answer = run("-c", code, HEXMEISTER_CACHE=str(tmp_path))
    assert answer.stdout.startswith("7 "), answer.stderr
    assert [*tmp_path.rglob("tried-*")], "it keeps what it worked out"


def test_no_text_is_read_or_written_as_the_system_has_it(tmp_path: Path) -> None:
    log = str(played(wrong=True)[0].path)
    page = str(tmp_path / "Prüfung der Partie.html")
    quiet = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-m", "hexmeister")
    for words in (("check", log, "--html", page), ("show", log), ("rules", "--lang", "de", played()[0].game)):
        answer = run(*quiet, *words, PYTHONIOENCODING="utf-8")
        assert answer.returncode in {0, 1}, answer.stderr
        assert "EncodingWarning" not in answer.stderr
    assert "✕" in Path(page).read_text(encoding="utf-8")


def test_every_file_of_the_project_has_a_name_that_windows_can_hold() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    names = [name for name in listed.stdout.split("\0") if name]
    assert len(names) > 1000
    parts = {part for name in names for part in name.split("/")}
    assert [part for part in sorted(parts) if REFUSED.search(part) or RESERVED.match(part)] == []
    assert [name for name, count in Counter(map(str.casefold, names)).items() if count > 1] == []
    assert max(map(len, names)) < 160, "a path may have 260 letters, and lies in a folder"


def test_lines_end_alike_everywhere_for_what_was_made_hangs_on_each_byte() -> None:
    kinds = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    assert "* text=auto eol=lf" in kinds
    assert {"*.vlog binary", "*.vsav binary"} <= {*kinds}


@pytest.mark.parametrize("system", ["ubuntu", "macos", "windows"])
def test_the_recipe_runs_the_tests_on_three_systems(system: str) -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))["jobs"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"{system}-latest" in jobs["tests"]["strategy"]["matrix"]["system"]
    steps = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    called = [step.split()[-1] for step in steps if step.startswith("tox run")]
    assert set(called) == {*project["tool"]["tox"]["env"]}
    for name in called:
        for command in project["tool"]["tox"]["env"][name]["commands"]:
            assert command[0] in {"python", "pybabel", "ruff", "mypy", "lint-imports"}, "there is no make on Windows"
