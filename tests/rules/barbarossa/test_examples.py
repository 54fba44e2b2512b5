"""The worked examples of the book and our own cases: where each is made precise, and what goes through a log of it.

The list of them is made by `python -m tests.rules.barbarossa.test_examples`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
import yaml

from tests.conftest import SHARED
from tests.rules.barbarossa.printing import GAME
from tests.rules.shared.casebook import folder, shown, unseen

HERE = Path(__file__).parent
LIST = folder(GAME) / "examples.yaml"
EXAMPLE = re.compile(r"BAR-(?:EX|IN)-\d+")


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An example, and the tests that make it precise."""

    id: str
    tests: tuple[str, ...]
    note: str = ""
    """Why no log shows it: what it asks is no play."""


def listed() -> tuple[Example, ...]:
    """The examples as they are written down."""
    return tuple(msgspec.convert(yaml.safe_load(LIST.read_text(encoding="utf-8")), list[Example]))


@cache
def spoken() -> dict[str, tuple[str, ...]]:
    """By example: the tests that speak of it."""
    found: dict[str, list[str]] = {}
    for test, text in _tests():
        for name in dict.fromkeys(EXAMPLE.findall(text)):
            found.setdefault(name, []).append(test)
    return {name: tuple(tests) for name, tests in sorted(found.items())}


def _tests() -> Iterator[tuple[str, str]]:
    for path in sorted(HERE.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", ast.get_source_segment(text, node) or ""


def logged() -> frozenset[str]:
    """The tests that went through a log: they named something, found nothing, or say what no log shows."""
    return frozenset({*(name.partition("[")[0] for name in shown(GAME)), *unseen(GAME)})


def test_each_example_has_the_tests_that_speak_of_it() -> None:
    assert {each.id: each.tests for each in listed()} == spoken()


def test_every_example_is_there() -> None:
    source = SHARED / "games" / GAME / "examples.yaml"
    if not source.is_file():
        pytest.skip("the folder of extra samples (games) is not beside the project")
    known = yaml.safe_load(source.read_text(encoding="utf-8"))

    assert [each.id for each in listed()] == sorted(each["id"] for each in known)


def main() -> None:
    """Write the list anew; what is said of examples that no log shows is kept."""
    notes = {each.id: each.note for each in listed()} if LIST.is_file() else {}
    found = [Example(name, tests, notes.get(name, "")) for name, tests in spoken().items()]
    rows = [{key: value for key, value in msgspec.to_builtins(each).items() if value} for each in found]
    text = yaml.safe_dump(rows, sort_keys=False, width=120, allow_unicode=True)
    LIST.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
