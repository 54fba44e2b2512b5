"""The pictures of a game that a build brought along for its films: each map once, and all pieces on one sheet."""

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence

import msgspec

from kept import brought
from rules.audit.pictures import Art, Sheet, Sprite

FINER = 2
"""How much finer the pieces were drawn than the maps."""


class Chart(msgspec.Struct, frozen=True):
    """A map: how wide it was drawn, and the file of its picture, which may be smaller."""

    width: int
    picture: bytes


class Cut(msgspec.Struct, frozen=True, array_like=True):
    """Where a piece is on the sheet, and how large it was drawn."""

    x: int
    y: int
    width: int
    height: int
    across: int
    down: int


class Pictured(msgspec.Struct, frozen=True):
    """All pictures of a game."""

    maps: Mapping[str, Chart]
    sheet: bytes
    cuts: Mapping[str, Mapping[str, Cut]]
    """By language and name."""


def name_of(game: str) -> str:
    """Return under which name the pictures of a game are brought."""
    return f"pictures-{game}"


class Stock:
    """Has what was brought; of a map that is put together of several boards it has the pieces only."""

    def __init__(self, game: str, language: str) -> None:
        self._game, self._language = game, language

    def art(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        """Return the map and where the pieces are on the sheet."""
        del large
        held = brought(name_of(self._game), Pictured)
        chart = held.maps.get(sheets[0].image) if held and sheets else None
        if held is None or chart is None:
            return Art()
        to_map = sheets[0].width / (chart.width * FINER)
        cuts = held.cuts[self._language]
        sprites = {
            name: Sprite(cut.x, cut.y, cut.width, cut.height, cut.across * to_map, cut.down * to_map)
            for name in sorted(names)
            if (cut := cuts.get(name)) is not None
        }
        alone = len(sheets) == 1 and not sheets[0].reversed
        return Art(_within(chart.picture) if alone else "", _within(held.sheet), sprites)


def _within(picture: bytes) -> str:
    return "data:image/webp;base64," + b64encode(picture).decode()


__all__ = ["FINER", "Chart", "Cut", "Pictured", "Stock", "name_of"]
