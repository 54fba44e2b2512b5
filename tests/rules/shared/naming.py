"""What tests note of themselves while they run, and the records that a run leaves of it in `build/tests`.

`named.json` tells which rules each test named: by a finding that the referee made, by something that became due, or by
what the test asserts; `ran.json`, which of those that it speaks of it has run. `shown.json` tells what each showed
through logs, `seconds.json` what processors gave to it. A test that failed leaves nothing.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any, Literal

import msgspec
import pytest

from rules.audit.coverage import ID, RECORDS

Kind = Literal["named", "ran", "shown", "seconds"]
KINDS: tuple[Kind, ...] = ("named", "ran", "shown", "seconds")
DENIALS = ast.NotIn, ast.NotEq


def note(test: pytest.Item, kind: Kind, what: Collection[str] | Mapping[str, Any]) -> None:
    """Note something of a test; it travels with the report of it, from whichever process runs the test."""
    test.user_properties.append((kind, dict(what) if isinstance(what, Mapping) else sorted(what)))


def asserted(test: pytest.Item) -> set[str]:
    """The rules that a test asserts or has as parameters; not those that it asserts not to be named."""
    function, spec = getattr(test, "function", None), getattr(test, "callspec", None)
    found = set(ID.findall(repr(spec.params))) if spec else set()
    if function is not None:
        (tree,) = ast.parse(dedent(inspect.getsource(function))).body
        found |= {rule for node in ast.walk(tree) if isinstance(node, ast.Assert) for rule in _affirmed(node)}
    return found


def spoken(test: pytest.Item) -> set[str]:
    """The rules that a test speaks of, in its code, its docstring or its parameters."""
    function = getattr(test, "function", None)
    return set(ID.findall(test.name + (inspect.getsource(function) if function is not None else "")))


def _affirmed(node: ast.AST) -> Iterator[str]:
    """The rules in an assertion, without what it denies."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from ID.findall(node.value)
    elif isinstance(node, ast.Compare) and any(isinstance(each, DENIALS) for each in node.ops):
        return
    elif not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        for each in ast.iter_child_nodes(node):
            yield from _affirmed(each)


class Recorder:
    """Gathers what the tests note of themselves, and leaves the records when they are done."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._failed: set[str] = set()
        self.found: dict[Kind, dict[str, Any]] = {kind: {} for kind in KINDS}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """What a test noted of itself is taken down when it is over."""
        if report.failed:
            self._failed.add(report.nodeid)
        if report.when != "teardown" or report.nodeid in self._failed:
            return
        for kind in KINDS:
            notes = [value for name, value in report.user_properties if name == kind]
            if notes:
                self.found[kind][report.nodeid] = _together(notes)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """What was found takes the place of what was known of those tests; tests whose file is gone are forgotten."""
        for kind, found in self.found.items():
            if found:
                known = {
                    test: notes
                    for test, notes in record(kind).items()
                    if (self._root / test.partition("::")[0]).is_file()
                }
                RECORDS.mkdir(parents=True, exist_ok=True)
                path_of(kind).write_bytes(msgspec.json.encode(dict(sorted({**known, **found}.items()))))


def _together(notes: list[Any]) -> Any:
    if isinstance(notes[0], Mapping):
        return notes[0]
    return sorted({each for some in notes for each in some})


def path_of(kind: Kind) -> Path:
    """Where a record lies."""
    return RECORDS / f"{kind}.json"


def record(kind: Kind) -> dict[str, Any]:
    """What is known of each test."""
    path = path_of(kind)
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Any]) if path.is_file() else {}
