"""Unit cards: front and back of each card, and the pictures that are laid on them as play goes on.

All names follow one scheme: what it is, which one, which face or level, with dots between. `<card>`, `<unit>`,
`<marker>`, `<side>` are ids of the game's data.

    name                                what it is
    card.<card>.front.png               the front, without flag number and current values
    card.<card>.back.png                the back with all order boxes
    card.losses.<n>.png                 the row of step symbols with n of them struck (n from 1)
    card.spent.<n>.png                  the rows of ammunition with n symbols struck (n from 1)
    card.figure.<n>.png                 a figure for the boxes of current values (bravery, defence, stores)
    card.tick.png                       a tick in a status box or a box of preparation
    card.tick.time.png                  a smaller one, in a time box
    card.flagged.png                    the flag in the box of the suppressed
    card.chosen.<height>.png            a frame about the order box that is in force
    card.sealed.<side>.png              what the enemy sees of a card while orders are written
    flag.<side>.<short>.png             the flag with a unit's number, for its card
    unit.<unit>.front.png               the model on the board: a base in the side's colour, its silhouette, its flag
    token.facing.<f>.png                the faced hexside of a model, f one of n ne se s sw nw (builder.counters)
    token.losses.<n>.png                so many steps lost, as pips on the base (builder.counters)
    state.<marker>.png                  the disc of a state (suppressed, dug in, ...), as for counters
    marker.<marker>.png                 a marker, as for counters
    piece.<marker>.<f>.png              a piece on a hexside (wire, trench, dragon's teeth) or along an axis through a
                                        hex (bunker, bridge, pontoon bridge, path), f as above
    piece.<marker>.png                  a piece that fills a hex (smoke, cargo, hill)

Which markers are pieces, and how they lie: `counters.pieces.kind_of(marker.icon)` is `side`, `axis`, `hex` or None. A
piece on a hexside is drawn about the middle of that side, `counters.pieces.side_offset(f)` from the middle of the hex.

Where pictures lie on a card: `places(game, card, face)` gives the middle of each, counted from the card's middle, in
hundredths of a counter's side: times density / 100 it is pixels. Its keys are, on the front, `number` (the flag),
`losses` and `spent` (whole rows), `bravery`, `flagged`, `defence`, `store.<store>`, `status.<marker>`; on the back
`number`, `order.<order>` (`chosen_name(order_height(game, card))`), `time.<order>.<n>` (from 1) and `stage.<n>` (from
1 to 4). On a model the pips of losses lie at `counters.token.PIPS`, in hundredths from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterator

from assets import Game
from assets.schema import Card
from builder.cards import layout
from builder.cards.back import draw_back
from builder.cards.faces import BackFace, CardFace, Which, back_face, card_face
from builder.cards.front import draw_front
from builder.cards.layers import (
    Seal,
    draw_chosen,
    draw_figure,
    draw_flagged,
    draw_losses,
    draw_number,
    draw_seal,
    draw_spent,
    draw_tick,
)
from builder.counters import Style, style_of
from builder.counters.faces import Colours, colours
from builder.drawing.given import given
from builder.drawing.png import encoded
from builder.pool import Job

CODE = ("builder/cards", "builder/counters", "builder/drawing", "builder/symbols", "builder/fonts", "templates/themes")
COLOURS = 128
WEIGHT = 8
TICK, TIME_TICK, FLAGGED = "card.tick.png", "card.tick.time.png", "card.flagged.png"
MOST_FIGURE = 30
"""Figures of current values are drawn from 0 up to this."""


def card_name(card: str, face: Which = "front") -> str:
    """The file name of a card's picture."""
    return f"card.{card}.{face}.png"


def losses_name(count: int) -> str:
    """The file name of the row of steps with so many of them struck."""
    return f"card.losses.{count}.png"


def spent_name(count: int) -> str:
    """The file name of the rows of ammunition with so many symbols struck."""
    return f"card.spent.{count}.png"


def figure_name(number: int) -> str:
    """The file name of a figure in a box of a current value."""
    return f"card.figure.{number}.png"


def chosen_name(height: int) -> str:
    """The file name of the frame about an order box of this height."""
    return f"card.chosen.{height}.png"


def sealed_name(side: str) -> str:
    """The file name of what the enemy sees of a side's cards while orders are written."""
    return f"card.sealed.{side}.png"


