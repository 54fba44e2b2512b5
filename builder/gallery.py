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
from assets.schema import Card, Marker, Unit
from builder import charts, splash
from builder.cards.back import draw_back
from builder.cards.faces import back_face, card_face
from builder.cards.front import draw_front
from builder.counters import FACINGS, Style
from builder.counters.chit import draw_chit, draw_cup
from builder.counters.faces import CupFace, chit_face, marker_face, unit_face
from builder.counters.marker import draw_marker
from builder.counters.pieces import draw_piece, kind_of
from builder.counters.token import MARGIN, draw_facing, draw_token, token_face
from builder.counters.unit import draw_unit
from builder.drawing.colour import Rgb, rgb
from builder.drawing.png import encoded
from builder.maps import gallery as maps

FELT: Rgb = rgb("#c3c7a3")
SIDE = 75
COLUMNS = 12
CARDS, CARD_SIDE = 6, 50
"""How many cards of a side are shown, and the side of a counter to which they are drawn."""

WORKS = ("hex", "hexside")


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
    plain = Style()
    yield from _models(game, plain) if game.cards else _counters(game, plain)
    markers = [
        draw_marker(marker_face(game, marker, "en"), plain, SIDE)
        for marker in game.markers.values()
        if marker.on not in WORKS or kind_of(marker.icon) is None
    ]
    yield "markers.png", encoded(contact(markers), 256)
    for job in charts.plan(game, plain):
        if job.name == charts.ANATOMY or (job.name == charts.AID and not game.cards):
            yield job.name, job.drawn()
    yield from ((job.name, job.drawn()) for job in splash.plan(game, plain, 0.75))
    yield from maps.pages(game)


def _counters(game: Game, plain: Style) -> Iterable[tuple[str, bytes]]:
    """Counters by side in two themes, backs, activation markers."""
    flat = Style("flat", "nato")
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
    chits = [draw_chit(chit_face(game, chit, "en"), plain, SIDE) for chit in game.chits.values()]
    cups = [draw_cup(CupFace(scenario.title["en"]), plain, SIDE) for scenario in game.scenarios.values()]
    yield "chits.png", encoded(contact([*chits, *cups]), 256)


def _models(game: Game, plain: Style) -> Iterable[tuple[str, bytes]]:
    """Cards of both sides, front and back; models facing round the hex; pieces of terrain."""
    for side in game.sides:
        shown = _kinds(game, side)[:CARDS]
        fronts = [draw_front(card_face(game, card, "en"), plain, CARD_SIDE) for card in shown]
        yield f"cards-{side}.png", encoded(contact(fronts, CARDS), 128)
        backs = [draw_back(back_face(game, card, "en"), plain, CARD_SIDE) for card in shown]
        yield f"cards-{side}-backs.png", encoded(contact(backs, CARDS), 128)
        models = [_facing(game, unit, plain) for unit in examples(game, side)]
        yield f"models-{side}.png", encoded(contact(models), 256)
    works = [marker for marker in game.markers.values() if marker.on in WORKS and kind_of(marker.icon)]
    yield "pieces.png", encoded(contact([_framed(marker) for marker in works], COLUMNS // 2), 256)


def _kinds(game: Game, side: str) -> list[Card]:
    """The cards of a side, one of each type first."""
    own = [card for card in game.cards.values() if card.side == side]
    first = list({card.type: card for card in reversed(own)}.values())[::-1]
    return [*first, *(card for card in own if card not in first)]


def _facing(game: Game, unit: Unit, style: Style) -> Image.Image:
    """A model with the mark of a facing, another for each unit; aircraft have none."""
    face = token_face(game, unit)
    model = draw_token(face, style, SIDE)
    edge = round(MARGIN * SIDE / 100)
    whole = Image.new("RGBA", (model.width + 2 * edge, model.height + 2 * edge))
    whole.alpha_composite(model, (edge, edge))
    if not face.air:
        whole.alpha_composite(draw_facing(FACINGS[list(game.units).index(unit.id) % len(FACINGS)], SIDE))
    return whole


def _framed(marker: Marker) -> Image.Image:
    """A piece of terrain in the middle of a frame that is large enough for all."""
    piece = draw_piece(marker.icon, "" if kind_of(marker.icon) == "hex" else FACINGS[0], SIDE)
    whole = Image.new("RGBA", (round(1.7 * SIDE), round(1.5 * SIDE)))
    whole.alpha_composite(piece, ((whole.width - piece.width) // 2, (whole.height - piece.height) // 2))
    return whole


def main(game: str, folder: str) -> None:
    """Write the pictures of a game's gallery into a folder."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, content in pages(assets.load(game)):
        (target / name).write_bytes(content)


if __name__ == "__main__":
    main(*sys.argv[1:3])
