"""Which tests speak of which rule of a game, and the page that says so beside what enforces the rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.audit.coverage import ID, Row, table
from rules.audit.games import games
from rules.engine.reading import Game

TESTS = Path(__file__).resolve().parents[2]


@cache
def mentioned(game: str) -> dict[str, list[str]]:
    """By rule of a game: the tests that speak of it, in code, docstrings or data."""
    return scan(TESTS, frozenset(games()[game].book.entries))


def scan(tests: Path, known: frozenset[str]) -> dict[str, list[str]]:
    """By known rule: the tests below a folder that speak of it."""
    found: dict[str, set[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name, ids in _of_module(path):
            for each in ids & known:
                found.setdefault(each, set()).add(f"{path.relative_to(tests.parent).as_posix()}::{name}")
    for path in sorted(tests.rglob("cases/**/*.yaml")):
        for each in set(ID.findall(path.read_text(encoding="utf-8"))) & known:
            found.setdefault(each, set()).add(path.relative_to(tests.parent).as_posix())
    return {each: sorted(tests) for each, tests in found.items()}


def _of_module(path: Path) -> Iterator[tuple[str, set[str]]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, set(_ids(node))


def _ids(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ID.findall(node.value)


def page(game: Game) -> str:
    """The table as a page of the documentation."""
    rows = table(game, mentioned(game.id))
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.state] = counts.get(row.state, 0) + 1
    words = {
        "done": "enforced and tested",
        "untested": "enforced, named by no test",
        "human": "left to a human, with the reason",
        "open": "**not enforced yet**",
        "info": "nothing to enforce",
    }
    lines = [
        f"# Coverage: {next(iter(game.titles))}",
        "",
        "Every entry of the ledger: what enforces it, what tests it. This page is made with the documentation.",
        "",
        "| state | rules |",
        "| --- | ---: |",
        *(f"| {text} | {counts.get(state, 0)} |" for state, text in words.items()),
        "",
        "| rule | title | verdict | enforced by | tests |",
        "| --- | --- | --- | --- | ---: |",
    ]
    for row in rows:
        title = game.book.entries[row.id].title.replace("|", "\\|")
        by = _enforced(game, row)
        lines.append(f"| {row.id} | {title} | {row.verdict} | {by} | {len(row.tested_by or ())} |")
    return "\n".join(lines) + "\n"


def _enforced(game: Game, row: Row) -> str:
    """What enforces a rule by file and function, which stay the same when lines are added above."""
    places = dict.fromkeys(f"`{place.file}` {place.name}" for place in game.book.enforced_by(row.id))
    twins = game.book.entries[row.id].found_as
    if twins:
        return f"{', '.join(places)}; a breach is named {', '.join(twins)}"
    return ", ".join(places) or row.human or ("-" if row.verdict == "info" else "**open**")
