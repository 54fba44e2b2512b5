"""Games that the real client wrote: what lies in the folder `played` of each game's tests, whichever games there are.

A log is called by its scenario and by what it is; beside one with wrong acts lies a list of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import yaml

from rules.audit.games import doors

HERE = Path(__file__).parent / "games"


class Played(NamedTuple):
    """A log, and the game of which it is."""

    game: str
    path: Path

    @property
    def scenario(self) -> str:
        """What was played."""
        return self.path.name.partition(".")[0]

    @property
    def wrong(self) -> tuple[dict[str, Any], ...]:
        """The wrong acts in it: step, rule, and how they are called if they are not illegal."""
        beside = self.path.with_suffix(".yaml")
        return tuple(yaml.safe_load(beside.read_text(encoding="utf-8"))) if beside.is_file() else ()

    def __str__(self) -> str:
        return self.path.stem


def played(*, wrong: bool | None = None) -> tuple[Played, ...]:
    """All logs; or those with wrong acts, or those without."""
    found = (Played(game, path) for game in doors() for path in sorted(HERE.glob(f"{game}/played/*.vlog")))
    return tuple(each for each in found if wrong is None or wrong == bool(each.wrong))


def first_of_each(logs: tuple[Played, ...]) -> tuple[Played, ...]:
    """One log of each game that has any."""
    return tuple({each.game: each for each in reversed(logs)}.values())


def of_two_scenarios() -> tuple[tuple[Played, Played], ...]:
    """Two logs of one game that are of different scenarios, for each game that has them."""
    pairs = {
        one.game: (one, other)
        for one in reversed(played())
        for other in played()
        if one.game == other.game and one.scenario != other.scenario
    }
    return tuple(pairs.values())


def of_two_games() -> tuple[tuple[Played, Played], ...]:
    """Two logs of different games, each way."""
    first = first_of_each(played())
    return tuple((one, other) for one in first for other in first if one.game != other.game)