def flag_name(side: str, number: str) -> str:
    """The file name of the number on a unit's flag."""
    return f"flag.{side}.{number}.png"


def places(game: Game, card: Card, face: Which = "front") -> dict[str, tuple[float, float]]:
    """The middles of all that may be laid on a face of a card, counted from the card's middle."""
    if face == "front":
        return layout.front_places(card_face(game, card, "en"))
    return layout.back_places(back_face(game, card, "en"))


def order_height(game: Game, card: Card) -> int:
    """How high the order boxes of a card are, gap included."""
    return layout.order_height(back_face(game, card, "en"))


def plan(game: Game, style: Style | None = None, density: int = 150) -> list[Job]:
    """All pictures of a game's unit cards, by name; none for a game without them."""
    return list(_jobs(game, style or style_of(game), density)) if game.cards else []


def front_picture(face: CardFace, style: Style, density: int) -> bytes:
    """The front of a card as a PNG file."""
    return encoded(draw_front(face, style, density), COLOURS)


def back_picture(face: BackFace, style: Style, density: int) -> bytes:
    """The back of a card as a PNG file."""
    return encoded(draw_back(face, style, density), COLOURS)


def seal_picture(seal: Seal, style: Style, density: int) -> bytes:
    """What the enemy sees of a card, as a PNG file."""
    return encoded(draw_seal(seal, style, density), COLOURS)


def number_picture(shown: Colours, number: str, density: int) -> bytes:
    """The number on a flag as a PNG file."""
    return encoded(draw_number(shown, number, density), 32)


def layer_picture(kind: str, number: int, density: int) -> bytes:
    """One of the pictures that all cards have in common, as a PNG file."""
    return encoded(LAYERS[kind](number, density), 32)


LAYERS = {
    "losses": draw_losses,
    "spent": draw_spent,
    "figure": draw_figure,
    "chosen": draw_chosen,
    "tick": draw_tick,
    "flagged": draw_flagged,
}


def _jobs(game: Game, style: Style, density: int) -> Iterator[Job]:
    for card in game.cards.values():
        yield _front_job(game, card, style, density)
        yield _back_job(game, card, style, density)
    for side in game.sides.values():
        seal = Seal(colours(side), side.emblem, side.name[style.language], style.language)
        yield Job(sealed_name(side.id), seal_picture, (seal, style, density), CODE, weight=WEIGHT)
    for owner, flag in dict.fromkeys((unit.side, unit.short) for unit in game.units.values() if unit.card):
        yield Job(flag_name(owner, flag), number_picture, (colours(game.sides[owner]), flag, density), CODE)
    for name, kind, number in _layers(game):
        yield Job(name, layer_picture, (kind, number, density), CODE)


def _layers(game: Game) -> Iterator[tuple[str, str, int]]:
    """The pictures that all cards have in common: name, kind, number."""
    yield TICK, "tick", 30
    yield TIME_TICK, "tick", 20
    yield FLAGGED, "flagged", 0
    cards = game.cards.values()
    for count in range(1, max(card.number("size") for card in cards) + 1):
        yield losses_name(count), "losses", count
    for count in range(1, max(card.number("ammo") for card in cards) + 1):
        yield spent_name(count), "spent", count
    for number in range(MOST_FIGURE + 1):
        yield figure_name(number), "figure", number
    for height in sorted({order_height(game, card) for card in cards}):
        yield chosen_name(height), "chosen", height


def _front_job(game: Game, card: Card, style: Style, density: int) -> Job:
    own = game.picture("cards", card.id)
    if own:
        return given(card_name(card.id), own, _size(density))
    face = card_face(game, card, style.language)
    return Job(card_name(card.id), front_picture, (face, style, density), CODE, weight=WEIGHT)


def _back_job(game: Game, card: Card, style: Style, density: int) -> Job:
    own = game.picture("cards", card.id, "back")
    if own:
        return given(card_name(card.id, "back"), own, _size(density))
    face = back_face(game, card, style.language)
    return Job(card_name(card.id, "back"), back_picture, (face, style, density), CODE, weight=WEIGHT)


def _size(density: int) -> tuple[int, int]:
    return round(layout.WIDE * density / 100), round(layout.HIGH * density / 100)
