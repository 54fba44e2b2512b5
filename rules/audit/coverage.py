"""The coverage table: for every rule of a game, what enforces it and what tests it, or why it is left to a human."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
import yaml

import rules
from rules.engine.reading import Game

ID: Final = re.compile(r"\b[A-Z]{3}-[0-9]+(?:\.[0-9]+)*[a-z]+\b")
TESTED: Final = "tested.yaml"


class Row(msgspec.Struct, frozen=True):
    """A rule in the table."""

    id: str
    verdict: str
    human: str | None
    enforced_by: tuple[str, ...]
    tested_by: tuple[str, ...]

    @property
    def state(self) -> str:
        """Return how far the rule is: done, untested, open, left to a human, or nothing to enforce."""
        if self.verdict == "info":
            return "info"
        if self.human is not None:
            return "human"
        if not self.enforced_by:
            return "open"
        return "done" if self.tested_by else "untested"


def table(game: Game) -> tuple[Row, ...]:
    """Return the table of a game."""
    tested = tested_by(game)
    return tuple(
        Row(
            entry.id,
            entry.verdict,
            entry.human,
            tuple(f"{place.file}:{place.line}" for place in game.book.enforced_by(entry.id)),
            tuple(tested.get(entry.id, ())),
        )
        for entry in game.book.entries.values()
    )


def file_of(game: Game) -> Path:
    """Return the file that says which tests speak of which rule."""
    return Path(next(iter(rules.__path__))) / game.id / TESTED


def tested_by(game: Game) -> Mapping[str, list[str]]:
    """Return the tests that speak of each rule."""
    path = file_of(game)
    if not path.is_file():
        return {}
    found: dict[str, list[str]] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    return found


def scan(tests: Path, known: Mapping[str, object]) -> dict[str, list[str]]:
    """Return which tests below a folder speak of which known rules, in code, docstrings or data."""
    found: dict[str, set[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name, ids in _of_module(path):
            for each in ids & known.keys():
                found.setdefault(each, set()).add(f"{path.relative_to(tests.parent).as_posix()}::{name}")
    for path in sorted(tests.rglob("cases/**/*.yaml")):
        for each in set(ID.findall(path.read_text(encoding="utf-8"))) & known.keys():
            found.setdefault(each, set()).add(path.relative_to(tests.parent).as_posix())
    return {each: sorted(found[each]) for each in known if each in found}


def _of_module(path: Path) -> Iterator[tuple[str, set[str]]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, set(_ids(node))


def _ids(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ID.findall(node.value)


def markdown(game: Game, rows: tuple[Row, ...]) -> str:
    """Return the table as a page of the documentation."""
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
        "Every entry of the ledger: what enforces it, what tests it. This page is generated (`make tables`).",
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
        lines.append(f"| {row.id} | {title} | {row.verdict} | {by} | {len(row.tested_by)} |")
    return "\n".join(lines) + "\n"


def _enforced(game: Game, row: Row) -> str:
    """Return what enforces a rule by file and function, which stay the same when lines are added above."""
    places = dict.fromkeys(f"`{place.file}` {place.name}" for place in game.book.enforced_by(row.id))
    twins = game.book.entries[row.id].found_as
    if twins:
        return f"{', '.join(places)}; a breach is named {', '.join(twins)}"
    return ", ".join(places) or row.human or ("-" if row.verdict == "info" else "**open**")


def write(game: Game, tests: Path, docs: Path) -> None:
    """Write the list of tests and the page of a game."""
    found = scan(tests, game.book.entries)
    file_of(game).write_text(yaml.safe_dump(found, sort_keys=False, width=200), encoding="utf-8")
    (docs / f"coverage-{game.id}.md").write_text(markdown(game, table(game)), encoding="utf-8")
