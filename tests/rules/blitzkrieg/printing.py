"""The edition of a case: a battle with its own pieces, on the map and with the module of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec.structs import replace

from rules.audit.games import game_of
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading import BlitzkriegReader
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.switches import Switches
from tests.rules.blitzkrieg.writing import BlitzkriegWriter
from tests.rules.shared.casting import Company, Role
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import Workshop, workshop_of

GAME = "blitzkrieg"
GROUND = ("works", "minefield", "barrage-french", "barrage-german", "stuka")
"""Pieces of the game that cases may need; one more of each than lie on the map."""
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

LOW = (1, 1)
CALIBRES: tuple[Literal["light", "medium", "heavy"], ...] = ("light", "medium", "heavy")
"""Dice that pass every check and hit nothing."""


@cache
def shop() -> Workshop:
    """The workshop of the game."""
    return workshop_of(GAME)


@cache
def company() -> Company:
    """The pieces of the game."""
    return Company(shop().module, list(shop().setups.values()))


def edition(battle: Battle, switches: Switches, position: Position) -> Edition[Position]:
    """The edition of a battle: its own scenario's, or one with the pieces of a case on Hannut's map."""
    game, own = shop().game, battle.id in shop().setups
    records = {name: side.record for name, side in game.sides.items()}
    sides = {record: name for name, record in records.items()}
    there = replace(battle, units={name: battle.units[name] for name in position.units})
    named = there if own else replace(there, id="hannut")
    return Edition(
        game,
        shop().module,
        shop().setups[battle.id] if own else company().cast(_roles(there, position, records)),
        game_of(GAME).seals,
        referee(battle, switches),
        BlitzkriegReader(there, sides, game.chronicle),
        BlitzkriegWriter(named, records, game.chronicle),
        _late,
    )


def _late(before: Position, action: Action) -> bool:
    """A set-up is judged step by step, as the pieces then lie."""
    return before.within("SETUP") and not isinstance(action, do.Ready)


def _roles(battle: Battle, position: Position, records: Mapping[str, str]) -> Iterator[Role]:
    for name, counter in battle.units.items():
        kind = counter.kind.id
        like = {
            "Kind": "hq" if counter.kind.hq else "unit",
            "Class": CLASSES.get(kind, kind),
            "Side": records[counter.side],
        }
        able = {"Assigned": counter.independent, "Aboard": counter.kind.rides}
        says = frozenset(name for name, does in able.items() if does)
        formation = {"Formation": counter.formation, "FormationName": counter.formation}
        yield Role(name, like, says, {**formation, **_owner(counter.side, records)})
    for name, chit in sorted(battle.chits.items()):
        if name.removesuffix(".repeat") in battle.chits and name.endswith(".repeat"):
            continue
        base, _, number = name.rpartition(".")
        command = battle.formations.get(chit.formation)
        says = OWN_MARKERS if command and not command.hq else frozenset()
        formation = {"Formation": chit.formation or name, "FormationName": chit.name}
        like = {"Kind": "chit", "Side": records[chit.side], "ChitKind": chit.kind}
        yield Role(base if number.isdecimal() else name, like, says, {**formation, **_owner(chit.side, records)})
    lying = {"works": len(position.works), "minefield": len(position.mines)}
    for name in GROUND:
        yield from (Role(name, {"Id": name}) for _ in range(lying.get(name, 0) + 1))


def _owner(side: str, records: Mapping[str, str]) -> Mapping[str, str]:
    return {"Side": records[side], "Box": side}


def seen(battle: Battle, before: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with what has to follow so that a log shows them: dice of an announcement, the end of a set-up."""
    pending: dict[str, Action] = {}
    for action in actions:
        if isinstance(action, do.OppFire | do.ReturnFire | do.TryRetreat):
            pending[action.unit] = action
        elif isinstance(action, Roll):
            pending.pop(action.who, None)
        elif isinstance(action, do.StepLoss | do.Remove):
            pending.pop(action.unit, None)  # who is gone shoots no more
    if actions:
        pending["last"] = actions[-1]
    more = tuple(after for action in dict.fromkeys(pending.values()) for after in _after(battle, before, action))
    done = (do.Ready(),) if before.within("SETUP") and not any(isinstance(each, do.Ready) for each in actions) else ()
    return (*actions, *more, *done)


def _after(battle: Battle, before: Position, action: Action) -> Iterator[Action]:
    match action:
        case do.Move(units=units, hex=place) if _among_the_enemy(battle, before, units, place):
            yield do.EndActivation()  # as long as the log goes on, a melee may come of it
        case do.TryRetreat(unit=unit):
            yield Roll(purpose="RETREAT", who=unit, dice=LOW)
        case do.OppFire(unit=unit):
            yield from (Roll(purpose=purpose, who=unit, dice=LOW) for purpose in ("OPPFIRE", "FIRE"))
        case do.ReturnFire(unit=unit):
            yield from (Roll(purpose=purpose, who=unit, dice=LOW) for purpose in ("RETURN", "FIRE"))
        case do.PlayGeneral(option="clear", on=bearers):
            for name in bearers:
                yield do.Mark(piece=name, marker="exhausted" if name in before.formations else "neutralised", on=False)
        case do.Concentrate(hex=place, salvos=salvos) if place in battle.ground.hexes:
            yield from (_salvo(battle, before, place, *salvo.split()) for salvo in salvos)


def _among_the_enemy(battle: Battle, before: Position, units: tuple[str, ...], place: str) -> bool:
    sides = {battle.units[unit].side for unit in units if unit in battle.units}
    return any(battle.units[name].side not in sides for name in before.at(place))


def _salvo(battle: Battle, before: Position, place: str, chit: str, kind: str) -> Action:
    if kind == "stuka":
        return do.Stuka(chit=chit, hex=place)
    calibre = next(each for each in CALIBRES if each == kind)
    own = (
        name for name, counter in battle.units.items() if counter.kind.hq and counter.side == battle.chits[chit].side
    )
    observer = next((name for name in own if before.units[name].hex), "")
    return do.Barrage(chit=chit, hex=place, calibre=calibre, observer=observer)
