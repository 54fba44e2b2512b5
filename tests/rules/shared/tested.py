"""Which tests speak of which rule of a game, and the page that says so beside what enforces the rule."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from rules.audit.coverage import ID, Row, recorded, table
from rules.audit.games import games
from rules.engine.reading import Game
from tests.rules.shared.naming import record
from tools.lines import lines_of

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


STATES = {
    "named": "named by a test when it ran: the referee found it, or made it due, or the test asserts it",
    "told": "told by another: a test that speaks of it names an entry under which a breach of it shows",
    "ran": "run by a test that speaks of it: it gives a value, or lets something be, and no finding bears its name",
    "mentioned": "mentioned only: tests speak of it, and none names it",
    "untested": "no test speaks of it",
    "human": "left to a human, with the reason",
    "open": "**not enforced yet**",
    "info": "nothing to enforce",
}
"""How far the tests are with a rule."""
HEAD = """# Coverage: {title}

Every entry of the ledger: what enforces it, and what tests it. This page is made with the documentation; {known}.
Of Python the game takes {lines}, as `python -m tools.lines` counts.

| state | rules |
| --- | ---: |
{counts}

| rule | title | verdict | enforced by | tests | |
| --- | --- | --- | --- | ---: | --- |
"""
KNOWN = "which tests name a rule is in the record that the last run of the tests has left"
UNKNOWN = "no run of the tests has left its record here (`make test`), so that none counts as named"


def state_of(game: Game, row: Row, tests: Mapping[str, Collection[str]], ran: Mapping[str, Collection[str]]) -> str:
    """How far the tests are with a rule; given are the tests that name each, and those that have run it."""
    if row.state in {"info", "human", "open"}:
        return row.state
    if tests.get(row.id):
        return "named"
    speak, entry = mentioned(game.id).get(row.id, ()), game.book.entries[row.id]
    others = {bare(test) for rule in (*entry.found_as, *entry.shows_as) for test in tests.get(rule, ())}
    if others & {*speak}:
        return "told"
    if row.verdict == "outcome" and any(bare(test) in speak for test in ran.get(row.id, ())):
        return "ran"
    return "mentioned" if speak else "untested"


def bare(test: str) -> str:
    """A test without its parameters."""
    return test.partition("[")[0]


def states(game: Game) -> dict[str, str]:
    """How far the tests are with each rule of a game."""
    tests = recorded(game) or {}
    ran: dict[str, list[str]] = {}
    for test, rules in record("ran").items():
        for rule in rules:
            ran.setdefault(rule, []).append(test)
    return {row.id: state_of(game, row, tests, ran) for row in table(game, tests)}


def page(game: Game) -> str:
    """The table as a page of the documentation."""
    tests, known = recorded(game), states(game)
    counts = Counter(known.values())
    head = HEAD.format(
        title=next(iter(game.titles)),
        known=UNKNOWN if tests is None else KNOWN,
        lines=lines_of(game.id),
        counts="\n".join(f"| {text} | {counts[state]} |" for state, text in STATES.items()),
    )
    return head + "".join(f"{_line(game, row, known[row.id])}\n" for row in table(game, tests or {}))


def _line(game: Game, row: Row, state: str) -> str:
    title, tests = game.book.entries[row.id].title.replace("|", "\\|"), {bare(test) for test in row.tested_by or ()}
    return f"| {row.id} | {title} | {row.verdict} | {_enforced(game, row)} | {len(tests) or ''} | {state} |"


def _enforced(game: Game, row: Row) -> str:
    """What enforces a rule by file and function, which stay the same when lines are added above."""
    places = dict.fromkeys(f"`{place.file}` {place.name}" for place in game.book.enforced_by(row.id))
    twins = game.book.entries[row.id].found_as
    if twins:
        return f"{', '.join(places)}; a breach is named {', '.join(twins)}"
    return ", ".join(places) or row.human or ("-" if row.verdict == "info" else "**open**")
