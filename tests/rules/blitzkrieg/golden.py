"""Golden games of the first game: random legal games by scenario, seed and length.

Run it as a program to write the list anew after the rules have changed: `python -m tests.rules.blitzkrieg.golden`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import start
from rules.blitzkrieg.loading import load, open_switches
from rules.blitzkrieg.model import Position
from tests.rules.blitzkrieg.randomplay import RandomPlayer
from tests.rules.shared.golden import Golden, Shelf
from tests.rules.shared.play import Turn

SCENARIOS = ("hannut", "stonne")
LENGTH, WHOLE, WHOLE_EVERY = 250, 10_000, 20


@cache
def battle(scenario: str) -> Battle:
    """What does not change in a scenario."""
    return load(scenario)


def play(scenario: str, seed: int, limit: int) -> Iterator[Turn[Position]]:
    """The random game of a seed."""
    player = RandomPlayer(battle(scenario), open_switches(), Random(seed))
    return player.play(start(battle(scenario)), limit)


SHELF = Shelf(
    Path(__file__).with_name("golden.json"),
    play,
    SCENARIOS,
    games=100,
    length=LENGTH,
    whole=WHOLE,
    whole_every=WHOLE_EVERY,
)
games, known, played = SHELF.listed, SHELF.known, SHELF.played


if __name__ == "__main__":
    SHELF.write()

__all__ = ["LENGTH", "SCENARIOS", "SHELF", "WHOLE", "WHOLE_EVERY", "Golden", "battle", "games", "known", "play"]
