"""The edition of a case: a battle with its own pieces, on the map and with the module of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from rules.audit.games import game_of
from rules.barbarossa import actions as do
from rules.barbarossa.air.flight import drops_in
from rules.barbarossa.fire.aiming import WAYS, Kind
from rules.barbarossa.game import referee
from rules.barbarossa.reading import BarbarossaReader
from rules.barbarossa.reading.words import CARD
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.model import STEPS, Position
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.switches import Switches
from tests.rules.barbarossa.writing import BarbarossaWriter
from tests.rules.shared.casting import Company, Role
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import Workshop, workshop_of

GAME = "barbarossa"
SHOTS: Mapping[str, Kind] = {WAYS[kind].order: kind for kind in ("fire", "suppress")}
"""By order: the shot that is made by it."""
BY_ORDER = do.Fire, do.Step, do.Turn, do.Hide, do.Board, do.Leave, do.Merge, do.Complete, do.TakeOff, do.Smoke
"""What is done in the step of an order."""
MARKED = ORDER[1:]
"""Where the marker stands, from the opening of the orders on."""
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
    printed = replace(battle, orders=game.orders, units={name: battle.units[name] for name in position.units})
    return Edition(
        game,
        shop().module,
        shop().setups[battle.id] if own else company().cast(_roles(printed, records)),
        game_of(GAME).seals,
        referee(battle, switches),
        BarbarossaReader(printed, sides, game.chronicle),
        BarbarossaWriter(printed if own else replace(printed, structures={}), records, game.chronicle),
        _late,
    )


def _late(before: Position, action: Action) -> bool:
    """A set-up is judged when each side is done with its own."""
    return before.state == "SETUP" and not (isinstance(action, do.Ready | do.Advance))


def _roles(battle: Battle, records: Mapping[str, str]) -> Iterator[Role]:
    for name, counter in battle.units.items():
        stores = METERS & counter.card.stores.keys()
        facts = {"Unit": name, "Side": records[counter.side], "Box": counter.side, "Type": counter.type}
        like = {"Type": counter.type, "Side": records[counter.side]}
        yield Role(name, {"Kind": "unit", **like}, frozenset(), {**facts, "TargetType": counter.type})
        yield Role(name + CARD, {"Kind": "card", **like}, frozenset(stores), facts)


def seen(battle: Battle, before: Position, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with what has to follow so that a log shows them: the end of a set-up, the dice of a shot, ..."""
    last = actions[-1] if actions else None
    if before.state == "SETUP" and not any(isinstance(each, do.Ready | do.Advance) for each in actions):
        return (*actions, *_all_set_up(battle, before, actions))
    if before.state == "REVEAL" and isinstance(last, do.Order) and not last.order:
        return (*actions, do.Advance(to="S1"))
    if isinstance(last, do.Supply) and not _written(before, last.unit):
        return (*actions, *_marked(before, last))
    if isinstance(last, do.Fire | do.Strike) and (last.dice is not None or last.accuracy is not None):
        return (*actions, _thrown(last))
    now = next((each.to for each in reversed(actions) if isinstance(each, do.Advance)), before.state)
    if last is not None and _too_early(battle, before, now, last):
        return (*actions, *_not_forgotten(battle, before, now))
    return tuple(actions)


def _too_early(battle: Battle, before: Position, now: str, action: Action) -> bool:
    """Whether an action belongs to a later step than the one that the marker shows."""
    name = action.who if isinstance(action, Roll) else getattr(action, "unit", "")
    return now in MARKED and name in before.units and max(_steps(battle, before, name, action)) > MARKED.index(now)


def _steps(battle: Battle, before: Position, name: str, action: Action) -> Iterator[int]:
    """The steps of what a unit does: of its order, of a test that it owes, of boxes and of what falls."""
    yield 0
    given = before.units[name].order
    order = given.order if given else ""
    if isinstance(action, do.Mark):
        yield len(STEPS) if action.what == "boxes" else 0
    elif isinstance(action, Roll) and action.purpose == "TEST":
        yield from (MARKED.index(each.step) for each in before.owed if each.unit == name and each.step in MARKED)
    elif isinstance(action, do.Drop):
        yield MARKED.index(drops_in(battle, order) or MARKED[0])
    elif isinstance(action, BY_ORDER) or (isinstance(action, Roll) and action.purpose == "SEARCH"):
        yield battle.orders[order].step if order in battle.orders else 0


def _not_forgotten(battle: Battle, before: Position, now: str) -> Iterator[Action]:
    """The marker stands where the game is: something is still done in this step, or it is used in the next one."""
    at = MARKED.index(now)
    found = next(_still_to_do(battle, before, at), None)
    if found is not None:
        yield found
    elif at < len(STEPS):
        yield do.Advance(to=MARKED[at + 1])
        yield do.StepDone(by=battle.sides[0])


def acts_yet(battle: Battle, before: Position) -> bool:
    """Whether somebody has still to do something by his order in this step: its marker is not forgotten."""
    at = MARKED.index(before.state) if before.state in MARKED else len(MARKED)
    return next(_still_to_do(battle, before, at), None) is not None


def _still_to_do(battle: Battle, before: Position, at: int) -> Iterator[Action]:
    """What units do by their orders in a step."""
    return (deed for name in before.units for deed in _in_its_step(battle, before, name, at))


def _in_its_step(battle: Battle, before: Position, name: str, at: int) -> Iterator[Action]:
    """What a unit does by its order in a step."""
    order = before.units[name].order
    if order is None or order.order not in battle.orders or battle.orders[order.order].step != at:
        return
    if order.order in SHOTS and order.target:
        yield do.Fire(unit=name, target=order.target, kind=SHOTS[order.order])
    elif order.route and before.units[name].hex not in order.route:
        yield do.Step(unit=name, hex=order.route[0], fights=order.order == "assault")


def _thrown(shot: do.Fire | do.Strike) -> Roll:
    """The dice that a shot says, or one: they tell with how many and at which accuracy it is made."""
    purpose = "FIRE" if isinstance(shot, do.Fire) else "MELEE"
    return Roll(purpose=purpose, who=shot.unit, dice=(6,) * (shot.dice or 1), by=shot.by)


def _all_set_up(battle: Battle, before: Position, actions: Sequence[Action]) -> Iterator[Action]:
    """Whatever else the scenario places stands there too, and the sides that did something are ready."""
    touched = {getattr(each, "unit", "") for each in actions}
    owned = {battle.units[unit].side for unit in touched if unit in battle.units}
    sides = {each.by for each in actions if each.by} | owned or set(battle.sides)
    for name, begin in battle.begins.items():
        side = battle.units[name].side
        if begin.hex and side in sides and not before.units[name].hex and name not in touched:
            yield do.Place(unit=name, hex=begin.hex, facing=begin.facing, by=side)
    yield from (do.Ready(by=side) for side in battle.sides if side in sides)


def _written(before: Position, unit: str) -> bool:
    """Whether an order says how much a unit takes."""
    orders = (before.units[unit].running, before.units[unit].order) if unit in before.units else ()
    return any(order is not None and order.number for order in orders)


def _marked(before: Position, given: do.Supply) -> Iterator[Action]:
    """What is supplied is marked on both cards."""
    for name, points in ((given.unit, given.points), (given.source, -given.points)):
        if name in before.units:
            yield do.Mark(unit=name, what="ammo", value=before.units[name].ammo + points)


__all__ = ["GAME", "acts_yet", "company", "edition", "seen", "shop"]
