"""The coverage table: for every rule of a game, what enforces it and what tests it, or why it is left to a human.

What tests a rule is known where a run of the tests has left its record: in a checkout, never in an installed package.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from rules.engine.reading import Game

ID: Final = re.compile(r"\b[A-Z]{3}-[0-9]+(?:\.[0-9]+)*[a-z]+\b")
RECORDS: Final = Path(__file__).resolve().parents[2] / "build" / "tests"
NAMED: Final = "named.json"
"""The rules that each test named when it ran."""


class Row(msgspec.Struct, frozen=True):
    """A rule in the table."""

    id: str
    verdict: str
    human: str | None
    enforced_by: tuple[str, ...]
    tested_by: tuple[str, ...] | None
    """The tests that name it; none is known where no record of tests lies."""

    @property
    def state(self) -> str:
        """Return how far the rule is: done, untested, enforced (tests unknown), open, human, or info."""
        if self.verdict == "info":
            return "info"
        if self.human is not None:
            return "human"
        if not self.enforced_by:
            return "open"
        if self.tested_by is None:
            return "enforced"
        return "done" if self.tested_by else "untested"


def table(game: Game, tested: Mapping[str, list[str]] | None) -> tuple[Row, ...]:
    """Return the table of a game, with the tests by rule as far as they are known."""
    return tuple(
        Row(
            entry.id,
            entry.verdict,
            entry.human,
            tuple(f"{place.file}:{place.line}" for place in game.book.enforced_by(entry.id)),
            None if tested is None else tuple(tested.get(entry.id, ())),
        )
        for entry in game.book.entries.values()
    )


def recorded(game: Game) -> dict[str, list[str]] | None:
    """Return the tests that name each rule of a game, or nothing where no run of them has left its record."""
    path = RECORDS / NAMED
    if not path.is_file():
        return None
    found: dict[str, list[str]] = {}
    for test, named in msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]]).items():
        for rule in game.book.entries.keys() & named:
            found.setdefault(rule, []).append(test)
    return found
