"""Painting the maps of a game."""

from collections.abc import Iterable
from functools import partial

import assets
from benchmarks.frame import Case, Goal, Work
from builder.maps.board import paint
from builder.maps.words import words


def cases() -> Iterable[Case]:
    """Each map at double density on one core; one at twice that density for its memory."""
    for name in ("hannut", "stonne"):
        yield Case(
            f"maps: {name} at 150 px, one core",
            partial(_painted, name, 150),
            goals=(Goal("processor", "most", 8.0), Goal("megabytes", "most", 450)),
            repeats=2,
        )
    yield Case(
        "maps: stonne at 300 px, one core",
        partial(_painted, "stonne", 300),
        goals=(Goal("megabytes", "most", 700),),
        repeats=1,
    )


def _painted(name: str, density: int) -> Work:
    game = assets.load("blitzkrieg")
    country = game.maps[name]
    said = words(game, country)
    return lambda: paint(country, said, density)
