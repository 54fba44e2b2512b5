"""The edition of a case: a battle with its own pieces, on the map and with the module of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from rules.audit.games import game_of
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading import BlitzkriegReader
from rules.blitzkrieg.writing import BlitzkriegWriter
from rules.engine.switches import Switches
from tests.rules.shared.casting import Company, Role
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import Workshop, workshop_of

GAME = "blitzkrieg"
GROUND: Mapping[str, int] = {"works": 9, "minefield": 9, "barrage-french": 2, "barrage-german": 2, "stuka": 2}
"""Pieces of the game that cases may need, and how many of each."""
CLASSES: Mapping[str, str] = {
    "mg": "machine gun",
    "apc": "armoured personnel carrier",
    "at-gun": "anti-tank gun",
    "assault-gun": "assault gun",
    "armoured-car": "armoured car",
}
"""What a kind of unit is called on its piece, where that is another word."""
OWN_MARKERS = frozenset({"Exhausted_Level", "Demoralised_Level"})
"""What the chit of a formation without HQ bears."""


@cache
def shop() -> Workshop:
    """The workshop of the game."""
    return workshop_of(GAME)


@cache
def company() -> Company:
    """The pieces of the game."""
    return Company(shop().module, list(shop().setups.values()))


def edition(battle: Battle, switches: Switches) -> Edition[Position]:
    """The edition of a battle: its own scenario's, or one with the pieces of a case on Hannut's map."""
    game, own = shop().game, battle.id in shop().setups
    records = {name: side.record for name, side in game.sides.items()}
    sides = {record: name for name, record in records.items()}
    named = battle if own else replace(battle, id="hannut")
    return Edition(
        game,
        shop().module,
        shop().setups[battle.id] if own else company().cast(_roles(battle, records)),
        game_of(GAME).seals,
        referee(battle, switches),
        BlitzkriegReader(battle, sides, tuple(game.chronicle.phases)),
        BlitzkriegWriter(named, records, game.chronicle.piles),
    )


def _roles(battle: Battle, records: Mapping[str, str]) -> Iterator[Role]:
    for name, counter in battle.units.items():
        kind = counter.kind.id
        like = {
            "Kind": "hq" if counter.kind.hq else "unit",
            "Class": CLASSES.get(kind, kind),
            "Side": records[counter.side],
        }
        says = {"Assigned"} if counter.independent else set()
        says |= {"Aboard"} if counter.kind.rides else set()
        formation = {"Formation": counter.formation, "FormationName": counter.formation}
        yield Role(name, like, frozenset(says), {**formation, **_owner(counter.side, records)})
    for name, chit in sorted(battle.chits.items()):
        if name.removesuffix(".repeat") in battle.chits and name.endswith(".repeat"):
            continue
        base, _, number = name.rpartition(".")
        command = battle.formations.get(chit.formation)
        says = OWN_MARKERS if command and not command.hq else frozenset()
        formation = {"Formation": chit.formation or name, "FormationName": chit.name}
        like = {"Kind": "chit", "Side": records[chit.side], "ChitKind": chit.kind}
        yield Role(base if number.isdecimal() else name, like, says, {**formation, **_owner(chit.side, records)})
    for name, many in GROUND.items():
        yield from (Role(name, {"Id": name}) for _ in range(many))


def _owner(side: str, records: Mapping[str, str]) -> Mapping[str, str]:
    return {"Side": records[side], "Box": side}
