"""The pictures of a game for the films of the page: its maps, and all its pieces on one sheet, within a megabyte."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from PIL import Image

import assets
from builder import cards, counters, trays
from builder.cache import Cache
from builder.module import Options, making_of
from builder.plan import board_job
from builder.pool import Job, paint
from hexmeister.language import LANGUAGES
from hexmeister.page.stock import FINER, Chart, Cut, Pictured
from hexmeister.pictures import WIDEST, opened, sheet_of, small_map
from kept import default_folder, digest

COARSE: Final = 75
OF_MAPS, OF_PIECES = 580_000, 400_000
"""Bytes of all maps of a game, and of its sheet of pieces: together they stay below a megabyte."""
ONLY: Final = "en"
"""The language of what is written on maps and cards, for there is room for one; counters speak each."""


def pictured(game: str) -> Pictured:
    """Return the pictures of a game: maps and cards once, other pieces in every language, those that are alike once."""
    data = assets.load(game)
    making = making_of(data, Options(ONLY, COARSE))
    boards = _painted(board_job(making, country) for country in data.maps.values())
    most = OF_MAPS // max(1, len(boards))
    maps = {name: _chart(opened(content), most) for name, content in boards.items()}
    making = making_of(data, Options(ONLY, COARSE * FINER))
    alone = _painted(cards.plan(data, making.style, making.counter))
    pieces, large = dict[str, Image.Image](), {digest((content,)) for content in alone.values()}
    named: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        making = making_of(data, Options(language, COARSE * FINER))
        jobs = [*counters.plan(data, making.style, making.counter, making.options.density), *trays.plan(making)]
        found = {**_painted(jobs), **alone}
        named[language] = {name: digest((content,)) for name, content in found.items()}
        drawn = {digest((content,)): opened(content) for content in found.values()}
        pieces |= {key: picture for key, picture in drawn.items() if picture is not None}
    sheet, sprites = sheet_of(pieces, large, 1, OF_PIECES)
    cuts = {key: Cut(*map(round, sprite)) for key, sprite in sprites.items()}
    its = {language: {name: cuts[key] for name, key in keys.items() if key in cuts} for language, keys in named.items()}
    return Pictured(maps, sheet, its)


def _painted(jobs: Iterable[Job]) -> Mapping[str, bytes]:
    """Return the files of pictures by their names, each drawn once on this machine."""
    paths: Mapping[str, Path] = paint([*jobs], Cache(default_folder()))
    return {name: path.read_bytes() for name, path in paths.items()}


def _chart(picture: Image.Image | None, most: int) -> Chart:
    if picture is None:
        raise ValueError("a map that was drawn is no picture")
    width = picture.width
    small = picture.convert("RGB")
    if width > WIDEST:
        small = small.resize((WIDEST, round(picture.height * WIDEST / width)), Image.Resampling.LANCZOS)
    return Chart(width, small_map(small, most))


__all__ = ["pictured"]
