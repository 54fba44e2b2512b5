"""Who may touch a piece: its own side, the seats that play all, those that hold it; as traits and as code."""

from __future__ import annotations

from collections.abc import Iterable

from assets.game import Game
from assets.schema import Chit, Unit
from assets.seats import holders, parts, whole
from builder.traits.record import Speaker
from vassal.traits import Trait, make

HELD = "Seats"
"""The fixed property of a piece that names the seats which hold it beside its side, each between strokes."""
STROKE = "/"


def proto(game: Game, piece: Unit | Chit) -> str:
    """The prototype that says who may touch a piece."""
    return " ".join(("seat", piece.side, *holders(game, piece)))


def prototypes_of(speaker: Speaker) -> dict[str, list[Trait]]:
    """All such prototypes, by name."""
    game = speaker.game
    pieces: Iterable[Unit | Chit] = (*game.units.values(), *game.chits.values())
    plain = {f"seat {side}": _restricted(speaker, side) for side in game.sides}
    return plain | {proto(game, each): _restricted(speaker, each.side, *holders(game, each)) for each in pieces}


def _restricted(speaker: Speaker, side: str, *seats: str) -> list[Trait]:
    """Only these may move the piece, and touch what stands inside."""
    sides = (speaker.game.sides[side].record, *whole(speaker.game), *seats)
    return [make("restricted", sides=sides, no_move=True)]


def fixed(game: Game, piece: Unit | Chit) -> dict[str, str]:
    """The fixed property of a piece that some seats hold; nothing in a game without such seats."""
    held = holders(game, piece)
    return {HELD: STROKE + "".join(f"{seat}{STROKE}" for seat in held)} if held else {}


def held(game: Game) -> list[str]:
    """Code that tells whether the player's seat holds the piece; none in a game without such seats."""
    seat = f'"{STROKE}"+GetString("PlayerSide")+"{STROKE}"'
    return [f'GetString("{HELD}").contains({seat})'] if parts(game) else []


def own(game: Game) -> str:
    """The condition that the piece is the player's own."""
    seats = (f'PlayerSide=="{each}"' for each in whole(game))
    return " || ".join(["PlayerSide==Side", *seats, *held(game)])


def every(game: Game) -> tuple[str, ...]:
    """All seats at the table, as records name them: the sides, then the others."""
    return (*(side.record for side in game.sides.values()), *game.handling.seats)
