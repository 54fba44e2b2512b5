"""What pieces hide, by the data: which of them, and that each hides one thing at most."""

from __future__ import annotations

from collections.abc import Iterator

from assets.chronicle import Part
from assets.findings import Finding, unknown
from assets.game import Game
from assets.handling import Secret
from assets.schema import Chit, Marker, Unit

Hider = Unit | Chit | Marker


def of_piece(game: Game, piece: Hider) -> Secret | None:
    """What a piece may hide, if anything."""
    return next((each for each in game.handling.secrets.values() if _names(game, piece) & {*each.of}), None)


def _names(game: Game, piece: Hider) -> set[str]:
    """By which names data speak of a piece like this one."""
    if isinstance(piece, Unit):
        return {piece.type, "hq" if game.type_of(piece).hq else "unit"}
    return {piece.kind} if isinstance(piece, Chit) else {piece.id}


def bearers(game: Game, secret: Secret) -> set[str]:
    """The kinds of pieces that may hide it: units, HQs, chits, markers."""
    wanted = {*secret.of}
    found = {"hq" if game.type_of(each).hq else "unit" for each in game.units.values() if _names(game, each) & wanted}
    found |= {"chit" for chit in game.chits.values() if _names(game, chit) & wanted}
    return found | {"marker" for mark in game.markers.values() if mark.id in wanted}


def secrets(game: Game) -> Iterator[Finding]:
    """It is a choice or what is written, one thing a piece, and there are verbs that seal and open it."""
    known = {"unit", "hq", *game.info.types, *game.markers, *(chit.kind for chit in game.chits.values())}
    parts: tuple[Part, ...] = ("word", "seal", "open")
    for secret in game.handling.secrets.values():
        path = f"module/secrets/{secret.id}"
        yield from unknown(f"{path}/of", "type, marker or kind of chit", secret.of, known)
        if bool(secret.choices) == bool(secret.written):
            yield path, "it is either one of its `choices` or `written`"
        for part in parts:
            if game.chronicle.of(part) is None:
                yield path, f"no verb of the chronicle has the part {part!r}: nobody could say it"
    told = set()
    pieces: tuple[Hider, ...] = (*game.units.values(), *game.chits.values(), *game.markers.values())
    for piece in pieces:
        first, *more = [each.id for each in game.handling.secrets.values() if _names(game, piece) & {*each.of}] or [""]
        if more and more[0] not in told:
            told.add(more[0])
            yield f"module/secrets/{more[0]}/of", f"{piece.id} hides {first} already; a piece hides one thing only"
