"""How far a printed value carries: an area around the piece, which only the player sees who asks for it.

Nothing of it stands in a log.
"""

from __future__ import annotations

from collections.abc import Iterator

from assets.game import Game
from assets.handling import Bearer
from assets.schema import Unit
from builder.traits.basics import key, named
from builder.traits.record import Speaker
from vassal.traits import Trait, make

OPACITY = 22
"""So many hundredths of the land are covered."""


def shown(speaker: Speaker, by: Bearer) -> Iterator[Trait]:
    """The areas that such pieces show and hide again."""
    for each in speaker.game.handling.reaches.values():
        if by in each.of:
            yield make(
                "area",
                colour=",".join(str(int(each.ground[at : at + 2], 16)) for at in (1, 3, 5)),
                opacity=OPACITY,
                always_on=False,
                menu=each.menu[speaker.language],
                key=key(each.key or "") or named(f"hx.do.reach.{each.id}"),
                fixed_radius=False,
                radius_property=_name(each.id),
                visible_to_all=False,
            )


def fixed(game: Game, unit: Unit, bearer: Bearer) -> dict[str, str]:
    """How many places the values of a unit carry, as its areas look it up."""
    reaches = (each for each in game.handling.reaches.values() if bearer in each.of)
    return {_name(each.id): str(max(each.least, int(unit.front.get(each.id, 0)))) for each in reaches}


def _name(value: str) -> str:
    return f"Reach_{value}"
