"""Numbers that pieces bear in play, shown on them: a disc with the number in a corner, nothing at 0."""

from __future__ import annotations

from collections.abc import Iterator

from assets.handling import Corner, Gauge, Gauged
from builder.counters import gauge_name
from builder.traits.looks import followed
from builder.traits.record import Speaker
from vassal.traits import Trait

PLACES: dict[Corner, tuple[int, int]] = {
    "top-left": (-38, -38),
    "top": (0, -42),
    "top-right": (38, -38),
    "left": (-42, 0),
    "right": (42, 0),
    "bottom-left": (-38, 38),
    "bottom": (0, 42),
    "bottom-right": (38, 38),
}
"""Where the disc lies, from the middle of the piece in hundredths of its side."""


def shown(speaker: Speaker, by: Gauged, side: int) -> Iterator[Trait]:
    """The layers that show the numbers of a piece with a side of so many pixels."""
    for gauge in speaker.game.handling.gauges.values():
        if by in gauge.of:
            x, y = PLACES[gauge.corner]
            images = ["", *(gauge_name(gauge.id, number) for number in range(1, gauge.most + 1))]
            now = f'GetString("{gauge.id}")'
            code = f'{now}.equals("")?1:{bounded(gauge, f"Integer.parseInt({now})")}+1'
            yield followed(f"Shows_{gauge.id}", images, code, (round(x * side / 100), round(y * side / 100)))


def bounded(gauge: Gauge, code: str) -> str:
    """Code that gives a number no lower than 0 and no higher than the gauge goes."""
    return f"Math.max(0,Math.min({gauge.most},{code}))"
