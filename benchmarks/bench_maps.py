"""Painting the maps of a game."""

from collections.abc import Iterable
from functools import partial
from typing import Final

import assets
from benchmarks.frame import Case, Goal, Work
from benchmarks.sheet import said, sheet
from builder.maps.board import paint
from builder.maps.words import words
from builder.plan import board_picture

LARGEST: Final = 8_000_000
FRONT: Final = 1_000
"""A map of more places is the sheet of a whole front, which is made at the usual density."""


def cases() -> Iterable[Case]:
    """Each map at double density on one core, one at twice that density for its memory; whole fronts at 75 px."""
    places = {(game, name): len(each.names) for game in assets.games() for name, each in assets.load(game).maps.items()}
    fronts = [each for each, count in places.items() if count > FRONT]
    found = [each for each in places if each not in fronts]
    largest = max(found, key=lambda each: places[each])
    for game, name in fronts:
        yield Case(
            f"maps: {name} at 75 px, one core",
            partial(_painted, game, name, 75),
            goals=(Goal("processor", "most", 40.0), Goal("megabytes", "most", 320)),
            repeats=1,
        )
    for game, name in found:
        yield Case(
            f"maps: {name} at 150 px, one core",
            partial(_painted, game, name, 150),
            goals=(Goal("processor", "most", 8.0), Goal("megabytes", "most", 450)),
            repeats=2,
        )
    yield Case(
        f"maps: {largest[1]} at 300 px, one core",
        partial(_painted, *largest, 300),
        goals=(Goal("megabytes", "most", 700),),
        repeats=1,
    )
    yield Case(
        "maps: a sheet of 55 by 33 hexes at 75 px, one core",
        _sheet,
        goals=(Goal("processor", "most", 25.0), Goal("megabytes", "most", 300)),
        repeats=1,
    )


def _sheet() -> Work:
    country, words = sheet(), said()

    def work() -> None:
        size = len(board_picture(country, words, 75))
        if size > LARGEST:
            raise AssertionError(f"the sheet has {size:,} bytes")

    return work


def _painted(title: str, name: str, density: int) -> Work:
    game = assets.load(title)
    country = game.maps[name]
    said = words(game, country)
    return lambda: paint(country, said, density)
