"""A module with plain pictures in the place of the drawn ones: the same pieces, commands and set-ups at once."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from assets import Game
from builder.build import PICTURES, lock_of, module_name, saved_at, texts
from builder.module import Making, Options
from builder.plan import plan
from builder.trays import window_image, window_size
from vassal.modulewriter import pack_module

SIDE = 40


def stand_in(game: Game, folder: Path, options: Options) -> tuple[Making, Path]:
    """The module of a game with stand-ins for its pictures."""
    planned = plan(game, options, lock_of(game))
    making = planned.making
    sizes = {f"map.{name}.jpg": sheet.size for name, sheet in making.sheets.items()}
    sizes |= {window_image(side): window_size(making, side) for side in game.sides.values() if game.cards}
    files = {
        f"images/{job.name}" if job.name.endswith(PICTURES) else job.name: picture(job.name, sizes)
        for job in planned.jobs
    }
    files.update(texts(making, planned.root))
    target = folder / module_name(game, making.language)
    target.write_bytes(pack_module(planned.root, files, saved=saved_at(making)))
    return making, target


def picture(name: str, sizes: dict[str, tuple[int, int]]) -> bytes:
    """A plain picture, or an empty page."""
    if not name.endswith(PICTURES):
        return b"<html><body></body></html>"
    file = io.BytesIO()
    shown = Image.new("RGB", sizes.get(name, (SIDE, SIDE)), (120, 140, 90))
    shown.save(file, "JPEG" if name.endswith(".jpg") else "PNG")
    return file.getvalue()
