"""Unit cards: front and back of each card, and the pictures that are laid on them as play goes on.

All names follow one scheme: what it is, which one, which face or level, with dots between. `<card>`, `<unit>`,
`<marker>`, `<side>` are ids of the game's data.

    name                                what it is
    card.<card>.front.png               the front, without flag number and current values
    card.<card>.back.png                the back with all order boxes
    card.losses.<n>.png                 the row of step symbols with n of them struck (n from 1)
    card.spent.<n>.png                  the rows of ammunition with n symbols struck (n from 1)
    card.figure.<n>.png                 a figure for the boxes of current values (bravery, defence, stores)
    card.tick.png                       a tick in a status box, time box or preparation box
    card.flagged.png                    the flag in the box of the suppressed
    card.chosen.<height>.png            a frame about the order box that is in force
    card.sealed.<side>.png              what the enemy sees of a card while orders are written
    flag.<side>.<short>.png             the flag with a unit's number, for its card
    unit.<unit>.front.png               the model on the board: a base in the side's colour, its silhouette, its flag
    token.facing.<f>.png                the faced hexside of a model, f one of n ne se s sw nw
    token.losses.<n>.png                so many steps lost, as pips on the base
    state.<marker>.png                  the disc of a state (suppressed, dug in, ...), as for counters
    marker.<marker>.png                 a marker, as for counters
    piece.<marker>.<f>.png              a piece of terrain on a hexside (wire, trench, dragon's teeth), f as above
    piece.<marker>.png                  a piece of terrain that fills a hex (bunker, bridge, smoke, minefield, hill)

Where each of them lies on a card: `places(card face)` gives its middle, counted from the card's middle, in hundredths
of a counter's side (as `counters.state_centre` does for states): times density / 100 it is pixels.
"""

from __future__ import annotations

from typing import Literal

Which = Literal["front", "back"]

FACINGS = ("n", "ne", "se", "s", "sw", "nw")
"""The sides of a hex that stands on a side, clockwise from the top."""

TICK, FLAGGED = "card.tick.png", "card.flagged.png"


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
    """The file name of the flag with a unit's number."""
    return f"flag.{side}.{number}.png"


def facing_name(facing: str) -> str:
    """The file name of the mark at the faced hexside of a model."""
    return f"token.facing.{facing}.png"


def pips_name(count: int) -> str:
    """The file name of the pips of so many lost steps on a model's base."""
    return f"token.losses.{count}.png"


def piece_name(marker: str, facing: str = "") -> str:
    """The file name of a piece of terrain; on a hexside if one is named."""
    return f"piece.{marker}{'.' + facing if facing else ''}.png"
