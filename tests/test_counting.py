"""Coverage counts the first case of each test that does not run long."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from coverage import Coverage

from tests.counting import counted

TESTS = """
import subprocess
import sys

import pytest

import tried


@pytest.mark.parametrize("case", [1, 2])
def test_one(case):
    assert getattr(tried, f"case_{case}")()


@pytest.mark.long
def test_long():
    assert tried.long()
    assert subprocess.run([sys.executable, "-c", "import tried; tried.helped()"]).returncode == 0


def test_helper():
    assert subprocess.run([sys.executable, "-c", "import tried; tried.helped_in_a_counted_test()"]).returncode == 0
"""
TRIED = """
def case_1():
    return "counted"


def case_2():
    return "no first case"


def long():
    return "long"


def helped():
    return "by a long one"


def helped_in_a_counted_test():
    return "counted too"
"""
CONFTEST = """
import atexit
import os

from tests.counting import count as pytest_configure

atexit.register(os._exit, 0)  # as if it were killed when it is done
"""
PROJECT = """
[tool.coverage.run]
parallel = true
patch = ["subprocess"]
source_pkgs = ["tried"]

[tool.pytest.ini_options]
markers = ["long: runs long"]
"""


def test_of_each_test_the_first_case_is_counted() -> None:
    assert counted(["a::one[x]", "a::one[y]", "a::two", "b::one[y]"]) == {"a::one[x]", "a::two", "b::one[y]"}


def test_lines_are_counted_in_the_first_case_of_what_is_not_long_and_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "tried").mkdir()
    (tmp_path / "tried" / "__init__.py").write_text(TRIED)
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    root = Path(__file__).resolve().parents[1]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTEST"))}

    for call in (["run", "-m", "pytest", "-q", "-n", "1"], ["combine", "-q"]):
        done = subprocess.run(
            [sys.executable, "-m", "coverage", *call],
            cwd=tmp_path,
            env=env | {"PYTHONPATH": f"{root}{os.pathsep}{tmp_path}"},
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    coverage = Coverage(data_file=str(tmp_path / ".coverage"), config_file=False)
    coverage.load()
    lines = set(coverage.get_data().lines(str(tmp_path / "tried" / "__init__.py")) or ())
    told = {text.strip() for number, text in enumerate(TRIED.splitlines(), start=1) if number in lines}
    assert {each for each in told if each.startswith("return")} == {'return "counted"', 'return "counted too"'}
