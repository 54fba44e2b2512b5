"""Who takes whom aboard, by the data: ways to board, and the values of a card or facts of a type that each wants."""

from __future__ import annotations

from assets.game import Game
from assets.schema import Marker, Unit


def takes(game: Game, carrier: Unit | Marker) -> tuple[str, ...]:
    """The ways in which a unit or a marker is boarded."""
    ways = game.handling.boarding.values()
    if isinstance(carrier, Marker):
        return tuple(way.id for way in ways if carrier.id in way.on)
    return tuple(way.id for way in ways if way.needs and _has(game, carrier, way.needs))


def boards(game: Game, rider: Unit) -> tuple[str, ...]:
    """The ways in which a unit gets aboard something."""
    ways = game.handling.boarding.values()
    return tuple(way.id for way in ways if not way.takes or _has(game, rider, way.takes))


def _has(game: Game, unit: Unit, name: str) -> bool:
    """Whether a unit's card has a value, or its type a fact, that is neither nothing nor no."""
    if unit.card and name in game.cards[unit.card].values:
        return bool(game.cards[unit.card].values[name])
    return bool(game.type_of(unit).facts.get(name))
