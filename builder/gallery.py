"""Sheets for looking: the counters of a game side by side, its maps, for the gallery in `docs/` and for whoever draws.

`python -m builder.gallery GAME docs/gallery` writes them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image

import assets
from assets import Game
from assets.schema import Unit
from builder import charts, splash
from builder.counters import Style
from builder.counters.chit import draw_chit, draw_cup
from builder.counters.faces import CupFace, chit_face, marker_face, unit_face
from builder.counters.marker import draw_marker
from builder.counters.unit import draw_unit
from builder.drawing.colour import Rgb, rgb
from builder.drawing.png import encoded
from builder.maps import gallery as maps

FELT: Rgb = rgb("#c3c7a3")
SIDE = 75
COLUMNS = 12


def contact(pictures: Sequence[Image.Image], columns: int = COLUMNS, gap: int = 6) -> Image.Image:
    """The pictures in rows on a table's green; all have the size of the first."""
    wide, high = pictures[0].size
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (wide + gap) + gap, rows * (high + gap) + gap), FELT)
    for index, picture in enumerate(pictures):
        place = (gap + index % columns * (wide + gap), gap + index // columns * (high + gap))
        sheet.paste(picture, place, picture)
    return sheet


def examples(game: Game, side: str) -> list[Unit]:
    """The HQs of a side and one company of each look in each formation."""
    seen: set[tuple[str | None, str]] = set()
    found = []
    for unit in game.units.values():
        if unit.side == side and (unit.formation, unit.silhouette) not in seen:
            seen.add((unit.formation, unit.silhouette))
            found.append(unit)
    return found


def pages(game: Game) -> Iterable[tuple[str, bytes]]:
    """The pictures of the gallery, by file name."""
    plain, flat = Style(), Style("flat", "nato")
    for side in game.sides:
        units = examples(game, side)
        for name, style in ((side, plain), (f"{side}-nato", flat)):
            fronts = [draw_unit(unit_face(game, unit, "front"), style, SIDE) for unit in units]
            yield f"counters-{name}.png", encoded(contact(fronts), 256)
    backs = [unit for side in game.sides for unit in examples(game, side)[: COLUMNS // 2]]
    yield (
        "counters-backs.png",
        encoded(contact([draw_unit(unit_face(game, u, "back"), plain, SIDE) for u in backs]), 256),
    )
    markers = [draw_marker(marker_face(game, marker, "en"), plain, SIDE) for marker in game.markers.values()]
    yield "markers.png", encoded(contact(markers), 256)
    chits = [draw_chit(chit_face(game, chit, "en"), plain, SIDE) for chit in game.chits.values()]
    cups = [draw_cup(CupFace(scenario.title["en"]), plain, SIDE) for scenario in game.scenarios.values()]
    yield "chits.png", encoded(contact([*chits, *cups]), 256)
    for job in charts.plan(game, plain):
        if job.name in {charts.ANATOMY, charts.AID}:
            yield job.name, job.drawn()
    yield from ((job.name, job.drawn()) for job in splash.plan(game, plain, 0.75))
    yield from maps.pages(game)


def main(game: str, folder: str) -> None:
    """Write the pictures of a game's gallery into a folder."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, content in pages(assets.load(game)):
        (target / name).write_bytes(content)


if __name__ == "__main__":
    main(*sys.argv[1:3])
