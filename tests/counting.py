"""What is counted when coverage is asked for: of each test that does not run long, its first case.

To follow every line makes a test three times slower, and the other cases of a test go the same ways. So what is counted
is less than what the tests reach, never more.
"""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module

import pytest
from coverage import Coverage

CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""Processes that find this in their environment count too."""


def counted(tests: Iterable[str]) -> set[str]:
    """The first case of each of these tests."""
    first: dict[str, str] = {}
    for test in tests:
        first.setdefault(test.partition("[")[0], test)
    return set(first.values())


def count(config: pytest.Config) -> None:
    """Where coverage is asked for, it counts what it should, and nothing in a process that only hands out tests."""
    coverage = Coverage.current()
    if coverage is None:
        return
    if hasattr(config, "workerinput") or config.getoption("dist") == "no":
        config.pluginmanager.register(Counting(coverage), "counting")
    else:
        coverage.stop()


class Counting:
    """Counts lines while a test that is counted runs, and while our modules are imported; at no other time."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._children = os.environ.get(CHILDREN, "")
        self._counted: set[str] = set()
        for package in coverage.get_option("run:source_pkgs"):
            _import(package)
        self._rest()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """The tests that run are known: those to be counted are chosen."""
        self._counted = counted(item.nodeid for item in session.items if item.get_closest_marker("long") is None)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test that is counted runs from its set-up to its end under the eyes of the counter."""
        if item.nodeid not in self._counted:
            return (yield)
        os.environ[CHILDREN] = self._children
        self._coverage.start()
        try:
            return (yield)
        finally:
            self._rest()

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """What was counted is written down while there is time: a process that lingers when it is done is killed."""
        self._coverage.save()

    def _rest(self) -> None:
        self._coverage.stop()
        os.environ.pop(CHILDREN, None)


def _import(package: str) -> None:
    """Import the modules of a package, but for those that run when they are imported."""
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
