"""What honest players may do otherwise in each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import assets
from tests.rules.shared.habits import Temper
from tests.rules.shared.kit import kit_of


def temper_of(game: str, scenario: str) -> Temper:
    """What honest players may do otherwise in a scenario."""
    around = _around(game, scenario)
    return replace(kit_of(game).temper, beside=lambda place: around.get(place, ()))


@cache
def _around(game: str, scenario: str) -> Mapping[str, tuple[str, ...]]:
    """By hex of the map of a scenario: those above and below it."""
    made = assets.load(game)
    names = sorted(made.maps[made.scenarios[scenario].map].names)
    return {name: tuple(names[max(0, at - 1) : at] + names[at + 1 : at + 2]) for at, name in enumerate(names)}
