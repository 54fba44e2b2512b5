"""Where the values of a game come from, for whoever wants to put in the printed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assets.game import Game


class Row(NamedTuple):
    """A value with its path, its origin, the reasoning and the rules it rests on."""

    path: str
    value: object
    origin: str
    why: str
    ref: tuple[str, ...]

    @property
    def area(self) -> str:
        """The part of the game's data that the value belongs to."""
        return self.path.partition("/")[0]


def rows(game: Game) -> Iterator[Row]:
    """Every value of the game, in the order of the files."""
    for path, value in game.values.items():
        source = game.sources[path]
        yield Row(path, value, source.origin, source.why, source.ref)


def not_from_the_book(game: Game) -> Iterator[Row]:
    """The values that the rulebook does not give."""
    return (row for row in rows(game) if row.origin != "rulebook")


def counts(found: Iterable[Row]) -> dict[str, Counter[str]]:
    """How many values of each origin there are, by area."""
    table: dict[str, Counter[str]] = {}
    for row in found:
        table.setdefault(row.area, Counter())[row.origin] += 1
    return table
