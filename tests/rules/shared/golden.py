"""Golden games: random legal games by scenario, seed and length, with the fingerprint of the position they end in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rules.engine.position import fingerprint
from tests.rules.shared.play import Turn

Plays = Callable[[str, int, int], Iterator[Turn[Any]]]
"""The random game of a scenario and a seed, so many actions of it."""


class Golden(msgspec.Struct, frozen=True):
    """A game that is known."""

    scenario: str
    seed: int
    limit: int
    actions: int = 0
    fingerprint: str = ""


@dataclass(frozen=True)
class Shelf:
    """The golden games of a game."""

    path: Path
    play: Plays
    scenarios: tuple[str, ...]
    games: int
    """Of each scenario."""
    length: int
    whole: int
    """The length of a game that is played to its end."""
    whole_every: int
    """So often a game is played to its end; of the others so many actions are, the set-up among them."""

    def listed(self) -> Iterator[Golden]:
        """All golden games, not yet played."""
        for scenario in self.scenarios:
            for seed in range(self.games):
                yield Golden(scenario, seed, self.length if seed % self.whole_every else self.whole)

    def known(self) -> list[Golden]:
        """All golden games as they were played when the list was written."""
        return msgspec.json.decode(self.path.read_bytes(), type=list[Golden])

    def played(self, game: Golden) -> Golden:
        """The game as it goes now: how many actions it has, and the fingerprint of the position before the last."""
        turns = list(self.play(game.scenario, game.seed, game.limit))
        return Golden(game.scenario, game.seed, game.limit, len(turns), fingerprint(turns[-1].before))

    def write(self) -> None:
        """Write the list anew."""
        self._write(self.played(game) for game in self.listed())

    def _write(self, games: Iterable[Golden]) -> None:
        lines = ",\n".join(msgspec.json.encode(game).decode() for game in games)
        self.path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


__all__ = ["Golden", "Plays", "Shelf"]
