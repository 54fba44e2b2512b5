"""Who sits where: which seats hold a piece, whatever its side, and which of them have a part of the pieces only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.findings import Finding, unknown
from assets.game import Game
from assets.handling import Seat
from assets.schema import Chit, Unit

ALL = "all"
"""What a seat holds that plays every piece."""


def whole(game: Game) -> tuple[str, ...]:
    """The seats that play every piece of every scenario."""
    return tuple(seat.id for seat in game.handling.seats.values() if _is_whole(seat))


def parts(game: Game) -> tuple[Seat, ...]:
    """The seats that hold some pieces only, or those of some scenarios."""
    return tuple(seat for seat in game.handling.seats.values() if seat.holds and not _is_whole(seat))


def holders(game: Game, piece: Unit | Chit) -> tuple[str, ...]:
    """The seats that hold a piece beside its side and those that play all."""
    where = {piece.scenario} if isinstance(piece, Chit) else {*piece.scenarios}
    names = {ALL, piece.side, piece.formation, piece.id, *game.wings.get(piece.id, ())}
    return tuple(
        seat.id
        for seat in parts(game)
        if names & {*seat.holds} and (not seat.scenarios or not where or where & {*seat.scenarios})
    )


def players(game: Game, side: str) -> tuple[str, ...]:
    """The seats beside that of a side from which it is played: those that hold all of it, or some of its units."""
    held = {seat for unit in game.units.values() if unit.side == side for seat in holders(game, unit)}
    return tuple(seat.id for seat in game.handling.seats.values() if _is_whole(seat) or seat.id in held)


def watchers(game: Game, side: str) -> tuple[str, ...]:
    """The seats before which the cards of a side lie open: those that play it, and those that see them."""
    playing = players(game, side)
    return tuple(seat.id for seat in game.handling.seats.values() if seat.id in playing or side in seat.sees)


def of_scenario(game: Game, scenario: str) -> Iterator[Seat]:
    """The seats that are meant for a scenario."""
    return (seat for seat in game.handling.seats.values() if not seat.scenarios or scenario in seat.scenarios)


def _is_whole(seat: Seat) -> bool:
    return ALL in seat.holds and not seat.scenarios


def seats(game: Game) -> Iterator[Finding]:
    """Seats hold and see what there is, and none is called as a side is."""
    records = {side.record for side in game.sides.values()}
    wings = (wing for scenario in game.scenarios.values() for wing in scenario.wings)
    known: Iterable[str] = {ALL, *game.sides, *game.formations, *game.units, *game.chits, *wings}
    for seat in game.handling.seats.values():
        path = f"module/seats/{seat.id}"
        yield from unknown(f"{path}/holds", "side, formation, unit, chit or wing", seat.holds, known)
        yield from unknown(f"{path}/sees", "side", seat.sees, game.sides)
        yield from unknown(f"{path}/scenarios", "scenario", seat.scenarios, game.scenarios)
        if seat.id in records:
            yield path, "a side is called so in the records already"
