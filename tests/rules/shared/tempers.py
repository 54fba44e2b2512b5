"""What honest players may do otherwise in each game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tests.rules.shared.habits import Temper
from tests.rules.shared.kit import kit_of


@cache
def temper_of(game: str, scenario: str) -> Temper:
    """What honest players may do otherwise in a scenario."""
    kit = kit_of(game)
    land = kit.land(kit.scenario(scenario))
    return replace(kit.temper, beside=lambda place: tuple(sorted(land.neighbours(place))) if place in land else ())
