"""The edition of a case: a battle with its own pieces, on the map and with the module of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from rules.audit.games import game_of
from rules.barbarossa import actions as do
from rules.barbarossa.battle import Battle
from rules.barbarossa.game import referee
from rules.barbarossa.model import Position
from rules.barbarossa.reading import BarbarossaReader
from rules.barbarossa.reading.words import CARD
from rules.barbarossa.writing import BarbarossaWriter
from rules.engine.actions import Action
from rules.engine.switches import Switches
from tests.rules.shared.casting import Company, Role
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import Workshop, workshop_of

GAME = "barbarossa"
METERS = frozenset({"losses", "defence", "bravery", "ammo", "smoke", "mines", "charges", "cargo", "boxes", "air"})


@cache
def shop() -> Workshop:
    """The workshop of the game."""
    return workshop_of(GAME)


@cache
def company() -> Company:
    """The pieces of the game."""
    return Company(shop().module, list(shop().setups.values()))


def edition(battle: Battle, switches: Switches, position: Position) -> Edition[Position]:
    """The edition of a battle: its own scenario's, or one with the pieces of a case on the first scenario's map."""
    game, own = shop().game, battle.id in shop().setups
    records = {name: side.record for name, side in game.sides.items()}
    sides = {record: name for name, record in records.items()}
    printed = replace(battle, orders=game.orders)
    return Edition(
        game,
        shop().module,
        shop().setups[battle.id] if own else company().cast(_roles(battle, records)),
        game_of(GAME).seals,
        referee(battle, switches),
        BarbarossaReader(printed, sides, tuple(game.chronicle.phases)),
        BarbarossaWriter(printed, records),
        _late,
    )


def _late(before: Position, action: Action) -> bool:
    """A set-up is judged when it is done."""
    return before.state == "SETUP" and not isinstance(action, do.Ready)


def _roles(battle: Battle, records: Mapping[str, str]) -> Iterator[Role]:
    for name, counter in battle.units.items():
        stores = METERS & counter.card.stores.keys()
        facts = {"Unit": name, "Side": records[counter.side], "Box": counter.side, "Type": counter.type}
        like = {"Type": counter.type, "Side": records[counter.side]}
        yield Role(name, {"Kind": "unit", **like}, frozenset(), {**facts, "TargetType": counter.type})
        yield Role(name + CARD, {"Kind": "card", **like}, frozenset(stores), facts)


def seen(battle: Battle, before: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with what has to follow so that a log shows them: the end of a set-up."""
    if before.state != "SETUP" or any(isinstance(each, do.Ready) for each in actions):
        return tuple(actions)
    return (*actions, *(do.Ready(by=side) for side in battle.sides))


__all__ = ["GAME", "company", "edition", "seen", "shop"]
