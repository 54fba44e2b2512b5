"""Pictures of a game's maps for the gallery in `docs/`: each sheet in small, and a part of it at full size."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

from assets.game import Game
from builder.maps.board import paint
from builder.maps.layout import Layout, layout
from builder.maps.words import words

SHEET = 1280
PART = (1100, 720)
QUALITY = 78


def pages(game: Game) -> Iterator[tuple[str, bytes]]:
    """The pictures, by file name."""
    for country in game.maps.values():
        image = paint(country, words(game, country), 150)
        small = image.resize((SHEET, round(SHEET * image.height / image.width)), Image.Resampling.LANCZOS)
        yield f"map-{country.id}.jpg", _written(small)
        yield f"map-{country.id}-part.jpg", _written(image.crop(_part(layout(country, 150))))


def _part(sheet: Layout) -> tuple[int, int, int, int]:
    """The box around the middle of the land."""
    x, y = sheet.field.centre
    left, top = x - PART[0] // 2, y - PART[1] // 2
    return left, top, left + PART[0], top + PART[1]


def _written(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue()
