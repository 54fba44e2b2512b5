"""What could be done at the set-up, and who could come onto the board later."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.options import candidates
from rules.barbarossa.setup.beginning import bought, pieces_of, price, worth
from rules.barbarossa.setup.reinforcements import arrival_of
from rules.barbarossa.state.case import Case
from rules.barbarossa.turn.choices import on
from rules.engine.actions import Action


@candidates("SETUP")
def setting_up(case: Case[Action]) -> Iterator[Action]:
    """Units and structures go where the scenario says, points are spent, and both sides are ready."""
    for name, begin in case.battle.begins.items():
        state = case.before.units.get(name)
        if state is None or begin.carrier or begin.choice or case.counter(name).flies:
            continue
        if begin.hex and not state.hex:
            yield do.Place(by=case.side(name), unit=name, hex=begin.hex, facing=begin.facing)
    for name, piece in case.battle.structures.items():
        if name not in case.before.structures:
            yield do.Build(by=piece.owner, structure=name, hex=piece.hex, side=piece.side, facing=piece.facing)
    waiting = [side for side in case.battle.sides if side not in case.before.ready]
    for side in case.battle.sides if bought(case) else ():
        yield from _spending(case, side, ready=side not in waiting)
    yield from (do.Ready(by=side) for side in waiting)
    if not waiting:
        yield on(case)


def _spending(case: Case[Action], side: str, *, ready: bool) -> Iterator[Action]:
    """Mines that the side can pay; units and a bunker until it is ready, which then go onto the board at once."""
    left, mines = case.battle.points.get(side, 0) - case.before.paid.get(side, 0), price(case, "mines") or 0
    if 0 < mines <= left:
        yield do.Buy(by=side, what="mines")
    if ready:
        return
    owed = case.before.paid.get(pieces_of(side), 0) - worth(case, side)
    begins = {name: each for name, each in case.battle.begins.items() if each.choice and case.side(name) == side}
    wanted = {name: price(case, name) or 0 for name in begins if not case.unit(name).hex}
    camps = [state.hex for name, state in case.before.units.items() if _could_hide(case, name, side)]
    goods = {**wanted, **({"bunker": price(case, "bunker") or 0} if camps else {})}
    if owed <= 0:
        yield from (do.Buy(by=side, what=what) for what, cost in goods.items() if 0 < cost <= left)
    for name, cost in wanted.items():
        if cost == owed:
            yield do.Place(by=side, unit=name, hex=begins[name].hex, facing=begins[name].facing)
    if owed == goods.get("bunker"):
        number = sum(each.kind == "bunker" for each in case.before.structures.values()) + 1
        yield from (do.Build(by=side, structure=f"bunker.{number}", hex=place) for place in dict.fromkeys(camps))


def _could_hide(case: Case[Action], unit: str, side: str) -> bool:
    """True for infantry of the side in a hex that has no bunker yet."""
    place = case.unit(unit).hex
    mine = case.side(unit) == side and case.counter(unit).type == "infantry" and bool(place)
    return mine and not any(case.before.in_hex(place, "bunker"))


@candidates("S10")
def arriving(case: Case[Any]) -> Iterator[Action]:
    """Reinforcements whose time has come."""
    for unit, state in case.before.units.items():
        arrival = arrival_of(case, unit)
        if arrival and not state.hex and not state.out and not state.carrier and case.before.round >= arrival[0]:
            yield from (do.Enter(unit=unit, hex=place, by=case.side(unit)) for place in sorted(arrival[1]))
