"""Whether databases of a season say the same, row by row; there is no time in them, so that nothing is left out."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

Rows = Mapping[str, frozenset[tuple[Any, ...]]]


def rows(database: Path) -> Rows:
    """All rows of all tables."""
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: frozenset(connection.execute(f"SELECT * FROM {name}")) for name in sorted(tables)}


def differing(one: Path, other: Path) -> dict[str, int]:
    """By table how many rows are in one of the two databases only."""
    here, there = rows(one), rows(other)
    return {name: len(here[name] ^ there[name]) for name in sorted(here)}


def summary(database: Path, files: Sequence[Path]) -> dict[str, int]:
    """How many files, logs, games and findings there are, and how many files were lost."""
    with closing(sqlite3.connect(database)) as connection:

        def ask(query: str) -> int:
            (found,) = connection.execute(query).fetchone()
            return int(found)

        return {
            "files": ask("SELECT count(*) FROM files"),
            "lost": len(files) - ask("SELECT count(*) FROM files JOIN logs USING (sha)"),
            "unreadable": ask("SELECT count(*) FROM files JOIN logs USING (sha) WHERE error <> ''"),
            "copies": ask("SELECT count(*) FROM logs WHERE copy_of <> ''"),
            "games": ask("SELECT count(*) FROM games WHERE status = 'judged'"),
            "failed": ask("SELECT count(*) FROM games WHERE status <> 'judged'"),
            "unjudged": ask(
                "SELECT count(*) FROM logs WHERE error = '' AND copy_of = '' AND sha NOT IN (SELECT sha FROM chain)"
            ),
            "steps": ask("SELECT coalesce(sum(steps), 0) FROM games"),
            "actions": ask("SELECT coalesce(sum(actions), 0) FROM games"),
            "illegal": ask("SELECT coalesce(sum(illegal), 0) FROM games"),
            "undecided": ask("SELECT coalesce(sum(undecided), 0) FROM games"),
            "observations": ask("SELECT coalesce(sum(observations), 0) FROM games"),
        }


def by_kind(database: Path) -> dict[str, dict[str, int]]:
    """By kind of file, of those that are a game of their own: how many there are, in how many something was found."""
    query = """
        SELECT substr(chain.name, 7, length(chain.name) - 11) AS kind, count(*) AS files, sum(illegal > 0) AS illegal,
            sum(undecided > 0) AS undecided, sum(observations > 0) AS observations
        FROM games JOIN chain ON game_id = id WHERE games.logs = 1 GROUP BY kind ORDER BY kind
    """
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute(query).fetchall()
    names = ("files", "illegal", "undecided", "observations")
    return {kind: dict(zip(names, counts, strict=True)) for kind, *counts in found}


def beginning(small: Path, large: Path) -> tuple[int, int, int]:
    """How many games of a season are the same in one that it is the beginning of, how many grew, how many differ.

    A game grew if the larger season has more logs of it.
    """
    found = {"same": 0, "grown": 0, "differs": 0}
    with closing(sqlite3.connect(small)) as here, closing(sqlite3.connect(large)) as there:
        for (game,) in here.execute("SELECT id FROM games").fetchall():
            ours, theirs = _game(here, game), _game(there, game)
            grown = len(ours["chain"]) != len(theirs["chain"])
            found["grown" if grown else "same" if ours == theirs else "differs"] += 1
    return found["same"], found["grown"], found["differs"]


def _game(connection: sqlite3.Connection, game: str) -> dict[str, list[tuple[Any, ...]]]:
    by = {"games": "id"} | dict.fromkeys(("chain", "players", "sides", "findings", "dice"), "game_id")
    return {
        table: sorted(connection.execute(f"SELECT * FROM {table} WHERE {column} = ?", (game,)), key=repr)
        for table, column in by.items()
    }
