"""Golden games: random legal games by scenario, seed and length, with the fingerprint of the position they end in.

Run it as a program to write the list anew after the rules have changed: `python -m tests.rules.audit.golden`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import start
from rules.blitzkrieg.loading import load, open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.randomplay import RandomPlayer
from rules.engine.play import Turn
from rules.engine.position import fingerprint

LIST = Path(__file__).with_name("golden.json")
SCENARIOS = ("hannut", "stonne")
GAMES = 100
"""Of each scenario."""
LENGTH, WHOLE = 250, 10_000
WHOLE_EVERY = 20
"""So often a game is played to its end; of the others so many actions are, the set-up among them."""


class Golden(msgspec.Struct, frozen=True):
    """A game that is known."""

    scenario: str
    seed: int
    limit: int
    actions: int = 0
    fingerprint: str = ""


@cache
def battle(scenario: str) -> Battle:
    """What does not change in a scenario."""
    return load(scenario)


def play(scenario: str, seed: int, limit: int) -> Iterator[Turn[Position]]:
    """The random game of a seed."""
    player = RandomPlayer(battle(scenario), open_switches(), Random(seed))
    return player.play(start(battle(scenario)), limit)


def played(game: Golden) -> Golden:
    """The game as it goes now: how many actions it has, and the fingerprint of the position before the last."""
    turns = list(play(game.scenario, game.seed, game.limit))
    return Golden(game.scenario, game.seed, game.limit, len(turns), fingerprint(turns[-1].before))


def games() -> Iterator[Golden]:
    """All golden games, not yet played."""
    for scenario in SCENARIOS:
        for seed in range(GAMES):
            yield Golden(scenario, seed, LENGTH if seed % WHOLE_EVERY else WHOLE)


def known() -> list[Golden]:
    """All golden games as they were played when the list was written."""
    return msgspec.json.decode(LIST.read_bytes(), type=list[Golden])


def main() -> None:
    """Write the list anew."""
    lines = ",\n".join(msgspec.json.encode(played(game)).decode() for game in games())
    LIST.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
