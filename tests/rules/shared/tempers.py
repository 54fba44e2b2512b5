"""What honest players may do otherwise in each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import assets
from tests.rules.shared.habits import Temper


def temper_of(game: str, scenario: str) -> Temper:
    """What honest players may do otherwise in a scenario."""
    around = _around(game, scenario)
    return replace(TEMPERS[game], beside=lambda place: around.get(place, ()))


@cache
def _around(game: str, scenario: str) -> Mapping[str, tuple[str, ...]]:
    """By hex of the map of a scenario: those above and below it."""
    made = assets.load(game)
    names = sorted(made.maps[made.scenarios[scenario].map].names)
    return {name: tuple(names[max(0, at - 1) : at] + names[at + 1 : at + 2]) for at, name in enumerate(names)}


def _stands(position: Any, unit: str) -> str:
    known = position.units.get(unit)
    return known.hex if known is not None and not getattr(known, "off_board", False) else ""


def _phases(game: str) -> tuple[str, ...]:
    return tuple(assets.load(game).chronicle.phases)


TEMPERS: Mapping[str, Temper] = {
    "barbarossa": Temper(
        sides=("german", "soviet"),
        phases=_phases("barbarossa"),
        stands=_stands,
        moves=frozenset({"step"}),
        books=frozenset({"mark", "state"}),
        numbers=frozenset({"mark"}),
        switches=frozenset({"state"}),
        twice=frozenset({"done", "halt", "face", "aim", "found", "fireend", "state"}),
        unsaid=frozenset({"done", "fireend"}),
        by_anybody=frozenset(
            {
                "mark",
                "state",
                "phase",
                "roll",
                "aim",
                "fire",
                "check",
                "out",
                "halt",
                "step",
                "found",
                "ride",
                "complete",
            }
        ),
        at_once=frozenset({"S2", "S3"}),
    ),
    "blitzkrieg": Temper(
        sides=("german", "french"),
        phases=_phases("blitzkrieg"),
        stands=_stands,
        moves=frozenset({"step"}),
        books=frozenset({"state", "loss"}),
        switches=frozenset({"state"}),
        twice=frozenset({"done", "fireend", "aim"}),
        unsaid=frozenset({"fireend", "actend"}),
        never=frozenset({"sliding", "belated", "astray", "back_again"}),
        # Who drags a piece there and back has moved it twice, and pays for it.
        by_anybody=frozenset({"phase", "vp"}),
    ),
}
"""By game."""
